"""The result of a search: estimates for every choice of a seat, with their errors."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.rules import Action

Aim = Literal["points", "game"]
"""The unit of values: points, or near a game's end the value of the game to the seat's side, 0 to
1. This value is the chance to win the game; in Gong Zhu it is mainly the chance not to lose it.
`game` is used only if the choices differ in it by more than the error."""

LEVEL_GAMES = 0.002
"""Choices that differ by no more than this in the value of the game count as equal, even if the
difference is certain."""


class Estimate(Struct, frozen=True):
    """A mean with its 95% confidence interval."""

    mean: float
    """The estimated mean."""
    low: float
    """Lower end of the interval."""
    high: float
    """Upper end of the interval."""

    def rounded(self, digits: int) -> "Estimate":
        """The estimate with its three numbers rounded to `digits` decimals."""
        return Estimate(*(round(value, digits) for value in (self.mean, self.low, self.high)))


class AnalysedChoice(Struct, frozen=True, kw_only=True):
    """An action that the seat may choose, with the estimates of the search for it."""

    action: Action
    value: Estimate
    """Expected utility; more is better. It is the value of the game, or points of the seat's side
    minus the average of its rivals', or near a game's end that no choice changes, the side's points
    alone. The sign of points is reversed in Hearts."""
    points: Estimate
    """Points of the seat's side in the deal, as on the score sheet: in Hearts fewer are better."""
    behind: Estimate
    """Value of the best choice minus this one's, by which choices are ordered. It is a paired
    difference over common deals, so its error is much smaller than that of either value. The mean
    is never below 0: if rollouts prefer this choice, the prior has decided against it, or points
    have decided between equal values of the game."""
    points_behind: Estimate
    """Points of the best choice minus this one's, both as on the score sheet: above 0 if the best
    choice scores more of them."""
    captures: dict[Card, tuple[float, ...]]
    """For each of the pig, the sheep and the doubler that the rules count: the probability for each
    seat to capture it, 0 to 1."""
    slam: tuple[float, ...]
    """The probability for each seat to capture all hearts, in Hearts to shoot the moon, 0 to 1;
    partners who pool their piles do it together."""
    samples: int
    """Number of deals from which this was estimated."""


class Analysis(Struct, frozen=True):
    """The result of a search for a seat that must act: its choices with their estimates, the best
    first."""

    seat: Seat
    """The seat that must act."""
    aim: Aim
    """The unit of the values of choices: points, or the value of the game."""
    choices: tuple[AnalysedChoice, ...]
    """The best choice, as decided by rollouts and prior together, comes first, along with any that
    are equivalent to it or tie. The others follow in ascending order of the mean of `behind`."""
    complete: bool
    """True if every legal action except claims is included. False for a choice of cards to pass,
    of which only promising ones are searched."""
