"""Says where a wheel runs: portable.py WHEEL...

The tag manylinux_2_N of a wheel promises that its modules need nothing but glibc 2.N and a few other
libraries (PEP 600).  auditwheel, which checks this, is not in Debian; these are the same questions
with readelf, for modules that need glibc alone: which libraries a module asks for, and the newest
version of glibc's symbols that it is bound to.  Not checked: that the symbols of Python are those of
the stable ABI, which the compiler does with Py_LIMITED_API.
"""

import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

# Those of glibc among the libraries that PEP 600 leaves outside; the loader is named after the machine.
OUTSIDE = re.compile(r"(lib(c|m|pthread|dl|rt)|ld-linux(-[\w-]+)?)\.so\.\d+")


class NotPortable(Exception):
    """A module needs more than glibc."""


def readelf(*arguments):
    return subprocess.run(["readelf", "--wide", *arguments], check=True, capture_output=True,
                          text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout


def glibc(module):
    """The minor version of the oldest glibc 2 with which a module can be loaded."""
    dynamic = readelf("--dynamic", module)
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic):
        if not OUTSIDE.fullmatch(library):
            raise NotPortable(f"{module} needs {library}")
    if re.search(r"\((RPATH|RUNPATH)\)", dynamic):
        raise NotPortable(f"{module} has a path to libraries")
    versions = set(re.findall(r"Name: (\S+)", readelf("--version-info", module)))
    minors = [re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)?", version) for version in versions]
    if not minors or None in minors:
        raise NotPortable(f"{module} is bound to other symbols than glibc's: {sorted(versions)}")
    return max(int(minor[1]) for minor in minors)


def tag(modules):
    """The platform tag that modules deserve."""
    return f"manylinux_2_{max(map(glibc, modules))}_{platform.machine()}"


def wheel_tag(wheel):
    """The platform tag that a wheel deserves."""
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        return tag(sorted(pathlib.Path(folder).rglob("*.so")))


def main():
    if len(sys.argv) < 2:
        print("usage: portable.py WHEEL...", file=sys.stderr)
        return 2
    wrong = 0
    for wheel in map(pathlib.Path, sys.argv[1:]):
        named = wheel.stem.split("-")[-1]
        try:
            earned = wheel_tag(wheel)
        except NotPortable as fault:
            earned = str(fault)
        print(f"{wheel.name}: {'' if named == earned else 'NOT ' + named + ': '}{earned}")
        wrong |= named != earned
    return wrong


if __name__ == "__main__":
    sys.exit(main())
