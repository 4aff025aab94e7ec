"""Jobs for workers that make reviews of deals, and prepare reviews for pages and files."""

from collections.abc import Generator

from msgspec import Struct, json, msgpack

from gongzhu.records import DealRecord
from gongzhu.review import (
    DealOutline,
    ReviewedDecision,
    put_together,
    told_deal,
)
from gongzhu.review.loss_table import summary_of
from gongzhu.server.games.files import records_to_review
from gongzhu.server.games.packed_reviews import pack_review, unpack_review
from gongzhu.server.live.finished_game import read_deals
from gongzhu.server.work.choosing import REVIEWS, ready
from gongzhu.server.work.job import NotReady, Priority, job, stepwise
from gongzhu.texts import Lang

SEED = ""
"""The seed of all reviews, the same as for `gongzhu review`, so that reviewing a game and reviewing
its file give the same."""
LONGEST = 600.0
"""Time limit for the review of a deal in seconds; most take ten."""


class DealToReview(Struct, frozen=True):
    """A deal that is to be reviewed: its record, and the players' names."""

    players: tuple[str, ...]
    record: bytes
    """The deal as a `DealRecord` in MessagePack."""


class DecisionFound(Struct, frozen=True, tag=True):
    """Progress of a review: an action was reviewed."""

    ply: int
    decision: ReviewedDecision | None
    """The reviewed decision; None if all choices came to the same, so there was none to make."""


class OutlineFound(Struct, frozen=True, tag=True):
    """Progress of a review: everything is known that does not depend on the decisions."""

    outline: DealOutline


Found = OutlineFound | DecisionFound


@stepwise(Priority.LONG, LONGEST)
def review_deal(record: bytes) -> Generator[Found, None, bytes]:
    """Review a deal given as a `DealRecord` in MessagePack. Yields an `OutlineFound` and then a
    `DecisionFound` for each action, and returns the compressed review. Raises NotReady."""
    # This import loads the kernels, and other jobs should not wait for that.
    from gongzhu.review.deal_review import DealReviewer

    if not ready(REVIEWS, 0):
        raise NotReady
    reviewer = DealReviewer(msgpack.decode(record, type=DealRecord), SEED)
    outline = reviewer.outline()
    yield OutlineFound(outline)
    decisions = []
    for ply in outline.plies:
        decision = reviewer.decision(ply)
        if decision is not None:
            decisions.append(decision)
        yield DecisionFound(ply, decision)
    return pack_review(put_together(outline, decisions))


@stepwise()
def deals_of_file(data: bytes, lang: Lang) -> Generator[None, None, tuple[DealToReview, ...]]:
    """Read a file that is to be reviewed; returns its deals. Raises an ApiError that says what is
    wrong, and where in the file."""
    records = yield from records_to_review(data, lang)
    return tuple(map(_to_review, records))


@job()
def deals_of_game(deals: bytes) -> tuple[DealToReview, ...]:
    """The deals of a finished game, given as stored, ready to be reviewed."""
    return tuple(_to_review(deal.record) for deal in read_deals(deals))


def _to_review(record: DealRecord) -> DealToReview:
    return DealToReview(record.players, msgpack.encode(record))


@job(Priority.SOON)
def tell_review(review: bytes, names: tuple[str, ...], lang: Lang) -> bytes:
    """Put the compressed review of a deal into words, as a `ToldDeal` in JSON."""
    return json.encode(told_deal(unpack_review(review), lang, names))


@job()
def sum_reviews(reviews: tuple[bytes, ...]) -> bytes:
    """Add up compressed reviews of deals: a list of `SeatSummary` in JSON."""
    return json.encode(summary_of(list(map(unpack_review, reviews))))


@job()
def read_reviews(reviews: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Decompress reviews of deals; returns each as JSON."""
    return tuple(json.encode(unpack_review(review)) for review in reviews)
