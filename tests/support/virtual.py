"""An event loop whose time stands still until it is moved: nothing in it depends on the machine."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only in `advance`."""

    def __init__(self) -> None:
        self._now = 0.0
        self._waiters: list[asyncio.Future[None]] = []
        super().__init__(_Watched(self._idle))

    def time(self) -> float:
        """Seconds, from 0."""
        return self._now

    async def quiet(self) -> None:
        """Wait until all others wait for something that does not come by itself."""
        waiter: asyncio.Future[None] = self.create_future()
        self._waiters.append(waiter)
        await waiter

    async def advance(self, seconds: float) -> None:
        """Let so much time pass, and whatever is due with it."""
        await self.quiet()
        self._now += seconds
        await self.quiet()

    def _idle(self) -> None:
        if not self._waiters:
            raise RuntimeError("everybody waits, and nothing will come")
        self._waiters.pop().set_result(None)


class _Watched(selectors.DefaultSelector):
    """Tells when the loop would sleep. There are no files to wait for, and no threads."""

    def __init__(self, idle: Callable[[], None]) -> None:
        super().__init__()
        self._told = idle

    def select(self, timeout: float | None = None) -> list[Any]:
        """Nothing, ever."""
        if timeout is None or timeout > 0:
            self._told()
        return []


def run(work: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Do the work in a loop of its own."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work(loop))
    finally:
        loop.close()
