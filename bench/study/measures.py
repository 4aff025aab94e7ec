"""Means over played deals, with their standard errors."""

from math import floor, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.study.deals import StudyDeals, slam_cards
from gongzhu.cards import Card
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.layout import MODE_BITS, Ints
from gongzhu.packed.rules import ALONE, POOLED, pack_rules
from gongzhu.rules import RuleSet
from gongzhu.rules.facts import points_sign

Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
TRY = 7
"""A pile with so many cards of a slam before another has one counts as trying it."""


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float

    @property
    def percent(self) -> str:
        """A part of 1 in per cent."""
        return f"{100 * self.value:.2f} ± {100 * self.error:.2f}%"

    def __str__(self) -> str:
        places = max(1, 1 - floor(log10(self.error))) if self.error else 1
        return f"{self.value:+.{places}f} ± {self.error:.{places}f}"


def mean_of(values: Floats | Truths) -> Mean:
    """The mean of one number from each of at least two deals; of truths, the part that holds."""
    return Mean(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


def lead_over_rivals(rules: RuleSet, points: Ints) -> Floats:
    """By deal and seat: the points of its side less the mean of its rivals', more is better in
    either game."""
    packed = pack_rules(rules)
    own = points.astype(np.float64)
    if packed.partners == POOLED:
        own = np.tile(own, 2)
    elif packed.partners != ALONE:
        own = own + np.roll(own, 2, axis=1)
    if packed.partners == ALONE:
        relative = own - (own.sum(axis=1, keepdims=True) - own) / (packed.players - 1)
    else:
        relative = own - np.roll(own, 1, axis=1)
    signed: Floats = points_sign(rules) * relative
    return signed


def holder_of(card: Card, played: StudyDeals) -> Ints:
    """The seat that has the card, by deal."""
    held = played.hands >> code_of_card(card) & 1
    seats: Ints = held.argmax(axis=1)
    return seats


def mode_of(card: Card, played: StudyDeals) -> Ints:
    """int64 [deals]: the mode in which the card is exposed; 0 is not exposed."""
    modes: Ints = played.modes >> MODE_BITS * card.suit.order & 3
    return modes


def count_held(played: StudyDeals, seats: Ints, board: int) -> Ints:
    """int64 [deals]: the number of cards of a board in the hand of each deal's seat."""
    hands = played.hands[np.arange(len(seats)), seats] & board
    counts: Ints = np.bitwise_count(hands).astype(np.int64)
    return counts


def of_seats(values: Floats, seats: Ints) -> Floats:
    """Of each deal the value of one seat."""
    picked: Floats = values[np.arange(len(seats)), seats]
    return picked


def by_place(values: Floats, leader: Ints) -> list[Mean]:
    """The mean for the leader, the seat after it, and so on."""
    seats = values.shape[1]
    return [mean_of(of_seats(values, (leader + place) % seats)) for place in range(seats)]


def slam_size(rules: RuleSet) -> int:
    """The number of cards of a slam or a moon."""
    return len(slam_cards(rules))


def completed(rules: RuleSet, played: StudyDeals, count: int) -> Mean:
    """Of the piles that had so many cards of a slam before another pile had one: the part that
    captured all, 0 to 1."""
    tried = played.run >= count
    return mean_of(played.run[tried] == slam_size(rules))


def below(card: Card) -> int:
    """The board of the lower cards of its suit."""
    return board_of(other for other in Card if other.suit is card.suit and other.order < card.order)


def above(card: Card) -> int:
    """The board of the higher cards of its suit."""
    return board_of(other for other in Card if other.suit is card.suit and other.order > card.order)
