#!/usr/bin/python3
"""A failed allocation is reported as one, and as nothing else.

    memory.py INJECT KOMWE CHECKER [--most N]

For each of CALLS and each of its allocations (inject.c): that one fails, or it and all after it.  The
call does its work as if nothing had failed, or it ends with status 1 and one sentence about memory.
"""

import argparse
import errno
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from commands import spread

SECONDS = 120  # a call that takes as long hangs
ROOT = Path(__file__).resolve().parents[2]
RULES, FORMATS = str(ROOT / "rules/awari.rules"), str(ROOT / "tests/formats/0.1")

# The words of a call after the program, and its standard input.
CALLS = [
    (["show", "awari", "A"], ""),
    (["show", "wari", "A"], ""),  # an alias, which takes reading all games
    (["show", "awari", "-o", "pits=4", "-p", "start", "A", "b"], ""),
    (["rules", "awari"], ""), (["rules", "oware", "--diff", "awari"], ""), (["rules", "awari", "--json"], ""),
    (["games"], ""), (["about", "awari"], ""), (["moves", "bao"], ""), (["why", "kalah", "a"], ""),
    (["trace", "kalah", "--json", "A"], ""), (["notate", "kalah", "C", "F"], ""), (["playout", "awari", "1"], ""),
    (["check", RULES], ""), (["show", RULES, "A"], ""),
    (["record", f"{FORMATS}/notated.record"], ""), (["record", "--json", f"{FORMATS}/notated.record"], ""),
    (["openings", "-n", "1", f"{FORMATS}/match.records"], ""),
    (["analyse", "kalah", "--depth", "2", "--weights", f"{FORMATS}/network.weights"], ""),
    (["solve", "kalah", "-o", "pits=2 seeds=1"], ""),
    (["table", "probe", "kalah", "-o", "pits=2", "--dir", f"{FORMATS}/tables-plain", "-p", "2,0/1,1 S 6/6"], ""),
    (["prove", "kujifunza", "-o", "width=4", "--hash", "1"], ""),
    (["match", "kalah", "-n", "2", "--plies", "4", "--threads", "1", "--player", "random", "--player", "greedy",
      "--openings", f"{FORMATS}/openings.txt"], ""),
    (["batch"], "show awari A\nmoves awari\n"),
    (["engine"], "ugi\nsetoption name Game value awari\nposition startpos moves A\ngo nodes 50\nwait\nquit\n"),
    (["play", "awari", "--plain", "--seed", "1"], "A\nmoves\nwhy A\nquit!\n"),
    (["checker", f"{FORMATS}/wins.proof"], ""),
]
# What differs from call to call.
NEVER_ALIKE = ("batch", "engine", "play", "check", "prove")


def without_effort(text):
    """A search with less memory visits other positions, and finds the same."""
    return re.sub(r"^(nodes|time|seconds) .*\n", "", text, flags=re.M)


def run(programs, call, **faults):
    argv, stdin = call
    program, rest = (programs["checker"], argv[1:]) if argv[0] == "checker" else (programs["komwe"], argv)
    environment = {**os.environ, "LC_ALL": "C", "KOMWE_TABLES": "none", "XDG_DATA_HOME": "/nowhere",
                   "XDG_DATA_DIRS": "/nowhere", "LD_PRELOAD": programs["inject"], **faults}
    return subprocess.run([program, *rest], input=stdin, env=environment, text=True, capture_output=True,
                          timeout=SECONDS, check=False)


def is_about_memory(text):
    return "memory" in text.lower() or "no thread can be started" in text


def fault_of(programs, call, usual, at, stays):
    what = f"{' '.join(call[0])}: allocation {at}{' and all after it' if stays else ''}"
    faults = {"FAULTS_CALL": "alloc", "FAULTS_AT": str(at), "FAULTS_KIND": str(errno.ENOMEM)}
    done = run(programs, call, **faults, **({"FAULTS_STAYS": "1"} if stays else {}))
    lines = [line for line in done.stderr.splitlines() if line not in usual.stderr.splitlines()]
    # Programs that go on after an error say it in their answer.
    new_lines = [line for line in done.stdout.splitlines() if line not in usual.stdout.splitlines()]
    if any("unknown" in line or "no game" in line or "damaged" in line or "perhaps" in line for line in lines + new_lines):
        return f"{what}: {lines} {new_lines}"
    if done.returncode == usual.returncode and not lines:
        alike = without_effort(done.stdout) == without_effort(usual.stdout) or call[0][0] in NEVER_ALIKE or any(map(is_about_memory, new_lines))
        return None if alike else f"{what}: another answer: {new_lines[:3]}"
    if done.returncode != 1 or len(lines) != 1 or not any(map(is_about_memory, lines + new_lines)):
        return f"{what}: status {done.returncode}: {lines}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("inject")
    parser.add_argument("komwe")
    parser.add_argument("checker")
    parser.add_argument("--most", type=int, default=0)
    words = parser.parse_args()
    programs = {name: os.path.realpath(getattr(words, name)) for name in ("inject", "komwe", "checker")}
    tried, faults = 0, []
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        for call in CALLS:
            counts = Path(scratch, "counts")
            usual = run(programs, call, FAULTS_COUNTS=str(counts))
            if usual.returncode != 0:
                sys.exit(f"{' '.join(call[0])}: {usual}")
            count = dict(line.split() for line in counts.read_text().splitlines())["alloc"]
            tries = [(at, stays) for at in spread(int(count), words.most) for stays in (False, True)]
            found = pool.map(lambda attempt: fault_of(programs, call, usual, *attempt), tries)
            faults += [fault for fault in found if fault]
            tried += len(tries)
    for fault in faults:
        print("FAILED:", fault)
    print(f"{tried} failures tried, {len(faults)} wrong")
    return 1 if faults else 0


sys.exit(main())
