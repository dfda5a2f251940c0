#!/usr/bin/env python3
"""Omweso, slowly, from docs/sources/omweso.md alone."""
from slow_board import (Game, back_hole, facing_holes, front_hole, is_front, main, next_own, own_ring)

COUNTERCLOCKWISE, CLOCKWISE = 1, -1


class Omweso(Game):
    rows, columns, seeds = 4, 8, 64
    options = {"setup": "back", "ends": "win", "endless.limit": 192}

    def start(self):
        if self.option["setup"] == "twos":
            return "/".join([",".join(["2"] * 8)] * 4) + " S 0/0"
        none, four = ",".join(["0"] * 8), ",".join(["4"] * 8)
        return f"{four}/{none}/{none}/{four} S 0/0"

    @staticmethod
    def next_hole(hole, way):
        return next_own(hole, way, 8)

    def captures(self, holes, hole):
        """Whether a last seed that has fallen into HOLE captures."""
        if not is_front(hole, 8) or holes[hole] < 2:
            return False
        front, back = facing_holes(hole, 8)
        return holes[front] > 0 and holes[back] > 0

    def sow(self, holes, origin, hand, way):
        """Sow HAND from the hole next to ORIGIN; the hole of the last seed."""
        hole = origin
        for _ in range(hand):
            hole = self.next_hole(hole, way)
            holes[hole] += 1
        return hole

    def reverses(self, holes, origin, hand):
        """Whether HAND, sown clockwise from ORIGIN, captures at the end of the lap."""
        holes = list(holes)
        return self.captures(holes, self.sow(holes, origin, hand, CLOCKWISE))

    def follow(self, position, origin, hand, chance, ends, sown, text, found):
        """Sow one lap, in both ways if there is a choice, and all that follows from it."""
        choices = [(text + "~", COUNTERCLOCKWISE), (text + "!", CLOCKWISE)] if (
            chance and self.reverses(position.holes, origin, hand)) else [(text, COUNTERCLOCKWISE)]
        for name, way in choices:
            after = position.copy()
            last = self.sow(after.holes, origin, hand, way)
            self.lap_ended(after, origin, last, way, ends, sown + hand, name, found)

    def lap_ended(self, position, origin, last, way, ends, sown, text, found):
        player, holes = position.turn, position.holes
        if holes[last] == 1:
            self.finish(position, ends, text, found)
        elif self.captures(holes, last):
            front, back = facing_holes(last, 8)
            hand = holes[front] + holes[back]
            holes[front] = holes[back] = 0
            if front in (front_hole(1 - player, 1, 8), front_hole(1 - player, 8, 8)):
                ends = ends | {front}
            self.follow(position, origin, hand, way == CLOCKWISE, ends, 0, text, found)
        elif sown > self.option["endless.limit"]:
            position.over = "draw"
            self.finish(position, ends, text, found)
        else:
            hand, holes[last] = holes[last], 0
            self.follow(position, last, hand, last in self.leftmost(player), ends, sown, text, found)

    @staticmethod
    def leftmost(player):
        return [place(player, number, 8) for place in (front_hole, back_hole) for number in (1, 2)]

    def finish(self, position, ends, text, found):
        if len(ends) == 2 and self.option["ends"] == "win" and not position.over:
            position.over = "SN"[position.turn]
        position.turn = 1 - position.turn
        found[text] = position

    def moves(self, position):
        found = {}
        if position.over:
            return found
        for hole in own_ring(position.turn, 8):
            if position.holes[hole] >= 2:
                lifted = position.copy()
                hand, lifted.holes[hole] = lifted.holes[hole], 0
                self.follow(lifted, hole, hand, hole in self.leftmost(position.turn), frozenset(), 0,
                            self.name(hole), found)
        return found


if __name__ == "__main__":
    main(Omweso)
