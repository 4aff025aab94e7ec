"""A timer by the wall clock, used for the deadlines of a table."""

import asyncio
from collections.abc import Callable


class Deadline:
    """Calls a function once when the wall clock reaches a set time; the time can be changed."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Make a timer that is not set. `clock` returns milliseconds since 1970."""
        self._clock = clock
        self._next: tuple[int, Callable[[], None]] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def set(self, at: int, passed: Callable[[], None]) -> None:
        """Plan a call of `passed` at the time `at`, in milliseconds since 1970, in place of the
        call planned before.

        If the time is the one that is already set, nothing changes.
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
        """Call the function if its time has come. The event loop calls this; tests that set the
        clock by hand call it themselves."""
        if self._next is not None:
            at, passed = self._next
            self.clear()
            if self._clock() >= at:
                passed()
            else:  # the clock was set back, or is behind the loop's by a fraction
                self.set(at, passed)
