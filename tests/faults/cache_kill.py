#!/usr/bin/env python3
"""Kills two processes that grow the same cache of endgame tables, at many moments.

    cache_kill.py KOMWE [--kills N] [--seed N]

Whenever the two have been ended by SIGKILL, each table in the folder has the bytes that
`komwe table build` makes.  Another process then opens the cache and says what an undisturbed one
says; and after it there is no draft, and no lock that somebody holds.
"""

import argparse
import fcntl
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

GAME = ["awari", "-o", "pits=4"]
FIRST = 15  # seeds of the largest of the first tables
SEEDS = 19  # of more layers than the limit lets a cache have
PROGRAM = ["engine", "--table-limit", "16"]
SETUP = "setoption name Game value awari\nsetoption name pits value 4\n"
GROW = SETUP + "isready\ngo depth 1\n"  # after a search further tables are built
ASK = SETUP + "position fen 1,2,0,0/0,3,1,0 S 12/13\ntable\nquit\n"
SECONDS = 120  # a process that takes as long hangs
DRAFT = ".komwe-part"


def start(komwe, environment):
    process = subprocess.Popen([komwe, *PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=environment)
    process.stdin.write(GROW.encode())
    process.stdin.flush()
    return process


def drafts_of(cache):
    return sum(1 for _ in cache.rglob("*" + DRAFT))


def wait(cache, seconds, for_draft):
    """Returns after a time, or as soon as a table is being written."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not (for_draft and drafts_of(cache) > 0):
        time.sleep(0.001)


def kill_two(komwe, environment, cache, chance):
    """Lets two of them run for a moment, then kills one, and the other somewhat later."""
    pair = [start(komwe, environment), start(komwe, environment)]
    for_draft = chance.random() < 0.6
    for process in pair:
        wait(cache, chance.random() * 1.2, for_draft)
        process.kill()
        _, said = process.communicate(timeout=SECONDS)
        if process.returncode != -9 or said:
            sys.exit(f"status {process.returncode}: {said.decode()}")


def ask(komwe, environment):
    done = subprocess.run([komwe, *PROGRAM], input=ASK.encode(), env=environment,
                          capture_output=True, timeout=SECONDS, check=False)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"status {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def check_tables(cache, right):
    """Each table is whole, and has the right bytes; returns how many there are."""
    count = 0
    for path in cache.rglob("*.kwt"):
        count += 1
        if path.read_bytes() != right.get(path.name):
            sys.exit(f"{path.name} has other bytes than a build makes")
    return count


def check_left(cache):
    for path in cache.rglob("*" + DRAFT):
        sys.exit(f"{path.name} is left behind")
    for path in (path for path in cache.rglob("*") if path.is_dir()):
        folder = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"{path.name} is locked by nobody")
        finally:
            os.close(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("komwe")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    komwe, chance = os.path.realpath(words.komwe), random.Random(words.seed)
    drafts = grown = 0
    with tempfile.TemporaryDirectory() as scratch:
        tables = pathlib.Path(scratch, "built")
        subprocess.run([komwe, "table", "build", *GAME, "--seeds", str(SEEDS), "--dir", tables],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        right = {path.name: path.read_bytes() for path in tables.iterdir()}
        environment = dict(os.environ, XDG_CACHE_HOME=scratch, XDG_DATA_HOME=scratch,
                           KOMWE_TABLES="", LC_ALL="C")
        cache = pathlib.Path(scratch, "komwe")
        answer = ask(komwe, environment)
        for _ in range(words.kills):
            if chance.random() < 0.5:
                shutil.rmtree(cache)
            kill_two(komwe, environment, cache, chance)
            drafts += drafts_of(cache)
            grown += check_tables(cache, right) > FIRST + 1
            if ask(komwe, environment) != answer:
                sys.exit("another answer after a kill")
            check_tables(cache, right)
            check_left(cache)
    print(f"{words.kills} times killed: {drafts} drafts were left; "
          f"{grown} times there were more than the first tables")


main()
