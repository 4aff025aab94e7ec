"""The result of a search: a distribution for every choice, and the sample it was estimated from."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.rules import Action

Aim = Literal["points", "game"]
"""The unit of values: points, or near a game's end the value of the game to the seat's side, 0 to
1. That is the chance to win it, and in Gong Zhu above all not to lose it. It is `game` only where
choices differ in it by more than the error."""

LEVEL_GAMES = 0.002
"""The difference in value of the game up to which choices count as level, however sure it is."""


class Estimate(Struct, frozen=True):
    """A mean with its 95% confidence interval."""

    mean: float
    low: float
    high: float


class AnalysedChoice(Struct, frozen=True, kw_only=True):
    """An action that the seat may choose, with what the search estimates for it."""

    action: Action
    value: Estimate
    """Expected utility; more is better. The value of the game, or points of the seat's side: less
    the average of its rivals', but alone near a game's end that no choice changes. Their sign is
    turned in Hearts."""
    points: Estimate
    """Points of the seat's side in the deal as the score sheet has them: in Hearts fewer are
    better."""
    behind: Estimate
    """Value of the best choice minus this one's, by which choices are ordered: a paired difference
    over the deals that both were rolled out on, so that its error is far smaller than that of
    either value. Never below 0: where rollouts find this one better, the prior has decided against
    it, or between equal chances of the game the points have."""
    points_behind: Estimate
    """The same for points: above 0 where the best choice scores more of them."""
    captures: dict[Card, tuple[float, ...]]
    """By card, the probability for each seat to capture it, 0 to 1: the pig, the sheep and the
    doubler, those of them that the rules count."""
    slam: tuple[float, ...]
    """The probability for each seat to capture all hearts, in Hearts to shoot the moon, 0 to 1;
    partners who pool their piles do it together."""
    samples: int
    """Deals that this was estimated from."""


class Analysis(Struct, frozen=True):
    """The result of a search for a seat that must act."""

    seat: Seat
    aim: Aim
    """The unit of the values."""
    choices: tuple[AnalysedChoice, ...]
    """The best first, as the search takes it, by rollouts and its prior; then by `behind`."""
    complete: bool
    """True if every legal choice is here; of the passes only the promising ones are."""
