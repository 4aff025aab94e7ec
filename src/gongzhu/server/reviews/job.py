"""One review of a game or file: its finished deals, and the work that is left."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import Asker
from gongzhu.server.work.reviewing import DealToReview, Found, OutlineFound, review_deal
from gongzhu.server.work.ticket import Ticket


class ReviewJob:
    """The review of some deals. `run` makes it, and it can be read at any time meanwhile."""

    def __init__(
        self, name: str, deals: Sequence[DealToReview], kept: Iterable[bytes] = ()
    ) -> None:
        """`kept`: packed reviews of the first deals, if some are already done."""
        self.name = name
        self.deals = deals
        self.packed = list(kept)
        """Packed reviews of the deals that are done."""
        self.outline: DealOutline | None = None
        """Outline of the deal under way; None until it is known."""
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
        """Review the deals that are left. After each deal, `keep` is called with the packed reviews
        of all deals so far. Raises ApiError, and the errors of `keep`."""
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
