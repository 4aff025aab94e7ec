"""Bodies of the HTTP API for reviews of games."""

from typing import Literal

from msgspec import Struct

from gongzhu.review.loss_table import SeatSummary
from gongzhu.review.sheet import ExpectedPoints, ToldDeal, ToldDecision

ReviewState = Literal["none", "running", "paused", "done"]


class DealUnderWay(Struct, frozen=True):
    """The deal that is being reviewed."""

    number: int
    """Number of the deal in the game, from 1."""
    done: int
    """Number of decisions reviewed so far."""
    of: int
    """Number of decisions to review in all; 0 while that is not known."""
    bins: tuple[int, ...]
    """The same as `bins` of the finished deal; empty while they are not known."""
    expected: tuple[ExpectedPoints, ...]
    """The same as `expected` of the finished deal; empty while they are not known."""
    decisions: tuple[ToldDecision, ...]
    """The decisions reviewed so far, in order, except the first `have` of them."""


class GameReview(Struct, frozen=True):
    """GET /api/games/{game}/review?lang=&from=&have=: the review of a finished game, as far as it
    is done, for those who may review the game: its players, and if its table was public everyone,
    once the table has finished its next game or is closed. Answers with an ETag.

    `from` is the number of the first deal to send, by default 1; at most ten deals are sent. `have`
    is the number of decisions of the deal under review that the client already has.

    POST /api/games/{game}/review begins the review, or continues one that was paused, and answers
    the same. POST /api/reviews with a file of records (JSONL or text form, at most 1 MB) as the
    body begins the review of its deals, which GET /api/reviews/{review} gives until half an hour
    after it was last asked for.
    """

    review: str
    """Id of the game, or the name of the review of a file in requests."""
    state: ReviewState
    """`none`: the review was never asked for; `paused`: a part of it is kept, and it continues when
    it is asked for again."""
    count: int
    """Number of all deals of the game."""
    done: int
    """Number of deals that are reviewed."""
    first: int
    """Number of the first deal in `deals`."""
    deals: tuple[ToldDeal, ...]
    under_way: DealUnderWay | None
    waiting: bool
    """True while no worker is free for the review."""
    summary: tuple[SeatSummary, ...]
    """Summary by seat of all deals that are reviewed."""
