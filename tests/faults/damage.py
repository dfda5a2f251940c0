#!/usr/bin/env python3
"""Changes files at random and gives them to the commands that read them.

    damage.py BIN [--changes N] [--seed N] [KIND]...

BIN is the folder of komwe and komwe-check-proof; N changes (usually 100) are made of each KIND:
table, proof, record, match, weights, state, tune, mine, book.  The seed is printed; change I of a kind depends
on the seed, the kind and I alone, and --only I makes that one.

Whatever the bytes are, no command may end by a signal, and each either answers as it does for the
whole file or names the file on standard error and fails.  Beyond that:

  table    `verify` and `stats` read all of it and must name it; `probe`, `solve` and `analyse` may
           answer as before from parts that have not changed
  proof    what is accepted must be true: it says the same, or `komwe prove` finds the same
  record   what is accepted must be a record: each game can be replayed from its start to the
           position and result that are printed, and written again it reads the same
  match    what is gone on with must then be a record, with each pair of rounds once
  weights, state, tune, book   all of it is read and must be named
"""

import argparse
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TREE = os.path.abspath(f"{os.path.dirname(os.path.abspath(__file__))}/../..")

# ---- changes ---------------------------------------------------------------------------------


def flip_bit(data, chance):
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)


def overwrite(data, chance):
    at = chance.randrange(len(data))
    for i in range(at, min(len(data), at + chance.randrange(1, 65))):
        data[i] = chance.randrange(256)


def truncate(data, chance):
    del data[chance.randrange(len(data)) :]


def extend(data, chance):
    zeros = chance.random() < 0.5
    data += bytes(0 if zeros else chance.randrange(256) for _ in range(chance.randrange(1, 600)))


def block_of(data, chance):
    """The bounds of a block: of a disk, or a shorter run."""
    size = chance.choice([16, 64, 512])
    first = chance.randrange(0, len(data), size)
    return first, min(first + size, len(data))


def swap_blocks(data, chance):
    size = chance.choice([8, 64, 512])
    first = chance.randrange(0, len(data), size)
    second = chance.randrange(0, len(data), size)
    one, other = bytes(data[first : first + size]), bytes(data[second : second + size])
    if len(one) == len(other):
        data[first : first + size], data[second : second + size] = other, one


def zero_block(data, chance):
    first, end = block_of(data, chance)
    data[first:end] = bytes(end - first)


def double_block(data, chance):
    first, end = block_of(data, chance)
    data[end:end] = data[first:end]


def remove_block(data, chance):
    first, end = block_of(data, chance)
    del data[first:end]


CHANGES = [flip_bit, overwrite, truncate, extend, swap_blocks, zero_block, double_block,
           remove_block]


def change(original, chance):
    """Other bytes than the original ones, and what was done."""
    while True:
        how = chance.choice(CHANGES)
        data = bytearray(original)
        how(data, chance)
        if data != original:
            return bytes(data), how.__name__


# ---- commands --------------------------------------------------------------------------------


class Fault(Exception):
    """What a command did wrong."""


class Run:
    """A command and what came of it."""

    def __init__(self, words, folder, given=None):
        done = subprocess.run(words, cwd=folder, input=given, capture_output=True, timeout=600)
        self.words, self.status = words, done.returncode
        self.out = done.stdout
        self.error = done.stderr.decode(errors="replace")
        if self.status < 0 or self.status >= 126 or "Sanitizer" in self.error:
            raise Fault(f"{shlex.join(words)}: status {self.status}: {self.error}")

    def key(self):
        """The answer without what depends on the time."""
        return self.status, re.sub(rb"(?m)^time .*$", b"", self.out)

    def names(self, name):
        return self.status != 0 and name in self.error

    def expect_named(self, name):
        if not self.names(name):
            raise Fault(f"{shlex.join(self.words)}: '{name}' is not named: {self.error}")


POSITION = "0,0,0,0,1,1/0,0,1,0,1,1 S 20/23"


class Kind:
    """Files of a kind in a folder of their own: `build` makes them, `check` reads a changed one."""

    def __init__(self, bin_folder, folder):
        self.komwe = f"{bin_folder}/komwe"
        self.checker = f"{bin_folder}/komwe-check-proof"
        self.folder = folder

    def run(self, *words, given=None):
        return Run([self.komwe, *words], self.folder, given)

    def expect_same_or_named(self, name, run, whole):
        if run.key() != whole.key():
            run.expect_named(name)


