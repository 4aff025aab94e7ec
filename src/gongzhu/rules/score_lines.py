"""Scores broken down for readers: the points of each pile, line by line."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.rules.actions import Mode

LineKind = Literal[
    "hearts",
    "all_hearts",
    "pig",
    "sheep",
    "cards",
    "doubler",
    "lone_doubler",
    "cancelled_doubler",
    "slam",
    "slam_of_partner",
    "slam_of_another",
    "all_tricks",
    "all_tricks_of_another",
    "queen_of_diamonds",
]
"""Kinds of score lines. `cards`: point cards other than hearts, Q♠ and J♦. `slam`: the points for a
slam in the pile that made it. `slam_of_another`: the points that it costs a pile of another side;
`slam_of_partner`: always 0. `all_tricks` and `all_tricks_of_another`: the same for a pile that won
every trick."""

_FACTORS: dict[Mode, int] = {"open": 2, "down": 2, "up": 4}


class ScoreLine(Struct, frozen=True):
    """One line of a pile's score: points to add, or (kind `doubler`) a factor for the sum of all
    lines above."""

    kind: LineKind
    cards: tuple[Card, ...] = ()
    points: int = 0
    times: int = 1
    """In a `doubler` line, the factor for the sum above. In a `queen_of_diamonds` line, the number
    of tricks. In any other line, the exposing factor already included in `points`."""
    mode: Mode | None = None
    """The mode in which the line's key card was exposed (for hearts: that of A♥), or None if it was
    not."""


class PileScore(Struct, frozen=True):
    """The score of a pile, with the lines from which it is computed."""

    points: int
    lines: tuple[ScoreLine, ...]


class DealScore(Struct, frozen=True):
    """The scores of all piles in a deal, in the order of `piles(rules)`."""

    piles: tuple[PileScore, ...]
    instant_win: int | None = None
    """Index of the pile whose slam wins the game outright, or None if there is none."""
    slam: int | None = None
    """Index of the pile that has made a slam, or None if there is none."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each pile, in the order of `piles(rules)`."""
        return tuple(pile.points for pile in self.piles)


def factor(exposed: Mapping[Card, Mode], key: Card) -> int:
    """The factor of a key card: 1 if it is not exposed, 2 if exposed `open` or `down`, 4 if
    `up`."""
    mode = exposed.get(key)
    return _FACTORS[mode] if mode else 1


def sum_lines(lines: Sequence[ScoreLine]) -> int:
    """The points of a pile: the sum of its lines in order, where a `doubler` line multiplies the
    sum so far."""
    total = 0
    for line in lines:
        total = total * line.times if line.kind == "doubler" else total + line.points
    return total
