"""A network of two layers in numpy, and its learning."""

import numpy as np

HIGHEST = 15  # seeds of a hole that are told apart; more count as so many


def features(counts, holes):
    """Input of a network, float32 [n, ...]: for each hole which number of seeds lies in it.

    Captures depend on exact numbers, so that a number of its own input is learned much sooner than
    one input a hole.  ``counts`` are observations of a komwe.vector.Batch.
    """
    seeds = np.minimum(counts[:, :holes], HIGHEST)
    return (seeds[:, :, None] == np.arange(HIGHEST + 1, dtype=np.uint8)).reshape(
        len(counts), -1).astype(np.float32)


class Network:
    """inputs -> hidden (rectified) -> outputs, which learns by Adam (Kingma, Ba 2015)."""

    def __init__(self, inputs, hidden, outputs, seed):
        random = np.random.default_rng(seed)
        self.weights = [random.normal(0, (2 / inputs) ** 0.5, (inputs, hidden)), np.zeros(hidden),
                        random.normal(0, 0.1 * hidden ** -0.5, (hidden, outputs)), np.zeros(outputs)]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def hidden(self, inputs):
        return np.maximum(inputs @ self.weights[0] + self.weights[1], 0)

    def __call__(self, inputs):
        """Outputs, float32 [n, outputs]."""
        return self.hidden(inputs) @ self.weights[2] + self.weights[3]

    def learn(self, inputs, slope, rate):
        """One step down the slope: ``slope(outputs)`` is the loss's derivative by the outputs."""
        hidden = self.hidden(inputs)
        output = slope(hidden @ self.weights[2] + self.weights[3]) / len(inputs)
        back = output @ self.weights[2].T * (hidden > 0)
        gradients = inputs.T @ back, back.sum(0), hidden.T @ output, output.sum(0)
        self.steps += 1
        size = rate * (1 - 0.999 ** self.steps) ** 0.5 / (1 - 0.9 ** self.steps)
        for weight, (mean, square), gradient in zip(self.weights, self.moments, gradients):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= np.float32(size) * mean / (np.sqrt(square) + 1e-8)
