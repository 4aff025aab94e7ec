"""The decisions of several deals, added up for each seat."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct

from gongzhu.bots.search.analysis import Aim
from gongzhu.cards import Seat
from gongzhu.review.loss_class import LossClass
from gongzhu.review.loss_table import LossTable, loss_table
from gongzhu.review.losses import losses_of
from gongzhu.review.sheet import DealReview


class SeatSummary(Struct, frozen=True, kw_only=True):
    """A seat's decisions in several deals, those with the same aim."""

    seat: Seat
    aim: Aim
    """The unit of the losses."""
    classes: dict[LossClass, int]
    """Number of decisions of each class."""
    losses: LossTable


def summary_of(reviews: Sequence[DealReview]) -> tuple[SeatSummary, ...]:
    """The decisions of some deals, grouped by seat and then by aim."""
    classes: dict[tuple[Seat, Aim], Counter[LossClass]] = defaultdict(Counter)
    for review in reviews:
        for each in review.decisions:
            if each.classed is not None:
                classes[each.seat, each.aim][each.classed] += 1
    everyone = sorted({row.seat for review in reviews for row in review.ledger})
    return tuple(
        SeatSummary(seat=seat, aim=aim, classes=dict(classes[seat, aim]), losses=loss_table(losses))
        for seat in everyone
        for aim, losses in sorted(
            losses_of(reviews, [seat]).items(), key=lambda pair: pair[0] != "points"
        )
    )
