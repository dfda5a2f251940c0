#!/usr/bin/env python3
"""Builds the fuzzers by packages/oss-fuzz/build.sh with clang-14, as OSS-Fuzz would, and runs each: oss_fuzz.py CLANG [RUNS]"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

from expect import expect, expected

HOME = pathlib.Path(__file__).resolve().parents[3]


def readers():
    """The list of tests/fuzz/CMakeLists.txt."""
    text = (HOME / "tests/fuzz/CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"foreach\(reader (.*?)\)", text, re.S).group(1).split()


def main(clang, runs):
    with tempfile.TemporaryDirectory() as scratch:
        out, work = pathlib.Path(scratch) / "out", pathlib.Path(scratch) / "work"
        out.mkdir()
        work.mkdir()
        flags = "-O1 -g -fno-omit-frame-pointer -gline-tables-only -fsanitize=address -fsanitize=fuzzer-no-link"
        environment = {**os.environ, "CC": clang, "CXX": clang.replace("clang", "clang++"), "CFLAGS": flags,
                       "CXXFLAGS": flags, "SANITIZER": "address", "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer",
                       "OUT": str(out), "WORK": str(work), "SRC": str(HOME.parent), "KOMWE_TREE": str(HOME),
                       "KOMWE_TABLES": "none"}
        done = subprocess.run(["bash", "-eu", HOME / "packages/oss-fuzz/build.sh"], env=environment,
                              capture_output=True, text=True, check=False)
        expect(done.returncode == 0, f"build.sh: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        for name in readers() if done.returncode == 0 else []:
            fuzzer = out / f"fuzz_{name}"
            expect(fuzzer.exists() and (out / f"fuzz_{name}.options").exists() and (out / f"fuzz_{name}.dict").exists(),
                   f"{name} is built with options and words")
            with zipfile.ZipFile(out / f"fuzz_{name}_seed_corpus.zip") as seeds:
                expect(seeds.testzip() is None and seeds.namelist(), f"{name} has seeds")
                folder = work / f"seeds-{name}"
                seeds.extractall(folder)
            print(f"== {name}", flush=True)
            ran = subprocess.run([fuzzer, f"-runs={runs}", "-max_len=4096", "-close_fd_mask=1",
                                  f"-dict={out}/fuzz_{name}.dict", f"-artifact_prefix={work}/", folder],
                                 env=environment, cwd=work, capture_output=True, text=True, errors="replace",
                                 check=False)
            found = re.search(r"Done (\d+) runs", ran.stderr)
            expect(ran.returncode == 0 and found, f"fuzz_{name} runs: {ran.stderr[-1500:]}")
            linked = subprocess.run(["readelf", "-d", fuzzer], capture_output=True, text=True, check=False).stdout
            needed = set(re.findall(r"NEEDED.*\[(.*)\]", linked))
            foreign = {library for library in needed
                       if not re.match(r"(ld-linux|lib(c|m|dl|pthread|rt|gcc_s|stdc\+\+|resolv)\.so)", library)}
            expect(all((out / "lib" / library).exists() for library in foreign) and
                   (not foreign or "$ORIGIN/lib" in linked), f"fuzz_{name} brings its libraries: {foreign}")
    return expected()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200))
