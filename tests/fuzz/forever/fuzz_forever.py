#!/usr/bin/env python3
"""Fuzzes all readers in turn until it is ended: fuzz_forever.py [--rounds N] [--runs N | --seconds N] [READER]...

A round gives each READER (all of them) --seconds (120), or so many --runs.  What reaches new code is merged into the
corpus that is kept; every tenth round the corpus is made as small as it can be.  An input that breaks a promise, crashes,
hangs or takes too much memory is minimised and stored as tests/fuzz/corpus/READER/crash-SUM, which the
tests of every build replay from then on: commit it with the mend.  One fault is stored once, by the place where it
happened.  Prints a line for each reader of a round.  May be killed at any time: it goes on with the next round.

--build DIR   the folder of the fuzzers (build/fuzz/tests)       --state DIR  its own (build/fuzz/forever)
--tests DIR   the folders of inputs (tests/fuzz/corpus)          --most MIB   of the kept corpus of a reader (64)

The status is 1 if a fault was found, after --rounds (0: for ever).
"""

import argparse
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

HOME = pathlib.Path(__file__).resolve().parents[3]
LIMITS = ["-timeout=10", "-rss_limit_mb=1024", "-max_len=4096", "-close_fd_mask=1"]
MINIMISE_RUNS = 20000
SMALLER_EVERY = 10  # rounds
KINDS = ("crash", "leak", "timeout", "oom")
# The first frames of the program itself, past those of sanitizers and libFuzzer.
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ in (\S+) (\S*)", re.M)
FOREIGN = re.compile(r"^(__|fuzzer::|abort|raise|gsignal|main|_start|LLVMFuzzer)|/(libc|sysdeps|nptl)/")


def folder(path):
    path.mkdir(parents=True, exist_ok=True)
    return path


def size_of(path):
    return sum(file.stat().st_size for file in path.iterdir())


