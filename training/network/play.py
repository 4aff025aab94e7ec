"""Kernels: the policy of the tables and a network together, and rollouts by it.

A card's unnormalised probability is that of the tables times the exponential of its value by the
network over a temperature. Arithmetic is in integers, so that the same cards are played on every
machine: layers of int16 whose sums fit int32.
"""

from math import exp, inf, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.feature_indices import (
    TO_DISCARD,
    TO_FOLLOW,
    TO_LEAD,
    FeatureIndices,
    feature_indices,
    role_of,
)
from gongzhu.bots.policy.features import Features, features_of
from gongzhu.bots.policy.play_policy import RANDOM_BITS
from gongzhu.bots.policy.tables import Weights
from gongzhu.bots.policy.trick_state import TrickState, after_card, after_trick, trick_state_of
from gongzhu.packed.jit import advance, bounded, code_of, kernel, splitmix64
from gongzhu.packed.layout import Floats, Ints, RngState, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal_cards, play_card
from training.network.inputs import NOTHING, new_inputs, write_inputs

FIRST, SECOND = 64, 32
"""Units of the first and of the second layer."""
SLOPE = 20
"""Below 0 a unit gives its sum divided by this (a leaky rectifier), so that none dies."""
INPUT_SCALE, LAYER_SCALE, OUTPUT_SCALE = 256, 128, 4096
"""The integers for 1 in the sums of the first layer, and in the weights of the others."""
SURE = 0.99
"""The probability of a card by the tables from which on the network is not asked."""
MOST_LEGAL = 16

Rows = NDArray[np.int16]
Sums = NDArray[np.int32]


class Network(NamedTuple):
    """A network in integers; the sums of a unit are multiples of 1 / INPUT_SCALE."""

    rows: Rows
    """int16 [ROWS + 1, FIRST]: what each input adds; the last row is 0."""
    first_bias: Rows
    """int16 [FIRST]"""
    second: Rows
    """int16 [SECOND, FIRST]"""
    second_bias: Sums
    """int32 [SECOND]"""
    outputs: Rows
    """int16 [64, SECOND]: the weights of a card's value, by code."""
    tables: Weights
    """float64 [PLAY_SIZE], values: what the features of a card add to its value."""
    exponents: Floats
    """float64 [2]: the power of the tables' probability, and 1 / temperature."""


class Scratch(NamedTuple):
    """Working memory for kernels."""

    inputs: Ints
    first: Rows
    second: Sums
    codes: Ints
    """int64 [MOST_LEGAL]"""
    weights: Floats
    """float64 [MOST_LEGAL]"""
    values: Floats
    """float64 [MOST_LEGAL]: the part of a value that the tables have."""


def new_scratch() -> Scratch:
    """Zeros."""
    return Scratch(
        new_inputs(),
        np.zeros(FIRST, np.int16),
        np.zeros(SECOND, np.int32),
        np.zeros(MOST_LEGAL, np.int64),
        np.zeros(MOST_LEGAL),
        np.zeros(MOST_LEGAL),
    )


@kernel
def indices_of(features: Features, role: int, code: int) -> FeatureIndices:
    """`feature_indices`, in code that is compiled for each role by itself."""
    if role == TO_LEAD:
        return feature_indices(features, TO_LEAD, code)
    if role == TO_FOLLOW:
        return feature_indices(features, TO_FOLLOW, code)
    return feature_indices(features, TO_DISCARD, code)