class Table(Kind):
    def build(self):
        self.run("table", "build", "oware", "--seeds", "6", "--dir", ".")
        self.reading = [
            ["table", "probe", "oware", "--dir", ".", "-p", POSITION],
            ["solve", "oware", "--tables", ".", "-p", POSITION],
            ["analyse", "oware", "--tables", ".", "-p", POSITION, "--nodes", "300"],
            ["table", "stats", "oware", "--dir", "."],
            ["table", "verify", "oware", "--dir", ".", "--threads", "2"],
        ]
        self.whole = [self.run(*words) for words in self.reading]
        return [f"oware.{seeds:02}.kwt" for seeds in range(7)]

    def check(self, name, chance):
        for which in (chance.randrange(3), chance.randrange(3, 5)):
            run = self.run(*self.reading[which])
            if which < 3:
                self.expect_same_or_named(name, run, self.whole[which])
            else:
                run.expect_named(name)


class Proof(Kind):
    def build(self):
        self.run("prove", "kujifunza", "-o", "width=4", "--out", "one.proof")
        self.run("prove", "bao1", "-o", "width=4", "--checkpoint", "kept", "--roots", "--out",
                 "many.proof")
        names = ["one.proof", "many.proof"]
        self.whole = {name: self.read(name) for name in names}
        return names

    def read(self, name):
        return Run([self.checker, name], self.folder)

    def check(self, name, chance):
        run = self.read(name)
        if run.key() == self.whole[name].key():
            return
        if run.status != 0:
            run.expect_named(name)
            return
        rules, *lines = run.out.decode().splitlines()
        game, *options = rules.split(" ")
        given = [word for option in options for word in ("-o", option)]
        for line in lines:
            self.check_value(game, given, line)

    def check_value(self, game, options, line):
        """`value of POSITION: S wins` is what a search finds."""
        found = re.fullmatch(r"value of (.*): (S|N) wins|value of (.*): draw", line)
        if found is None:
            return
        position = found[1] or found[3]
        where = [] if position == "the start" else ["-p", position]
        mover = "S" if position == "the start" else position.split(" ")[1]
        value = "draw" if found[2] is None else "win" if found[2] == mover else "loss"
        searched = self.run("prove", game, *options, *where, "--nodes", "10000000")
        if not searched.out.startswith(f"value {value}\n".encode()):
            raise Fault(f"accepted: {line}, but: {searched.out.decode()}{searched.error}")


class Record(Kind):
    def build(self):
        self.run("match", "giuthi", "--player", "random", "--player", "name=e nodes=20", "-n", "4",
                 "--seed", "3", "--records", "games", "--threads", "1")
        self.run("match", "kujifunza", "--player", "random", "--player", "greedy", "-n", "2",
                 "--seed", "4", "--records", "others", "--threads", "1")
        return ["games", "others"]

    def check(self, name, chance):
        read = self.run("record", "--json", name)
        if read.status != 0:
            read.expect_named(name)
        else:
            for game in json.loads(read.out):
                self.check_game(game)
            text = self.run("record", "--text", name).out
            again = self.run("record", "--text", "-", given=text)
            if again.status != 0 or again.out != text:
                raise Fault(f"what was read is written otherwise: {again.error}")
        run = self.run("annotate", "--nodes", "5", name)
        if (run.status == 0) != (read.status == 0):
            raise Fault("record and annotate do not agree")
        if run.status != 0:
            run.expect_named(name)

    def check_game(self, game):
        """The moves lead to that position and, if the rules end the game there, to that result."""
        words = ["show", game["game"], "-p", game["start"]]
        for option in game["options"].split():
            words += ["-o", option]
        run = self.run(*words, "-m", "-", given=" ".join(game["moves"]).encode())
        if run.status != 0:
            raise Fault(f"what was accepted cannot be replayed: {run.error}")
        position, result = (run.out.decode().splitlines() + [""])[:2]
        if position != game["position"]:
            raise Fault(f"the moves lead to {position}, not to {game['position']}")
        if result.startswith("over") and result != game["result"]:
            raise Fault(f"the result is {result}, not {game['result']}")


class Match(Record):
    def check(self, name, chance):
        players = {"games": ["giuthi", "--player", "random", "--player", "name=e nodes=20", "-n",
                             "4", "--seed", "3"],
                   "others": ["kujifunza", "--player", "random", "--player", "greedy", "-n", "2",
                              "--seed", "4"]}
        run = self.run("match", *players[name], "--records", name, "--threads", "1")
        if run.status != 0:
            run.expect_named(name)
            return
        read = self.run("record", "--json", name)
        if read.status != 0:
            raise Fault(f"what was gone on with cannot be read: {read.error}")
        rounds = [game["headers"].get("Round") for game in json.loads(read.out)]
        if len(set(rounds)) != len(rounds):
            raise Fault(f"a round stands twice: {rounds}")


