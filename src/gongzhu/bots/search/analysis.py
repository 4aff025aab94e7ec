"""What a search finds: a distribution for every choice, and what it was estimated from."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.rules import Action

Aim = Literal["points", "game"]
"""Points, or near a game's end what the game is worth to the seat's side, 0 to 1: its chance to
win it, in Gong Zhu rather not to lose it."""


class Estimate(Struct, frozen=True):
    """A mean, and the 95 % interval that it lies in."""

    mean: float
    low: float
    high: float


class Choice(Struct, frozen=True, kw_only=True):
    """What one choice comes to."""

    action: Action
    value: Estimate
    """What choices are ranked by, more is better: the points of the seat's side less the average
    of its rivals', where more points are better, or what the game is worth near its end."""
    points: Estimate
    """The points that the seat's side scores in the deal, as the score sheet has them: in Hearts
    fewer are better."""
    behind: Estimate
    """How much less it is valued than the best choice, deal by deal on those that both were tried
    on: chance deals the same to both, so that this is known far better than either value."""
    points_behind: Estimate
    """The same of the points: above 0 where the best choice scores more of them."""
    captures: dict[Card, tuple[float, ...]]
    """How likely each seat captures the pig, the sheep and the doubler, as far as the rules count
    them, 0 to 1."""
    slam: tuple[float, ...]
    """How likely each seat captures all hearts, in Hearts shoots the moon, 0 to 1; partners who
    pool their piles together."""
    samples: int
    """How many deals this was estimated from."""


class Judgement(Struct, frozen=True):
    """What a search finds in a view of a seat that must act."""

    seat: Seat
    aim: Aim
    """What values are."""
    choices: tuple[Choice, ...]
    """The best first."""
    complete: bool
    """Whether every legal choice is here: of the ways to pass or to expose only the promising
    ones may be."""
