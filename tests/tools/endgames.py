#!/usr/bin/env python3
"""Counts wrong moves in random endgame positions that the first endgame tables hold.

    endgames.py [FLAG]... [GAME]...

The games are those with endgame tables, unless some are named.  Each position is given to `komwe
engine` (UGI), `komwe analyse` and the page's engine in node, and compared with the tables of the library.  A
move is wrong if the tables prove that another one brings more seeds, or if it gives away a win or a
draw that is certain.  The status is 1 if there is a wrong move.

  --positions N  of each game (1000)
  --time MS      for a move (50)
  --seed N       of the positions (1)
  --fronts LIST  of ugi, analyse and page, separated by commas (all)

Needs the release build with the Python package, and for the page `make web`.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/release"
sys.path.insert(0, str(BUILD / "python"))

import komwe  # noqa: E402  (found by the path above)

GAMES = ("awari", "oware", "giuthi", "adji-boto", "kiothi", "kalah")


class Tables:
    """The exact values, or bounds, of moves."""

    def __init__(self, game):
        self.tables = komwe.Tables.small(game)
        self.seeds = self.tables.seeds(game)

    def bounds(self, position, player):
        """The least and the most by which `player` can be ahead at the end."""
        result = position.result
        if result is not None:
            south = result.score[0] - result.score[1]
            return (south if player == "south" else -south,) * 2
        lower, upper = self.tables.probe(position)
        lead = position.stores[0] - position.stores[1]
        lead = lead if position.turn == "south" else -lead
        if position.turn == player:
            return lead + lower, lead + upper
        return -lead - upper, -lead - lower

    def is_wrong(self, position, move):
        bounds = {str(each): self.bounds(position.play(each), position.turn)
                  for each in position.moves()}
        certain = max(lower for lower, upper in bounds.values())
        lower, upper = bounds[move]
        return upper < certain or (certain >= 0 and lower < (certain > 0))


def random_position(game, seeds, source):
    """Up to so many seeds on the board, the others in the stores; None if the game is over."""
    start = game.start()
    total, holes = sum(start.seeds) + sum(start.stores), game.rows * game.columns
    left = source.randint(1, seeds)
    hole = [0] * holes
    for _ in range(left):
        hole[source.randrange(holes)] += 1
    south = source.randint(0, total - left)
    rows = (",".join(map(str, hole[:holes // 2])), ",".join(map(str, hole[holes // 2:])))
    turn = source.choice("SN")
    try:
        position = game.position(f"{rows[0]}/{rows[1]} {turn} {south}/{total - left - south}")
    except komwe.KomweError:
        return None  # not a position of this game
    return position if position.moves() else None


def random_positions(game, seeds, count, source):
    found = []
    while len(found) < count:
        position = random_position(game, seeds, source)
        if position is not None:
            found.append(position)
    return found


# ---- the fronts: the move in each position, in turn ----------------------------------------------

def ugi_moves(game, positions, milliseconds):
    lines = [f"setoption name Game value {game.id}", "isready"]
    for position in positions:
        lines += [f"position fen {position.text}", f"go movetime {milliseconds}", "wait"]
    done = subprocess.run([BUILD / "komwe", "engine"], input="\n".join([*lines, "quit", ""]),
                          text=True, capture_output=True, check=True)
    return [line.split()[1] for line in done.stdout.splitlines() if line.startswith("bestmove")]


def analyse_moves(game, positions, milliseconds):
    for position in positions:
        done = subprocess.run([BUILD / "komwe", "analyse", game.id, "--position", position.text,
                               "--time", f"{milliseconds / 1000:.3f}", "--multipv", "1", "--json"],
                              text=True, capture_output=True, check=True)
        yield json.loads(done.stdout.splitlines()[-1])["best"]


def page_moves(game, positions, milliseconds):
    node = next((ROOT / "web/node/node_modules").glob("node-linux-*/bin/node"))
    lines = "".join(f"{game.id}\t{position.text}\n" for position in positions)
    done = subprocess.run([node, "web/test/engine/answers.ts", str(milliseconds)], input=lines,
                          text=True, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    return [json.loads(line)["moves"][0] for line in done.stdout.splitlines()]


FRONTS = {"ugi": ugi_moves, "analyse": analyse_moves, "page": page_moves}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--time", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fronts", default=",".join(FRONTS))
    call = parser.parse_args()
    for name in set(call.games) - set(GAMES):
        parser.error(f"{name} is none of {', '.join(GAMES)}")
    for name in set(call.fronts.split(",")) - set(FRONTS):
        parser.error(f"{name} is none of {', '.join(FRONTS)}")
    if call.positions < 1 or call.time < 1:
        parser.error("--positions and --time are whole numbers from 1")
    os.environ.pop("KOMWE_TABLES", None)  # what a user has who has set nothing
    wrong_moves = 0
    for game in map(komwe.Game, call.games):
        tables = Tables(game)
        positions = random_positions(game, tables.seeds, call.positions, random.Random(call.seed))
        for front in call.fronts.split(","):
            moves = list(FRONTS[front](game, positions, call.time))
            if len(moves) != len(positions):
                sys.exit(f"{game.id}, {front}: {len(moves)} answers to {len(positions)} positions")
            wrong = [(position.text, move) for position, move in zip(positions, moves, strict=True)
                     if tables.is_wrong(position, move)]
            wrong_moves += len(wrong)
            print(f"{game.id}, {front}: {len(wrong)} wrong moves in {len(positions)} positions of "
                  f"1 to {tables.seeds} seeds", flush=True)
            for text, move in wrong:
                print(f"    {text}: {move}")
    sys.exit(wrong_moves > 0)


if __name__ == "__main__":
    main()
