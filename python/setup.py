"""The wheel: CMake builds the extension module, with the library inside; the rest is pyproject.toml's."""

import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TREE = pathlib.Path(__file__).resolve().parent.parent


def version():
    """That of the library's header."""
    text = (TREE / "include/komwe/version.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"^#define KW_VERSION_{part} (\d+)$", text, re.M)[1]
                    for part in ("MAJOR", "MINOR", "PATCH"))


class Build(build_ext):
    """Builds the target python_native where setuptools would compile C."""

    def build_extension(self, extension):
        folder = pathlib.Path(self.build_temp).resolve() / "cmake"
        subprocess.run(["cmake", "-S", TREE, "-B", folder, "-D", "CMAKE_BUILD_TYPE=Release",
                        "-D", "KW_COMMAND=OFF", "-D", "KW_MPI=OFF", "-D", "KW_TESTS=OFF",
                        "-D", "KW_PYTHON=ON", "-D", f"Python3_EXECUTABLE={sys.executable}"],
                       check=True)
        subprocess.run(["cmake", "--build", folder, "--parallel", "2", "--target",
                        "python_native"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(folder / "python/komwe/_native.abi3.so"), str(target))


setup(version=version(), cmdclass={"build_ext": Build},
      ext_modules=[Extension("komwe._native", [], py_limited_api=True)])
