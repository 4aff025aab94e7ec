"""The weights of the distilled network, which plays Hearts.

All sums are of integers, so that every machine has the same, in any order. The file holds
`matrix-0`: int8 [INPUTS, units]; `matrix-1`: int8 [units, hidden]; `matrix-2`: int8 [hidden,
52], each in parts of `step-LAYER`, float32; and `bias-0` to `bias-2`, float32, as
`training.distil_network` writes it.
"""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gongzhu.bots.distilled.inputs import ROWS, Shorts, card_codes, rows_of_inputs
from gongzhu.bots.network import covers
from gongzhu.packed.layout import Floats, Ints
from gongzhu.rules import HeartsRules, RuleSet

FILE = Path(__file__).parent / "hearts.npz"
UNIT_BITS, WEIGHT_BITS = 8, 9
"""Units are in parts of 2 ** -UNIT_BITS, weights of the later layers of 2 ** -WEIGHT_BITS."""
NAT_BITS = 6
"""Scores are told apart by 2 ** -NAT_BITS nats."""
TEMPERATURE = 0.5
"""At which it plays rollouts: at 1 it draws many bad cards, at 0.25, where it plays best by itself,
hardly any. Likelihoods have it at 1, as it was taught."""
LOWEST = 8
"""Nats below the best: what scores less counts as if it scored this."""


class DistilledNetwork(NamedTuple):
    """A perceptron with two hidden layers of rectifiers, for kernels."""

    first: Shorts
    """int16 [ROWS, units], in parts of 2 ** -UNIT_BITS; without rows where nothing is learned."""
    first_bias: Shorts
    """int16 [units], likewise."""
    second: Shorts
    """int16 [hidden, units], in parts of 2 ** -WEIGHT_BITS."""
    second_bias: Ints
    """int64 [hidden], in parts of 2 ** -(UNIT_BITS + WEIGHT_BITS)."""
    third: Shorts
    """int16 [64, hidden], by code of the card, in parts of 2 ** -WEIGHT_BITS."""
    third_bias: Ints
    """int64 [64], in parts of 2 ** -(UNIT_BITS + WEIGHT_BITS)."""
    factors: Floats
    """float64 [LOWEST << NAT_BITS + 1]: the unnormalised probability of a card that scores so much
    less than the best."""
    playing_factors: Floats
    """float64 [LOWEST << NAT_BITS + 1]: the same where it plays, at TEMPERATURE."""


_NO_SHORTS, _NO_INTS = np.zeros((0, 0), np.int16), np.zeros(0, np.int64)
NO_NETWORK = DistilledNetwork(
    first=_NO_SHORTS,
    first_bias=np.zeros(0, np.int16),
    second=_NO_SHORTS,
    second_bias=_NO_INTS,
    third=_NO_SHORTS,
    third_bias=_NO_INTS,
    factors=np.zeros(0),
    playing_factors=np.zeros(0),
)
"""Of rules that nothing is learned for."""


def distilled_network_of(rules: RuleSet) -> DistilledNetwork:
    """The network for these rules; NO_NETWORK in Gong Zhu, where rollouts by such a network are
    worth no more than by the tables, or less (bench/results), and where its teacher has learned
    nothing."""
    covered = isinstance(rules, HeartsRules) and covers(rules)
    return read_distilled_network(FILE) if covered else NO_NETWORK


@lru_cache
def read_distilled_network(file: Path) -> DistilledNetwork:
    """The network in a file; it is read once."""
    with file.open("rb") as opened, np.load(opened) as saved:
        matrices = [saved[f"matrix-{layer}"] * saved[f"step-{layer}"] for layer in range(3)]
        biases = [saved[f"bias-{layer}"] for layer in range(3)]
    first = np.zeros((ROWS, matrices[0].shape[1]))
    first[rows_of_inputs()] = matrices[0]
    third = np.zeros((64, len(matrices[2])))
    third[card_codes()] = matrices[2].T
    third_bias = np.zeros(64)
    third_bias[card_codes()] = biases[2]
    unit, weight = 1 << UNIT_BITS, 1 << WEIGHT_BITS
    steps = np.arange((LOWEST << NAT_BITS) + 1) / (1 << NAT_BITS)
    return DistilledNetwork(
        first=_shorts(first * unit),
        first_bias=_shorts(biases[0] * unit),
        second=_shorts(matrices[1].T * weight),
        second_bias=np.round(biases[1] * unit * weight).astype(np.int64),
        third=_shorts(third * weight),
        third_bias=np.round(third_bias * unit * weight).astype(np.int64),
        factors=np.exp(-steps),
        playing_factors=np.exp(-steps / TEMPERATURE),
    )


def _shorts(values: Floats) -> Shorts:
    """The values, rounded."""
    return np.ascontiguousarray(np.round(values), np.int16)
