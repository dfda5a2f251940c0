#!/usr/bin/python3
"""No outside text reaches the terminal raw.

    outside_text.py KOMWE CHECKER [MPI] [--all] [--only NAME]

Each case of TEXTS is a call of a program with a mark, @@, wherever it reads text that somebody else
wrote: arguments, the environment, standard input, files.  The mark becomes some of PIECES, with --all each of them.
Whatever the program says of it, standard output and standard error are UTF-8, and hold none of the
characters that a terminal obeys or does not show; JSON is JSON.
"""

import argparse
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

SECONDS = 120  # a call that takes as long hangs
ROOT = Path(__file__).resolve().parents[2]
FORMATS = ROOT / "tests/formats/0.1"

CHARACTERS = [
    *range(0x01, 0x09), 0x0b, 0x0c, *range(0x0e, 0x20), 0x7f, *range(0x80, 0xa0), 0xad, 0x61c, 0x180e,
    *range(0x200b, 0x2010), *range(0x2028, 0x202f), *range(0x2060, 0x2070), 0x115f, 0x3164, 0xfdd0,
    0xfeff, 0xfff9, 0xfffb, 0xfffe, 0xffff, 0x1d173, 0xe0001, 0xe0020, 0xe007f, 0x10fffe]
BROKEN = [b"\x80", b"\x9b2J", b"\xa0", b"\xc0\xaf", b"\xc1\xbf", b"\xc3", b"\xe2\x80", b"\xed\xa0\x80",
          b"\xf0\x9f\x98", b"\xf0\x80\x80\xaf", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfe",
          b"\xff", b"\xe2\x28\xa1"]
# Several in one text, since a reader stops at the first that it refuses; all of those that end a line,
# move the cursor or turn the text are tried alone.
ALONE = [0x07, 0x08, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x61c, 0x200b, 0x200e, 0x2028, 0x202e, 0x2067, 0xfeff,
         0xe0041, 0xfffe]
PIECES = [*(chr(c).encode() for c in ALONE), b"".join(chr(c).encode() for c in CHARACTERS), b"\r", b"\n",
          *BROKEN, b"a\x1b]0;x\x07b" * 8, "\u202e".encode() * 200, b"x" * 509 + "\u202e\u20ac".encode()]
# What is written with letters of Swahili and others, boards and arrows stays as it is.
PLAIN = "Ng'ombe Ñandú ŵé čß 你好 अ → ─┼ ◆⟳ ½×±"


@dataclass
class Text:
    argv: list  # after the program; {name} is the path of that file
    files: dict = field(default_factory=dict)
    stdin: bytes = b""
    env: dict = field(default_factory=dict)
    program: str = "komwe"
    lighter: bool = False  # a call that takes long: tried with few pieces
    json: bool = False


def rules(old, new):
    """A text of Kalah, changed in one place."""
    text = (ROOT / "rules/kalah.rules").read_bytes().replace(b"game kalah", b"game other", 1)
    assert old in text, old
    return {"t.rules": text.replace(old, new, 1)}


NAMED = rules(b"name Kalah", b"name Ka@@lah")
CLAUSE = rules(b"clause turn reading: The players", b"clause turn reading: The @@ players")
WORD = rules(b"board 2 x pits", b"bo@@ard 2 x pits")
REFUSED = rules(b"sow counterclockwise", b"sow @@")
RECORD = {"game": b"Game: kalah\nSouth: An@@na\nNorth: B@@\nEvent: @@\n\n"
                  b"1. C {a @@ comment} F resign-N {@@}\nresign-N\n".replace(b" F resign-N {@@}", b"F d")}
GAME = {"game": b"Game: kalah\nSouth: An@@na\nNorth: B@@\nEvent: @@\n\n"
                b"1. C {a @@ comment} 1. F\nunfinished\n".replace(b" 1. F", b" F")}
