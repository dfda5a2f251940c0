"""What the slow programs share: boards as text, the rings of holes, perft and the command line.

A board is a list of its holes.  On two rows it is the ring of both players, South's holes first.  On
four rows it is South's ring and then North's, each counterclockwise: back row from the player's left
to his right, then front row from his right to his left.
"""
import sys
from dataclasses import dataclass, field

SOUTH, NORTH = 0, 1


@dataclass
class Position:
    """A position: the holes, who moves, both stores, marked holes and further fields."""

    holes: list
    turn: int
    stores: list = field(default_factory=lambda: [0, 0])
    marked: set = field(default_factory=set)
    over: str = ""

    def copy(self):
        return Position(list(self.holes), self.turn, list(self.stores), set(self.marked), self.over)


def own_ring(player, columns):
    """The holes of PLAYER's ring on four rows, counterclockwise."""
    return range(player * 2 * columns, (player + 1) * 2 * columns)


def back_hole(player, number, columns):
    """The back hole NUMBER (1 at the player's left) on four rows."""
    return player * 2 * columns + number - 1


def front_hole(player, number, columns):
    """The front hole NUMBER (1 at the player's left) on four rows."""
    return player * 2 * columns + 2 * columns - number


def is_front(hole, columns):
    return hole % (2 * columns) >= columns


def facing_holes(hole, columns):
    """The opponent's front and back hole in the column of a front hole."""
    player, place = divmod(hole, 2 * columns)
    number = columns + 1 - (2 * columns - place)
    return front_hole(1 - player, number, columns), back_hole(1 - player, number, columns)


def next_own(hole, way, columns):
    """The next hole of the same player's ring; `way` is 1 or -1."""
    ring = 2 * columns
    return hole - hole % ring + (hole + way) % ring


def sow_own(holes, hole, way, columns):
    """Lifts a hole and sows it round its player's ring: the last hole, and how many were sown."""
    hand, holes[hole] = holes[hole], 0
    for _ in range(hand):
        hole = next_own(hole, way, columns)
        holes[hole] += 1
    return hole, hand


def printed_rows(rows, columns):
    """The holes as printed, row by row from the top."""
    numbers = range(1, columns + 1)
    if rows == 2:
        return [list(range(2 * columns - 1, columns - 1, -1)), list(range(columns))]
    return [[back_hole(NORTH, n, columns) for n in reversed(numbers)],
            [front_hole(NORTH, n, columns) for n in reversed(numbers)],
            [front_hole(SOUTH, n, columns) for n in numbers],
            [back_hole(SOUTH, n, columns) for n in numbers]]


def hole_name(hole, rows, columns):
    if rows == 2:
        return chr((ord("A") if hole < columns else ord("a")) + hole % columns)
    player, place = divmod(hole, 2 * columns)
    name = f"B{place + 1}" if place < columns else f"A{2 * columns - place}"
    return name.lower() if player == NORTH else name


class Game:
    """A slow program: subclasses set the board and say the moves."""

    rows, columns, seeds = 2, 6, 48
    options = {}

    def __init__(self, **options):
        for name in options:
            if name not in self.options:
                raise ValueError(f"no option '{name}'")
        self.option = {**self.options, **options}

    def start(self):
        """The position text of the start."""
        raise NotImplementedError

    def moves(self, position):
        """All legal moves of a position: their text, and the position after each."""
        raise NotImplementedError

    def name(self, hole):
        return hole_name(hole, self.rows, self.columns)

    def read(self, text):
        board, turn, stores, *fields = (self.start() if text == "start" else text).split()
        position = Position([0] * (self.rows * self.columns), "SN".index(turn))
        position.stores = [int(count) for count in stores.split("/")]
        for row, places in zip(board.split("/"), printed_rows(self.rows, self.columns), strict=True):
            for cell, hole in zip(row.split(","), places, strict=True):
                if cell.endswith("t"):
                    position.marked.add(hole)
                position.holes[hole] = int(cell.rstrip("t"))
        for name, value in (item.split("=") for item in fields):
            if name != "over":
                raise ValueError(f"no field '{name}'")
            position.over = value
        if sum(position.holes) + sum(position.stores) != self.seeds:
            raise ValueError(f"{sum(position.holes) + sum(position.stores)} seeds in '{text}'")
        return position

    def write(self, position):
        rows = [",".join(str(position.holes[h]) + ("t" if h in position.marked else "") for h in row)
                for row in printed_rows(self.rows, self.columns)]
        over = f" over={position.over}" if position.over else ""
        return f"{'/'.join(rows)} {'SN'[position.turn]} {'/'.join(map(str, position.stores))}{over}"

    def perft(self, position, depth):
        if depth == 0:
            return 1
        after = self.moves(position)
        return len(after) if depth == 1 else sum(self.perft(p, depth - 1) for p in after.values())


def options_of(words):
    """`name=value` words as a dictionary, numbers as numbers."""
    pairs = (word.split("=", 1) for word in words)
    return {name: int(value) if value.isdigit() else value for name, value in pairs}


def main(kind):
    """The command line of a slow program: DEPTH [OPTION=VALUE]... prints perft from the start."""
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(f"usage: {sys.argv[0]} DEPTH [OPTION=VALUE]...")
    game = kind(**options_of(sys.argv[2:]))
    start = game.read("start")
    print(*(game.perft(start, depth) for depth in range(1, int(sys.argv[1]) + 1)))
