"""Memory that an attack has filled and left, given back to the system.

The C library keeps what was let go of for whoever comes next, in gaps between what stays. After
thousands of connections that were all refused that may be half as much again as the server needs.
glibc gives it back when it is told to; other libraries have no such call."""

import asyncio
import ctypes
from collections.abc import Callable
from contextlib import suppress

MANY = 100
"""Refusals with which an attack begins."""
EVERY = 10.0
"""Seconds until memory is given back, which takes some milliseconds; it is done again as long as
anybody is refused."""


def giving_back() -> Callable[[], object]:
    """The call that gives free memory back to the system; one that does nothing where there is
    none."""
    with suppress(OSError, AttributeError, TypeError):
        trim = ctypes.CDLL(None).malloc_trim
        return lambda: trim(0)
    return lambda: None


class SpareMemory:
    """Counts refusals, and gives back what they have left."""

    def __init__(self, give_back: Callable[[], object] | None = None) -> None:
        """`give_back`: the system's way, unless another one is given."""
        self._give_back = give_back or giving_back()
        self._refused = 0
        self._timer: asyncio.TimerHandle | None = None

    def refused(self) -> None:
        """One more was refused."""
        self._refused += 1
        if self._refused == MANY and self._timer is None:
            self._later()

    def _later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._now)

    def _now(self) -> None:
        self._give_back()
        self._timer = None
        if self._refused:
            self._refused = 0
            self._later()
