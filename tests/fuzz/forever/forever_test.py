#!/usr/bin/env python3
"""Fuzzing without end: forever_test.py CLANG

A reader with two planted faults (planted.c) is fuzzed for some rounds, of runs and not of time.  Each
fault becomes one test input, as small as it can be, which breaks the reader when it is replayed;
other inputs are kept; killed at any moment it goes on.
"""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from expect import expect, expected

HOME = pathlib.Path(__file__).resolve().parents[3]


def main(clang):
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        build, tests, state = (scratch / name for name in ("build", "corpus", "state"))
        build.mkdir()
        fuzzer = build / "fuzz_planted"
        subprocess.run([clang, "-g", "-O1", "-fsanitize=fuzzer,address", HOME / "tests/fuzz/forever/planted.c", "-o", fuzzer],
                       check=True)
        command = [HOME / "tests/fuzz/forever/fuzz_forever.py", "--build", build, "--state", state, "--tests", tests]
        done = subprocess.run([*command, "--rounds", "4", "--runs", "30000"], capture_output=True, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith("round ")]
        expect(done.returncode == 1 and len(lines) == 4, f"four rounds with faults: {done.stdout}{done.stderr}")
        stored = sorted(path.read_bytes() for path in (tests / "planted").iterdir())
        expect(stored == [b"kw!", b"kw?"], f"each fault is one small input: {stored}")
        for path in (tests / "planted").iterdir():
            expect(path.name.startswith("crash-"), f"it is named after what it is: {path.name}")
            replayed = subprocess.run([fuzzer, path], capture_output=True, check=False)
            expect(replayed.returncode != 0, f"{path.name} breaks the reader when it is replayed")
        kept = [path.read_bytes() for path in (state / "planted/kept").iterdir()]
        expect(kept and all(data[:3] not in (b"kw!", b"kw?") for data in kept), f"others are kept: {kept}")
        # Killed with SIGKILL in some rounds, with what it has started, it goes on.
        for _ in range(2):
            with subprocess.Popen([*command, "--runs", "300000"], stdout=subprocess.PIPE, text=True,
                                  start_new_session=True) as running:
                running.stdout.readline()
                os.killpg(running.pid, signal.SIGKILL)
        (state / "planted/kept").rename(state / "planted/former")  # as between two renames
        done = subprocess.run([*command, "--rounds", "1", "--runs", "2000"], capture_output=True, text=True, check=False)
        number = int((state / "round").read_text())
        expect(number >= 7 and f"round {number} planted: " in done.stdout, f"it goes on: {number} {done.stdout}{done.stderr}")
        expect(len(list((state / "planted/kept").iterdir())) >= len(kept), "what was kept is kept")
        expect(len(list((tests / "planted").iterdir())) == 2, "known faults are not stored again")
        # Nothing else grows.
        left = {path.name for path in (state / "planted").iterdir()}
        expect(left <= {"kept", "new", "broken", "seen", "words", "log", "merge.log", "broken.log", "smallest.log"},
               f"nothing else is left: {left}")
    return expected()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
