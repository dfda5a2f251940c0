"""Writes the C source of the extension module: generate.py INCLUDE-FOLDER OUTPUT.c"""

import pathlib
import sys

import cffi

from declarations import declarations, library

HERE = pathlib.Path(__file__).parent


def main() -> None:
    include, output = map(pathlib.Path, sys.argv[1:])
    ffi = cffi.FFI()
    ffi.cdef(library(include))
    for header in ("calls.h", "batch.h"):
        ffi.cdef(declarations(HERE / header))
    ffi.set_source("komwe._native",
                   '#include <komwe.h>\n#include "batch.h"\n#include "calls.h"\n')
    ffi.emit_c_code(str(output))


if __name__ == "__main__":
    main()
