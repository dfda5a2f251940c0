#!/usr/bin/python3
"""Checks that docs/install.md and the first table of README.md name what there is.

usage: install_page.py

Every command of their blocks must be known here: targets of the Makefile, packages of
packages/debian, units, and the files that the targets make.  A command that is typed in another way
than this knows is a fault, so that none goes unchecked.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
faults: list[str] = []


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


MAKEFILE = text_of("Makefile")
CONTROL = text_of("packages/debian/control")
HEADER = text_of("include/komwe/version.h")
PARTS = [re.search(rf"#define KW_VERSION_{part} +(\d+)", HEADER) for part in ("MAJOR", "MINOR", "PATCH")]
VERSION = ".".join(part.group(1) for part in PARTS if part)


def target(name: str) -> bool:
    return re.search(rf"^{re.escape(name)}:", MAKEFILE, re.M) is not None


def deb(path: str) -> bool:
    """./build/packages/NAME_VERSION-1_ARCHITECTURE.deb, or any version of it."""
    found = re.fullmatch(r"\./build/packages/([\w.+-]+)_(?:VERSION-1_(amd64|all)|\*)\.deb", path)
    if found is None:
        return False
    stanza = re.search(rf"^Package: {re.escape(found.group(1))}\n(.*\n)*?Architecture: (\w+)", CONTROL, re.M)
    kind = {"amd64": "any", "all": "all"}.get(found.group(2) or "")
    return stanza is not None and kind in (None, stanza.group(2))


def unit(name: str) -> bool:
    return any((ROOT / "packages").glob(f"**/*{name}.service"))


def image(path: str) -> bool:
    """What scripts/package calls the image."""
    return path == "build/packages/komwe-VERSION.oci.tar" and ".oci.tar" in text_of("scripts/package")


def packed(path: str) -> bool:
    return path in (f"build/npm/komwe-{VERSION}.tgz", "build/npm/komwe-*.tgz")


#: Each way to type a command, and what must be there for its groups.
KNOWN = (
    (r"make ([\w-]+)", target),
    (r"apt-get install skopeo podman", None),
    (r"apt-get install (\S+)(?: (\S+))?", deb),
    (r"systemctl enable --now (\S+)", unit),
    (r"skopeo copy oci-archive:(\S+) containers-storage:komwe", image),
    (r"podman run --read-only --publish 8080:8080 komwe", None),
    (r"cmake -S \. -B build/plain -D CMAKE_BUILD_TYPE=Release", None),
    (r"cmake --build build/plain --parallel 2", None),
    (r"cmake --install build/plain --prefix /opt/komwe", None),
    (r"python3 -m venv(?: --system-site-packages)? environment", None),
    (r"environment/bin/pip install build/wheel/komwe-\*\.whl", None),
    (r"pip install build/wheel/komwe-\*\.whl", None),
    (r"npm install (\S+)", packed),
)


def check(page: str, command: str) -> None:
    for pattern, there in KNOWN:
        found = re.fullmatch(pattern, command)
        if found is None:
            continue
        for name in filter(None, found.groups()):
            if not there(name):
                faults.append(f"{page}: '{command}': there is no {name}")
        return
    faults.append(f"{page}: '{command}' is no command that this test knows")


blocks = re.findall(r"^```sh\n(.*?)^```", text_of("docs/install.md"), re.M | re.S)
commands = [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]
for command in commands:
    check("docs/install.md", command)
table = re.search(r"^\| command \| what it does \|\n(?:\|.*\n)+", text_of("README.md"), re.M)
rows = table.group(0).splitlines()[2:] if table else []
for row in rows:
    for command in re.findall(r"`((?:make|apt-get|pip|npm) [^`]+)`", row):
        check("README.md", command)
if len(commands) < 10 or len(rows) < 8:
    faults.append(f"only {len(commands)} commands and {len(rows)} rows were found")
for way in ("make install", "make deb", "make wheel", "make npm"):
    if way not in commands:
        faults.append(f"docs/install.md does not say '{way}'")
for fault in faults:
    print(fault, file=sys.stderr)
sys.exit(1 if faults else 0)
