#!/usr/bin/env python3
"""Check the pages of docs/sources against the slow programs that were written from them.

usage: check_pages.py PAGES [--deep]

Each page has a table of worked positions and one of perft counts, which the slow program of its name
must reproduce: counts above 30 000 only with --deep.
"""
import importlib
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # nothing is written into the sources' tree
from slow_board import Game, options_of

WORKED = ["options", "position", "move", "result"]
PERFT = ["options", "1", "2", "3", "4"]
MOST = 30000


def read_table(text, header):
    """The rows of the table with this header, without backquotes."""
    rows, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == header:
            inside = True
        elif inside and not set(line) <= set("|-"):
            rows.append(cells)
    return rows


def page_game(page):
    """The slow program of a page: the one subclass of Game in the module of its name."""
    module = importlib.import_module(page.stem.replace("-", "_"))
    kinds = [kind for kind in vars(module).values()
             if isinstance(kind, type) and issubclass(kind, Game) and kind is not Game]
    return kinds[0]


def worked_result(game, position, move):
    moves = game.moves(game.read(position))
    if move == "moves":
        return " ".join(sorted(moves)) or "none"
    return game.write(moves[move]) if move in moves else "not legal"


def check_page(page, most):
    """The faults of a page, and what was compared: positions, rows of counts, counts."""
    text, kind = page.read_text(encoding="utf-8"), page_game(page)
    faults, positions, rows, compared = [], 0, 0, 0
    for options, position, move, result in read_table(text, WORKED):
        game = kind(**options_of(options.split()))
        found = worked_result(game, position, move)
        positions += 1
        if found != result:
            faults.append(f"{page.name}: {move} in {position}: {found}, not {result}")
    for options, *counts in read_table(text, PERFT):
        game = kind(**options_of(options.split()))
        rows += 1
        for depth, count in enumerate(counts, 1):
            if not re.fullmatch(r"\d+", count) or int(count) <= most:
                found = game.perft(game.read("start"), depth)
                compared += 1
                if str(found) != count:
                    faults.append(f"{page.name}: perft {depth} {options}: {found}, not {count}")
    return faults, (positions, rows, compared)


def say(positions, rows, counts):
    return f"{positions} worked positions, {rows} rows of counts ({counts} counts compared)"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--deep"]):
        sys.exit(__doc__.split("\n\n")[1])
    pages = [page for page in sorted(pathlib.Path(sys.argv[1]).glob("*.md")) if page.name != "README.md"]
    faults, total = [], (0, 0, 0)
    for page in pages:
        found, compared = check_page(page, 10**9 if sys.argv[2:] else MOST)
        faults += found
        total = tuple(map(sum, zip(total, compared)))
        print(f"{page.name}: {say(*compared)}")
        if compared[0] < 3 or compared[2] < 4:
            faults.append(f"{page.name}: three positions and four counts at least are wanted")
    print(f"{len(pages)} games: {say(*total)}", *faults, sep="\n")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
