#!/usr/bin/python3
"""No file that is none hangs or misleads a program that reads one.

    outside_files.py KOMWE CHECKER

Each reader of READERS is given, in place of its file, each of THINGS: a folder, pipes with and without
a writer, devices, a socket, links that lead nowhere or in a circle, a file that it may not read, one
that is too large.  It ends with one sentence that names the file and says what it is.  What the program
has written is as it was.
"""

import argparse
import os
import re
import socket
import stat
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

SECONDS = 120  # a call that takes as long hangs
ROOT = Path(__file__).resolve().parents[2]
MIB = 1 << 20


@dataclass
class Reader:
    kind: str  # as the sentence calls it, or "" if the file is only written there
    most: int  # MiB
    argv: list  # after the program; {} is the path of the file
    name: str = "file"
    stdin: str = ""
    env: tuple = ()
    program: str = "komwe"
    status: tuple = (1, 2)
    links: bool = True  # a link that leads nowhere is a file that cannot be read, not one that is made


def made(kind, most, *argv, **more):
    """A file that the command continues, or makes if there is none."""
    return Reader(kind, most, list(argv), links=False, **more)


RULES = ("a rule text", 1)
RECORDS = ("a file of records", 64)
WEIGHTS = ("a file of weights", 1)
OPENINGS = ("a file of openings", 16)
MATCH = ["match", "kalah", "-n", "2", "--plies", "4", "--threads", "1", "--player", "random", "--player"]

READERS = [
    Reader(*RULES, ["check", "{}"]), Reader(*RULES, ["show", "{}"], name="x.rules"),
    Reader(*RULES, ["play", "--plain", "{}"], name="x.rules"),
    Reader(*RULES, ["games", "--rules", "{.}"], name="x.rules", status=(0,)),
    Reader(*RULES, ["games"], name="x.rules", env=(("KOMWE_RULES", "{.}"),), status=(0,)),
    Reader(*RULES, ["games"], name="komwe/rules/x.rules", env=(("XDG_DATA_HOME", "{.}"),), status=(0,)),
    Reader(*RECORDS, ["record", "{}"]), Reader(*RECORDS, ["annotate", "{}"]), Reader(*RECORDS, ["openings", "{}"]),
    Reader(*RECORDS, ["book", "kalah", "--merge", "{}"]),
    Reader(*RECORDS, ["play", "kalah", "--plain", "--north", "human"], stdin="load {}\nquit!\n", status=(0,)),
    made("", 1024, *MATCH, "greedy", "--records", "{}"),
    Reader(*WEIGHTS, ["analyse", "kalah", "--depth", "1", "--weights", "{}"]),
    Reader(*WEIGHTS, ["annotate", "--weights", "{}", "-"]), Reader(*WEIGHTS, ["engine", "--weights", "{}"]),
    Reader(*WEIGHTS, ["tune", "kalah", "--weights", "{}"]), Reader(*WEIGHTS, ["play", "kalah", "--weights", "{}"]),
    Reader(*WEIGHTS, [*MATCH, "weights={} depth=1"]),
    Reader(*OPENINGS, [*MATCH, "greedy", "--openings", "{}"]), Reader(*OPENINGS, ["tune", "kalah", "--openings", "{}"]),
    Reader("a list of moves", 256, ["show", "kalah", "-m", "{}"]),
    Reader("saved learning", 1 << 16, ["tune", "kalah", "-n", "2", "--shards", "{}"]),
    made("saved learning", 1 << 16, "tune", "kalah", "-n", "2", "--nodes", "2", "--checkpoint", "{}"),
    made("a saved proof search", 1 << 18, "prove", "kujifunza", "--hash", "1", "--nodes", "2", "--checkpoint", "{}"),
    made("", 0, "prove", "kujifunza", "--hash", "1", "--nodes", "2", "--out", "{}"),
    made("a file of openings", 16, "balance", "kalah", "-n", "1", "--tries", "1", "--nodes", "100", "--out", "{}"),
    made("an opening book", 64, "book", "kalah", "--positions", "1", "--nodes", "1000", "--out", "{}"),
    made("a file of puzzles", 64, "mine", "kalah", "--games", "1", "--nodes", "1600", "--out", "{}"),
    Reader("a proof", 64 << 10, ["{}"], program="checker"),
    Reader("an endgame table", 1 << 20, ["table", "stats", "kalah", "--dir", "{.}"], name="kalah.01.kwt"),
    Reader("an endgame table", 1 << 20, ["table", "verify", "kalah", "--dir", "{.}"], name="kalah.01.kwt"),
    Reader("an endgame table", 1 << 20, ["analyse", "kalah", "--depth", "1", "--tables", "{.}"], name="kalah.01.kwt"),
    Reader("an endgame table", 1 << 20, ["engine", "--tables", "{.}"], name="kalah.01.kwt"),
]

