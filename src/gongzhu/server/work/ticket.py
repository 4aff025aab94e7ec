"""A job in the worker pool, from the call to its answer."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from gongzhu.server.work.job import Job, Priority
from gongzhu.server.work.queue import Asker

R = TypeVar("R")

IN_LINE = 10.0
"""Seconds that a visitor's job may wait for a worker."""


class JobLost(Exception):
    """The worker ended while it ran the job."""


class JobLate(Exception):
    """The job waited for a worker for too long, or ran for too long."""


class Waits(Struct, frozen=True):
    """How long a job may wait and run, in seconds."""

    line: float | None = IN_LINE
    """Time limit for waiting for a worker; None for no limit, and then the job is never displaced
    from the queue."""
    limit: float | None = None
    """Time limit of one run; None for the job's own limit."""
    wanted: float = 0.0
    """Time that the job would like to compute; 0 if it cannot be shortened."""


class Ticket(Generic[R]):
    """A job in the worker pool, from the call to its answer."""

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
        """The loop's time at which a worker got the job; None while it waits."""
        self.cap = 0.0
        """Seconds to which the job was shortened; 0 if it was not."""
        self.timer: asyncio.TimerHandle | None = None

    @property
    def background(self) -> bool:
        """True if the job must not take the last free worker."""
        return self.job.priority >= Priority.BACKGROUND

    @property
    def counted(self) -> bool:
        """True for a visitor's background job, which counts toward the limit of its address."""
        return self.background and self.waits.line is not None

    @property
    def member(self) -> tuple[str, str]:
        """The block and the member (account or address) whose turn the job takes in the queue."""
        return self.asker.block, self.asker.account or self.asker.address

    def stop_timer(self) -> None:
        """Cancel the time limit that is running."""
        if self.timer is not None:
            self.timer.cancel()
