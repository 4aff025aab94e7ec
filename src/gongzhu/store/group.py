"""Group commit: all waiting writes are committed in one transaction, and only then do the tasks
that wait for them continue.

A transaction costs far more than a row in it, and on a fast disk nearly every write would get its
own. So a group starts a few milliseconds after the start of the group before it: writes that arrive
in between join it, and a write that arrives after a pause is committed at once.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from itertools import islice

from gongzhu.store.faults import StoreError
from gongzhu.store.writes import StoreWrite

Outcome = StoreError | None
Commit = Callable[[Sequence[StoreWrite]], Coroutine[None, None, Sequence[Outcome]]]
"""Async function that commits a group of writes in one transaction. It returns one outcome for each
write, in order: None, or the error with which that write alone was refused. It raises StoreError if
none of them was carried out."""

LARGEST_GROUP = 1000
"""Greatest number of writes in one group."""
SPACING = 0.003
"""Seconds from the start of one group to the start of the next, for stores that write to a disk."""
PATIENCE = 10.0
"""Seconds that the commit of one group may take before the writes that wait for the next group are
refused."""


class GroupCommit:
    """The queue of writes to a store. One task takes them out in groups of at most LARGEST_GROUP,
    and commits one group at a time."""

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        """`commit` writes a group of writes in one transaction. `spacing` is the shortest time in
        seconds between the starts of two groups. Must be called within a running event loop."""
        self._commit = commit
        self._waiting: deque[tuple[StoreWrite, asyncio.Future[None]]] = deque()
        self._something = asyncio.Event()
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._stall: asyncio.TimerHandle
        """The timer that refuses the waiting writes if the current group takes longer than
        PATIENCE."""
        self._spacing = spacing
        self._next = self._loop.time()
        """No group starts before this time, in seconds of the event loop's clock."""
        self._task = asyncio.create_task(self._run())

    @property
    def waiting(self) -> int:
        """Number of queued writes whose transaction has not started."""
        return len(self._waiting)

    async def put(self, write: StoreWrite) -> None:
        """Queue a write, and return once it is durable. Raises StoreError if it was not carried
        out: its own refusal, `closed` after `close`, or `stalled` if it waited too long."""
        if self._closed:
            raise StoreError("closed")
        future = self._loop.create_future()
        self._waiting.append((write, future))
        self._something.set()
        await future

    async def close(self) -> None:
        """Commit the queued writes, then stop. Every later `put` raises StoreError `closed`."""
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
        """Refuse all writes that wait for the next group. The writes of the current group must keep
        waiting, since they may still be committed."""
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
