"""Adds up the losses of decisions over deals: in total, by part of the deal, and by subject.
`levels_measured` returns such sums for bots of each level.

Confidence intervals treat deals as independent, since the decisions within one deal depend on each
other.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Seat
from gongzhu.review.sheet import DealReview, JudgedDecision, Matter, Part
from gongzhu.rules.options import Family
from gongzhu.stats.spread import Sums, t95


class Lost(Sums, Struct, frozen=True, array_like=True):
    """Sums over deals of the losses of decisions, from which an average and its confidence interval
    are computed."""

    loss: float = 0.0
    """The sum of all losses."""
    squared: float = 0.0
    """The sum over deals of the square of a deal's total loss."""
    weighed: float = 0.0
    """The sum over deals of a deal's total loss times the number of its decisions."""


class LossSums(Sums, Struct, frozen=True):
    """Sums over deals of the numbers of decisions and of their losses."""

    deals: int = 0
    """Number of deals with at least one decision that is counted here."""
    decisions: int = 0
    """Number of decisions."""
    squared: int = 0
    """The sum over deals of the square of the number of a deal's decisions."""
    best: int = 0
    """Number of decisions in which no better choice than the one made was found."""
    lost: Lost = Lost()
    """Losses of all the decisions."""
    matters: dict[Matter, Lost] = {}
    """Losses of the decisions that were classified as mistakes, by their subject."""

    @classmethod
    def of_deal(cls, decisions: Sequence[JudgedDecision]) -> "LossSums":
        """The sums for the decisions of one deal, at least one."""
        count = len(decisions)

        def lost(found: Iterable[JudgedDecision]) -> Lost:
            loss = sum(each.loss.mean for each in found)
            return Lost(loss, loss * loss, loss * count)

        matters = sorted({each.matter for each in decisions if each.matter is not None})
        return cls(
            deals=1,
            decisions=count,
            squared=count * count,
            best=sum(each.action == each.best for each in decisions),
            lost=lost(decisions),
            matters={
                matter: lost(each for each in decisions if each.matter == matter)
                for matter in matters
            },
        )

    @property
    def average(self) -> Estimate:
        """The average loss per decision, with its 95% interval."""
        return self._average(self.lost)

    def average_in(self, matter: Matter) -> Estimate:
        """The part of the average loss per decision that comes from mistakes with this subject,
        with its 95% interval; 0 if there are none."""
        return self._average(self.matters.get(matter, Lost()))

    def _average(self, lost: Lost) -> Estimate:
        """The ratio of the sum of losses to the number of decisions, with its 95% interval over
        deals. The spread cannot be estimated from one deal, so the interval is then from 0 to twice
        the mean."""
        mean = lost.loss / self.decisions
        error = mean
        if self.deals > 1:
            squares = lost.squared - 2 * mean * lost.weighed + mean * mean * self.squared
            variance = max(0.0, squares) * self.deals / (self.deals - 1)
            error = t95(self.deals - 1) * variance**0.5 / self.decisions
        return Estimate(mean, max(0.0, mean - error), mean + error)


class Losses(Sums, Struct, frozen=True, omit_defaults=True):
    """The losses of a player or of a bot level in one unit: in total, and by part of the deal such
    as passing or leading."""

    total: LossSums = LossSums()
    """The sums over all decisions."""
    parts: dict[Part, LossSums] = {}
    """The sums by part of the deal."""


def losses_of(reviews: Iterable[DealReview], seats: Sequence[Seat]) -> dict[Aim, Losses]:
    """The losses of the players in `seats`, added up over reviewed deals, by unit: some decisions
    are judged by points, others by the value of the game. A unit without decisions is missing."""
    found: dict[Aim, Losses] = {}
    for review in reviews:
        own = [each for each in review.decisions if each.seat in seats]
        for aim in sorted({each.aim for each in own}):
            decisions = [each for each in own if each.aim == aim]
            parts = sorted({each.part for each in decisions})
            deal = Losses(
                LossSums.of_deal(decisions),
                {
                    part: LossSums.of_deal([each for each in decisions if each.part == part])
                    for part in parts
                },
            )
            found[aim] = found.get(aim, Losses()) + deal
    return found


FILE = "levels.json"
"""Name of the file with the measured losses of the bot levels, in the same folder as this
module."""


class LevelLosses(Struct, frozen=True):
    """The losses of one level, measured in games of four bots of that level."""

    level: str
    """Key of the level."""
    deals: int
    """Number of deals played."""
    losses: dict[Aim, Losses]
    """The losses, by their unit."""


class LevelsMeasured(Struct, frozen=True):
    """The losses of all bot levels, measured under one preset of each of the two games."""

    made_of: str
    """A hash of the levels' weights, settings and choices. If it has changed, the losses should be
    measured again."""
    presets: dict[Family, str]
    """Name of the preset under which each of the two games was measured."""
    levels: dict[Family, tuple[LevelLosses, ...]]
    """The losses of the levels in each game, from the weakest level to the strongest."""


@cache
def levels_measured() -> LevelsMeasured:
    """The losses of all bot levels, read from the file that comes with the program."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=LevelsMeasured)
