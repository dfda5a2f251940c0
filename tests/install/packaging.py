#!/usr/bin/env python3
"""Checks what packages are made from, without making them: packaging.py BUILD

The lists of files of packages/debian name what an installation has, each file once, and all of it;
the symbols of libkomwe1 are those that the library exports; the recipes have the version of the
header and name options that CMakeLists.txt has, and what Conan's exports can be configured; the plain
way of docs/install.md works as it is typed there; sources made in two folders are the same bytes, can be
signed, and are verified by the public key as long as no byte has changed; and each script refuses wrong words by one sentence.
"""

import fnmatch
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parents[2]
DEBIAN = HOME / "packages/debian"
faults = []
passed = 0


def expect(good, sentence):
    global passed
    passed += bool(good)
    if not good:
        faults.append(sentence)


def run(*command, cwd=HOME, **environment):
    return subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True,
                          env={**os.environ, **environment})


def check_files(prefix):
    """Each installed file is in exactly one package."""
    patterns = [(path.stem, line.removeprefix("usr/"))
                for path in sorted(DEBIAN.glob("*.install"))
                for line in path.read_text().splitlines() if line.startswith("usr/")]
    patterns += [("none", line.removeprefix("usr/")) for line in (DEBIAN / "not-installed").read_text().split()]
    files = [str(path.relative_to(prefix)) for path in prefix.rglob("*")
             if not path.is_dir() and "share/komwe/web" not in str(path)]
    for file in files:
        # Debian's libraries lie in a folder of the machine below lib.
        place = re.sub(r"^lib/(?!x86_64|aarch64)", "lib/any/", file)
        owners = {name for name, pattern in patterns
                  if fnmatch.fnmatch(place, pattern) or place.startswith(pattern + "/")
                  or fnmatch.fnmatch(place, pattern + "/*")}
        expect(len(owners) == 1, f"{file} is in the packages {sorted(owners)}, not in one")
    for name, pattern in patterns:
        if name not in ("komwe-mpi", "python3-komwe"):  # which not every build has
            expect(any(fnmatch.fnmatch(re.sub(r"^lib/(?!x86_64|aarch64)", "lib/any/", file), end)
                       for file in files for end in (pattern, pattern + "/*")),
                   f"{name}.install names {pattern}, which is not installed")


def check_symbols(build):
    listed = set(re.findall(r"(?m)^ (\w+)@Base ", (DEBIAN / "libkomwe1.symbols").read_text()))
    shown = run("nm", "--dynamic", "--defined-only", pathlib.Path(build) / "libkomwe.so").stdout
    exported = {line.split()[-1] for line in shown.splitlines() if " kw_" in line}
    expect(exported, "the library exports nothing")
    expect(not listed - exported, f"libkomwe1.symbols lists what is not exported: {sorted(listed - exported)}")


