"""A few processes that do the costly work of all visitors, and a queue that does not grow."""

import asyncio
from collections import Counter, deque
from typing import Literal

import structlog
from msgspec import Struct

from gongzhu.server.clerks.jobs import (
    Draw,
    Explain,
    Job,
    Made,
    Nothing,
    NotMade,
    ShowDeal,
    ShowFork,
)
from gongzhu.server.clerks.process import Clerk, JobLost
from gongzhu.server.edge.limits import block_of
from gongzhu.server.metrics import Metrics
from gongzhu.server.problems import ApiError, ToldProblem
from gongzhu.server.turns import RoundRobin

SHORT = (Draw, Explain, Nothing, ShowDeal, ShowFork)
"""Jobs of milliseconds: they go before the others, and one process is left to them where there are
several."""
WAITING_SHORT = 64
WAITING_LONG = 16
"""Jobs that may wait; then a job of whoever has most makes room for one of whoever has fewer, and
everybody else is to come again."""
LONG_OF_ONE = 4
"""Long jobs that one address, or a whole block of IPv6, may have waiting or under way."""
IN_LINE = 10.0
"""Seconds that a job may wait."""
SECONDS = 20.0
"""Seconds that a job may take. Its processor time has a limit of its own, which comes first unless
the machine is busy."""
GRACE = 1.0
"""Seconds after which a job that nobody waits for any more is ended: to start another process
costs as much as most jobs."""
AGAIN = 3
"""Seconds after which it is worth while to come again."""
TRIES = 20
"""Times that somebody patient comes."""

_Refusal = Literal["busy", "too_costly", "stopping"]

log = structlog.get_logger()


class _Entry(Struct, eq=False):
    """A job, from its call to its answer."""

    job: Job
    who: str
    block: str
    """Of IPv6 the block that `who` is in, else `who`."""
    answer: asyncio.Future[Made | NotMade]
    task: asyncio.Task[None] | None = None
    """The work, once a process has it."""

    @property
    def kind(self) -> str:
        return type(self.job).__name__

    @property
    def long(self) -> bool:
        return not isinstance(self.job, SHORT)


