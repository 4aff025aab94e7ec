"""A timer that follows the wall clock, used for the deadlines of a table."""

import asyncio
from collections.abc import Callable


class Deadline:
    """Calls a function once when the wall clock reaches a set time. The time can be changed
    before."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` returns milliseconds since 1970. The timer is not set at first."""
        self._clock = clock
        self._next: tuple[int, Callable[[], None]] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: int, passed: Callable[[], None]) -> None:
        """Plan one call of `passed` at the time `at`, in milliseconds since 1970, in place of any
        call planned before. A time in the past calls it soon.

        If a call is planned at exactly this time already, nothing changes, and `passed` is ignored.
        """
        if self._next is None or self._next[0] != at:
            self.clear()
            self._next = at, passed
            seconds = max(0, at - self._clock()) / 1000
            self._timer = asyncio.get_running_loop().call_later(seconds, self.check)

    def clear(self) -> None:
        """Cancel the planned call."""
        self._next = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def check(self) -> None:
        """Call the planned function if its time has come. The event loop calls this. Tests that set
        the clock by hand call it themselves."""
        if self._next is not None:
            at, passed = self._next
            self.clear()
            if self._clock() >= at:
                passed()
            else:  # the clock was set back, or is behind the loop's by a fraction
                self.set(at, passed)
