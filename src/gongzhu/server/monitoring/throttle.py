"""Limits log lines that can occur arbitrarily often: the first of each kind is written at once, and
repetitions are written every few seconds as a count, so that they cannot fill the log."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct

WINDOW = 10.0
"""Seconds between two log lines of the same kind."""
MOST_KINDS = 200
"""Greatest number of kinds that are counted separately at a time; further ones are counted
together."""
OTHERS = "others"
"""Stands in a kind for all kinds beyond the first MOST_KINDS."""
Kind = tuple[str, ...]
Tell = Callable[[Kind, int, dict[str, Any]], None]


class _Window(Struct):
    """The repetitions of one kind of log line in the WINDOW seconds after its last line, to be
    written as one line at the end of that time."""

    timer: asyncio.TimerHandle
    """The timer that writes the next log line."""
    times: int = 0
    """Number of repetitions."""
    last: dict[str, Any] = {}
    """The values of the last repetition, by name."""


class Throttle:
    """Writes the first log line of each kind at once, and counts its repetitions."""

    def __init__(self, tell: Tell) -> None:
        """`tell(kind, times, more)` writes a log line: `times` is the number of occurrences since
        the last line of that kind, and `more` has the values of the last occurrence."""
        self._tell = tell
        self._windows: dict[Kind, _Window] = {}

    def note(self, kind: Kind, **more: Any) -> None:
        """Write or count one occurrence; `more` are its values. `kind` is a tuple of texts. If too
        many kinds are being counted, its last part is replaced by `others`."""
        if kind not in self._windows and len(self._windows) >= MOST_KINDS:
            kind = (*kind[:-1], OTHERS)
        window = self._windows.get(kind)
        if window is None:
            self._begin(kind, 1, more)
        else:
            window.times += 1
            window.last = more

    def close(self) -> None:
        """Write the counts that are pending, and stop the timers."""
        for kind, window in self._windows.items():
            window.timer.cancel()
            if window.times:
                self._tell(kind, window.times, window.last)
        self._windows.clear()

    def _begin(self, kind: Kind, times: int, more: dict[str, Any]) -> None:
        self._tell(kind, times, more)
        timer = asyncio.get_running_loop().call_later(WINDOW, self._look, kind)
        self._windows[kind] = _Window(timer)

    def _look(self, kind: Kind) -> None:
        """Called WINDOW seconds after a log line: write the count of its repetitions, if there are
        any."""
        window = self._windows.pop(kind)
        if window.times:
            self._begin(kind, window.times, window.last)
