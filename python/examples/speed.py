"""How fast games are played here, by seconds of processor time: speed.py [SECONDS]

Steps of 1024 games of random actions on one thread, without and with ``counts``, the choice of actions
apart; then ``Position.play`` and ``Record.play`` of single positions.
"""

import sys
import time

import komwe
from komwe.vector import Batch

GAMES = ["kalah", "oware", "giuthi", "kiswahili"]


def steps_per_second(game, observation, seconds, n=1024):
    """Steps a second, and nanoseconds that the choice of an action takes."""
    batch = Batch(game, n, observation=observation)
    for _ in range(50):  # games of every age
        batch.step(batch.random_actions())
    steps = choosing = playing = 0
    while choosing + playing < seconds * 1e9:
        for _ in range(20):
            before = time.process_time_ns()
            actions = batch.random_actions()
            chosen = time.process_time_ns()
            batch.step(actions)
            playing += time.process_time_ns() - chosen
            choosing += chosen - before
            steps += n
    return steps / playing * 1e9, choosing / steps


def nanoseconds_per_play(game, seconds):
    """``Position.play`` of the first move of positions on the way of one game."""
    way = [game.start()]
    while len(way) < 20 and not way[-1].is_over:
        way.append(way[-1].play(way[-1].moves()[0]))
    pairs = [(position, position.moves()[0]) for position in way if not position.is_over]
    count, before = 0, time.process_time_ns()
    while time.process_time_ns() - before < seconds * 1e9:
        for _ in range(200):
            for position, move in pairs:
                position.play(move)
        count += 200 * len(pairs)
    return (time.process_time_ns() - before) / count


def main(seconds):
    print("game         steps/s       with counts   choice     Position.play")
    for id in GAMES:
        game = komwe.Game(id)
        bare, choice = steps_per_second(game, "none", seconds)
        counts, _ = steps_per_second(game, "counts", seconds)
        print(f"{id:<12} {bare / 1e6:5.1f} million {counts / 1e6:5.1f} million {choice:4.0f} ns  "
              f"{nanoseconds_per_play(game, seconds):8.0f} ns")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
