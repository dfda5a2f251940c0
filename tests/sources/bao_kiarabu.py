#!/usr/bin/env python3
"""Bao Kiarabu in its two readings, slowly, from docs/sources/bao-kiarabu.md alone."""
from slow_board import Game, facing_holes, is_front, main, next_own, own_ring

COUNTERCLOCKWISE, CLOCKWISE = 1, -1


class BaoKiarabu(Game):
    rows, columns = 4, 8
    options = {"form": "ingrams"}

    @property
    def ingrams(self):
        return self.option["form"] == "ingrams"

    @property
    def seeds(self):
        return 96 if self.ingrams else 64

    def start(self):
        return "/".join([",".join(["3" if self.ingrams else "2"] * 8)] * 4) + " S 0/0"

    def next_hole(self, hole, way):
        return next_own(hole, way, 8)

    def play(self, position, hole, way):
        after = position.copy()
        player, sown = position.turn, 0
        limit = 192 if self.ingrams else 100000
        after.turn = 1 - player
        while True:
            hand, after.holes[hole] = after.holes[hole], 0
            for _ in range(hand):
                hole = self.next_hole(hole, way)
                after.holes[hole] += 1
            sown += hand
            if after.holes[hole] == 1:
                break
            if sown > limit:
                after.over = "" if self.ingrams else "SN"[1 - player]
                return after
        if is_front(hole, 8):
            for taken in facing_holes(hole, 8):
                after.stores[player] += after.holes[taken]
                after.holes[taken] = 0
        return after

    def moves(self, position):
        if position.over:
            return {}
        holes = position.holes
        ring = own_ring(position.turn, 8)
        if self.ingrams:
            found = {}
            for hole in ring:
                for sign in "<>" if holes[hole] > 0 else "":
                    rightwards = COUNTERCLOCKWISE if not is_front(hole, 8) else CLOCKWISE
                    way = rightwards if sign == ">" else -rightwards
                    found[self.name(hole) + sign] = self.play(position, hole, way)
            return found
        legal = [hole for hole in ring if holes[hole] >= 2]
        if not legal:
            legal = [hole for hole in ring
                     if holes[hole] == 1 and holes[self.next_hole(hole, CLOCKWISE)] == 0]
        return {self.name(hole): self.play(position, hole, CLOCKWISE) for hole in legal}


if __name__ == "__main__":
    main(BaoKiarabu)
