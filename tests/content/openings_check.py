#!/usr/bin/env python3
"""Checks data/openings: there is one for each game of games.def but the steps of the Bao ladder, every file
is of its rule set, every move legal in its position, and its counts go together.

openings_check.py PROGRAM FOLDER
"""

import pathlib
import re
import subprocess
import sys

NAMES = ["rules", "games", "plies", "least", "made by", "players", "position\tmove\tgames\twon\tdrawn\tlost\tmargin"]
GAMES = pathlib.Path(__file__).resolve().parents[2] / "src" / "games" / "games.def"
MARGIN = re.compile(r"-|-?\d+\.\d")


def fail(path, number, why):
    sys.exit(f"{path}:{number}: {why}")


def read(path):
    """The header by name, and the rows (line, position, move, games, won, drawn, lost)."""
    lines = path.read_text(encoding="ascii").splitlines()
    if lines[:1] != ["# komwe openings 1"]:
        fail(path, 1, "this is no file of openings")
    header = dict(line[2:].partition(": ")[::2] for line in lines[1:] if line.startswith("# "))
    if list(header) != NAMES:
        fail(path, 2, f"the header is {list(header)}")
    rows, position = [], ""
    for number, line in enumerate(lines[1 + len(header):], 2 + len(header)):
        fields = line.split("\t")
        if len(fields) != 7 or not MARGIN.fullmatch(fields[6]):
            fail(path, number, "a line has seven fields, the last a margin")
        position = fields[0] or position
        rows.append((number, position, fields[1], *map(int, fields[2:6])))
    return header, rows


def check_counts(path, header, rows):
    seen, totals = set(), {}
    least, games = int(header["least"]), int(header["games"])
    for number, position, move, played, won, drawn, lost in rows:
        if won + drawn + lost != played or not least <= played <= games:
            fail(path, number, "its counts do not go together")
        if (position, move) in seen:
            fail(path, number, "the move stands twice")
        seen.add((position, move))
        totals[position] = totals.get(position, 0) + played
    if max(totals.values()) > games:
        fail(path, 1, "a position has more games than there are")
    return totals


def check_moves(program, path, game, rows, positions):
    """All positions are asked about in one batch: an answer ends with an empty line."""
    asked = "".join(f"moves {game} -p '{position}'\n" for position in positions)
    answers = subprocess.run([program, "batch"], input=asked, check=True, capture_output=True,
                             text=True).stdout.split("\n\n")
    legal = {position: set(answer.split("\n")) for position, answer in zip(positions, answers)}
    for number, position, move, *_ in rows:
        if move not in legal[position]:
            fail(path, number, f"{move} is not legal there")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    games = subprocess.run([program, "games"], check=True, capture_output=True, text=True).stdout
    names = [line.split("\t")[0] for line in games.splitlines()]
    files = sorted(path.stem for path in folder.glob("*.tsv"))
    needed = re.findall(r'^KW_GAME(?:_TEXT)?\("?([a-z0-9_-]+)"?\)', GAMES.read_text(), re.M)
    needed = {name for name in needed if not re.fullmatch(r"bao\d+", name)}
    if not needed <= set(files) <= set(names):
        sys.exit(f"{folder}: games without openings {sorted(needed - set(files))}, openings "
                 f"without a game {sorted(set(files) - set(names))}")
    for name in files:
        path = folder / f"{name}.tsv"
        header, rows = read(path)
        if header["rules"] != name or len(rows) < 20:
            fail(path, 2, f"{len(rows)} moves of {header['rules']}")
        totals = check_counts(path, header, rows)
        check_moves(program, path, name, rows, list(totals))


if __name__ == "__main__":
    main()
