"""Jobs about the reviews of deals."""

from collections.abc import Generator

from msgspec import Struct, json, msgpack

from gongzhu.records import DealRecord
from gongzhu.review import DealOutline, ReviewedDecision, put_together, told_deal
from gongzhu.review.summary import summary_of
from gongzhu.server.games import read_deals
from gongzhu.server.reviews.packing import pack_review, unpack_review
from gongzhu.server.work.files import records_to_review
from gongzhu.server.work.job import NotReady, Priority, job, stepwise
from gongzhu.server.work.kernels import REVIEWS, ready
from gongzhu.texts import Lang

SEED = ""
"""As `gongzhu review` has it: the review of a game is that of its file."""
LONGEST = 600.0
"""Seconds for the review of a deal; most take ten."""


class DealToReview(Struct, frozen=True):
    """A deal that is to be reviewed."""

    players: tuple[str, ...]
    record: bytes
    """A `DealRecord` in MessagePack."""


class DecisionFound(Struct, frozen=True, tag=True):
    """An action was looked at."""

    ply: int
    decision: ReviewedDecision | None
    """None: it was no decision."""


class OutlineFound(Struct, frozen=True, tag=True):
    """The outline is known."""

    outline: DealOutline


Found = OutlineFound | DecisionFound


@stepwise(Priority.LONG, LONGEST)
def review_deal(record: bytes) -> Generator[Found, None, bytes]:
    """The review of a deal, packed; what is found is told as it comes. Raises NotReady."""
    # It takes the kernels, which other jobs should not wait for.
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
    """The deals of a file that is to be reviewed. Raises ApiError that says what is wrong where."""
    records = yield from records_to_review(data, lang)
    return tuple(map(_to_review, records))


@job()
def deals_of_game(deals: bytes) -> tuple[DealToReview, ...]:
    """The deals of a finished game."""
    return tuple(_to_review(deal.record) for deal in read_deals(deals))


def _to_review(record: DealRecord) -> DealToReview:
    return DealToReview(record.players, msgpack.encode(record))


@job(Priority.SOON)
def tell_review(review: bytes, names: tuple[str, ...], lang: Lang) -> bytes:
    """A packed review in words: `ToldDeal`, in JSON."""
    return json.encode(told_deal(unpack_review(review), lang, names))


@job()
def sum_reviews(reviews: tuple[bytes, ...]) -> bytes:
    """Packed reviews added up: a list of `SeatSummary`, in JSON."""
    return json.encode(summary_of(list(map(unpack_review, reviews))))


@job()
def read_reviews(reviews: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Packed reviews, each in JSON."""
    return tuple(json.encode(unpack_review(review)) for review in reviews)
