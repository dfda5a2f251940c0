"""The library for Conan 2: conan create packages/conan"""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps


class Komwe(ConanFile):
    name = "komwe"
    version = "1.0.0"
    license = "MIT"
    description = "Mancala games: rules, an engine, endgame tables and proofs"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    requires = "zstd/[>=1.5]"

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "apps/*", "cmake/*", "data/*", "include/*",
                        "man/*", "rules/*", "src/*", "web/about/*", "web/glossary/*", "web/src/words/*"):
            copy(self, pattern, tree, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        PkgConfigDeps(self).generate()  # CMakeLists.txt asks pkg-config for zstd
        toolchain = CMakeToolchain(self)
        for name in "KW_COMMAND", "KW_MPI", "KW_PYTHON", "KW_WERROR":
            toolchain.variables[name] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["komwe"]
        self.cpp_info.system_libs = ["m", "pthread"]
