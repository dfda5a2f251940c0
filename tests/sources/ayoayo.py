#!/usr/bin/env python3
"""Ayoayo, slowly, from docs/sources/ayoayo.md alone."""
from slow_board import SOUTH, Game, main


class Ayoayo(Game):
    rows, columns = 2, 6
    options = {"seeds": 4, "capture": "opposite", "endless.limit": 100000}

    @property
    def seeds(self):
        return 12 * self.option["seeds"]

    def start(self):
        row = ",".join([str(self.option["seeds"])] * 6)
        return f"{row}/{row} S 0/0"

    @staticmethod
    def row(player):
        return range(0, 6) if player == SOUTH else range(6, 12)

    def row_seeds(self, position, player):
        return sum(position.holes[hole] for hole in self.row(player))

    def play(self, position, hole):
        """The position after a move, and whether it captured."""
        after = position.copy()
        player, sown = position.turn, 0
        after.turn = 1 - player
        while True:
            origin, hand = hole, after.holes[hole]
            after.holes[hole] = 0
            while hand > 0:
                hole = (hole + 1) % 12
                if hole != origin:
                    after.holes[hole] += 1
                    hand -= 1
                    sown += 1
            if after.holes[hole] == 1:
                break
            if sown > self.option["endless.limit"]:
                return after, False
        opposite = 11 - hole
        if hole not in self.row(player) or after.holes[opposite] == 0:
            return after, False
        after.stores[player] += after.holes[opposite]
        after.holes[opposite] = 0
        if self.option["capture"] == "both":
            after.stores[player] += after.holes[hole]
            after.holes[hole] = 0
        return after, True

    def moves(self, position):
        player, opponent = position.turn, 1 - position.turn
        played = {hole: self.play(position, hole) for hole in self.row(player) if position.holes[hole] > 0}
        feeding = {hole for hole in played if self.row_seeds(played[hole][0], opponent) > 0}
        if self.row_seeds(position, opponent) == 0:
            legal = feeding
        elif feeding:
            legal = feeding | {hole for hole in played if played[hole][1]}
        else:
            legal = set(played)
        return {self.name(hole): played[hole][0] for hole in sorted(legal)}


if __name__ == "__main__":
    main(Ayoayo)
