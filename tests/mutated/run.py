#!/usr/bin/env python3
"""Changes files of every kind at random, under sanitizers: run.py [--seed N] [--count N] [--program FILE] [--out DIR]

Makes COUNT changes (100 000) in all, of proofs, tables, records, matches, rule texts, weights,
openings, books, puzzles and checkpoints, reads them by the checker of proofs and by the library, and
has what is accepted shown to be true by the slow twins (tests/mutated).  Prints a line for each kind;
the status is 1 if anything crashed, hung, or was accepted and is not true.

DIR (build/mutated) keeps what is done, so that the same command goes on where it was ended, and
each file that broke something; a seed is done once.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

HOME = pathlib.Path(__file__).resolve().parents[2]
CHUNK = 250        # changes of a process
HANGS = 1800       # seconds of a chunk that is taken for hanging
COLUMNS = ["refused", "accepted", "not shown", "broken"]
LINE = re.compile(r"(\w+): (\d+) changes, (\d+) refused, (\d+) accepted, (\d+) not shown, (\d+) broken")
# Percent of all changes, as tests/mutated has them.
SHARES = {"proof": 30, "record": 20, "rules": 8, "weights": 8, "openings": 8, "book": 6, "puzzles": 6, "match": 6,
          "table": 4, "state": 3, "tuner": 1}


class Run:
    """What is done of a seed, in a file with a line for each chunk."""

    def __init__(self, arguments):
        self.seed, self.program = arguments.seed, arguments.program
        self.out = pathlib.Path(arguments.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self.path = self.out / f"seed-{self.seed}.tsv"
        self.lock = threading.Lock()
        self.done = {}
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines(keepends=True):
                words = line.rstrip("\n").split("\t")
                if line.endswith("\n") and len(words) == 8:  # the last one may be torn
                    self.done[words[0], int(words[1]), int(words[2])] = [int(word) for word in words[3:]]
        self.file = self.path.open("a", encoding="utf-8")
        if self.path.stat().st_size and not self.path.read_bytes().endswith(b"\n"):
            self.file.write("\n")

    def note(self, kind, first, count, numbers):
        with self.lock:
            self.done[kind, first, count] = numbers
            self.file.write("\t".join(map(str, [kind, first, count, *numbers])) + "\n")
            self.file.flush()

    def fault(self, sentence):
        with self.lock:
            print(sentence, flush=True)

    def chunk(self, kind, first, count):
        """Makes the changes of a chunk; one that ends the process is left out and noted as a crash."""
        if count == 0 or (kind, first, count) in self.done:
            return
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as scratch:
            at = pathlib.Path(scratch) / "at"
            command = [self.program, "--seed", self.seed, "--first", first, "--count", count, "--at", at,
                       "--keep", self.out, HOME, kind]
            environment = {**os.environ, "TMPDIR": scratch, "KOMWE_TABLES": "none"}
            try:
                done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                                      errors="replace", env=environment, timeout=HANGS, check=False,
                                      preexec_fn=lambda: os.nice(5))
                out, error, status = done.stdout, done.stderr, done.returncode
            except subprocess.TimeoutExpired:
                out, error, status = "", "it hangs", None
            found = LINE.search(out)
            for line in out.splitlines():
                if line.startswith("FAILED"):
                    self.fault(f"{line} (--seed {self.seed})")
            if found and status in (0, 1):
                self.note(kind, first, count, [*map(int, found.groups()[2:]), 0])
                return
            words = at.read_text(encoding="utf-8").split() if at.exists() else []
        number = int(words[1]) if len(words) == 2 else first
        log = self.out / f"{kind}-{self.seed}-{number}.log"
        log.write_text(f"status {status}\n{out}{error}", encoding="utf-8")
        self.fault(f"CRASHED {kind} --seed {self.seed} --first {number} --count 1: {log}")
        self.note(kind, number, 1, [0, 0, 0, 0, 1])
        self.chunk(kind, first, number - first)
        self.chunk(kind, number + 1, first + count - number - 1)

    def report(self, total):
        print(f"{'kind':10} {'changes':>8} " + " ".join(f"{name:>9}" for name in [*COLUMNS, "crashed"]))
        sums, failed = [0] * 6, 0
        for kind in SHARES:
            most = total * SHARES[kind] // 100
            numbers = [0] * 6
            for (name, first, count), values in self.done.items():
                if name == kind and first < most:
                    numbers = [a + b for a, b in zip(numbers, [count, *values])]
            print(f"{kind:10} {numbers[0]:8} " + " ".join(f"{number:9}" for number in numbers[1:]))
            sums = [a + b for a, b in zip(sums, numbers)]
            failed += sum(numbers[3:])
        print(f"{'all':10} {sums[0]:8} " + " ".join(f"{number:9}" for number in sums[1:]))
        return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100000)
    parser.add_argument("--program", default=HOME / "build/clang-debug/tests/mutated_files")
    parser.add_argument("--out", default=HOME / "build/mutated")
    arguments = parser.parse_args()
    run = Run(arguments)
    chunks = [(kind, first, min(CHUNK, arguments.count * share // 100 - first))
              for kind, share in SHARES.items()
              for first in range(0, arguments.count * share // 100, CHUNK)]
    # Every kind from the beginning, so that a run that is ended has tried something of each.
    chunks.sort(key=lambda chunk: chunk[1] / SHARES[chunk[0]])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for result in [pool.submit(run.chunk, *chunk) for chunk in chunks]:
            result.result()
    return run.report(arguments.count) > 0


if __name__ == "__main__":
    sys.exit(main())