class Reader:
    """A fuzzer with what is kept of it."""

    def __init__(self, program, arguments):
        self.program = program
        self.name = program.name.removeprefix("fuzz_")
        self.state = folder(arguments.state / self.name)
        self.tests = arguments.tests / self.name
        self.arguments = arguments
        self.kept, self.smaller, self.former = (self.state / name for name in ("kept", "smaller", "former"))
        self.new, self.broken = self.state / "new", self.state / "broken"
        self.seen = self.state / "seen"
        self.words = self.state / "words"
        with self.words.open("wb") as file:
            subprocess.run([HOME / "tests/fuzz/forever/words.py"], stdout=file, check=True)
        self.mend()

    def mend(self):
        """What a kill may have left: inputs that are not merged or stored yet, half a corpus."""
        if not self.kept.exists() and self.former.exists():
            self.former.rename(self.kept)
        for path in (self.former, self.smaller):
            shutil.rmtree(path, ignore_errors=True)
        for path in (self.kept, self.new, self.broken):
            folder(path)

    def run(self, *words, log="log"):
        """Runs the fuzzer; what it printed.  The log of a run replaces that of the run before."""
        environment = {**os.environ, "KOMWE_TABLES": "none",
                       "ASAN_OPTIONS": "abort_on_error=0:symbolize=1:" + os.environ.get("ASAN_OPTIONS", "")}
        path = self.state / log
        with path.open("wb") as out:
            subprocess.run([self.program, *LIMITS, *map(str, words)], cwd=self.state, env=environment,
                           stdout=out, stderr=subprocess.STDOUT, check=False)
        with path.open("rb") as file:
            return file.read(1 << 22).decode(errors="replace")

    def merge(self, into, *sources):
        self.run("-merge=1", f"-artifact_prefix={self.state}/merge-", into, *sources, log="merge.log")
        for path in self.state.glob("merge-*"):
            path.unlink()

    def make_smaller(self):
        shutil.rmtree(self.smaller, ignore_errors=True)
        self.merge(folder(self.smaller), self.kept)
        if not any(self.smaller.iterdir()):
            return
        # The smallest inputs first, as much as there may be.
        left = self.arguments.most << 20
        for path in sorted(self.smaller.iterdir(), key=lambda path: path.stat().st_size):
            left -= path.stat().st_size
            if left < 0:
                path.unlink()
        self.kept.rename(self.former)
        self.smaller.rename(self.kept)
        shutil.rmtree(self.former)

    def store(self, path):
        """Minimises an input that breaks something and makes a test of it; its name, or None if it is known."""
        kind = path.name.split("-", 1)[0]
        said = self.run(path, log="broken.log") if kind in ("crash", "leak") else ""
        frames = [f"{name} {pathlib.PurePath(place).name}" for name, place in FRAME.findall(said)
                  if not FOREIGN.search(name) and not FOREIGN.search(place)][:3]
        place = f"{kind}: {'; '.join(frames) or hashlib.sha1(path.read_bytes()).hexdigest()}"
        broken = re.search(r"^broken: .*", said, re.M)
        place += f": {broken.group()}" if broken else ""
        known = self.seen.read_text(encoding="utf-8").splitlines() if self.seen.exists() else []
        if place in known:
            path.unlink()
            return None
        smallest = self.state / "smallest"
        smallest.unlink(missing_ok=True)
        if kind == "crash":
            self.run("-minimize_crash=1", f"-runs={MINIMISE_RUNS}", f"-exact_artifact_path={smallest}", path,
                     log="smallest.log")
        chosen = smallest if smallest.exists() and smallest.stat().st_size <= path.stat().st_size else path
        data = chosen.read_bytes()
        name = f"{kind}-{hashlib.sha1(data).hexdigest()[:12]}"
        draft = folder(self.tests) / f".{name}"
        draft.write_bytes(data)
        draft.rename(self.tests / name)  # whole, before the place counts as seen
        with self.seen.open("a", encoding="utf-8") as file:
            file.write(place + "\n")
        path.unlink()
        smallest.unlink(missing_ok=True)
        return f"{self.tests / name}: {place}"

    def round(self, number):
        began = time.monotonic()
        self.merge(self.kept, *[path for path in (self.new, self.tests) if path.exists()])
        shutil.rmtree(self.new)
        folder(self.new)
        arguments = self.arguments
        limit = f"-runs={arguments.runs}" if arguments.runs else f"-max_total_time={arguments.seconds}"
        said = self.run(limit, "-print_final_stats=1", f"-seed={number}",
                        f"-dict={self.words}", f"-artifact_prefix={self.broken}/",
                        self.new, self.kept)
        found = [path for path in sorted(self.broken.iterdir()) if path.name.startswith(KINDS)]
        stored = [line for line in map(self.store, found) if line]
        shutil.rmtree(self.broken)
        folder(self.broken)
        before = len(list(self.kept.iterdir()))
        self.merge(self.kept, self.new)
        shutil.rmtree(self.new)
        folder(self.new)
        added = len(list(self.kept.iterdir())) - before
        if number % SMALLER_EVERY == 0 or size_of(self.kept) > arguments.most << 20:
            self.make_smaller()
        runs = re.search(r"stat::number_of_executed_units: (\d+)", said)
        cover = re.findall(r"cov: (\d+)", said)
        print(f"round {number} {self.name}: {runs.group(1) if runs else '?'} runs, {cover[-1] if cover else '?'} covered, "
              f"{added} new, {len(list(self.kept.iterdir()))} kept, {len(found)} broken, "
              f"{time.monotonic() - began:.0f} s", flush=True)
        for line in stored:
            print(f"BROKEN {line}", flush=True)
        return len(found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=0)
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--most", type=int, default=64)
    parser.add_argument("--build", type=pathlib.Path, default=HOME / "build/fuzz/tests")
    parser.add_argument("--state", type=pathlib.Path, default=HOME / "build/fuzz/forever")
    parser.add_argument("--tests", type=pathlib.Path, default=HOME / "tests/fuzz/corpus")
    parser.add_argument("reader", nargs="*")
    arguments = parser.parse_args()
    for name in "build", "state", "tests":
        setattr(arguments, name, getattr(arguments, name).resolve())
    folder(arguments.state)
    with (arguments.state / "lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"fuzz-forever: another one is at work in {arguments.state}")
        programs = [path for path in sorted(arguments.build.glob("fuzz_*"))
                    if path.is_file() and os.access(path, os.X_OK)
                    and (not arguments.reader or path.name.removeprefix("fuzz_") in arguments.reader)]
        if not programs:
            sys.exit(f"fuzz-forever: there is no such fuzzer in {arguments.build}: make fuzz-forever builds them")
        readers = [Reader(program, arguments) for program in programs]
        counter, broken = arguments.state / "round", 0
        number = int(counter.read_text(encoding="utf-8") or 0) if counter.exists() else 0
        for _ in range(arguments.rounds) if arguments.rounds else iter(int, 1):
            number += 1
            draft = counter.with_suffix(".part")
            draft.write_text(str(number), encoding="utf-8")
            draft.rename(counter)
            broken += sum(reader.round(number) for reader in readers)
    return broken > 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
