"""What the event loops of the tests have in common: their time is their own, and so is the order in
which things happen."""

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


class Call(events.TimerHandle):
    """Something that is to be called: of asyncio's handle what tasks need, and no more."""

    __slots__ = ("args", "callback", "context", "is_cancelled")

    def __init__(self, callback: Callable[..., object], args: Any, context: Context) -> None:
        self.callback = callback
        self.args = args
        self.context = context
        self.is_cancelled = False

    def cancel(self) -> None:
        """It is passed over when its time comes."""
        self.is_cancelled = True

    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self.is_cancelled


class Loop(asyncio.AbstractEventLoop):
    """As much of a loop as tasks need; what runs it is yet to be said. What has no place in it,
    such as threads and real sockets, raises NotImplementedError."""

    def __init__(self) -> None:
        self._now = 0.0
        self._ready: deque[Call] = deque()
        self._timers: list[tuple[float, int, Call]] = []
        self._numbers = count()

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

    # By most versions asyncio takes generators too, which nobody here makes.
    def create_task(  # type: ignore[override, unused-ignore]
        self, coro: Coroutine[Any, Any, T], *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """A task of this loop, without a name."""
        return asyncio.Task(coro, loop=self, name="", context=context)

    def call_soon(
        self,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> Call:
        """See asyncio."""
        call = Call(callback, args, copy_context() if context is None else context)
        self._ready.append(call)
        return call

    def run_in_executor(
        self, executor: object, func: Callable[[Unpack[Args]], T], *args: *Args
    ) -> asyncio.Future[T]:
        """Do the work at once: there are no threads."""
        future = self.create_future()
        future.set_result(func(*args))
        return future

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> Call:
        """See asyncio."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Args]], object],
        *args: *Args,
        context: Context | None = None,
    ) -> Call:
        """See asyncio."""
        call = Call(callback, args, copy_context() if context is None else context)
        heapq.heappush(self._timers, (when, next(self._numbers), call))
        return call
