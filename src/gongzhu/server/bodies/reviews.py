"""The bodies of the HTTP API that reviews have."""

from typing import Literal

from msgspec import Struct

from gongzhu.review.sheet import ExpectedPoints, ToldDeal, ToldDecision
from gongzhu.review.summary import SeatSummary

ReviewState = Literal["none", "running", "paused", "done"]


class DealUnderWay(Struct, frozen=True):
    """The deal that is being reviewed."""

    number: int
    """Of the deal, from 1."""
    done: int
    """Decisions that were looked at."""
    of: int
    """Decisions that are to be looked at; 0 while that is not known."""
    bins: tuple[int, ...]
    """As the deal will have them; empty while they are not known."""
    expected: tuple[ExpectedPoints, ...]
    """Likewise."""
    decisions: tuple[ToldDecision, ...]
    """Those that are known by now, in order, without the first `have`."""


class GameReview(Struct, frozen=True):
    """GET /api/games/{game}/review?lang=&from=&have=: the review of a finished game as far as it
    has come, for those who may review it: its players, and everybody once it was played at a public
    table that has finished its next game, or is closed. Answers with an ETag.

    `from` is the number of the first deal that is wanted, 1 where nothing is said; ten deals at
    most are told. `have` is the number of decisions of the deal under way that are known already.

    POST /api/games/{game}/review begins it, or goes on with one that was paused, and answers the
    same. POST /api/reviews with a file of records (JSONL or text form, at most 1 MB) as the body
    begins the review of its deals, which GET /api/reviews/{review} tells for half an hour after it
    was asked for last.
    """

    review: str
    """The game, or the name by which the review of a file is asked for."""
    state: ReviewState
    """none: nobody has asked for it; paused: a part is kept, and it goes on when somebody asks."""
    count: int
    """Of all deals."""
    done: int
    """Deals that are reviewed."""
    first: int
    """The number of the first deal that is here."""
    deals: tuple[ToldDeal, ...]
    under_way: DealUnderWay | None
    waiting: bool
    """True while no process is free for it."""
    summary: tuple[SeatSummary, ...]
    """Of all deals that are reviewed."""
