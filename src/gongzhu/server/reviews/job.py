"""One review: what is known of it, and the work that is left."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from gongzhu.records import DealRecord
from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.server.clerks.jobs import PackReview
from gongzhu.server.clerks.pool import ClerkPool
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.pool import ThinkerPool
from gongzhu.server.thinking.wire import Answer, ReviewQuestion

SEED = ""
"""As `gongzhu review` has it: the review of a game is that of its file."""
AT_ONCE = 4
"""Parts of a deal that are asked for at once, from as many processes as there are."""


class ReviewBroken(Exception):
    """A process broke off over a part of a review."""


class ReviewJob:
    """The review of some deals. It is made by `run`, and can be read at any time."""

    def __init__(
        self, name: str, records: Sequence[DealRecord], kept: Iterable[bytes] = ()
    ) -> None:
        """`kept`: the first deals, packed, if there are any."""
        self.name = name
        self.records = records
        self.packed = list(kept)
        """The deals that are done."""
        self.outline: DealOutline | None = None
        """Of the deal under way."""
        self._found: dict[int, ReviewedDecision | None] = {}
        """By ply, of the deal under way."""

    @property
    def done(self) -> bool:
        """True if there is nothing left to do."""
        return len(self.packed) == len(self.records)

    @property
    def looked_at(self) -> int:
        """Decisions of the deal under way that were looked at."""
        return len(self._found)

    @property
    def decisions(self) -> list[ReviewedDecision]:
        """Decisions of the deal under way up to the first one that is not known yet."""
        known = []
        for ply in self.outline.plies if self.outline is not None else ():
            if ply not in self._found:
                break
            found = self._found[ply]
            if found is not None:
                known.append(found)
        return known

    async def run(
        self,
        thinking: ThinkerPool,
        clerks: ClerkPool,
        asker: Asker,
        keep: Callable[[Sequence[bytes]], Awaitable[None]],
    ) -> None:
        """Review what is left; `keep` is given all deals, packed, whenever one is done.
        Raises ReviewBroken, ApiError, and what `keep` raises."""
        try:
            while not self.done:
                record = self.records[len(self.packed)]
                review = await self._deal(thinking, asker, record)
                made = await clerks.do_patiently(review, asker.address)
                await keep([*self.packed, *made.parts])
                self.packed += made.parts
                self._forget()
        finally:
            self._forget()

    def _forget(self) -> None:
        self.outline = None
        self._found = {}

    async def _deal(self, thinking: ThinkerPool, asker: Asker, record: DealRecord) -> PackReview:
        answer = await self._ask(thinking, asker, record, None)
        assert answer.outline is not None, "it was asked for"
        self.outline = answer.outline
        plies = iter(answer.outline.plies)

        async def take() -> None:
            for ply in plies:
                found = await self._ask(thinking, asker, record, ply)
                self._found[ply] = found.decision

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(take())
        return PackReview(self.outline, tuple(self.decisions))

    async def _ask(
        self, thinking: ThinkerPool, asker: Asker, record: DealRecord, ply: int | None
    ) -> Answer:
        answered: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

        def take(answer: Answer | None) -> None:
            if not answered.done():
                answered.set_result(answer)

        number = thinking.ask_background(ReviewQuestion(0, SEED, record, ply), take, asker)
        try:
            answer = await answered
        finally:
            thinking.give_up_background(number)
        if answer is None:
            raise ReviewBroken
        return answer
