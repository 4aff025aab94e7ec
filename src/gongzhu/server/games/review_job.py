"""The review of one game or file: its finished deals, and the work that is left."""

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
    """The deal that is being reviewed."""

    number: int
    """Number of the deal in the game, from 1."""
    done: int
    """Number of decisions that are reviewed so far."""
    of: int
    """Number of decisions to review in all; 0 while that is not known."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, as in a finished deal; empty while they are not
    known."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points during the deal, as in a finished deal; empty while they are not
    known."""
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


class ReviewJob:
    """The review of some deals. `run` makes it, and it can be read at any time meanwhile."""

    def __init__(
        self, name: str, deals: Sequence[DealToReview], kept: Iterable[bytes] = ()
    ) -> None:
        """Prepare the review of `deals`; `kept` are the compressed reviews of the first of them, if
        some are already done."""
        self.name = name
        self.deals = deals
        self.packed = list(kept)
        """Compressed reviews of the deals that are done."""
        self.outline: DealOutline | None = None
        """What is known of the deal under way apart from its decisions; None until it is known."""
        self.decisions: list[ReviewedDecision] = []
        """Reviewed decisions of the deal under way, in order."""
        self.looked_at = 0
        """Number of actions of the deal under way that were reviewed."""
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
        """Review the deals that are left. After each deal, `keep` is called with the compressed
        reviews of all deals so far. Raises ApiError, and the errors of `keep`."""
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
        if isinstance(found, OutlineFound):
            self.outline = found.outline
            return
        self.looked_at += 1
        if found.decision is not None:
            self.decisions.append(found.decision)

    def _forget(self) -> None:
        self.outline = None
        self.decisions, self.looked_at = [], 0
        self._ticket = None
