"""The weights of a network in training, and how they are fitted to samples.

The value of a card is fitted to its return, both less their mean over the legal cards, by the Huber
loss: what the deal is worth to the seat whatever it plays cancels out. Steps are those of Adam
(D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015).
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.packed.jit import routine
from training.network.inputs import ROWS
from training.network.play import (
    FIRST,
    INPUT_SCALE,
    LAYER_SCALE,
    MOST_LEGAL,
    OUTPUT_SCALE,
    SECOND,
    SLOPE,
    Network,
)
from training.network.samples import Samples

CODES = 64
DECAYS = 0.9, 0.999
"""Of the means of the gradients and of their squares."""
TABLE_RATE = 0.3
"""The part of the learning rate with which the tables learn: most of their factors are rare."""
HUBER = 1.0
"""The largest error that counts by its square; the pig is 1."""
LEAST_LOG = -8.0
"""The least log probability, before it is normalised, that a card counts with."""

Array = NDArray[np.float32]
Parts = dict[str, Array]
"""The weights, or as much of something else: a gradient, a mean."""


class Fit(NamedTuple):
    """The fit of the network to a batch, before anything was learned from it."""

    variance: float
    """Of the returns, less their mean over the legal cards; a sum over the batch."""
    missed: float
    """The part of it that the network has not explained."""


class Learner:
    """A network in float32, and the means that Adam keeps."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.weights: Parts = {
            "rows": rng.normal(0, 0.1, (ROWS + 1, FIRST)).astype(np.float32),
            "first_bias": np.full(FIRST, 0.1, np.float32),
            "second": rng.normal(0, (2 / FIRST) ** 0.5, (FIRST, SECOND)).astype(np.float32),
            "second_bias": np.full(SECOND, 0.1, np.float32),
            "outputs": np.zeros((SECOND, CODES), np.float32),
            "tables": np.zeros(PLAY_SIZE, np.float32),
            "prior": np.zeros(1, np.float32),
        }
        self.weights["rows"][ROWS] = 0
        self.average: Parts = {name: part.copy() for name, part in self.weights.items()}
        self._means: Parts = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self._squares: Parts = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.steps = 0

    def learn(self, samples: Samples, rows: NDArray[np.int64], rate: float) -> Fit:
        """Take a step by the samples in these rows, with this learning rate."""
        weights = self.weights
        legal = np.arange(MOST_LEGAL) < samples.legal[rows, None]
        codes = samples.codes[rows].astype(np.int64)
        indices = samples.indices[rows]
        logs = centred(np.maximum(samples.weights[rows], np.float32(LEAST_LOG)), legal)
        first = np.empty((len(rows), FIRST), np.float32)
        add_rows(weights["rows"], samples.inputs, samples.sizes, rows, first)
        first += weights["first_bias"]
        first_slope = _slopes(first)
        first *= first_slope
        second: Array = first @ weights["second"] + weights["second_bias"]
        second_slope = _slopes(second)
        second *= second_slope
        values = np.take_along_axis(second @ weights["outputs"], codes, 1)
        values += weights["tables"][indices].sum(2)
        values = centred(values, legal) + weights["prior"] * logs
        wanted = centred(samples.returns[rows], legal)
        errors = wanted - values
        descent = centred(np.clip(errors, -HUBER, HUBER), legal) / len(rows)

        by_code = np.zeros((len(rows), CODES), np.float32)
        np.add.at(by_code, (np.arange(len(rows))[:, None], codes), descent)
        of_second: Array = by_code @ weights["outputs"].T * second_slope
        of_first: Array = of_second @ weights["second"].T * first_slope
        of_rows = np.zeros_like(weights["rows"])
        scatter_rows(of_first, samples.inputs, samples.sizes, rows, of_rows)
        of_tables = np.bincount(
            indices.ravel(), np.repeat(descent.ravel(), indices.shape[2]), PLAY_SIZE
        )
        self._step(
            {
                "rows": of_rows,
                "first_bias": of_first.sum(0),
                "second": first.T @ of_second,
                "second_bias": of_second.sum(0),
                "outputs": second.T @ by_code,
                "tables": of_tables.astype(np.float32),
                "prior": (descent * logs).sum(keepdims=True)[0],
            },
            rate,
        )
        return Fit(float((wanted**2).sum()), float((errors**2).sum()))

    def _step(self, ascent: Parts, rate: float) -> None:
        self.steps += 1
        for name, gradient in ascent.items():
            mean, square = self._means[name], self._squares[name]
            mean += (1 - DECAYS[0]) * (gradient - mean)
            square += (1 - DECAYS[1]) * (gradient**2 - square)
            size = rate * TABLE_RATE if name == "tables" else rate
            size *= (1 - DECAYS[1] ** self.steps) ** 0.5 / (1 - DECAYS[0] ** self.steps)
            self.weights[name] += np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))

    def remember(self, share: float) -> None:
        """Move the average towards the weights, by this share of the way."""
        for name, part in self.weights.items():
            self.average[name] += np.float32(share) * (part - self.average[name])

    def save(self, file: Path, **facts: float) -> None:
        """Write all of it down, and what else is to be known: `load` goes on from there."""
        sets = {"": self.weights, "average-": self.average}
        sets |= {"mean-": self._means, "square-": self._squares}
        parts = {first + name: part for first, some in sets.items() for name, part in some.items()}
        partly = file.with_suffix(".partly.npz")
        np.savez(partly, allow_pickle=False, steps=self.steps, **parts, **facts)
        partly.replace(file)

    def load(self, file: Path) -> None:
        """Go on from what was saved."""
        with np.load(file) as saved:
            self.steps = int(saved["steps"])
            for name in self.weights:
                self.weights[name] = saved[name]
                self.average[name] = saved["average-" + name]
                self._means[name] = saved["mean-" + name]
                self._squares[name] = saved["square-" + name]


