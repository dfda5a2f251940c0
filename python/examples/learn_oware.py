"""A network learns Oware by playing against itself: learn_oware.py [--updates N] [--curve FILE.svg]

It estimates for each move by how many seeds the mover will be ahead from now on: the seeds that the
move wins, less what the opponent is then ahead by (Q-learning, negamax form).  Nothing but the rules
of the game and the seeds won teaches it.  All numbers are the same at every run on one machine.

The curve shows the points of 100 games (a draw is half a point) against a level of the engine.
"""

import argparse
import time

import numpy as np

import komwe
from curve import write_curve
from komwe.adapters import LevelEnv
from komwe.vector import Batch
from network import Network, features

GAME = komwe.Game("oware")
HOLES, MOVER, OPPONENT = 12, 12, 13  # columns of observations: holes, and the stores
SEED = 1
SCALE = 10  # outputs are tens of seeds


def best_actions(network, counts, mask):
    """The moves that a network prefers, and how many seeds each is worth to it."""
    values = np.where(mask, network(features(counts, HOLES)), -np.inf)
    return values.argmax(1), values.max(1)


def ahead(counts):
    """Seeds that the mover has won less the opponent's."""
    return counts[:, MOVER].astype(np.float32) - counts[:, OPPONENT]


def learn(updates, *, games=256, hidden=128, gamma=0.95, report=None, every=2000):
    """A network after so many updates, each from one move in each of ``games`` games.

    Args:
        gamma: what a seed of the next move is worth beside one of this.
        report: called with (updates, network) each ``every`` updates.
    """
    batch = Batch(GAME, games, observation="counts", max_plies=300, seed=SEED)
    random = np.random.default_rng(SEED)
    network = Network(HOLES * 16, hidden, batch.actions.count, SEED)
    for update in range(updates):
        left = 1 - update / updates
        counts, turn, mask = batch.observations.copy(), batch.turn.copy(), batch.mask.copy()
        actions, _ = best_actions(network, counts, mask)
        explore = random.random(games) < 0.05 + 0.25 * left
        actions = np.where(explore, batch.random_actions(), actions)
        step = batch.step(actions)
        # What the move has won, and what the rest of the game will; the opponent moves next.
        side = np.where(turn == 0, 1, -1)
        final = (batch.scores[:, 0].astype(np.float32) - batch.scores[:, 1]) * side
        won = np.where(step.terminated, final, -ahead(step.observations)) - ahead(counts)
        _, later = best_actions(network, step.observations, batch.mask)
        targets = won / SCALE - gamma * np.where(step.terminated, 0, later)
        known = ~step.truncated
        rows = np.arange(games)

        def slope(outputs):
            errors = np.zeros_like(outputs)
            errors[rows, actions] = np.clip(outputs[rows, actions] - targets, -1, 1) * known
            return errors

        network.learn(features(counts, HOLES), slope, 0.001 * (0.1 + 0.9 * left))
        if report and (update + 1) % every == 0:
            report(update + 1, network)
    return network


def points(network, level, games, seed=SEED):
    """The share of points that a network wins against a level, half of the games as each player."""
    won = 0.0
    for player in ("south", "north"):
        env = LevelEnv(GAME, games // 2, level=level, player=player)
        counts, infos = env.reset(seed=seed)
        playing = np.ones(games // 2, bool)
        while playing.any():
            actions, _ = best_actions(network, counts, infos["action_mask"])
            counts, rewards, terminated, truncated, infos = env.step(actions)
            over = playing & (terminated | truncated)
            won += float(((rewards[over] + 1) / 2).sum())
            playing &= ~over
        env.close()
    return won / (games // 2 * 2)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=12000)
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--curve", help="an SVG file")
    asked = parser.parse_args()
    began = time.process_time()
    curve = []

    def report(update, network):
        curve.append((update, 100 * points(network, asked.level, 100)))
        print(f"{update} updates, {time.process_time() - began:.0f} s: {curve[-1][1]:.0f} % against "
              f"level {asked.level}", flush=True)

    network = learn(asked.updates, report=report, every=max(1, asked.updates // 10))
    print(f"200 other games: {100 * points(network, asked.level, 200, seed=2):.1f} %")
    if asked.curve:
        write_curve(asked.curve, curve, "updates", f"% of the points against level {asked.level}",
                    (0, 100))


if __name__ == "__main__":
    main()
