"""The wheel: CMake builds the extension module, with the library inside; the rest is pyproject.toml's.

KOMWE_BUILD may name a folder of CMake's where the module has been built.
"""

import os
import pathlib
import re
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent
sys.path.insert(0, str(HERE))
import portable  # noqa: E402


def version():
    """That of the library's header."""
    text = (TREE / "include/komwe/version.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"^#define KW_VERSION_{part} (\d+)$", text, re.M)[1]
                    for part in ("MAJOR", "MINOR", "PATCH"))


class Build(build_ext):
    """Builds the target python_native where setuptools would compile C."""

    def build_extension(self, extension):
        folder = pathlib.Path(os.environ.get("KOMWE_BUILD") or self.build_temp + "/cmake").resolve()
        if "KOMWE_BUILD" not in os.environ:
            subprocess.run(["cmake", "-S", TREE, "-B", folder, "-D", "CMAKE_BUILD_TYPE=Release",
                            "-D", "KW_COMMAND=OFF", "-D", "KW_MPI=OFF", "-D", "KW_TESTS=OFF",
                            "-D", "KW_PYTHON=ON", "-D", f"Python3_EXECUTABLE={sys.executable}"],
                           check=True)
            subprocess.run(["cmake", "--build", folder, "--parallel", "2", "--target",
                            "python_native"], check=True)
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(folder / "python/komwe/_native.abi3.so"), str(target))


class Wheel(bdist_wheel):
    """Named after the oldest glibc with which the module can be loaded."""

    def get_tag(self):
        python, abi, system = super().get_tag()
        modules = sorted(pathlib.Path(self.bdist_dir).rglob("*.so"))
        try:
            return python, abi, portable.tag(modules) if modules else system
        except portable.NotPortable as fault:
            print(f"The wheel is for this machine alone: {fault}", file=sys.stderr)
            return python, abi, system


setup(version=version(), cmdclass={"build_ext": Build, "bdist_wheel": Wheel},
      ext_modules=[Extension("komwe._native", [], py_limited_api=True)])
