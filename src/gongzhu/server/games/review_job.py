"""The review of one game or uploaded file: the deals, and how far each is reviewed."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.review.loss_table import SeatSummary
from gongzhu.review.sheet import ExpectedPoints, ToldDeal, ToldDecision
from gongzhu.server.edge.limits import Asker
from gongzhu.server.games.review_jobs import (
    DealToReview,
    Found,
    OutlineFound,
    review_deal,
)
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import Ticket

ReviewState = Literal["none", "running", "paused", "done"]


class DealUnderWay(Struct, frozen=True):
    """The progress of the deal that is being reviewed, as sent to a client."""

    number: int
    """Number of the deal in the game, counted from 1."""
    done: int
    """Number of actions reviewed so far."""
    of: int
    """Number of actions to review, or 0 while it is not known."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, as in `ToldDeal`, or empty while they are not
    known."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points in the course of the deal, as in `ToldDeal`, or empty while they are not
    known."""
    decisions: tuple[ToldDecision, ...]
    """The decisions reviewed so far, in order, without the first `have` of them."""


class GameReview(Struct, frozen=True):
    """GET /api/games/{game}/review?lang=&from=&have=: the review of a finished game as far as it is
    done, for the players of the game. If its table was public, it is for everyone once the table
    has finished its next game or is closed. The response has an ETag.

    `from` is the number of the first deal to send (by default 1). At most ten deals are sent.
    `have` is the number of decisions that the client already has of the deal under review.

    POST /api/games/{game}/review starts or continues the review, with the same response. POST
    /api/reviews, with a file of records as the body (JSON lines or text, at most 1 MB), starts the
    review of its deals. GET /api/reviews/{review} responds with it until half an hour after the
    last request.
    """

    review: str
    """Id of the game, or for an uploaded file, the id of the review in requests."""
    state: ReviewState
    """`none`: the review was never requested. `paused`: a part of it is stored, and it continues
    when it is requested again."""
    count: int
    """Number of all deals of the game."""
    done: int
    """Number of deals that are reviewed."""
    first: int
    """Number of the first deal in `deals`, counted from 1."""
    deals: tuple[ToldDeal, ...]
    """The requested deals that are reviewed, in order."""
    under_way: DealUnderWay | None
    """The deal that is being reviewed, or None if there is none."""
    waiting: bool
    """True while no worker is free for the review."""
    summary: tuple[SeatSummary, ...]
    """Summary for each seat of all reviewed deals."""


class ReviewJob:
    """The review of all deals of a game or an uploaded file. `Reviews` creates it. `run` computes
    it, and its fields can be read meanwhile."""

    def __init__(
        self, name: str, deals: Sequence[DealToReview], kept: Iterable[bytes] = ()
    ) -> None:
        """`name` is the id of the game, or a random id for an uploaded file. `kept` has the
        compressed reviews of the first deals, if some are done."""
        self.name = name
        self.deals = deals
        self.packed = list(kept)
        """Compressed reviews of the finished deals, in order."""
        self.outline: DealOutline | None = None
        """All that is known of the deal under way apart from its decisions, or None until a worker
        has sent it."""
        self.decisions: list[ReviewedDecision] = []
        """Reviewed decisions of the deal under way, in order."""
        self.looked_at = 0
        """Number of actions of the deal under way that are reviewed."""
        self._ticket: Ticket[bytes] | None = None

    @property
    def done(self) -> bool:
        """True if all deals are reviewed."""
        return len(self.packed) == len(self.deals)

    @property
    def waits(self) -> bool:
        """True while the review waits for a free worker."""
        return self._ticket is not None and self._ticket.handed_out is None

    async def run(
        self,
        pool: WorkerPool,
        asker: Asker,
        keep: Callable[[Sequence[bytes]], Awaitable[None]],
    ) -> None:
        """Review the remaining deals, one after the other. After each deal, `keep` is awaited with
        the compressed reviews of all deals so far. The computing time is charged to `asker`. Raises
        ApiError, and the errors of `keep`."""
        try:
            while not self.done:
                body = review_deal.pack(self.deals[len(self.packed)].record)
                self._ticket = pool.begin(review_deal, asker, body, line=None, step=self._found)
                made = await pool.answer(self._ticket)
                await keep([*self.packed, made])
                self.packed.append(made)
                self._forget()
        finally:
            self._forget()

    def _found(self, found: Found) -> None:
        """Receive the progress of the deal under way."""
        if isinstance(found, OutlineFound):
            self.outline = found.outline
            return
        self.looked_at += 1
        if found.decision is not None:
            self.decisions.append(found.decision)

    def _forget(self) -> None:
        """Drop the progress of the deal under way."""
        self.outline = None
        self.decisions, self.looked_at = [], 0
        self._ticket = None
