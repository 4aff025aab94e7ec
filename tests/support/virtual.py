"""An event loop whose time stands still until it is moved: nothing in it depends on the machine."""

import asyncio
import heapq
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from itertools import count
from typing import Any, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Args = TypeVarTuple("Args")


class _Soon(events.Handle):
    """A handle that costs little: there are very many. What its callback raises goes on upwards."""

    __slots__ = ()

    def __init__(
        self,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        self._callback = callback
        self._args = args
        self._loop = loop
        self._context = copy_context() if context is None else context
        self._cancelled = False

    def _run(self) -> None:
        self._context.run(self._callback, *self._args)


class VirtualLoop(asyncio.AbstractEventLoop):
    """Time passes only in `advance`. What has no place here, such as threads and real sockets,
    raises NotImplementedError."""

    def __init__(self) -> None:
        self._now = 0.0
        self._ready: deque[events.Handle] = deque()
        self._timers: list[tuple[float, int, events.TimerHandle]] = []
        self._numbers = count()
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
            handle = ready.popleft()
            if not handle.cancelled():
                handle._run()

    # --- what tasks need ---------------------------------------------------------------------

    def time(self) -> float:
        """Seconds, from 0."""
        return self._now

    def get_debug(self) -> bool:
        """Never."""
        return False

    def is_running(self) -> bool:
        """Always."""
        return True

    def is_closed(self) -> bool:
        """Never."""
        return False

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self, coro: Coroutine[Any, Any, T], *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """A task of this loop."""
        return asyncio.Task(coro, loop=self, name="", context=context)

    def call_soon(
        self,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> events.Handle:
        """See asyncio."""
        handle = _Soon(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> events.TimerHandle:
        """See asyncio."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> events.TimerHandle:
        """See asyncio."""
        handle = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._numbers), handle))
        return handle

    def _timer_handle_cancelled(self, handle: events.TimerHandle) -> None:
        """It is passed over when its time comes."""

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
