#!/usr/bin/env python3
"""Hawalis, slowly, from docs/sources/hawalis.md alone."""
from slow_board import Game, facing_holes, is_front, main, own_ring


class Hawalis(Game):
    rows, columns, seeds = 4, 7, 56
    options = {"win": "all", "endless.limit": 100000}

    def start(self):
        return "/".join([",".join(["2"] * 7)] * 4) + " S 0/0"

    def next_hole(self, hole):
        first = hole - hole % 14
        return first + (hole + 1) % 14

    def play(self, position, hole):
        after = position.copy()
        player, sown = position.turn, 0
        after.turn = 1 - player
        while True:
            hand, after.holes[hole] = after.holes[hole], 0
            for _ in range(hand):
                hole = self.next_hole(hole)
                after.holes[hole] += 1
            sown += hand
            if after.holes[hole] == 1:
                break
            if sown > self.option["endless.limit"]:
                after.over = "SN"[1 - player]
                return after
        if is_front(hole, 7):
            front, back = facing_holes(hole, 7)
            if after.holes[front] > 0:
                after.stores[player] += after.holes[front] + after.holes[back]
                after.holes[front] = after.holes[back] = 0
        return after

    def moves(self, position):
        if position.over:
            return {}
        ring = own_ring(position.turn, 7)
        legal = [hole for hole in ring if position.holes[hole] >= 2]
        if not legal:
            legal = [hole for hole in ring
                     if position.holes[hole] == 1 and position.holes[self.next_hole(hole)] == 0]
        return {self.name(hole): self.play(position, hole) for hole in legal}


if __name__ == "__main__":
    main(Hawalis)