def check_recipes():
    header = (HOME / "include/komwe/version.h").read_text()
    version = ".".join(re.findall(r"define KW_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))
    port = json.loads((HOME / "packages/vcpkg/komwe/vcpkg.json").read_text())
    expect(port["version"] == version, f"vcpkg.json is of version {port['version']}, not {version}")
    recipe = (HOME / "packages/conan/conanfile.py").read_text()
    compile(recipe, "conanfile.py", "exec")
    expect(f'version = "{version}"' in recipe, f"conanfile.py is not of version {version}")
    cmake = (HOME / "CMakeLists.txt").read_text()
    options = set(re.findall(r"(?m)^ *(?:option|set)\((KW_[A-Z]+)", cmake))
    for path in "conan/conanfile.py", "vcpkg/komwe/portfile.cmake", "homebrew/komwe.rb", "debian/rules":
        for name in re.findall(r"KW_[A-Z]+", (HOME / "packages" / path).read_text()):
            expect(name in options, f"packages/{path} names {name}, which CMakeLists.txt lacks")
    for pattern in re.findall(r'"([a-zA-Z/]+)/\*"', recipe):
        expect((HOME / pattern).is_dir(), f"conanfile.py copies {pattern}, which is not there")


def check_export(scratch):
    """What the recipe of Conan exports can be configured with the options that it sets."""
    recipe = (HOME / "packages/conan/conanfile.py").read_text()
    patterns = re.search(r"for pattern in \((.*?)\):", recipe, re.S).group(1)
    for path in (pattern.removesuffix("/*") for pattern in re.findall(r'"([^"]+)"', patterns)):
        target = scratch / "export" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (HOME / path).is_dir() else shutil.copy)(HOME / path, target)
    off = re.findall(r'"(KW_\w+)"', recipe)
    done = run("cmake", "-S", scratch / "export", "-B", scratch / "configured", *(f"-D{name}=OFF" for name in off))
    expect(off and done.returncode == 0, f"what conanfile.py exports cannot be configured: {done.stderr}")


def check_document(build, scratch):
    """Types the plain installation of docs/install.md, of the build that is there."""
    text = (HOME / "docs/install.md").read_text()
    plain = re.search(r"```sh\n(cmake -S .*?)```", text, re.S).group(1).splitlines()
    install = [line for line in plain if "--install" in line]
    expect(len(install) == 1, "docs/install.md has no plain installation")
    words = install[0].replace("build/plain", str(build)).replace("/opt/komwe", str(scratch / "prefix")).split()
    done = run(*words)
    expect(done.returncode == 0, f"{install[0]}: {done.stderr}")
    expect(run(scratch / "prefix/bin/komwe", "perft", "oware", "4").stdout == "1014\n", "the command does not run")
    targets = set(re.findall(r"(?m)^([a-z][\w-]*):", (HOME / "Makefile").read_text()))
    for target in re.findall(r"`?make ([a-z]+)", text):
        expect(target in targets, f"docs/install.md names make {target}, which the Makefile lacks")
    for target in "deb", "dist", "image":
        expect(target in targets, f"the Makefile lacks {target}")


def check_sources(scratch):
    """The sources, made in two folders from the same commit."""
    if run("git", "rev-parse", "HEAD").returncode != 0:
        return
    sums = []
    for name in "one", "another folder":
        tree = scratch / name
        expect(run("git", "clone", "--quiet", "--no-hardlinks", HOME, tree).returncode == 0, "no clone")
        for script in "package", "sbom":
            (tree / "scripts" / script).write_bytes((HOME / "scripts" / script).read_bytes())
            os.chmod(tree / "scripts" / script, 0o755)
        done = run("scripts/package", "dist", cwd=tree)
        expect(done.returncode == 0, f"package dist: {done.stderr}")
        sums.append((tree / "build/dist/SHA256SUMS").read_text())
        expect(run("sha256sum", "--check", "SHA256SUMS", cwd=tree / "build/dist").returncode == 0, "wrong sums")
    expect(sums[0] == sums[1], f"sources made in two folders differ: {sums}")
    check_signing(scratch / "one", scratch)


def check_signing(tree, scratch):
    """With a key of the test alone, which no passphrase protects."""
    keys = {}
    for name in "ours", "other":
        keys[name] = (scratch / f"{name}.pub", scratch / f"{name}.key")
        made = run("minisign", "-G", "-W", "-p", keys[name][0], "-s", keys[name][1])
        expect(made.returncode == 0, f"minisign -G: {made.stderr}")
    public, secret = keys["ours"]
    dist = tree / "build/dist"

    def verified(key=public):
        return run("scripts/package", "verify", key, cwd=tree)

    refused = run("scripts/package", "sign", cwd=tree, KOMWE_SIGN_KEY=str(scratch / "none"))
    expect(refused.returncode == 1 and "there is no file" in refused.stderr, f"a key that is not there: {refused.stderr}")
    inside = tree / "build/secret.key"
    shutil.copy(secret, inside)
    refused = run("scripts/package", "sign", cwd=tree, KOMWE_SIGN_KEY=str(inside))
    expect(refused.returncode == 1 and "inside the tree" in refused.stderr, f"a key in the tree: {refused.stderr}")
    expect(verified().returncode == 1 and "no signed sums" in verified().stderr, "nothing is signed yet")
    # By itself, and as a part of dist; packages go along.
    (tree / "build/packages").mkdir()
    (tree / "build/packages/komwe_0_all.deb").write_text("a package")
    signed = run("scripts/package", "sign", cwd=tree, KOMWE_SIGN_KEY=str(secret))
    expect(signed.returncode == 0 and verified().returncode == 0, f"sign: {signed.stderr}{verified().stderr}")
    packages = run("scripts/package", "verify", public, "build/packages", cwd=tree)
    expect(packages.returncode == 0, f"the packages are signed too: {packages.stderr}")
    signed = run("scripts/package", "dist", cwd=tree, KOMWE_SIGN_KEY=str(secret))
    expect(signed.returncode == 0 and verified().returncode == 0, f"dist: {signed.stderr}{verified().stderr}")
    commit = run("git", "rev-parse", "HEAD", cwd=tree).stdout.strip()
    expect(commit in (dist / "SHA256SUMS.minisig").read_text(), "the signature names the commit")
    expect(verified(keys["other"][0]).returncode == 1, "another key does not verify it")
    for path in sorted(dist.iterdir()):
        whole = path.read_bytes()
        path.write_bytes(whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:])
        done = verified()
        expect(done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, f"{path.name} was changed: {done}")
        path.write_bytes(whole)
    expect(verified().returncode == 0, "whole again")
    (dist / "SHA256SUMS").write_text("")
    expect(verified().returncode == 1, "sums that are empty")


def check_refusals():
    for command in (["package"], ["package", "all"], ["package", "deb", "no-such-commit"], ["sbom"],
                    ["sbom", "1.0.0", "soon", "x"], ["package", "sign"], ["package", "verify"], ["oci-image"], ["oci-image", "1.0.0", "soon", "/"],
                    ["oci-image", "1.0.0", "1", "/dev"], ["prove-packages"],
                    ["prove-packages", "sarge", "1.0.0"], ["prove-packages", "bookworm", "0.0.0"]):
        done = run(f"scripts/{command[0]}", *command[1:])
        expect(done.returncode != 0 and len(done.stderr.strip().splitlines()) == 1,
               f"{' '.join(command)}: status {done.returncode}: {done.stderr}")


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder).resolve()
        check_document(build, scratch)
        check_files(scratch / "prefix")
        check_symbols(build)
        check_recipes()
        check_export(scratch)
        check_sources(scratch)
    check_refusals()
    for fault in faults:
        print("FAILED", fault)
    print(f"{passed} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: packaging.py BUILD")
    sys.exit(main(sys.argv[1]))
