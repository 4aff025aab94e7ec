"""Kernels: rollouts by the distilled network."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.distilled.inputs import GONE, Shorts, add_gone, add_hand, add_row, add_seen
from gongzhu.bots.distilled.weights import (
    NAT_BITS,
    UNIT_BITS,
    WEIGHT_BITS,
    DistilledNetwork,
)
from gongzhu.bots.policy.trick_state import (
    TrickState,
    legal_in_trick,
    play_in_trick,
    trick_state_of,
)
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, routine, select, splitmix64
from gongzhu.packed.layout import HANDS, LEADER, PLAYED, TABLE, Floats, Ints, RngState, State
from gongzhu.packed.rules import PackedRules

RANDOM_BITS = 24
"""The resolution of sampling."""
MOST_CARDS = 13
MOST = (1 << 15) - 1
"""The largest int16."""


class Units(NamedTuple):
    """Working memory of a network, for kernels."""

    public: Shorts
    """int16 [units]: the bias, and the rows of the cards gone: the same for all seats."""
    first: Shorts
    """int16 [units]"""
    second: Shorts
    """int16 [hidden]"""
    scores: Ints
    """int64 [MOST_CARDS]: of the legal cards from the lowest."""
    chances: Floats
    """float64 [MOST_CARDS]: their unnormalised probabilities."""


@kernel
def new_units(network: DistilledNetwork) -> Units:
    """Working memory for this network."""
    return Units(
        network.first_bias.copy(),
        network.first_bias.copy(),
        np.zeros(len(network.second_bias), np.int16),
        np.zeros(MOST_CARDS, np.int64),
        np.zeros(MOST_CARDS),
    )


@kernel
def _dot(one: Shorts, other: Shorts) -> np.int32:
    """The sum of the products: int32, so that it is made of many at a time."""
    total = np.int32(0)
    for place in range(len(one)):
        total = np.int32(total + np.int32(one[place]) * np.int32(other[place]))
    return total


@kernel
def weigh_cards(network: DistilledNetwork, factors: Floats, units: Units, cards: int) -> float:
    """Write the unnormalised probabilities of the legal cards, a board, into `units.chances`, by
    the sums in `units.first`; their total. `factors`: those of the network."""
    _, first, second, scores, chances = units
    for unit in range(len(first)):
        first[unit] = max(first[unit], np.int16(0))
    for unit in range(len(second)):
        told = network.second_bias[unit] + _dot(network.second[unit], first)
        second[unit] = min(max(told, 0) >> WEIGHT_BITS, MOST)
    best = -(1 << 40)
    place = 0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        scores[place] = network.third_bias[code] + _dot(network.third[code], second)
        best = max(best, scores[place])
        place += 1
    total = 0.0
    for card in range(place):
        less = (best - scores[card]) >> UNIT_BITS + WEIGHT_BITS - NAT_BITS
        chances[card] = factors[min(less, len(factors) - 1)]
        total += chances[card]
    return total


@kernel
def sample(network: DistilledNetwork, units: Units, cards: int, rng_state: int) -> tuple[int, int]:
    """Sample from the legal cards: the code of the card, and the next state of random numbers."""
    total = weigh_cards(network, network.playing_factors, units, cards)
    rng_state = advance(rng_state)
    drawn, _ = bounded(splitmix64(rng_state), 1 << RANDOM_BITS)
    left = total * drawn / (1 << RANDOM_BITS)
    place = 0
    while cards & (cards - 1):
        left -= units.chances[place]
        if left < 0:
            break
        cards &= cards - 1
        place += 1
    return code_of(cards), rng_state


@kernel
def write_seen(
    rules: PackedRules, network: DistilledNetwork, state: State, trick: TrickState, sums: Shorts
) -> None:
    """Write the sums of the units without the rows of the hand into `sums`, int16 [units]."""
    for unit in range(len(sums)):
        sums[unit] = network.first_bias[unit]
    add_gone(network.first, sums, rules.pack & ~trick.left)
    add_seen(network.first, sums, state, trick, state[TABLE])


@kernel
def distilled_probability(
    network: DistilledNetwork,
    units: Units,
    seen: Shorts,
    hand: int,
    unseen: int,
    cards: int,
    code: int,
) -> float:
    """The probability of one of the legal `cards`, a board, by its code. `seen`: what `write_seen`
    wrote."""
    for unit in range(len(seen)):
        units.first[unit] = seen[unit]
    add_hand(network.first, units.first, hand, unseen)
    total = weigh_cards(network, network.factors, units, cards)
    probability: float = units.chances[count(cards & ((1 << code) - 1))] / total
    return probability


@routine
def roll_out_distilled(
    rules: PackedRules, network: DistilledNetwork, state: State, rng: RngState, wanted: int
) -> None:
    """Roll the deal out by the network while anybody holds a card of the board `wanted`, and to the
    end of the trick. `state`, int64 [SIZE], and `rng`, uint64 [1], advance."""
    units = new_units(network)
    rng_state = rng[0]
    trick = trick_state_of(rules, state)
    add_gone(network.first, units.public, rules.pack & ~trick.left)
    table = state[TABLE]
    while trick.table or trick.left & wanted:
        cards = legal_in_trick(rules, state, trick)
        code = code_of(cards)
        if cards & (cards - 1):
            for unit in range(len(units.first)):
                units.first[unit] = units.public[unit]
            hand = state[HANDS + (trick.seat & 3)]
            add_hand(network.first, units.first, hand, trick.left & ~hand)
            add_seen(network.first, units.first, state, trick, table)
            code, rng_state = sample(network, units, cards, rng_state)
        table |= code << 8 * count(trick.table)
        add_row(network.first, units.public, GONE + code)
        trick = play_in_trick(rules, state, trick, 1 << code)
        table = select(trick.table == 0, 0, table)
    state[LEADER] = trick.seat
    state[PLAYED] = 0
    state[TABLE] = 0
    rng[0] = rng_state
