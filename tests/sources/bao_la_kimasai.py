#!/usr/bin/env python3
"""Bao la Kimasai, slowly, from docs/sources/bao-la-kimasai.md alone."""
from slow_board import NORTH, SOUTH, Game, facing_holes, front_hole, is_front, main, next_own, own_ring


class BaoLaKimasai(Game):
    rows, columns, seeds = 4, 8, 64
    options = {"endless.limit": 192}

    def start(self):
        none, one = ",".join(["0"] * 8), ",".join(["1"] * 8)
        return f"{none}/{one}/{one}/{none} S 24/24"

    @staticmethod
    def next_hole(hole):
        return next_own(hole, -1, 8)

    def play(self, position, hole):
        after = position.copy()
        player, sown = position.turn, 0
        capturing = position.stores[player] == 0
        after.turn = 1 - player
        first_turn = player == SOUTH and position.stores == [24, 24]
        if position.stores[player] > 0 and not first_turn:
            after.stores[player] -= 1
            after.holes[hole] += 1
        hand, after.holes[hole] = after.holes[hole], 0
        hole = self.next_hole(hole)
        while True:
            # The hand is sown, its first seed into HOLE.
            for dropped in range(hand):
                if dropped > 0:
                    hole = self.next_hole(hole)
                after.holes[hole] += 1
            sown += hand
            if after.holes[hole] == 1:
                return after
            facing = facing_holes(hole, 8)[0] if is_front(hole, 8) else None
            if capturing and facing is not None and after.holes[facing] > 0:
                hand, after.holes[facing] = after.holes[facing], 0
                sown = 0
                continue
            if sown > self.option["endless.limit"]:
                return after
            hand, after.holes[hole] = after.holes[hole], 0
            hole = self.next_hole(hole)

    @staticmethod
    def front_seeds(position, player):
        return sum(position.holes[front_hole(player, number, 8)] for number in range(1, 9))

    def moves(self, position):
        over = 0 in (self.front_seeds(position, SOUTH), self.front_seeds(position, NORTH))
        if position.stores == [0, 0] and over:
            return {}
        return {self.name(hole): self.play(position, hole)
                for hole in own_ring(position.turn, 8) if position.holes[hole] > 0}


if __name__ == "__main__":
    main(BaoLaKimasai)
