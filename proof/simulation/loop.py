"""An event loop whose time is virtual, and whose processes can be killed and put to sleep.

Everything runs in one order, which nothing outside decides.
"""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any, TypeVar

from msgspec import Struct

from tests.support.event_loop import Call, Loop

T = TypeVar("T")

PROCESS: ContextVar["Process | None"] = ContextVar("process", default=None)
"""The process that runs; None: the world around it, its players, wires and disks."""


class Stuck(Exception):
    """Everybody waits, and nothing will come."""


class Process:
    """Tasks and calls that live and die together."""

    def __init__(self) -> None:
        self.alive = True
        self.asleep = False
        self.held: list[Call] = []
        """What waits until the process wakes up."""
        self.failures: list[str] = []
        """Exceptions that nobody took."""
        self._tasks: list[asyncio.Task[Any]] = []
        self._open: list[asyncio.Task[Any]] = []
        """Ended by an exception that nobody has taken yet."""
        self._most = 100
        self._context = copy_context()
        self._context.run(PROCESS.set, self)

    @property
    def context(self) -> Context:
        """For a call that is to be made in this process."""
        return self._context.copy()

    def own(self, task: asyncio.Task[Any]) -> None:
        """A task was begun here."""
        self._tasks.append(task)
        if len(self._tasks) >= self._most:
            self._tasks = [task for task in self._tasks if not self._is_over(task)]
            self._most = 2 * len(self._tasks) + 100

    def kill(self) -> None:
        """End it wherever it is: no task takes another step. What their clean-up still does is
        without effect, as this process may reach nobody any more."""
        self.alive = False
        self.held.clear()
        while self._tasks:
            task = self._tasks.pop()
            if task.done():
                task._log_traceback = False
            else:
                # asyncio's own switch, which its types leave out.
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                coroutine = task.get_coro()
                assert coroutine is not None
                self.context.run(_close, coroutine)

    def _is_over(self, task: asyncio.Task[Any]) -> bool:
        if not task.done():
            return False
        if task._log_traceback:
            # Whoever waits for it may be about to take it.
            if task not in self._open:
                self._open.append(task)
                return False
            task._log_traceback = False
            self.failures.append(f"{task.exception()!r} in a task")
        return True


def _close(coroutine: Any) -> None:
    try:
        coroutine.close()
    except (Exception, asyncio.CancelledError):  # whatever its clean-up runs into
        return


class Failure(Struct, frozen=True):
    """An exception that a callback let out."""

    what: str
    error: str


class SimulatedLoop(Loop):
    """Time passes when nothing is left to be done at the present moment."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = 0
        """Calls made by processes."""
        self.alarm = 0
        """The step before which `ring` is called."""
        self.ring: Callable[[], None] = lambda: None
        self.failures: list[Failure] = []
        self.stopped = False

    # As in `Loop`: no generators.
    def create_task(  # type: ignore[override, unused-ignore]
        self, coro: Coroutine[Any, Any, T], *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """A task of the process that runs."""
        task = super().create_task(coro, context=context)
        process = PROCESS.get() if context is None else context.get(PROCESS)
        if process is not None:
            process.own(task)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Tasks are looked after by their processes."""

    # --- running -----------------------------------------------------------------------------

    def run(self, until: float, most: int) -> None:
        """Run until `stopped` is set. Raises Stuck when that has not come by this time, or after
        so many calls."""
        ready = self._ready
        events._set_running_loop(self)
        try:
            for _ in range(most):
                if self.stopped:
                    return
                if not ready:
                    self._wait(until)
                call = ready.popleft()
                if call.is_cancelled:
                    continue
                process = call.context.get(PROCESS)
                if process is None:
                    self._make(call)
                elif process.alive:
                    self._step(process, call)
            raise Stuck(f"{most} calls, and no rest")
        finally:
            events._set_running_loop(None)

    def _wait(self, until: float) -> None:
        """Let time pass until the next call is due."""
        while self._timers:
            when, _, call = heapq.heappop(self._timers)
            if not call.is_cancelled:
                if when > until:
                    raise Stuck(f"{until:.0f} seconds, and no end")
                self._now = max(self._now, when)
                self._ready.append(call)
                return
        raise Stuck("everybody waits, and nothing will come")

    def _step(self, process: Process, call: Call) -> None:
        self.steps += 1
        if self.steps == self.alarm:
            self.ring()
        if process.asleep:
            process.held.append(call)
        elif process.alive:
            self._make(call)

    def _make(self, call: Call) -> None:
        try:
            call.context.run(call.callback, *call.args)
        except Exception as error:
            self.failures.append(Failure(repr(call.callback), repr(error)))

    def wake(self, process: Process) -> None:
        """Let a process go on that slept."""
        process.asleep = False
        self._ready.extend(process.held)
        process.held.clear()
