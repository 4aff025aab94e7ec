"""A queue in which visitors who ask for work take turns, and the tickets of the jobs that wait in
it."""

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
    (addresses or accounts); each member's items come in order of arrival."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """The items in the queue by block and member, those whose turn is next first; blocks and
        members without items are removed."""

    def __len__(self) -> int:
        """Number of items."""
        return sum(map(self._count, self._waiting))

    def put(self, block: str, member: str, one: T) -> None:
        """Add an item for a member of a block."""
        members = self._waiting.setdefault(block, OrderedDict())
        members.setdefault(member, deque()).append(one)

    def take(self) -> T | None:
        """Remove and return the next item; None if the queue is empty."""
        if not self._waiting:
            return None
        block, members = next(iter(self._waiting.items()))
        member, ones = next(iter(members.items()))
        self._waiting.move_to_end(block)
        members.move_to_end(member)
        return self._out(block, member, ones[0])

    def remove(self, block: str, member: str, one: T) -> bool:
        """Remove an item of a member of a block; False if it is not in the queue."""
        members = self._waiting.get(block)
        if members is None or one not in members.get(member, ()):
            return False
        self._out(block, member, one)
        return True

    def displace(self, block: str, may: Callable[[T], bool] = lambda _: True) -> T | None:
        """Remove and return an item to make room for a new one of this block: the last item of the
        member with most items in the block with most items. None if that block has no more items
        than this one would have with the new one, or if `may` is false for the item."""
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
"""Seconds that a visitor's job may wait for a worker."""


class JobLost(Exception):
    """The worker ended while it ran the job."""


class JobLate(Exception):
    """The job waited for a worker for too long, or ran for too long."""


def _future() -> "asyncio.Future[Any]":
    return asyncio.get_running_loop().create_future()


class Ticket(Struct, Generic[R], eq=False):
    """A job that was given to the worker pool, from the call until its caller has the answer. Times
    are in seconds."""

    job: Job[..., R]
    body: bytes
    asker: Asker
    line: float | None = IN_LINE
    """How long the job may wait for a worker; None for no limit, and then it is never displaced
    from the queue."""
    limit: float | None = None
    """How long the job may run; None for its own limit."""
    wanted: float = 0.0
    """How long the job would like to compute; 0 if it cannot be shortened."""
    step: Callable[[Any], None] | None = None
    answer: asyncio.Future[R] = field(default_factory=_future)
    handed_out: float | None = None
    """The loop's time at which a worker got the job; None while it waits."""
    cap: float = 0.0
    """To how long a time the job was shortened; 0 if it was not."""
    timer: asyncio.TimerHandle | None = None

    @property
    def background(self) -> bool:
        """True if the job must not take the last free worker."""
        return self.job.priority >= Priority.BACKGROUND

    @property
    def counted(self) -> bool:
        """True for a visitor's background job, which counts toward the limit of its address."""
        return self.background and self.line is not None

    @property
    def member(self) -> tuple[str, str]:
        """The block and the member (account or address) whose turn the job takes in the queue."""
        return self.asker.block, self.asker.account or self.asker.address

    def stop_timer(self) -> None:
        """Cancel the time limit, of waiting or of running, that applies to the job now."""
        if self.timer is not None:
            self.timer.cancel()