class ClerkPool:
    """Gives jobs to the processes. Addresses take turns; a block of IPv6 has the turn of one."""

    def __init__(self, processes: int, metrics: Metrics) -> None:
        self._metrics = metrics
        self._clerks = [Clerk() for _ in range(processes)]
        self._free = deque(self._clerks)
        self._most_long = max(1, processes - 1)
        self._waiting = {False: RoundRobin[_Entry](), True: RoundRobin[_Entry]()}
        """Under True the long jobs."""
        self._under_way: set[_Entry] = set()
        self._of: Counter[str] = Counter()
        """Long jobs of each block, waiting or under way."""
        self._stopped = False

    @property
    def waiting(self) -> int:
        """Jobs that wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def working(self) -> int:
        """Processes that have a job."""
        return len(self._under_way)

    async def check(self) -> None:
        """Have a process answer that has nothing to do. Where all of them work there is nothing to
        ask: each of their jobs has its limits. Raises ApiError where no more can wait."""
        if self._free or len(self._waiting[False]) >= WAITING_SHORT:
            await self.do(Nothing(), "")

    async def start(self) -> None:
        """Start the processes; without this each is started with its first job."""
        await asyncio.gather(*(clerk.start() for clerk in self._clerks), return_exceptions=True)

    async def stop(self) -> None:
        """Give up all jobs, whose callers hear of it, and end the processes."""
        self._stopped = True
        for waiting in self._waiting.values():
            while (entry := waiting.take()) is not None:
                self._turn_away(entry, "stopping")
        tasks = [entry.task for entry in self._under_way if entry.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(clerk.stop() for clerk in self._clerks))

    async def do(self, job: Job, who: str) -> Made:
        """Have a job done for an address. Raises ApiError: for what is wrong with the job, where
        there is too much to do already, where it takes too long, and where the pool stops. Who is
        cancelled gives the job up."""
        loop = asyncio.get_running_loop()
        entry = _Entry(job, who, block_of(who) or who, loop.create_future())
        if self._stopped:
            raise self._refused(entry, "stopping")
        if entry.long and self._of[entry.block] >= LONG_OF_ONE:
            raise self._refused(entry, "busy")
        self._make_room(entry)
        self._of[entry.block] += entry.long
        self._waiting[entry.long].put(entry.block, who, entry)
        timer = loop.call_later(IN_LINE, self._too_late, entry)
        self._hand_out()
        try:
            answer = await entry.answer
        except asyncio.CancelledError:
            self._give_up(entry)
            raise
        finally:
            timer.cancel()
        if isinstance(answer, NotMade):
            raise ToldProblem(answer.status, answer.problem)
        return answer

    async def do_patiently(self, job: Job, who: str) -> Made:
        """Have a job done for which nobody can come again, such as the next part of a file, or the
        end of what took minutes: where there is too much to do, it is tried again for a minute and
        longer. Raises ApiError."""
        for _ in range(TRIES - 1):
            try:
                return await self.do(job, who)
            except ApiError as error:
                if error.code != "busy":
                    raise
                await asyncio.sleep(AGAIN)
        return await self.do(job, who)

    def _make_room(self, entry: _Entry) -> None:
        """Raises ApiError where nobody has to make room for it."""
        waiting = self._waiting[entry.long]
        if len(waiting) < (WAITING_LONG if entry.long else WAITING_SHORT):
            return
        displaced = waiting.displace(entry.block)
        if displaced is None:
            raise self._refused(entry, "busy")
        self._turn_away(displaced)

    def _hand_out(self) -> None:
        while self._free and (entry := self._next()) is not None:
            self._under_way.add(entry)
            entry.task = asyncio.create_task(self._work(self._free.popleft(), entry))

    def _next(self) -> _Entry | None:
        entry = self._waiting[False].take()
        if entry is None and sum(entry.long for entry in self._under_way) < self._most_long:
            return self._waiting[True].take()
        return entry

    async def _work(self, clerk: Clerk, entry: _Entry) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            answer = await clerk.do(entry.job, SECONDS)
            self._metrics.job_seconds.observe(loop.time() - began)
            if not entry.answer.done():
                self._metrics.jobs.labels(entry.kind, "done").inc()
                entry.answer.set_result(answer)
        except JobLost:
            log.warning("job_lost", kind=entry.kind)
            if not entry.answer.done():
                entry.answer.set_exception(self._refused(entry, "too_costly"))
        except asyncio.CancelledError:
            # Whoever gave the job up does not wait; at the end of the pool somebody may.
            if not entry.answer.done():
                entry.answer.set_exception(self._refused(entry, "stopping"))
            raise
        except Exception:  # a mistake of the program: whoever waits must hear of it
            log.exception("job_failed", kind=entry.kind)
            if not entry.answer.done():
                entry.answer.set_exception(self._refused(entry, "too_costly"))
        finally:
            self._under_way.discard(entry)
            self._ended(entry)
            self._free.append(clerk)
            self._hand_out()

    def _too_late(self, entry: _Entry) -> None:
        """It has waited for as long as one may."""
        if self._take_back(entry):
            self._turn_away(entry)

    def _turn_away(self, entry: _Entry, code: _Refusal = "busy") -> None:
        """It is out of the queue, and whoever asked is told why."""
        self._ended(entry)
        if not entry.answer.done():
            entry.answer.set_exception(self._refused(entry, code))

    def _give_up(self, entry: _Entry) -> None:
        """Nobody waits for it any more."""
        self._metrics.jobs.labels(entry.kind, "given_up").inc()
        if entry.task is not None:
            asyncio.get_running_loop().call_later(GRACE, entry.task.cancel)
        elif self._take_back(entry):
            self._ended(entry)

    def _take_back(self, entry: _Entry) -> bool:
        """Take it out of the queue; False if it does not wait any more."""
        return self._waiting[entry.long].remove(entry.block, entry.who, entry)

    def _ended(self, entry: _Entry) -> None:
        self._of[entry.block] -= entry.long
        if not self._of[entry.block]:
            del self._of[entry.block]

    def _refused(self, entry: _Entry, code: _Refusal) -> ApiError:
        self._metrics.jobs.labels(entry.kind, code).inc()
        return ApiError(503, code, retry_after=AGAIN if code == "busy" else None)