HEADER = {"game": b"Game: ka@@lah\n\n1. C F\nunfinished\n"}
OPTIONS = {"game": b"Game: kalah\nOptions: se@@eds=4\n\n1. C F\nunfinished\n"}
NAME = {"game": b"Game: kalah\nSo@@uth: Anna\n\n1. C F\nunfinished\n"}
MOVE = {"game": b"Game: kalah\n\n1. C @@\nunfinished\n"}
WEIGHTS = {"w": (FORMATS / "linear.weights").read_bytes().replace(b" ", b" @@", 2)}
WEIGHT = {"w": (FORMATS / "linear.weights").read_bytes().replace(b"\n", b"\n1 @@2\n", 2)}
PROOF = (FORMATS / "wins.proof").read_bytes()
FIND = [word.encode() for word in ("komwe-proof 1", "game ", "options", "claim S", "claim ")]


def proofs():
    for place in (b"komwe-proof ", b"game ", b"options", b"claim ", b" wins ", b" holds "):
        if place in PROOF:
            yield Text(["{p}"], {"p": PROOF.replace(place, place + b"@@", 1)}, program="checker")


def first_lines(path, count):
    return b"".join(path.read_bytes().splitlines(True)[:count])


BOOK = first_lines(ROOT / "data/books/kalah.book", 6)
BALANCED = first_lines(ROOT / "data/balanced/kalah.openings", 8)
ENGINE = {"engine": b"#!/bin/sh\nwhile read -r line; do case $line in\n"
                    b"ugi) printf '%s\\n' 'id name a@@' ugiok;;\nisready) echo readyok;;\n"
                    b"go*) printf '%s\\n' 'info string @@' 'bestmove @@';;\n"
                    b"query*) printf '%s\\n' 'response @@';;\nquit) exit;;\nesac; done\n"}
MATCH = ["match", "kalah", "-n", "2", "--plies", "4", "--threads", "1", "--player", "random", "--player"]