# What is made in the place of a file, and how the program calls it.
FOLDER, PIPE, DEVICE, SOCKET = "is a folder, not ", "is a pipe, not ", "is a device, not ", "is a socket, not "
THINGS = {
    "folder": (lambda path, reader: path.mkdir(), FOLDER),
    "pipe": (lambda path, reader: os.mkfifo(path), PIPE),
    "/dev/zero": (lambda path, reader: path.symlink_to("/dev/zero"), DEVICE),
    "/dev/full": (lambda path, reader: path.symlink_to("/dev/full"), DEVICE),
    "/dev/tty": (lambda path, reader: path.symlink_to("/dev/tty"), DEVICE),
    "socket": (lambda path, reader: bind(path), SOCKET),
    "link to nothing": (lambda path, reader: path.symlink_to("nowhere"), "No such file or directory"),
    "circle of links": (lambda path, reader: path.symlink_to(path.name), "Too many levels of symbolic links"),
    "unreadable file": (lambda path, reader: path.touch(0), "Permission denied"),
    "too large": (lambda path, reader: enlarge(path, reader.most), "is larger than |is longer than "),
}


def bind(path):
    place = socket.socket(socket.AF_UNIX)
    here = os.open(path.parent, os.O_PATH) # a path of any length
    place.bind(f"/proc/self/fd/{here}/{path.name}")
    os.close(here)
    place.close()


def enlarge(path, most):
    path.touch()
    os.truncate(path, most * MIB + 1)


def fault_of(programs, reader, thing):
    make, says = THINGS[thing]
    what = f"{reader.program} {' '.join(reader.argv)}: {thing}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, reader.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            make(path, reader)
        except OSError as fault:
            return f"{what}: cannot be made: {fault}"
        before = os.lstat(path)

        def place(text):
            return text.replace("{.}", folder).replace("{}", str(path))

        environment = {**os.environ, "LC_ALL": "C", "KOMWE_TABLES": "none", "XDG_DATA_HOME": "/nowhere",
                       "XDG_DATA_DIRS": "/nowhere", **{name: place(text) for name, text in reader.env}}
        try:
            done = subprocess.run([programs[reader.program], *map(place, reader.argv)], cwd=folder, text=True,
                                  env=environment, input=place(reader.stdin), capture_output=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"{what}: it hangs"
        after = os.lstat(path)
    lines = done.stderr.splitlines() if done.stderr else done.stdout.splitlines()
    naming = [line for line in lines if reader.name.rsplit("/", 1)[-1] in line]
    said = f"{what}: status {done.returncode}, {naming or lines[-2:]}"
    if done.returncode not in reader.status:
        return said
    if (before.st_mode, before.st_size, before.st_ino) != (after.st_mode, after.st_size, after.st_ino):
        return f"{what}: the file has changed"
    if done.returncode > 0 and len(done.stderr.splitlines()) != 1:
        return said
    expected = says + reader.kind if says.endswith("not ") else says
    if not reader.links and stat.S_IFMT(before.st_mode) != stat.S_IFREG and thing != "circle of links":
        expected = "it is not a regular file" # where the file would be written
    return None if len(naming) == 1 and re.search(expected, naming[0]) else f"{said}, not '{expected}'"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("komwe")
    parser.add_argument("checker")
    words = parser.parse_args()
    programs = {name: os.path.realpath(path) for name, path in vars(words).items()}
    things = [thing for thing in THINGS if thing != "unreadable file" or os.geteuid() != 0]
    tries = [(reader, thing) for reader in READERS for thing in things
             if not (thing == "too large" and reader.most == 0) and not (thing == "link to nothing" and not reader.links)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda attempt: fault_of(programs, *attempt), tries) if fault]
    for fault in faults:
        print("FAILED:", fault)
    print(f"{len(tries)} calls, {len(faults)} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
