"""Scores in a form that people can read: the points of each pile, line by line."""

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
    "slam_of_another",
    "all_tricks",
    "queen_of_diamonds",
]
"""Kinds of score lines: `cards` are point cards other than hearts, Q♠ and J♦, `slam` is what a slam
pays its own pile and `slam_of_another` what it costs the others."""

_FACTORS: dict[Mode, int] = {"open": 2, "down": 2, "up": 4}


class ScoreLine(Struct, frozen=True):
    """One line of the sum: points to add, or a factor for everything above it."""

    kind: LineKind
    cards: tuple[Card, ...] = ()
    points: int = 0
    times: int = 1
    """In a line of points, the exposing factor that they already include; in a `doubler` line, what
    the sum above is multiplied by."""
    mode: Mode | None = None
    """The manner in which the key card of the line was exposed; for hearts, that of A♥."""


class PileScore(Struct, frozen=True):
    """The score of a pile, with the lines that make it up."""

    points: int
    lines: tuple[ScoreLine, ...]


class DealScore(Struct, frozen=True):
    """The scores of a deal."""

    piles: tuple[PileScore, ...]
    instant_win: int | None = None
    """The pile that wins the game outright."""
    slam: int | None = None
    """The pile that has made the slam."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each pile."""
        return tuple(pile.points for pile in self.piles)


def factor(exposed: Mapping[Card, Mode], key: Card) -> int:
    """The factor for an exposed key card: 1 if it is not exposed, otherwise 2 or 4."""
    mode = exposed.get(key)
    return _FACTORS[mode] if mode else 1


def sum_lines(lines: Sequence[ScoreLine]) -> int:
    """The sum of the lines, in order; a doubler multiplies the sum of the lines above it."""
    total = 0
    for line in lines:
        total = total * line.times if line.kind == "doubler" else total + line.points
    return total
