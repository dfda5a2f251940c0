#!/usr/bin/env python3
"""Katra Mpantsaka, slowly, from docs/sources/katra-mpantsaka.md alone."""
from slow_board import Game, facing_holes, front_hole, is_front, main, own_ring, sow_own


class KatraMpantsaka(Game):
    rows, columns, seeds = 4, 8, 64
    options = {"first": "any", "capture": "any", "endless.limit": 192}

    def start(self):
        return "/".join([",".join(["2"] * 8)] * 4) + " S 0/0"

    def prey(self, holes, hole):
        """The hole of the opponent that counts as facing a front hole."""
        front, back = facing_holes(hole, 8)
        opponent = front // 16
        empty = all(holes[front_hole(opponent, number, 8)] == 0 for number in range(1, 9))
        return back if empty else front

    def play(self, position, hole, way):
        after = position.copy()
        after.turn = 1 - position.turn
        holes, sown = after.holes, 0
        while True:
            hole, hand = sow_own(holes, hole, way, 8)
            sown += hand
            if holes[hole] == 1:
                return after
            if is_front(hole, 8):
                prey = self.prey(holes, hole)
                if holes[prey] < 2 and self.option["capture"] == "two":
                    return after
                if holes[prey] > 0:
                    holes[hole] += holes[prey]
                    holes[prey] = sown = 0
            if sown > self.option["endless.limit"]:
                return after

    def moves(self, position):
        occupied = [hole for hole in own_ring(position.turn, 8) if position.holes[hole] > 0]
        front = [hole for hole in occupied if is_front(hole, 8)]
        found = {}
        for hole in occupied:
            if hole in front or not front or self.option["first"] == "any":
                rightwards = -1 if is_front(hole, 8) else 1
                found[self.name(hole) + "<"] = self.play(position, hole, -rightwards)
                found[self.name(hole) + ">"] = self.play(position, hole, rightwards)
        return found


if __name__ == "__main__":
    main(KatraMpantsaka)