TEXTS = [
    # ---- arguments ----
    Text(["@@"]), Text(["help", "@@"]), Text(["show", "@@"]), Text(["show", "kalah", "--@@"]),
    Text(["show", "kalah", "@@"]), Text(["show", "kalah", "a@@b", "C"]), Text(["show", "kalah", "-o", "@@"]),
    Text(["show", "kalah", "-o", "seeds=@@"]), Text(["show", "kalah", "-o", "s@@s=2"]),
    Text(["show", "kalah", "-p", "@@"]), Text(["show", "kalah", "-p", "4,4,4,4,4,4/4,4,4,4,4,@@ S 0/0"]),
    Text(["show", "kalah", "-m", "/@@"]), Text(["why", "kalah", "@@"]), Text(["trace", "kalah", "@@"]),
    Text(["about", "@@"]), Text(["about", "kalah", "--language", "@@"]), Text(["rules", "@@"]),
    Text(["rules", "kalah", "--diff", "@@"]), Text(["perft", "kalah", "@@"]), Text(["stats", "kalah", "-n", "@@"]),
    Text(["notate", "kalah", "C", "-H", "South=@@"]), Text(["notate", "kalah", "C", "-H", "@@=Anna"]),
    Text(["notate", "kalah", "C", "--result", "@@"]), Text(["check", "/@@"]), Text(["check", "/@@", "--json"]),
    Text(["record", "/@@"]), Text(["annotate", "/@@"]), Text(["openings", "/@@"]), Text(["play", "@@", "--plain"]),
    Text(["play", "kalah", "--south", "@@"]), Text(["analyse", "kalah", "--weights", "/@@"]),
    Text(["analyse", "kalah", "--time", "@@"]), Text(["analyse", "kalah", "--depth", "1", "--tables", "/@@"]),
    Text(["table", "@@", "kalah"]), Text(["table", "probe", "kalah", "--dir", "/@@"]),
    Text(["table", "build", "kalah", "--seeds", "2", "--dir", "/@@/a"]),
    Text(["prove", "kujifunza", "--hash", "1", "--nodes", "2", "--checkpoint", "/@@/a"]), Text(["prove", "kujifunza", "--hash", "1", "--nodes", "2", "--out", "/@@/a"]),
    Text(["tune", "kalah", "--checkpoint", "/@@/a"]), Text(["tune", "kalah", "--openings", "/@@"]),
    Text(["tune", "kalah", "--shards", "/@@"]), Text(["tune", "kalah", "--shard", "@@"]),
    Text(["balance", "kalah", "--out", "/@@/a"]), Text(["book", "kalah", "--out", "/@@/a"]),
    Text(["book", "kalah", "--merge", "/@@"]), Text(["mine", "kalah", "--out", "/@@/a"]),
    Text(["engine", "--weights", "/@@"]), Text(["serve", "--dir", "/@@"]), Text(["serve", "--host", "@@"]),
    Text(["serve", "--origin", "@@"]), Text(["serve", "--port", "@@"]), Text(["bench", "@@"]),
    Text(["games", "--rules", "/@@"]), Text([*MATCH, "@@"]), Text([*MATCH, "name=@@ depth=1"]),
    Text([*MATCH, "name=@@ depth=1", "--json"], json=True), Text([*MATCH, "@@=2"]),
    Text([*MATCH, "engine=/@@"]), Text([*MATCH, "weights=/@@"]), Text([*MATCH, "random", "--openings", "/@@"]),
    Text([*MATCH, "name=@@ depth=1", "--records", "{r}"]), Text([*MATCH, "greedy", "--records", "/@@/a"]),
    Text([*MATCH, "greedy", "--tc", "@@"]), Text([*MATCH, "greedy", "--sprt", "@@"]),
    Text(["/@@"], program="checker"),
    # ---- the environment ----
    Text(["show", "kalah"], env={"KOMWE_RULES": "{rules}/@@"}), Text(["games"], env={"KOMWE_RULES": "{game}"}, files=GAME),
    Text(["analyse", "kalah", "--depth", "1"], env={"KOMWE_TABLES": "/@@"}), Text(["table", "list"], env={"XDG_CACHE_HOME": "/@@"}),
    Text(["analyse", "kalah", "--weights", "@@"], env={"XDG_DATA_HOME": "/@@"}),
    # ---- rule texts ----
    *(Text([command, "{t.rules}", *flags], files, json="--json" in flags)
      for files in (NAMED, CLAUSE, WORD, REFUSED)
      for command, *flags in (["check"], ["check", "--json"], ["rules"], ["rules", "--json"])),
    *(Text([command, "{t.rules}", *flags], NAMED)
      for command, *flags in (["rules", "--text"], ["about"], ["moves"], ["trace", "C"], ["why", "a"],
                              ["board"], ["rules", "--diff", "kalah"], ["play", "--plain"])),
    Text(["games", "--rules", "{.}"], NAMED), Text(["games", "--json", "--rules", "{.}"], NAMED, json=True),
    Text(["games"], NAMED, env={"KOMWE_RULES": "{.}"}), Text(["check", "-"], stdin=NAMED["t.rules"]),
    Text(["trace", "{t.rules}", "C"], CLAUSE), Text(["trace", "{t.rules}", "C", "--json"], CLAUSE),
    *(Text(["check", "{t.rules}"], rules(old, new)) for old, new in (
        (b"# Kalah", b"# @@ Kalah"), (b"game other", b"game ot@@her"), (b"summary ", b"summary @@ "),
        (b"term Kalah", b"term @@Kalah"), (b"call pit", b"call p@@it"), (b"option pits", b"option p@@its"),
        (b"[capture]", b"[cap@@ture]"), (b"game other", b"game other\nextends @@"))),
    # ---- records ----
    *(Text([*argv, "{game}"], files, json="--json" in argv)
      for files in (GAME, HEADER, OPTIONS, NAME, MOVE)
      for argv in (["record"], ["record", "--json"], ["record", "--text"], ["record", "--list"])),
    Text(["annotate", "--nodes", "1", "{game}"], GAME), Text(["openings", "-n", "1", "{game}"], GAME),
    Text(["record", "--text", "-"], stdin=GAME["game"]), Text(["record", "{a@@}"], {"a@@": b"nothing"}),
    Text(["book", "kalah", "--positions", "1", "--nodes", "1000", "--merge", "{game}"], GAME),
    Text([*MATCH, "greedy", "--records", "{game}"], GAME),
    Text(["play", "kalah", "--plain", "--north", "human"], GAME,
         b"load game\nheaders\nmoves\nload @@\nsave /@@/a\nsave\n@@\nwhy @@\nsouth @@\nhelp @@\nquit!\n"),
    Text(["show", "kalah", "-m", "{m}"], {"m": b"C @@ F"}), Text(["show", "kalah", "-m", "-"], stdin=b"C @@"),
    # ---- weights, openings, books, puzzles, saved work, proofs, tables ----
    *(Text([*argv, "{w}"], files) for files in (WEIGHTS, WEIGHT)
      for argv in (["analyse", "kalah", "--depth", "1", "--weights"], ["tune", "kalah", "-n", "2", "--weights"])),
    Text(["engine"], WEIGHTS, b"setoption name WeightsFile value {w}\nisready\ngo depth 1\nwait\nquit\n"),
    *(Text([*MATCH, "greedy", "--openings", "{o}"], {"o": text})
      for text in (b"C @@\n", b"@@\n", b"# @@\nC\n", BALANCED.replace(b"# tried", b"# @@tried"),
                   BALANCED.replace(b"kalah", b"ka@@lah"))),
    Text(["tune", "kalah", "-n", "2", "--openings", "{o}"], {"o": b"C @@\n"}),
    *(Text(["balance", "kalah", "--out", "{o}"], {"o": BALANCED.replace(old, new, 1)})
      for old, new in ((b"# rules", b"# r@@les"), (b"kalah --", b"@@ --"), (b"kalah ", b"ka@@lah "))),
    *(Text(["book", "kalah", "--out", "{o}"], {"o": BOOK.replace(old, new, 1)})
      for old, new in ((b"# rules", b"# r@@les"), (b"0 -", b"0 @@-"), (b" C=", b" @@C="))),
    Text(["mine", "kalah", "--out", "{o}"], {"o": b"@@\n"}),
    Text(["mine", "kalah", "--out", "{o}"], {"o": b"# komwe mine @@\n"}),
    Text(["tune", "kalah", "--checkpoint", "{o}"], {"o": b"@@\n"}),
    Text(["tune", "kalah", "--shards", "{o}"], {"o": b"@@\n"}),
    Text(["prove", "kujifunza", "--hash", "1", "--nodes", "2", "--checkpoint", "{o}"], {"o": b"komwe-proof-state 1\ngame @@\n"}),
    *proofs(),
    Text(["table", "stats", "kalah", "--dir", "{.}"], {"kalah.01.kwt": b"@@", "@@.kwt": b"@@"}),
    # ---- lines ----
    Text(["batch"], stdin=b"@@\nshow @@\nshow kalah @@\nrecord /@@\n'@@\nplay\nshow kalah -p @@\n"),
    Text(["engine"], stdin=b"@@\nsetoption name @@ value @@\nsetoption name Game value @@\n"
                           b"setoption name Hash value @@\nsetoption name WeightsFile value /@@\nisready\n"
                           b"setoption name TablePath value /@@\nsetoption @@\nposition @@\nposition fen @@ moves\n"
                           b"position startpos moves C @@\nposition startpos @@\ngo @@\ngo depth @@\nquery @@\nquit\n"),
    # ---- other programs ----
    Text([*MATCH, "engine={engine}"], ENGINE, lighter=True),
    *(Text(argv, program="mpi", lighter=True) for argv in (
        ["@@", "--seeds", "2"], ["kalah", "-o", "@@", "--seeds", "2"], ["kalah", "--@@"],
        ["kalah", "--seeds", "@@"], ["kalah", "--seeds", "1", "--dir", "/@@"])),
]


