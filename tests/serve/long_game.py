"""A game of Oware as long as one wants, or as a line to the engine can hold: legal, without a capture, and never over."""

import random

PITS = "ABCDEFabcdef"
HEAD = "position startpos moves"


def replies(pits, mover):
    """The moves that take nothing and leave the other player some seeds: each pit and the position after it."""
    for pit in range(6 * mover, 6 * mover + 6):
        after, at = list(pits), pit
        after[pit] = 0
        for _ in range(pits[pit]):
            at = (at + 1) % 12
            if at == pit:
                at = (at + 1) % 12
            after[at] += 1
        takes = at // 6 != mover and after[at] in (2, 3)
        if pits[pit] > 0 and not takes and any(after[6 - 6 * mover:12 - 6 * mover]):
            yield pit, tuple(after)


def long_position(plies, seed=1):
    """A line `position` with a game of so many moves, each of two bytes.

    No position comes a third time; where a game cannot go on, its last moves are taken back.
    """
    chance, start = random.Random(seed), (4,) * 12
    known, game = {(start, 0): 1}, [(start, None, iter(replies(start, 0)))]
    while len(game) <= plies:
        pits, _, ways = game[-1]
        mover = (len(game) - 1) % 2
        pit, after = next(((pit, after) for pit, after in ways if known.get((after, 1 - mover), 0) < 2), (None, None))
        if pit is None:
            known[pits, mover] -= 1
            game.pop()
            continue
        known[after, 1 - mover] = known.get((after, 1 - mover), 0) + 1
        further = list(replies(after, 1 - mover))
        chance.shuffle(further)
        game.append((after, pit, iter(further)))
    return " ".join([HEAD, *(PITS[pit] for _, pit, _ in game[1:])])
