"""Limits log lines that may come at any rate: the first of each kind is written at once, and
repetitions are written every few seconds as a count, so that they cannot fill the log."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct

WINDOW = 10.0
"""Seconds between two log lines of the same kind."""
MOST_KINDS = 200
"""The most kinds that are counted separately at a time; further ones are counted together."""
OTHERS = "others"
Kind = tuple[str, ...]
Tell = Callable[[Kind, int, dict[str, Any]], None]


class _Window(Struct):
    """The repetitions of one kind of log line since its last line."""

    timer: asyncio.TimerHandle
    times: int = 0
    last: dict[str, Any] = {}


class Throttle:
    """Writes the first log line of each kind, and counts its repetitions."""

    def __init__(self, tell: Tell) -> None:
        """Write lines with `tell`, which is called with the kind of the line, how often it occurred
        since the last line of that kind, and the further values of the last occurrence."""
        self._tell = tell
        self._windows: dict[Kind, _Window] = {}

    def note(self, kind: Kind, **more: Any) -> None:
        """Log or count one occurrence of a line; `more` are its further values. If there are too
        many kinds, the last part of `kind` is replaced by `others`."""
        if kind not in self._windows and len(self._windows) >= MOST_KINDS:
            kind = (*kind[:-1], OTHERS)
        window = self._windows.get(kind)
        if window is None:
            self._begin(kind, 1, more)
        else:
            window.times += 1
            window.last = more

    def close(self) -> None:
        """Log the counts that are pending, and stop the timers."""
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
        """When the time after a log line is up, log the repetitions that were counted in it, if
        any."""
        window = self._windows.pop(kind)
        if window.times:
            self._begin(kind, window.times, window.last)