def integers(parts: Parts, power: float, rate: float) -> Network:
    """The weights as a network to play with: `power` of the tables, and 1 / temperature."""
    return Network(
        rows=_scaled(parts["rows"], INPUT_SCALE),
        first_bias=_scaled(parts["first_bias"], INPUT_SCALE),
        second=_scaled(parts["second"].T, LAYER_SCALE),
        second_bias=np.round(parts["second_bias"] * INPUT_SCALE * LAYER_SCALE).astype(np.int32),
        outputs=_scaled(parts["outputs"].T, OUTPUT_SCALE),
        tables=parts["tables"].astype(np.float64),
        exponents=np.array([power + rate * float(parts["prior"][0]), rate]),
    )


def _slopes(sums: Array) -> Array:
    return np.where(sums > 0, 1, 1 / SLOPE).astype(np.float32)


def _scaled(part: Array, scale: int) -> NDArray[np.int16]:
    most = np.iinfo(np.int16).max
    return np.ascontiguousarray(np.clip(np.round(part * scale), -most, most).astype(np.int16))


def centred(values: Array, legal: NDArray[np.bool_]) -> Array:
    """Less their mean over the legal cards; 0 for the others. Both [rows, MOST_LEGAL]."""
    values = np.where(legal, values, np.float32(0))
    means = values.sum(1, keepdims=True) / legal.sum(1, keepdims=True)
    return np.where(legal, values - means, np.float32(0)).astype(np.float32)


@routine
def add_rows(
    weights: Array,
    inputs: NDArray[np.int16],
    sizes: NDArray[np.int16],
    rows: NDArray[np.int64],
    sums: Array,
) -> None:
    """Write the sum of the rows of `weights` that the inputs of each sample name to `sums`."""
    for place in range(len(rows)):
        sample = rows[place]
        sums[place] = 0
        for at in range(sizes[sample]):
            row = inputs[sample, at] & 1023
            sums[place] += weights[row]


@routine
def scatter_rows(
    gradients: Array,
    inputs: NDArray[np.int16],
    sizes: NDArray[np.int16],
    rows: NDArray[np.int64],
    sums: Array,
) -> None:
    """Add the gradient of each sample to the rows of `sums` that its inputs name."""
    for place in range(len(rows)):
        sample = rows[place]
        for at in range(sizes[sample]):
            row = inputs[sample, at] & 1023
            sums[row] += gradients[place]
