#!/usr/bin/env python3
"""Katra Gorobaka, slowly, from docs/sources/katra-gorobaka.md alone."""
from slow_board import Game, facing_holes, is_front, main, own_ring, sow_own


class KatraGorobaka(Game):
    rows, columns, seeds = 4, 8, 64
    options = {"singles": "yes", "endless.limit": 192}

    def start(self):
        return "/".join([",".join(["2"] * 8)] * 4) + " S 0/0"

    def play(self, position, hole, way):
        after = position.copy()
        after.turn = 1 - position.turn
        holes, sown = after.holes, 0
        while True:
            hole, hand = sow_own(holes, hole, way, 8)
            sown += hand
            was_empty = holes[hole] == 1
            prey = facing_holes(hole, 8) if is_front(hole, 8) else ()
            most = max((holes[taken] for taken in prey), default=0)
            if most > (1 if was_empty else 0):
                for taken in prey:
                    holes[hole] += holes[taken]
                    holes[taken] = 0
                sown = 0
            elif was_empty or sown > self.option["endless.limit"]:
                return after

    def moves(self, position):
        least = 1 if self.option["singles"] == "yes" else 2
        found = {}
        for hole in own_ring(position.turn, 8):
            if position.holes[hole] >= least:
                rightwards = -1 if is_front(hole, 8) else 1
                found[self.name(hole) + "<"] = self.play(position, hole, -rightwards)
                found[self.name(hole) + ">"] = self.play(position, hole, rightwards)
        return found


if __name__ == "__main__":
    main(KatraGorobaka)
