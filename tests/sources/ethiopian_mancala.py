#!/usr/bin/env python3
"""Ethiopian mancala, slowly, from docs/sources/ethiopian-mancala.md alone."""
from slow_board import SOUTH, Game, main


class EthiopianMancala(Game):
    rows = 2
    options = {"pits": 5, "seeds": 5}

    @property
    def columns(self):
        return self.option["pits"]

    @property
    def seeds(self):
        return 2 * self.option["pits"] * self.option["seeds"]

    def start(self):
        row = ",".join([str(self.option["seeds"])] * self.columns)
        return f"{row}/{row} S 0/0"

    def row(self, player):
        return range(0, self.columns) if player == SOUTH else range(self.columns, 2 * self.columns)

    def signs(self, place):
        """The directions of the pit at PLACE from its owner's left: 1 counterclockwise."""
        if self.columns % 2 == 1 and place == self.columns // 2:
            return {"<": -1, ">": 1}
        return {"": -1 if place < self.columns // 2 else 1}

    def play(self, position, pit, way):
        after = position.copy()
        after.marked = set()
        player, size = position.turn, 2 * self.columns
        theirs = self.row(1 - player)
        after.turn = 1 - player
        hand, after.holes[pit] = after.holes[pit], 0
        single = hand == 1
        while hand > 0:
            pit = (pit + way) % size
            after.holes[pit] += 1
            hand -= 1
        if single and after.holes[pit] == 1 and pit in (theirs[0], theirs[-1]):
            after.marked.add(pit)
        while pit in theirs and after.holes[pit] in (2, 4):
            after.stores[player] += after.holes[pit]
            after.holes[pit] = 0
            pit = (pit - way) % size
        return after

    def moves(self, position):
        found = {}
        for place, pit in enumerate(self.row(position.turn)):
            if position.holes[pit] > 0 and pit not in position.marked:
                for sign, way in self.signs(place).items():
                    found[self.name(pit) + sign] = self.play(position, pit, way)
        return found


if __name__ == "__main__":
    main(EthiopianMancala)
