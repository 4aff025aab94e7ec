"""Determinization: samples deals that fit a view, all equally likely."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.worlds.constraints import DealConstraints, constraints_of
from gongzhu.packed.beginning import key_of
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import (
    DOWN,
    EXPOSED,
    MODE_BITS,
    MODES,
    Floats,
    Ints,
    RngState,
    State,
    new_rng,
)
from gongzhu.view import View

RESOLUTION = 1 << 52
"""Random fractions are multiples of 1 / RESOLUTION, the finest that float64 can represent below
1."""


class Worlds(NamedTuple):
    """Deals that fit a view, each in the position of the view: played cards are in no hand."""

    hands: Ints
    """int64 [deals, players], bitboards: the hands by seat, including the viewer's own."""
    down: Ints
    """int64 [deals], bitboards: the cards of all seats that lie face down and have not been
    played."""


def sample_worlds(view: View, count: int, seed: int) -> Worlds:
    """Sample `count` deals that fit the view; the same seed gives the same deals."""
    hands = np.zeros((count, view.public.players), np.int64)
    down = np.zeros(count, np.int64)
    sample_into(constraints_of(view), new_rng(seed), hands, down)
    return Worlds(hands, down)


@kernel
def sample_into(constraints: DealConstraints, rng: RngState, hands: Ints, down: Ints) -> None:
    """Sample a deal into each row of `hands`, and its face-down cards into `down`, two arrays with
    the shapes of those in `Worlds`. `rng`, uint64 [1], advances.

    The whole sampling is one loop, as passing the arrays to a function would take longer than
    sampling a deal.
    """
    (
        hand_sizes,
        cases,
        cumulative,
        start_columns,
        cards,
        holders,
        strides,
        completions,
        last_cards,
        last_holders,
    ) = constraints
    players = len(hand_sizes)
    rng_state = rng[0]
    for world in range(len(hands)):
        case = 0
        if len(cumulative) > 1:
            rng_state = advance(rng_state)
            total = cumulative[len(cumulative) - 1]
            case = _case_at(cumulative, uniform(splitmix64(rng_state)) * total)
        for seat in range(players):
            hands[world, seat] = cases[case, seat]
        down[world] = cases[case, players]
        column = start_columns[case]
        for index in range(len(cards)):
            rng_state = advance(rng_state)
            target = uniform(splitmix64(rng_state)) * completions[index, column]
            # Added in the order in which the table was filled, so that sums are equal to the bit.
            passed = 0.0
            seats = holders[index]
            seat = 0
            while seats and passed <= target:
                seat = code_of(seats)
                seats &= seats - 1
                passed += completions[index + 1, column - strides[seat]]
            column -= strides[seat]
            hands[world, seat] |= cards[index]
        rng_state = _deal_last(hand_sizes, hands, world, last_cards, last_holders, rng_state)
    rng[0] = rng_state


@kernel
def _deal_last(
    hand_sizes: Ints, hands: Ints, world: int, cards: int, holders: int, rng_state: int
) -> int:
    """Fill the hands of the world at row `world` with the cards that are dealt last, `cards`, among
    the seats `holders`; returns the next state of the random numbers."""
    left = count(cards)
    number = rng_state
    drawn = 0
    while left:
        seat = code_of(holders)
        holders &= holders - 1
        hand = hands[world, seat]
        if holders:
            rest = cards
            for _ in range(hand_sizes[seat] - count(hand)):
                if drawn & 3 == 0:  # one random number is enough for four cards
                    rng_state = advance(rng_state)
                    number = splitmix64(rng_state)
                drawn += 1
                index, number = bounded(number, left)
                left -= 1
                rest ^= nth(rest, index)
            hands[world, seat] = hand | cards ^ rest
            cards = rest
        else:
            hands[world, seat] = hand | cards
            left = 0
    return rng_state


@kernel
def _case_at(cumulative: Floats, target: float) -> int:
    """The index of the first face-down case whose cumulative number of deals is above `target`; the
    cumulative numbers ascend."""
    low = 0
    high = len(cumulative) - 1
    while low < high:
        middle = (low + high) >> 1
        if target < cumulative[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def uniform(number: int) -> float:
    """A 64-bit random number converted to a fraction, 0 <= fraction < 1."""
    index, _ = bounded(number, RESOLUTION)
    return index / RESOLUTION


@kernel
def place_face_down(state: State, down: int) -> None:
    """Mark the cards of the bitboard `down` as exposed face down in a packed state."""
    state[EXPOSED] |= down
    while down:
        state[MODES] |= DOWN << MODE_BITS * key_of(down & -down)
        down &= down - 1