@kernel
def hidden_units(network: Network, size: int, scratch: Scratch) -> None:
    """Write the second layer to `scratch.second`, by the first `size` of `scratch.inputs`."""
    inputs, first, second = scratch.inputs, scratch.first, scratch.second
    rows, layer = network.rows, network.second
    while size & 3:
        inputs[size] = NOTHING
        size += 1
    for unit in range(FIRST):
        first[unit] = network.first_bias[unit]
    for place in range(0, size, 4):
        one, two = inputs[place] & 1023, inputs[place + 1] & 1023
        three, four = inputs[place + 2] & 1023, inputs[place + 3] & 1023
        for unit in range(FIRST):
            low = np.int16(rows[one, unit] + rows[two, unit])
            first[unit] += np.int16(low + np.int16(rows[three, unit] + rows[four, unit]))
    for unit in range(FIRST):
        first[unit] = max(np.int16(first[unit] // SLOPE), first[unit])
    for unit in range(SECOND):
        total = np.int32(0)
        for below in range(FIRST):
            product = np.int32(np.int32(first[below]) * np.int32(layer[unit, below]))
            total = np.int32(total + product)
        total = np.int32(total + network.second_bias[unit])
        second[unit] = np.int32(max(np.int32(total // SLOPE), total) // LAYER_SCALE)


@kernel
def card_value(network: Network, scratch: Scratch, code: int) -> float:
    """A card's value by the second layer, without the tables'."""
    total = np.int32(0)
    for unit in range(SECOND):
        product = np.int32(scratch.second[unit] * np.int32(network.outputs[code, unit]))
        total = np.int32(total + product)
    return total / (INPUT_SCALE * OUTPUT_SCALE)


@kernel
def sample_with_network(
    rules: PackedRules,
    table: Weights,
    network: Network,
    state: State,
    trick: TrickState,
    cards: int,
    rng_state: int,
    scratch: Scratch,
) -> tuple[int, int]:
    """Sample from the legal cards, a board: the code of the card, and the next state of the random
    numbers. `table`: float64 [PLAY_SIZE]; `state`: int64 [SIZE], with its `trick`."""
    if not cards & (cards - 1):
        return code_of(cards), rng_state
    codes, weights, values = scratch.codes, scratch.weights, scratch.values
    features = features_of(rules, state, trick, cards)
    role = role_of(features)
    size = 0
    total = 0.0
    highest = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        one, two, three, four, five, six = indices_of(features, role, code)
        weight = table[one] * table[two] * table[three] * table[four] * table[five] * table[six]
        more = network.tables
        values[size] = more[one] + more[two] + more[three] + more[four] + more[five] + more[six]
        codes[size] = code
        weights[size] = weight
        total += weight
        highest = max(highest, weight)
        size += 1
    if highest < SURE * total:
        hidden_units(network, write_inputs(rules, state, features, scratch.inputs), scratch)
        power, rate = network.exponents
        highest = -inf
        for place in range(size):
            value = values[place] + card_value(network, scratch, codes[place])
            weights[place] = power * log(weights[place]) + rate * value
            highest = max(highest, weights[place])
        for place in range(size):
            weights[place] = exp(weights[place] - highest)
    chosen = codes[0]
    total = 0.0
    for place in range(size):
        total += weights[place]
        rng_state = advance(rng_state)
        drawn, _ = bounded(splitmix64(rng_state), 1 << RANDOM_BITS)
        if drawn * total < weights[place] * (1 << RANDOM_BITS):
            chosen = codes[place]
    return chosen, rng_state


@kernel
def roll_out_with_network(
    rules: PackedRules,
    table: Weights,
    network: Network,
    state: State,
    rng: RngState,
    wanted: int,
    scratch: Scratch,
) -> None:
    """Roll the deal out while anybody holds a card of the board `wanted`, and to the end of the
    trick. `state`, int64 [SIZE], and `rng`, uint64 [1], advance."""
    rng_state = rng[0]
    trick = trick_state_of(rules, state)
    while trick.table or trick.left & wanted:
        cards = legal_cards(rules, state)
        code, rng_state = sample_with_network(
            rules, table, network, state, trick, cards, rng_state, scratch
        )
        play_card(rules, state, code)
        trick = after_card(rules, trick, 1 << code)
        if not trick.waiting:
            trick = after_trick(rules, state, trick)
    rng[0] = rng_state
