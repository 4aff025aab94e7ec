"""A disk that fails, below the store's own queue, checks and rules.

What is real here is all that decides: `Store`'s checks of values, `GroupCommit`, and `plan`,
which says what a group of writes comes to. What is simulated is the database below: a group is
written, then synced, and is on disk after that and not before. A group is there whole or not at
all, as the database's own log sees to; when a process dies in between, chance decides. A group
whose sync failed is refused, and yet may be there after a crash if nothing was written over it.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from gongzhu.store import Conflict, StoreError
from gongzhu.store.plan import WritePlan
from gongzhu.store.writes import StoreWrite
from proof.simulation.faults import Faults
from proof.simulation.loop import PROCESS, Process, SimulatedLoop
from tests.support.rows_store import Rows

SYNC = (0.0005, 0.006)
READ = (0.0001, 0.002)


class _Group(Struct, eq=False):
    """On its way to the disk."""

    writes: tuple[StoreWrite, ...]
    process: Process
    answer: asyncio.Future[Sequence[StoreError | None]]


class Disk:
    """Outlives every process. One at a time owns it."""

    def __init__(self, loop: SimulatedLoop, faults: Faults, seed: str) -> None:
        self.rows = Rows()
        self.owner: Process | None = None
        self.epoch = 0
        """Of the owner: no two have the same."""
        self.conflicts: list[str] = []
        """Appends that did not follow: somebody else had written to the table."""
        self.risen: set[tuple[str, int]] = set()
        """Entries that were refused, and were there after a crash all the same."""
        self._loop = loop
        self._faults = faults
        self._rng = Random(f"{seed} disk")
        self._group: _Group | None = None
        self._ghost: tuple[StoreWrite, ...] = ()
        """Refused since it could not be synced, but written."""
        self._full_until = 0.0
        self._unreadable_until = 0.0

    # --- for processes -------------------------------------------------------------------------

    async def commit(self, writes: Sequence[StoreWrite]) -> Sequence[StoreError | None]:
        """Write a group and sync it. Raises StoreError."""
        process = PROCESS.get()
        assert process is not None
        if not process.alive or self.owner is not process:
            raise StoreError("closed")
        answer: asyncio.Future[Sequence[StoreError | None]] = self._loop.create_future()
        self._group = _Group(tuple(writes), process, answer)
        # The disk's own part goes on, whatever becomes of the process.
        self._loop.call_soon(self._begin, self._group, context=self._faults.context)
        return await answer

    async def read(self) -> Rows:
        """What is on the disk, to look into. Raises StoreError."""
        waiter = self._loop.create_future()
        self._loop.call_later(self._rng.uniform(*READ), _wake, waiter)
        await waiter
        if self._loop.time() < self._unreadable_until:
            raise StoreError("disk", file="disk", error="read")
        return self.rows

    def heal(self) -> None:
        """There is room again, and everything can be read."""
        self._full_until = self._unreadable_until = 0.0

    # --- the world's part ------------------------------------------------------------------------

    def _begin(self, group: _Group) -> None:
        if self._group is not group:  # the process died before it came to this
            return
        now = self._loop.time()
        took = self._rng.uniform(*SYNC)
        for fault in self._faults.commit():
            match fault.kind:
                case "full":
                    self._full_until = max(self._full_until, now + fault.amount)
                case "unreadable":
                    self._unreadable_until = max(self._unreadable_until, now + fault.amount)
                case "stall":
                    took += fault.amount
                case "torn":
                    self._faults.torn(group.process, fault.amount)
                    return
                case _:
                    self._loop.call_later(took, self._not_synced, group)
                    return
        self._loop.call_later(took, self._synced, group)

    def _synced(self, group: _Group) -> None:
        if self._group is not group:
            return
        self._group = None
        if self._loop.time() < self._full_until:
            _settle(group.answer, StoreError("disk_full", file="disk", error="full"))
            return
        self._ghost = ()
        done = self._write(group.writes)
        outcomes = [done.refused.get(place) for place in range(len(group.writes))]
        if not group.answer.done():
            group.answer.set_result(outcomes)

    def _not_synced(self, group: _Group) -> None:
        if self._group is not group:
            return
        self._group = None
        self._ghost = group.writes
        _settle(group.answer, StoreError("disk", file="disk", error="sync"))

    def _write(self, writes: Sequence[StoreWrite]) -> WritePlan:
        done = self.rows.plan(writes)
        self.conflicts += [
            str(error) for error in done.refused.values() if isinstance(error, Conflict)
        ]
        self.rows.apply(done)
        self._faults.trace("commit", len(writes), *(body for _, _, body in done.entries))
        return done

    def crashed(self, process: Process, chance: float) -> None:
        """The process that owned the disk is dead."""
        if self.owner is process:
            self.owner = None
        group, self._group = self._group, None
        if group is not None:
            if self._rng.random() < chance:
                self._write(group.writes)
        elif self._ghost and self._rng.random() < chance:
            done = self._write(self._ghost)
            self.risen.update((name, number) for name, number, _ in done.entries)
        self._ghost = ()


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


def _settle(answer: asyncio.Future[Any], error: StoreError) -> None:
    if not answer.done():
        answer.set_exception(error)
