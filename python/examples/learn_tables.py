"""A network learns exact values of endgame tables: learn_tables.py [--steps N] [--curve FILE.svg]

Positions of Oware with few seeds come from random games; endgame tables, made in memory in under a
second, have their values: the seeds on the board that the player to move will win under best play of
both, less the opponent's.  A tenth of the positions is held out, and no position is in both parts.

The curve shows by how many seeds the network errs on average over those held out.
"""

import argparse

import numpy as np

import komwe
from curve import write_curve
from komwe.vector import Batch
from network import Network, features

HOLES = 12
SEED = 1


def gather(game, count):
    """Different positions of random games whose exact values the tables have, and these values."""
    tables = komwe.Tables.small(game)
    batch = Batch(game, 1024, observation="counts", max_plies=300, seed=SEED)
    found = {}
    while len(found) < count:
        bounds, known = batch.table_values(tables)
        exact = known & (bounds[:, 0] == bounds[:, 1])
        for seeds, value in zip(batch.observations[exact, :HOLES], bounds[exact, 0]):
            found[seeds.tobytes()] = value
        for _ in range(8):  # a ply later most positions are alike
            batch.step(batch.random_actions())
    seeds = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), HOLES)
    order = np.random.default_rng(SEED).permutation(len(found))[:count]
    return seeds[order], np.fromiter(found.values(), np.float32)[order]


def learn(seeds, values, *, steps, hidden=256, report=None, every=1000):
    """A network that estimates values, learned from the positions in the rows of ``seeds``."""
    network = Network(HOLES * 16, hidden, 1, SEED)
    random = np.random.default_rng(SEED)
    for step in range(steps):
        rows = random.integers(0, len(values), 256)
        target = values[rows, None]
        network.learn(features(seeds[rows], HOLES), lambda outputs: np.clip(outputs - target, -2, 2),
                      0.002 * (1 - step / steps))
        if report and (step + 1) % every == 0:
            report(step + 1, network)
    return network


def error(network, seeds, values):
    """By how many seeds the network errs, on average."""
    return float(np.abs(network(features(seeds, HOLES))[:, 0] - values).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=20000)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--curve", help="an SVG file")
    asked = parser.parse_args()
    seeds, values = gather(komwe.Game("oware"), asked.positions)
    held = len(values) // 10
    guess = float(np.abs(values[:held] - np.median(values[held:])).mean())
    print(f"{len(values)} positions; who always says the median errs by {guess:.2f} seeds")
    curve = [(0, guess)]

    def report(step, network):
        curve.append((step, error(network, seeds[:held], values[:held])))
        print(f"{step} steps: {curve[-1][1]:.2f} seeds", flush=True)

    learn(seeds[held:], values[held:], steps=asked.steps, report=report,
          every=max(1, asked.steps // 10))
    if asked.curve:
        write_curve(asked.curve, curve, "steps", "mean error of held-out positions, in seeds",
                    (0, np.ceil(guess)))


if __name__ == "__main__":
    main()
