"""The queue of jobs that wait for a worker, in which askers take turns, and the tickets of the
jobs."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from gongzhu.server.edge.limits import Asker
from gongzhu.server.work.job import Job, Priority

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A queue in which blocks (groups of addresses) take turns, and within a block its members
    (accounts or addresses). Each member's items are taken in order of arrival."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """The queued items by block and member, in the order of their turns. Blocks and members
        without items are removed."""

    def __len__(self) -> int:
        """Number of items in the queue."""
        return sum(map(self._count, self._waiting))

    def put(self, block: str, member: str, one: T) -> None:
        """Add the item `one` of a member of a block."""
        members = self._waiting.setdefault(block, OrderedDict())
        members.setdefault(member, deque()).append(one)

    def take(self) -> T | None:
        """Remove and return the next item, or None if the queue is empty."""
        if not self._waiting:
            return None
        block, members = next(iter(self._waiting.items()))
        member, ones = next(iter(members.items()))
        self._waiting.move_to_end(block)
        members.move_to_end(member)
        return self._out(block, member, ones[0])

    def remove(self, block: str, member: str, one: T) -> bool:
        """Remove the item `one` of a member of a block, or False if it is not in the queue."""
        members = self._waiting.get(block)
        if members is None or one not in members.get(member, ()):
            return False
        self._out(block, member, one)
        return True

    def displace(self, block: str, may: Callable[[T], bool] = lambda _: True) -> T | None:
        """Remove and return an item to make room for a new one of `block`: the last item of the
        member with the most items in the block with the most items. None if that block would then
        have fewer items than `block` with the new one, or if `may` is false for the item."""
        fullest = max(self._waiting, key=self._count, default=block)
        if self._count(fullest) < self._count(block) + 2:
            return None
        members = self._waiting[fullest]
        member = max(members, key=lambda name: len(members[name]))
        latest = members[member][-1]
        return self._out(fullest, member, latest) if may(latest) else None

    def _count(self, block: str) -> int:
        members = self._waiting.get(block)
        return 0 if members is None else sum(map(len, members.values()))

    def _out(self, block: str, member: str, one: T) -> T:
        members = self._waiting[block]
        members[member].remove(one)
        if not members[member]:
            del members[member]
        if not members:
            del self._waiting[block]
        return one


R = TypeVar("R")
IN_LINE = 10.0
"""Seconds that a visitor's job may wait for a worker by default."""


class JobLost(Exception):
    """The worker process ended while it ran the job."""


class JobLate(Exception):
    """The job has waited for a worker for too long, or has run for too long."""


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


class Ticket(Struct, Generic[R], eq=False):
    """A job in the worker pool, from the request until the caller has the answer.
    `WorkerPool.begin` creates it. Times are in seconds."""

    job: Job[..., R]
    body: bytes
    """The encoded arguments."""
    asker: Asker
    """The account and address for which the job is done."""
    line: float | None = IN_LINE
    """Time limit for waiting for a worker, or None for no limit. A job without a limit is never
    displaced from the queue."""
    limit: float | None = None
    """Time limit of one run, or None for the job's own limit. The computing time is added to it."""
    wanted: float = 0.0
    """Time that the job would like to compute, or 0 if it cannot be shortened."""
    step: Callable[[Any], None] | None = None
    """Called with the job's progress."""
    answer: asyncio.Future[R] = field(default_factory=_future)
    """The future that gets the job's result or its exception."""
    handed_out: float | None = None
    """The time of the event loop's clock at which a worker got the job, or None while it waits."""
    cap: float = 0.0
    """The computing time to which the job was shortened, or 0 if it was not."""
    timer: asyncio.TimerHandle | None = None
    """The timer of the limit that applies now, of waiting or of running."""

    @property
    def background(self) -> bool:
        """True for a background or long job. Such a job never gets the last free worker."""
        return self.job.priority >= Priority.BACKGROUND

    @property
    def counted(self) -> bool:
        """True for a background or long job with a time limit for waiting, as visitors' jobs have.
        At most BACKGROUND_OF_ONE of these are accepted from one block of addresses."""
        return self.background and self.line is not None

    @property
    def member(self) -> tuple[str, str]:
        """The block and the member (account, or address without one) whose turn the job takes in
        the queue."""
        return self.asker.block, self.asker.account or self.asker.address

    def stop_timer(self) -> None:
        """Cancel the time limit that applies now."""
        if self.timer is not None:
            self.timer.cancel()
