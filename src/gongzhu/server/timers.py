"""When a table wants to be looked at again: one heap for all of them, and one timer."""

import asyncio
import heapq
from collections.abc import Callable

import structlog

log = structlog.get_logger()


class Timers:
    """Calls each table's `tick` when its time has come."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` gives milliseconds since 1970."""
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._heap: list[tuple[int, int, str]] = []
        self._due: dict[str, tuple[int, Callable[[], None]]] = {}
        self._count = 0
        self._handle: asyncio.TimerHandle | None = None
        self._next: int | None = None

    def set(self, key: str, at: int | None, tick: Callable[[], None]) -> None:
        """Call `tick` at that time, and not when it was to be called before; None: never."""
        held = self._due.get(key)
        if at is None:
            if held is not None:
                del self._due[key]
            return
        self._due[key] = (at, tick)
        if held is None or held[0] != at:
            self._count += 1
            heapq.heappush(self._heap, (at, self._count, key))
            self._plan()

    def run(self) -> None:
        """Call whatever is due. The timer does so; who sets the clock does it by hand."""
        now = self._clock()
        while self._heap and self._heap[0][0] <= now:
            at, _, key = heapq.heappop(self._heap)
            held = self._due.get(key)
            if held is not None and held[0] == at:
                del self._due[key]
                try:
                    held[1]()
                except Exception:  # one table's mistake must not stop the others' clocks
                    log.exception("tick_failed")
        self._plan()

    def stop(self) -> None:
        """Call nothing any more."""
        self._heap.clear()
        self._due.clear()
        if self._handle is not None:
            self._handle.cancel()

    def _plan(self) -> None:
        """Have the timer ring for the first one."""
        first = self._heap[0][0] if self._heap else None
        if first == self._next and self._handle is not None:
            return
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._next = first
        if first is not None:
            wait = max(0, first - self._clock()) / 1000
            self._handle = self._loop.call_later(wait, self._ring)

    def _ring(self) -> None:
        self._handle = None
        self._next = None
        self.run()
