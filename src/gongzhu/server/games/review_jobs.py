"""Jobs for workers: review deals, and prepare reviews for pages and files."""

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
"""The random seed of all reviews. It is the same as in `gongzhu review`, so that a game and its
file get the same review."""
LONGEST = 600.0
"""Time limit for the review of one deal in seconds. Most take ten."""


class DealToReview(Struct, frozen=True):
    """A deal to be reviewed, as passed to a worker: its record and the players' names."""

    players: tuple[str, ...]
    """Names by seat."""
    record: bytes
    """The deal as a `DealRecord` in MessagePack."""


class DecisionFound(Struct, frozen=True, tag=True):
    """Progress of a review, sent by the worker: one more action is reviewed."""

    ply: int
    """Index of the action in the deal, as in `DealOutline.plies`."""
    decision: ReviewedDecision | None
    """The reviewed decision, or None if all choices came to the same, so that there was nothing to
    decide."""


class OutlineFound(Struct, frozen=True, tag=True):
    """Progress of a review, sent by the worker: all that does not depend on decisions is
    computed."""

    outline: DealOutline


Found = OutlineFound | DecisionFound


@stepwise(Priority.LONG, LONGEST)
def review_deal(record: bytes) -> Generator[Found, None, bytes]:
    """Review a deal, given as a `DealRecord` in MessagePack. Yields an `OutlineFound`, then a
    `DecisionFound` for each action, and returns the compressed review. Raises NotReady while the
    worker's kernels are not loaded."""
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
    """Check a file of records that is to be reviewed, and return its deals. Raises ApiError 422
    with a list of faults if the file does not verify."""
    records = yield from records_to_review(data, lang)
    return tuple(map(_to_review, records))


@job()
def deals_of_game(deals: bytes) -> tuple[DealToReview, ...]:
    """The deals of a finished game to be reviewed. `deals` is JSON as stored."""
    return tuple(_to_review(deal.record) for deal in read_deals(deals))


def _to_review(record: DealRecord) -> DealToReview:
    return DealToReview(record.players, msgpack.encode(record))


@job(Priority.SOON)
def tell_review(review: bytes, names: tuple[str, ...], lang: Lang) -> bytes:
    """Convert the compressed review of a deal to a `ToldDeal` in JSON, with texts in `lang`.
    `names` are the players' names by seat."""
    return json.encode(told_deal(unpack_review(review), lang, names))


@job()
def sum_reviews(reviews: tuple[bytes, ...]) -> bytes:
    """Summarise compressed reviews of deals: a list with one `SeatSummary` for each seat, in
    JSON."""
    return json.encode(summary_of(list(map(unpack_review, reviews))))


@job()
def read_reviews(reviews: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Decompress reviews of deals, each into JSON."""
    return tuple(json.encode(unpack_review(review)) for review in reviews)
