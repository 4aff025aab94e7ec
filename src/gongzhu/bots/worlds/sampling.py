"""Deals that fit a view, each as likely as every other."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.worlds.constraints import Unknown, Ways, unknown_of
from gongzhu.packed.jit import advance, code_of, count, kernel, mixed, nth, spread
from gongzhu.packed.layout import (
    DOWN,
    EXPOSED,
    MODE_BITS,
    MODES,
    Chance,
    Numbers,
    State,
    new_chance,
)
from gongzhu.view import View

FINE = 1 << 52
"""Chance is cut as fine as floats are, so that it stays below 1."""


class Worlds(NamedTuple):
    """Deals that fit a view, as they are now."""

    hands: Numbers
    """A row for each deal: the hands by seat, the viewer's own too, as boards."""
    down: Numbers
    """For each deal the cards of all seats that lie face down and have not been played."""


def draw_worlds(view: View, count: int, seed: int) -> Worlds:
    """So many deals that fit the view, of which the same seed draws the same ones."""
    hands = np.zeros((count, view.public.players), np.int64)
    down = np.zeros(count, np.int64)
    draw_all(unknown_of(view), new_chance(seed), hands, down)
    return Worlds(hands, down)


@kernel
def draw_all(unknown: Unknown, chance: Chance, hands: Numbers, down: Numbers) -> None:
    """Draw a deal into each row of `hands`, the viewer's own hand too, and what lies face down
    in it into `down`: see `Worlds`.

    All in one loop: to hand the arrays over costs more than to draw.
    """
    sizes, plans, upto, starts, cards, holders, steps, ways, last, last_holders = unknown
    players = len(sizes)
    numbers = chance[0]
    for world in range(len(hands)):
        plan = 0
        if len(upto) > 1:
            numbers = advance(numbers)
            plan = _plan_at(upto, fraction(mixed(numbers)) * upto[len(upto) - 1])
        for seat in range(players):
            hands[world, seat] = plans[plan, seat]
        down[world] = plans[plan, players]
        column = starts[plan]
        for place in range(len(cards)):
            numbers = advance(numbers)
            mark = fraction(mixed(numbers)) * ways[place, column]
            # Added up in the order in which it was counted, so that the sum is the same to the bit.
            passed = 0.0
            seats = holders[place]
            seat = 0
            while seats and passed <= mark:
                seat = code_of(seats)
                seats &= seats - 1
                passed += ways[place + 1, column - steps[seat]]
            column -= steps[seat]
            hands[world, seat] |= cards[place]
        numbers = _deal_last(sizes, hands, world, last, last_holders, numbers)
    chance[0] = numbers


@kernel
def _deal_last(
    sizes: Numbers, hands: Numbers, world: int, cards: int, holders: int, numbers: int
) -> int:
    """Fill the hands of a world with the cards that are dealt last; the state of chance by then."""
    left = count(cards)
    number = numbers
    drawn = 0
    while left:
        seat = code_of(holders)
        holders &= holders - 1
        hand = hands[world, seat]
        if holders:
            rest = cards
            for _ in range(sizes[seat] - count(hand)):
                if drawn & 3 == 0:  # one number is good for four cards
                    numbers = advance(numbers)
                    number = mixed(numbers)
                drawn += 1
                place, number = spread(number, left)
                left -= 1
                rest ^= nth(rest, place)
            hands[world, seat] = hand | cards ^ rest
            cards = rest
        else:
            hands[world, seat] = hand | cards
            left = 0
    return numbers


@kernel
def _plan_at(upto: Ways, mark: float) -> int:
    """The first plan with more deals up to its end than `mark`."""
    low = 0
    high = len(upto) - 1
    while low < high:
        middle = (low + high) >> 1
        if mark < upto[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def fraction(number: int) -> float:
    """A random number as a fraction of 1, which it never reaches."""
    place, _ = spread(number, FINE)
    return place / FINE


@kernel
def lay_down(state: State, down: int) -> None:
    """Note in the state of a deal that these cards lie face down."""
    state[EXPOSED] |= down
    while down:
        state[MODES] |= DOWN << MODE_BITS * (code_of(down) >> 4)
        down &= down - 1