def faults_of(output):
    """What of an output must not reach a terminal, as a sentence, or None."""
    try:
        text = output.decode()
    except UnicodeDecodeError as fault:
        return f"no UTF-8: {output[max(0, fault.start - 20):fault.start + 20]!r}"
    for i, char in enumerate(text):
        lines = char in "\n\t" or (char == "\r" and text[i + 1:i + 2] == "\n")
        if not lines and (unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp", "Cs") or
                          ord(char) in (0x115f, 0x3164) or 0xfdd0 <= ord(char) <= 0xfdef or
                          ord(char) & 0xfffe == 0xfffe):
            return f"U+{ord(char):04X} in {text[max(0, i - 20):i + 20]!r}"
    return None


class Trial:
    def __init__(self, programs):
        self.programs = programs

    def run(self, case, piece):
        """What was printed: the status, standard output, standard error; None: no such call can be."""
        def fill(text):
            return text.replace(b"@@", piece)

        with tempfile.TemporaryDirectory() as folder:
            paths = {b".": os.fsencode(folder)}
            for name, content in case.files.items():
                place = fill(name.encode())
                if b"\0" in place or len(place) > 255:
                    return None
                path = os.path.join(os.fsencode(folder), place)
                with open(path, "wb") as file:
                    file.write(fill(content))
                os.chmod(path, 0o755)
                paths[name.encode()] = path
            paths.setdefault(b"r", os.path.join(os.fsencode(folder), b"r"))
            paths.setdefault(b"rules", os.fsencode(folder))

            def place(text):
                for name, path in paths.items():
                    text = text.replace(b"{" + name + b"}", path)
                return fill(text)

            argv = [self.programs[case.program], *(place(os.fsencode(word)) for word in case.argv)]
            environment = {**{os.fsencode(k): os.fsencode(v) for k, v in os.environ.items()},
                           b"LC_ALL": b"C.UTF-8", b"KOMWE_TABLES": b"none",
                           b"XDG_DATA_HOME": b"/nowhere", b"XDG_DATA_DIRS": b"/nowhere",
                           **{k.encode(): place(os.fsencode(v)) for k, v in case.env.items()}}
            done = subprocess.run(argv, input=place(case.stdin), env=environment, cwd=folder,
                                  capture_output=True, timeout=SECONDS, check=False)
            return done

    def fault_of(self, case, piece):
        done = self.run(case, piece)
        if done is None:
            return None
        fault = faults_of(done.stdout) or faults_of(done.stderr)
        if fault is None and done.returncode not in (0, 1, 2, 3):
            fault = f"status {done.returncode}"
        if fault is None and case.json and done.stdout:
            try:
                if json.loads(done.stdout) is None:
                    fault = "the JSON is null"
            except ValueError as what:
                fault = f"no JSON: {what}: {done.stdout[:300]!r}"
        return fault and f"{case.program} {' '.join(case.argv)} with {piece[:24]!r}: {fault}"


