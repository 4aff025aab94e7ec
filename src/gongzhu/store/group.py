"""Group commit: all waiting writes are committed in one transaction, and then the tasks that wait
for them continue.

A transaction costs far more than a row in it, and on a fast disk nearly every write would get its
own. So a group begins only a few milliseconds after the one before it began: writes that come
meanwhile join it, and a write that comes after a pause is committed at once.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from itertools import islice

from gongzhu.store.faults import StoreError
from gongzhu.store.writes import StoreWrite

Outcome = StoreError | None
Commit = Callable[[Sequence[StoreWrite]], Coroutine[None, None, Sequence[Outcome]]]
"""Function that commits writes together. It returns for each write None, or the error with which
that write alone was refused, and raises StoreError if none of them was carried out."""

LARGEST_GROUP = 1000
SPACING = 0.003
"""Seconds from the beginning of one group to that of the next, for stores that write to a disk."""
PATIENCE = 10.0
"""Seconds that a commit may take before the writes that wait for the next one are refused."""


class GroupCommit:
    """The queue of writes in front of the one connection that writes."""

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        """`commit` writes a group of writes in one transaction. `spacing` is the least number of
        seconds between the beginnings of two groups."""
        self._commit = commit
        self._waiting: deque[tuple[StoreWrite, asyncio.Future[None]]] = deque()
        self._something = asyncio.Event()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._stall: asyncio.TimerHandle
        """The timer that goes off when the current group takes too long."""
        self._spacing = spacing
        self._next = self._loop.time()
        """The time of the event loop's clock before which no new group begins."""
        self._task = asyncio.create_task(self._run())

    @property
    def waiting(self) -> int:
        """Number of writes that wait for a transaction."""
        return len(self._waiting)

    async def put(self, write: StoreWrite) -> None:
        """Queue a write, and wait until it is durable; raises StoreError if it is not carried
        out."""
        if self._closed:
            raise StoreError("closed")
        future = self._loop.create_future()
        self._waiting.append((write, future))
        self._something.set()
        await future

    async def close(self) -> None:
        """Carry out the waiting writes, and refuse all later ones."""
        self._closed = True
        self._something.set()
        await self._task

    async def _run(self) -> None:
        while True:
            await self._something.wait()
            if not self._waiting:
                if self._closed:
                    return
                self._something.clear()
                continue
            wait = self._next - self._loop.time()
            if wait > 0 and not self._closed:
                await asyncio.sleep(wait)
            self._next = self._loop.time() + self._spacing
            group = list(islice(self._waiting, LARGEST_GROUP))
            for _ in group:
                self._waiting.popleft()
            await self._carry_out(group)

    async def _carry_out(self, group: list[tuple[StoreWrite, asyncio.Future[None]]]) -> None:
        self._stall = self._loop.call_later(PATIENCE, self._refuse_waiting)
        try:
            outcomes = await self._commit([write for write, _ in group])
        except StoreError as error:
            outcomes = [error.again() for _ in group]
        except Exception as error:  # an unexpected error of a driver must not end the queue
            outcomes = [StoreError("failed", error=str(error)) for _ in group]
        finally:
            self._stall.cancel()
        for (_, future), outcome in zip(group, outcomes, strict=True):
            _settle(future, outcome)

    def _refuse_waiting(self) -> None:
        """Refuse all writes that wait for the next group. The writes of the current group must go
        on waiting, since it may still be committed."""
        while self._waiting:
            _settle(self._waiting.popleft()[1], StoreError("stalled", seconds=int(PATIENCE)))
        self._stall = self._loop.call_later(PATIENCE, self._refuse_waiting)


def _settle(future: asyncio.Future[None], outcome: Outcome) -> None:
    if future.done():
        return
    if outcome is None:
        future.set_result(None)
    else:
        future.set_exception(outcome)
