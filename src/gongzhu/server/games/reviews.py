"""The reviews that a server computes: each once, and at most one at a time for each account and
network address."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any

import structlog
from msgspec import Raw, Struct

from gongzhu.review import told_decision
from gongzhu.server.background import end
from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError, problem_of
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.games.history import Histories
from gongzhu.server.games.packed_reviews import read_packed, write_packed
from gongzhu.server.games.pages import Kept, Key
from gongzhu.server.games.review_job import DealUnderWay, GameReview, ReviewJob, ReviewState
from gongzhu.server.games.review_jobs import (
    deals_of_file,
    deals_of_game,
    sum_reviews,
    tell_review,
)
from gongzhu.server.live.finished_game import names_shown
from gongzhu.server.live.services import Services
from gongzhu.store import GameRow, StoreError
from gongzhu.store.game_archive import key_of_review
from gongzhu.texts import Lang

PAGE = 10
"""Largest number of deals in one response."""
REMEMBERED = 64
"""Number of games whose reviews are kept in memory. Beyond it, those not under way are dropped."""
FILES = 32
"""Number of uploaded files whose reviews are kept. Beyond it, those not under way are deleted."""
FILE_MS = 30 * 60 * 1000
"""Milliseconds after the last request for which the review of an uploaded file is kept."""
ROOM = 16 << 20
"""Size in bytes of the cache of converted reviews."""
log = structlog.get_logger()


class _Running(Struct, eq=False):
    """A review that is being computed: who requested it, and its task."""

    asker: Asker
    """The account and address that requested it."""
    task: asyncio.Task[None]


class _File(Struct, eq=False):
    """The review of an uploaded file, and the time of the last request for it (milliseconds since
    1970)."""

    job: ReviewJob
    """The review's progress and its deals."""
    asked_ms: int
    """The time of the last request."""


