"""Lines of the log that may come at any rate: each kind is told at once, and then now and then with
a count, so that nobody fills the log."""

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec import Struct

WINDOW = 10.0
"""Seconds from one line of a kind to the next."""
MOST_KINDS = 200
"""Kinds that are told apart at once; those beyond are counted together."""
OTHERS = "others"

Kind = tuple[str, ...]
Tell = Callable[[Kind, int, dict[str, Any]], None]


class _Window(Struct):
    """Things left out since the last line of a kind."""

    timer: asyncio.TimerHandle
    times: int = 0
    last: dict[str, Any] = {}


class Throttle:
    """Counts what repeats."""

    def __init__(self, tell: Tell) -> None:
        """`tell` writes a line: of what kind, how many times it has come, and more of the last
        time."""
        self._tell = tell
        self._windows: dict[Kind, _Window] = {}

    def note(self, kind: Kind, **more: Any) -> None:
        """Once more. The last part of a kind gives way to `others` where there are too many."""
        if kind not in self._windows and len(self._windows) >= MOST_KINDS:
            kind = (*kind[:-1], OTHERS)
        window = self._windows.get(kind)
        if window is None:
            self._begin(kind, 1, more)
        else:
            window.times += 1
            window.last = more

    def close(self) -> None:
        """Tell what was left out, and count no more."""
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
        """The window is over: tell what came in it."""
        window = self._windows.pop(kind)
        if window.times:
            self._begin(kind, window.times, window.last)
