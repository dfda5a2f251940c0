#!/usr/bin/env python3
"""How many mistakes of `komwe annotate` a longer search takes back: the figures of docs/engine.md, "Reviews".

reviewed.py PROGRAM [NODES]   plays two games each of Oware, Kalah and Bao la Kiswahili, reviews them with NODES
                           positions (50000) and with eight times as many, and prints how many mistakes there
                           are, stay, and are new. Ten minutes of one core; the same figures on every machine
"""

import pathlib
import re
import subprocess
import sys
import tempfile

GAMES = ["oware", "kalah", "kiswahili"]
PLAYERS = ["--player", "name=a level=3", "--player", "name=b level=3"]
LONGER = 8
LOSES = "{Loses"
COMMENT = re.compile(r"\{.*?\}", re.S)
NUMBER = re.compile(r"^\d+\.+$")


def mistakes(program, records, nodes):
    """The moves that lose something: of which game, and how many moves were before them."""
    text = subprocess.run([program, "annotate", "--tables", "none", "--nodes", str(nodes), records], check=True,
                          capture_output=True, text=True).stdout
    found = set()
    for game, record in enumerate(text.split("\nGame: ")):
        moves = record.split("\n\n", 1)[1]
        for comment in re.finditer(LOSES, moves):
            before = COMMENT.sub(" ", moves[:comment.start()]).split()
            found.add((game, sum(NUMBER.match(word) is None for word in before)))
    return found


def main():
    program, nodes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50_000
    total = [0, 0, 0]
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            records = pathlib.Path(folder) / "records"
            subprocess.run([program, "match", game, *PLAYERS, "-n", "2", "--seed", "5", "--threads", "1",
                            "--records", records], check=True, stdout=subprocess.DEVNULL)
            short, longer = (mistakes(program, records, of) for of in (nodes, LONGER * nodes))
        figures = [len(short), len(short & longer), len(longer - short)]
        print(f"{game}: {figures[0]} mistakes, {figures[1]} stay, {figures[2]} are new", flush=True)
        total = [a + b for a, b in zip(total, figures)]
    print(f"all: {total[0]} mistakes, {total[1]} stay, {total[2]} are new")


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
main()