class Reviews:
    """Computes the reviews of a server, and keeps the latest in memory."""

    def __init__(self, services: Services, histories: Histories, finished: FinishedDeals) -> None:
        self._store = services.store
        self._pool = services.pool
        self._histories = histories
        self._finished = finished
        self._clock = services.clock
        self._entropy = services.entropy
        self._games: OrderedDict[str, ReviewJob] = OrderedDict()
        self._files: OrderedDict[str, _File] = OrderedDict()
        self._running: dict[ReviewJob, _Running] = {}
        self._told = Kept(ROOM)

    async def stop(self) -> None:
        """Cancel all reviews. Finished deals of games under review are stored already."""
        await end(running.task for running in self._running.values())

    async def game(self, row: GameRow, who: str) -> ReviewJob:
        """The review of a finished game as far as it is done, from memory or from the store. This
        does not start it. `who` is the network address that the computing time is charged to.
        Raises ApiError and StoreError."""
        job = self._games.get(row.id)
        if job is None:
            deals = await self._finished.of_game(row.id)
            found = await self._pool.do(deals_of_game, Asker("", who), deals)
            kept = await self._store.setting(key_of_review(row.id))
            packed = read_packed(kept) if kept is not None else ()
            job = self._games.setdefault(row.id, ReviewJob(row.id, found, packed))
        self._games.move_to_end(row.id)
        for name in [name for name, one in self._games.items() if one not in self._running]:
            if len(self._games) <= REMEMBERED:
                break
            del self._games[name]
        return job

    async def file(self, data: bytes, lang: Lang, asker: Asker) -> ReviewJob:
        """Start the review of the deals in an uploaded file (`data`). The computing time is charged
        to `asker`. Raises ApiError 422 if the file does not verify, and ApiError 429 if the account
        or address of `asker` has a review under way."""
        self._refuse_second(None, asker)
        deals = await self._pool.do(deals_of_file, asker, data, lang)
        job = ReviewJob(self._entropy(16).hex(), deals)
        self.begin(job, asker)
        self._files[job.name] = _File(job, self._clock())
        self._forget_files()
        return job

    def of_file(self, name: str) -> ReviewJob:
        """The review of an uploaded file, by its id. Raises ApiError 404 if there is none, or no
        longer."""
        self._forget_files()
        if name not in self._files:
            raise ApiError(404, "no_review")
        file = self._files[name]
        file.asked_ms = self._clock()
        self._files.move_to_end(name)
        return file.job

    def _forget_files(self) -> None:
        old = self._clock() - FILE_MS
        for name, file in list(self._files.items()):
            if file.job not in self._running and (len(self._files) > FILES or file.asked_ms < old):
                del self._files[name]

    def begin(self, job: ReviewJob, asker: Asker) -> None:
        """Start or continue a review, unless it is done or under way. Raises ApiError 429 if the
        account or address of `asker` has another review under way."""
        if job.done or job in self._running:
            return
        self._refuse_second(job, asker)
        task = asyncio.create_task(self._run(job, asker))
        self._running[job] = _Running(asker, task)
        task.add_done_callback(lambda _: self._running.pop(job))

    def _refuse_second(self, job: ReviewJob | None, asker: Asker) -> None:
        """Raise ApiError 429 if the account or address of `asker` has a review under way other than
        `job`."""
        for other, running in self._running.items():
            one = running.asker
            same = one.address == asker.address or (asker.account and one.account == asker.account)
            if same and other is not job:
                raise ApiError(429, "review_under_way")

    async def _run(self, job: ReviewJob, asker: Asker) -> None:
        async def keep(packed: Sequence[bytes]) -> None:
            row = await self._store.game(job.name) if job.name in self._games else None
            if row is None:
                return
            if len(packed) == len(job.deals):
                await self._histories.reviewed(row, packed)
            else:
                await self._store.put_setting(key_of_review(row.id), write_packed(packed))

        try:
            await job.run(self._pool, asker, keep)
        except (StoreError, ApiError) as error:
            log.warning("review_broken", game=job.name, problem=problem_of(error))

    async def tell(
        self,
        job: ReviewJob,
        names: tuple[str, ...] | None,
        lang: Lang,
        place: tuple[int, int],
        who: str,
    ) -> GameReview:
        """A part of a review, with texts in `lang`. `names` are the players' names by seat, or None
        for those in the records. `place` has the number (from 1) of the first deal to include, and
        the number of decisions that the client already has of the deal under review. `who` is the
        network address that the computing time is charged to. Raises ApiError."""
        first, have = place
        # The review continues during this call, so its state is read without waiting.
        done, state = len(job.packed), self._state(job)
        under_way = self._under_way(job, names, lang, have)
        waits = job in self._running and job.waits
        # Workers return JSON, which is not encoded again.
        deals: list[Any] = []
        for at in range(first - 1, min(first - 1 + PAGE, done)):
            shown = names_shown(names or job.deals[at].players, lang)
            key: Key = (job.name, at, lang, *shown)
            tell = partial(self._pool.do, tell_review, Asker("", who), job.packed[at], shown, lang)
            deals.append(Raw(await self._told.one(key, tell)))
        add = partial(self._pool.do, sum_reviews, Asker("", who), tuple(job.packed[:done]))
        summary: Any = Raw(await self._told.one((job.name, "sum", done), add))
        return GameReview(
            review=job.name,
            state=state,
            count=len(job.deals),
            done=done,
            first=first,
            deals=tuple(deals),
            under_way=under_way,
            waiting=waits,
            summary=summary,
        )

    def _state(self, job: ReviewJob) -> ReviewState:
        if job.done:
            return "done"
        if job in self._running:
            return "running"
        return "paused" if job.packed else "none"

    def _under_way(
        self, job: ReviewJob, names: tuple[str, ...] | None, lang: Lang, have: int
    ) -> DealUnderWay | None:
        if job not in self._running or job.done:
            return None
        at, outline = len(job.packed), job.outline
        if outline is None:
            return DealUnderWay(at + 1, 0, 0, (), (), ())
        shown = names_shown(names or job.deals[at].players, lang)
        decisions = tuple(told_decision(each, lang, shown) for each in job.decisions[have:])
        return DealUnderWay(
            at + 1, job.looked_at, len(outline.plies), outline.bins, outline.expected, decisions
        )
