#!/usr/bin/env python3
"""Validates what scripts/sbom prints: the fields that SPDX 2.3 demands, and that no part is missing.

Every library of CMakeLists.txt, every npm package that the page imports or is built by, the Python
package's needs and the compilers are in it, each with a version, a licence and a purl; and a
document from which something is taken away, or in which something is wrong, does not pass.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parents[2]
ID = re.compile(r"SPDXRef-[A-Za-z0-9.-]+")
PURL = re.compile(r"pkg:(npm|deb/debian)/[A-Za-z0-9%._/+-]+@[A-Za-z0-9%._+~-]+(\?distro=bookworm)?")
LICENCES = {"MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Apache-2.0", "MPL-2.0", "OFL-1.1", "Python-2.0",
            "LGPL-2.1-or-later", "LGPL-3.0-or-later", "GPL-2.0-or-later", "GPL-3.0-or-later",
            "X11-distribute-modifications-variant", "libpng-2.0"}
EXCEPTIONS = {"LLVM-exception"}
RELATIONS = {"DESCRIBES", "CONTAINS", "DEPENDS_ON", "RUNTIME_DEPENDENCY_OF", "BUILD_TOOL_OF", "TEST_TOOL_OF"}
OTHERS = {"komwe", "glibc", "wasi-libc", "compiler-rt", "figtree", "cffi", "numpy", "gcc", "clang", "cmake"}


def licence_known(text):
    for part in re.split(r" (?:AND|OR) ", text.strip("()")):
        name, _, exception = part.partition(" WITH ")
        if name not in LICENCES or (exception and exception not in EXCEPTIONS):
            return False
    return True


def package_faults(package):
    name = package.get("name", "?")
    if not ID.fullmatch(package.get("SPDXID", "")):
        yield f"{name}: the id {package.get('SPDXID')}"
    for field in ("name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"):
        if not package.get(field):
            yield f"{name}: {field} is missing"
    if package.get("versionInfo") in (None, "NOASSERTION", ""):
        yield f"{name}: no version"
    if package.get("filesAnalyzed") is not False:
        yield f"{name}: filesAnalyzed"
    if not licence_known(package.get("licenseDeclared", "")):
        yield f"{name}: the licence {package.get('licenseDeclared')}"
    for reference in package.get("externalRefs", []):
        if reference.get("referenceCategory") != "PACKAGE-MANAGER" or reference.get("referenceType") != "purl" \
                or not PURL.fullmatch(reference.get("referenceLocator", "")):
            yield f"{name}: the reference {reference}"
    if name not in ("komwe", "figtree") and not package.get("externalRefs"):
        yield f"{name}: no purl"


def expected():
    cmake = (HOME / "CMakeLists.txt").read_text(encoding="utf-8")
    names = set(re.findall(r"pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET ([a-z]+)", cmake))
    names |= set(re.findall(r"find_package\((wslay|MPI)\b", cmake))
    names |= set(json.loads((HOME / "web/package.json").read_text(encoding="utf-8"))["devDependencies"])
    python = (HOME / "python/pyproject.toml").read_text(encoding="utf-8")
    return names | OTHERS | set(re.findall(r'"([a-z]+)>=[0-9.]+"', python)) - {"wheel"}


def faults_of(document):
    for field, value in (("spdxVersion", "SPDX-2.3"), ("dataLicense", "CC0-1.0"), ("SPDXID", "SPDXRef-DOCUMENT")):
        if document.get(field) != value:
            yield f"{field} is {document.get(field)}"
    if not re.match(r"[a-z]+:\S+$", document.get("documentNamespace", "")) or not document.get("name"):
        yield "the name or the namespace"
    info = document.get("creationInfo", {})
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", info.get("created", "")) or not info.get("creators") \
            or not all(re.match(r"(Organization|Tool|Person): ", creator) for creator in info["creators"]):
        yield "creationInfo"
    packages = document.get("packages", [])
    for package in packages:
        yield from package_faults(package)
    ids = [package.get("SPDXID") for package in packages]
    if len(set(ids)) != len(ids):
        yield "an id stands twice"
    related = set()
    for relation in document.get("relationships", []):
        ends = {relation.get("spdxElementId"), relation.get("relatedSpdxElement")}
        related |= ends
        if not ends <= {*ids, "SPDXRef-DOCUMENT"} or relation.get("relationshipType") not in RELATIONS:
            yield f"the relation {relation}"
    for id_ in set(ids) - related:
        yield f"{id_} is related to nothing"
    for name in sorted(expected() - {package.get("name") for package in packages}):
        yield f"{name} is missing"


def broken(document):
    """Documents that are wrong, each in one place."""
    for index in range(0, len(document["packages"]), 3):
        for field, value in (("versionInfo", "NOASSERTION"), ("licenseDeclared", "Mine"), ("SPDXID", "x y"),
                             ("externalRefs", [{"referenceCategory": "PACKAGE-MANAGER"}])):
            other = copy.deepcopy(document)
            other["packages"][index][field] = value
            yield f"{field} of {document['packages'][index]['name']}", other
    for field in ("spdxVersion", "dataLicense", "creationInfo", "documentNamespace", "packages", "relationships"):
        other = copy.deepcopy(document)
        del other[field]
        yield f"without {field}", other
    for name in sorted(expected()):
        other = copy.deepcopy(document)
        other["packages"] = [package for package in other["packages"] if package["name"] != name]
        yield f"without {name}", other


def main():
    done = subprocess.run([HOME / "scripts/sbom", "1.0.0", "1700000000", "0" * 40], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    document = json.loads(done.stdout)
    faults, passed = list(faults_of(document)), 0
    passed += not faults
    for what, other in broken(document):
        found = any(True for _ in faults_of(other))
        passed += found
        if not found:
            faults.append(f"not noticed: {what}")
    for fault in faults:
        print("FAILED", fault)
    print(f"{passed} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
