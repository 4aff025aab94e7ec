"""A job from the call to its answer, as the pool keeps it."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from gongzhu.server.work.job import Job, Priority
from gongzhu.server.work.queue import Asker

R = TypeVar("R")

IN_LINE = 10.0
"""Seconds that a job of a visitor may wait for a worker."""


class JobLost(Exception):
    """The worker ended over the job."""


class JobLate(Exception):
    """The job waited for too long, or took too long."""


class Waits(Struct, frozen=True):
    """How long a job may wait and run, in seconds."""

    line: float | None = IN_LINE
    """For a worker; None: for as long as it takes, and nothing makes it leave the queue."""
    limit: float | None = None
    """Of one run; None: the job's own limit."""
    wanted: float = 0.0
    """That it computes for by itself; 0: it cannot be shortened."""


class Ticket(Generic[R]):
    """A job from the call to its answer."""

    def __init__(
        self,
        job: Job[..., R],
        body: bytes,
        asker: Asker,
        waits: Waits,
        step: Callable[[Any], None] | None,
    ) -> None:
        self.job = job
        self.body = body
        self.asker = asker
        self.waits = waits
        self.step = step
        self.answer: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self.handed_out: float | None = None
        """The time of the loop at which a worker got it; None: it waits."""
        self.cap = 0.0
        """Seconds that it was shortened to; 0: it was not."""
        self.timer: asyncio.TimerHandle | None = None

    @property
    def background(self) -> bool:
        """True if it never takes the last free worker."""
        return self.job.priority >= Priority.BACKGROUND

    @property
    def counted(self) -> bool:
        """True for a visitor's background job, of which an address may have only so many."""
        return self.background and self.waits.line is not None

    @property
    def member(self) -> tuple[str, str]:
        """Whose turn it takes."""
        return self.asker.block, self.asker.account or self.asker.address

    def stop_timer(self) -> None:
        """Wait for no time limit any more."""
        if self.timer is not None:
            self.timer.cancel()