class Whole(Kind):
    """Files that are read as a whole: every change is noticed."""

    def check(self, name, chance):
        self.run(*self.reading[name]).expect_named(name)


class Weights(Whole):
    def build(self):
        kinds = {"linear": "1", "network": "2"}
        for name, generations in kinds.items():
            tuned = self.run("tune", "giuthi", "-n", "5", "--nodes", "20", "--generations",
                             generations)
            with open(f"{self.folder}/{name}", "wb") as file:
                file.write(tuned.out)
        shutil.copy(f"{TREE}/data/weights/giuthi.weights", f"{self.folder}/compact")
        self.reading = {name: ["analyse", "giuthi", "--nodes", "50", "--weights", name]
                        for name in [*kinds, "compact"]}
        return list(self.reading)


class State(Whole):
    def build(self):
        self.run("prove", "kujifunza", "-o", "width=6", "--nodes", "40000", "--hash", "2",
                 "--checkpoint", "kept")
        self.reading = {"kept": ["prove", "kujifunza", "-o", "width=6", "--nodes", "1", "--hash", "2",
                                 "--checkpoint", "kept"]}
        return ["kept"]


class Tune(Whole):
    def build(self):
        words = ["tune", "giuthi", "-n", "4", "--nodes", "5", "--threads", "1"]
        self.run(*words, "--checkpoint", "kept")
        self.reading = {"kept": [*words, "--checkpoint", "kept"]}
        return ["kept"]


class Book(Whole):
    def build(self):
        words = ["book", "oware", "--positions", "12", "--nodes", "1000", "--out", "kept"]
        self.run(*words)
        self.reading = {"kept": words}
        return ["kept"]


class Mine(Kind):
    """Puzzles that are gone on with: what is taken of them is in order, with legal moves."""

    WORDS = ["mine", "kalah", "-o", "pits=3 seeds=2", "--puzzles", "9", "--nodes", "1600",
             "--games", "60", "--threads", "1", "--out", "kept"]

    def build(self):
        self.run(*self.WORDS)
        return ["kept"]

    def check(self, name, chance):
        run = self.run(*self.WORDS)
        if run.status != 0:
            run.expect_named(name)
            return
        with open(f"{self.folder}/{name}", encoding="utf-8") as file:
            puzzles = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
        if puzzles != sorted(puzzles, key=lambda fields: (int(fields[6]), fields[0])):
            raise Fault("the puzzles are not in order")
        for _, position, answer, *_ in puzzles:
            moves = self.run("moves", "kalah", "-o", "pits=3 seeds=2", "-p", position).out
            if answer not in moves.decode().split():
                raise Fault(f"{answer} is not legal in {position}")


KINDS = {"table": Table, "proof": Proof, "record": Record, "match": Match, "weights": Weights,
         "state": State, "tune": Tune, "mine": Mine, "book": Book}

# ---- the whole -------------------------------------------------------------------------------


def try_kind(kind, name, arguments):
    """Makes the changes of a kind; the number of those that were not taken well."""
    files = kind.build()
    whole = {}
    for path in files:
        with open(f"{kind.folder}/{path}", "rb") as file:
            whole[path] = file.read()
    numbers = range(arguments.changes) if arguments.only is None else [arguments.only]
    faults = 0
    for number in numbers:
        chance = random.Random(f"{arguments.seed} {name} {number}")
        path = chance.choice(files)
        data, how = change(whole[path], chance)
        with open(f"{kind.folder}/{path}", "wb") as file:
            file.write(data)
        try:
            kind.check(path, chance)
        except Fault as fault:
            faults += 1
            print(f"{name} --only {number} ({how} of {path}): {fault}", flush=True)
        with open(f"{kind.folder}/{path}", "wb") as file:
            file.write(whole[path])
    return len(numbers), faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("kind", nargs="*")
    arguments = parser.parse_intermixed_args()
    print(f"seed {arguments.seed}")
    passed = failed = 0
    for name in arguments.kind or KINDS:
        folder = tempfile.mkdtemp(prefix="komwe-damage-")
        try:
            kind = KINDS[name](os.path.abspath(arguments.bin), folder)
            changes, faults = try_kind(kind, name, arguments)
        finally:
            shutil.rmtree(folder)
        print(f"{name}: {changes} changes, {faults} faults", flush=True)
        passed += changes - faults
        failed += faults
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