def check_plain(trial):
    """Text that a terminal shows is left as it is."""
    shown = PLAIN.encode()
    for case in (Text(["show", "@@"]), Text(["record", "--text", "{game}"], GAME),
                 Text(["record", "--json", "{game}"], GAME), Text(["rules", "{t.rules}"], NAMED)):
        done = trial.run(case, shown)
        words = (done.stdout + done.stderr).decode()
        if not all(word in words for word in PLAIN.split()):
            yield f"{' '.join(case.argv)}: not shown as it is: {words[:300]!r}"


def check_screen(trial):
    """The whole screen of `komwe play`, which draws names and comments of a record."""
    pieces = [chr(c).encode() for c in CHARACTERS if c >= 0xa0]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game").write_bytes(GAME["game"].replace(b"@@", b"".join(pieces)))
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "KOMWE_TABLES": "none"}
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execve(trial.programs["komwe"], ["komwe", "play", "kalah", "--north", "human"], environment)
        shown, said, last = b"", False, time.monotonic() + SECONDS
        while time.monotonic() < last:
            if select.select([terminal], [], [], 0.2)[0]:
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
            elif not said and shown:
                os.write(terminal, b"load game\rheaders\rquit!\r")
                said = True
        os.waitpid(child, 0)
    if b"An" not in shown:
        yield f"the screen does not show the record: {shown[-300:]!r}"
    for piece in pieces:
        if piece in shown:
            yield f"the screen: {piece!r} is sent to the terminal"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("komwe")
    parser.add_argument("checker")
    parser.add_argument("mpi", nargs="?")
    parser.add_argument("--all", action="store_true", help="each case with each piece")
    parser.add_argument("--only", default="")
    words = parser.parse_args()
    trial = Trial({name: os.path.realpath(path) for name, path in vars(words).items()
                   if name in ("komwe", "checker", "mpi") and path})
    cases = [case for case in TEXTS if case.program in trial.programs and words.only in " ".join(case.argv)]
    # Each case with one piece in four, others than the case before.
    step = 1 if words.all else 4
    tries = [(case, piece) for i, case in enumerate(cases) for piece in PIECES[i % step::step * (1 + case.lighter)]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda attempt: trial.fault_of(*attempt), tries) if fault]
    faults += [*check_plain(trial), *check_screen(trial)]
    for fault in faults:
        print("FAILED:", fault)
    print(f"{len(tries)} calls, {len(faults)} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
