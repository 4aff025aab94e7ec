"""One review: what is known of it, and the work that is left."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import Asker
from gongzhu.server.work.reviewing import DealToReview, Found, OutlineFound, review_deal
from gongzhu.server.work.ticket import Ticket


class ReviewJob:
    """The review of some deals. It is made by `run`, and can be read at any time."""

    def __init__(
        self, name: str, deals: Sequence[DealToReview], kept: Iterable[bytes] = ()
    ) -> None:
        """`kept`: the first deals, packed, if there are any."""
        self.name = name
        self.deals = deals
        self.packed = list(kept)
        """The deals that are done."""
        self.outline: DealOutline | None = None
        """Of the deal under way."""
        self.decisions: list[ReviewedDecision] = []
        """Of the deal under way, in order."""
        self.looked_at = 0
        """Actions of the deal under way that were looked at."""
        self._ticket: Ticket[bytes] | None = None

    @property
    def done(self) -> bool:
        """True if there is nothing left to do."""
        return len(self.packed) == len(self.deals)

    @property
    def waits(self) -> bool:
        """True while no worker is free for it."""
        return self._ticket is not None and self._ticket.handed_out is None

    async def run(
        self,
        pool: WorkerPool,
        asker: Asker,
        keep: Callable[[Sequence[bytes]], Awaitable[None]],
    ) -> None:
        """Review what is left; `keep` is given all deals, packed, whenever one is done.
        Raises ApiError, and what `keep` raises."""
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
