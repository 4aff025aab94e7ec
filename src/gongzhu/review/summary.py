"""The decisions of several deals, added up for each seat."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev
from typing import TypeVar

from msgspec import Struct

from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Seat
from gongzhu.review.loss_class import LossClass
from gongzhu.review.sheet import DealReview, Matter, Part, ReviewedDecision

Z_95 = 1.96
"""Standard errors on either side of a mean that make its 95 % interval."""

Key = TypeVar("Key", Part, Matter)


class LossSum(Struct, frozen=True):
    """The losses of some decisions, in the unit of the summary."""

    decisions: int
    best: int
    """Those of which nothing was found to be better."""
    loss: float
    """Of all of them together."""
    average: Estimate
    """A decision, with the 95 % interval in which it would be over many deals like these."""


class SeatSummary(Struct, frozen=True, kw_only=True):
    """A seat's decisions in several deals, those with the same aim."""

    seat: Seat
    aim: Aim
    """The unit of the losses."""
    deals: int
    total: LossSum
    classes: dict[LossClass, int]
    """Decisions of each class."""
    parts: dict[Part, LossSum]
    """By the part of the deal."""
    matters: dict[Matter, LossSum]
    """Of the decisions with a class, by what they were about."""


def summary_of(reviews: Sequence[DealReview]) -> tuple[SeatSummary, ...]:
    """The decisions of some deals by seat, and within it by aim."""
    decisions: dict[tuple[Seat, Aim], list[ReviewedDecision]] = defaultdict(list)
    deals: Counter[tuple[Seat, Aim]] = Counter()
    for review in reviews:
        for each in review.decisions:
            decisions[each.seat, each.aim].append(each)
        deals.update({(each.seat, each.aim) for each in review.decisions})
    return tuple(
        SeatSummary(
            seat=seat,
            aim=aim,
            deals=deals[seat, aim],
            total=_sum(found),
            classes=dict(Counter(each.classed for each in found if each.classed is not None)),
            parts=_by((each.part, each) for each in found),
            matters=_by((each.matter, each) for each in found if each.matter is not None),
        )
        for (seat, aim), found in sorted(
            decisions.items(), key=lambda item: (item[0][0], item[0][1] != "points")
        )
    )


def _by(decisions: Iterable[tuple[Key, ReviewedDecision]]) -> dict[Key, LossSum]:
    groups: dict[Key, list[ReviewedDecision]] = defaultdict(list)
    for key, each in decisions:
        groups[key].append(each)
    return {key: _sum(group) for key, group in groups.items()}


def _sum(decisions: Sequence[ReviewedDecision]) -> LossSum:
    losses = [each.loss.mean for each in decisions]
    mean = fmean(losses)
    error = Z_95 * stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else mean
    return LossSum(
        len(losses),
        sum(each.action == each.best for each in decisions),
        sum(losses),
        Estimate(mean, max(0.0, mean - error), mean + error),
    )
