"""An event loop whose time stands still until it is moved: nothing in it depends on the machine."""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tests.support.event_loop import Loop

T = TypeVar("T")


class VirtualLoop(Loop):
    """Time passes only in `advance`."""

    def __init__(self) -> None:
        super().__init__()
        self._waiters: list[asyncio.Future[None]] = []

    async def quiet(self) -> None:
        """Wait until all others wait for something that does not come by itself."""
        if not self._ready and not (self._timers and self._timers[0][0] <= self._now):
            return
        waiter = self.create_future()
        self._waiters.append(waiter)
        await waiter

    async def advance(self, seconds: float) -> None:
        """Let so much time pass, and whatever is due with it."""
        await self.quiet()
        self._now += seconds
        await self.quiet()

    def run_until_complete(self, work: Coroutine[Any, Any, T]) -> T:  # type: ignore[override]
        """Do the work; what it leaves goes on when there is more. Raises RuntimeError when
        everybody waits."""
        events._set_running_loop(self)
        try:
            task = self.create_task(work)
            while not task.done():
                self._run_once()
            return task.result()
        finally:
            events._set_running_loop(None)

    def _run_once(self) -> None:
        ready, timers = self._ready, self._timers
        while timers and timers[0][0] <= self._now:
            ready.append(heapq.heappop(timers)[2])
        if not ready:
            if not self._waiters:
                raise RuntimeError("everybody waits, and nothing will come")
            self._waiters.pop().set_result(None)
        for _ in range(len(ready)):
            call = ready.popleft()
            if not call.is_cancelled:
                # What it raises goes on upwards.
                call.context.run(call.callback, *call.args)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """What nobody took is a mistake."""
        raise context.get("exception") or RuntimeError(context["message"])

    def close(self) -> None:
        """End what still waits, as asyncio.run does."""
        tasks = asyncio.all_tasks(self)
        for task in tasks:
            task.cancel()
        while self._ready:
            self._run_once()


def run(work: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Do the work in a loop of its own."""
    loop = VirtualLoop()  # type: ignore[abstract]
    try:
        return loop.run_until_complete(work(loop))
    finally:
        loop.close()
