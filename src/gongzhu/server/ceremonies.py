"""What was begun and is to be finished soon: once, in time, and by whoever began it."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

LASTS = 5 * 60 * 1000
"""Milliseconds from the beginning to the end, at most: somebody has to find a phone."""
MOST = 20_000
"""Ceremonies that are remembered; with one more, the oldest is forgotten."""

T = TypeVar("T")


class Ceremonies(Generic[T]):
    """Keeps them in memory, each under a key of whoever began it, who has one at a time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` gives milliseconds."""
        self._clock = clock
        self._begun: OrderedDict[bytes, tuple[int, T]] = OrderedDict()

    def __len__(self) -> int:
        """The number of those that are remembered."""
        return len(self._begun)

    def begin(self, key: bytes, what: T) -> None:
        """Begin one, in place of the one before it."""
        now = self._clock()
        while self._begun:
            oldest, (at, _) = next(iter(self._begun.items()))
            if at > now - LASTS and len(self._begun) < MOST:
                break
            del self._begun[oldest]
        self._begun.pop(key, None)
        self._begun[key] = now, what

    def take(self, key: bytes) -> T | None:
        """The one that was begun under this key, which is over with that; None: there is none, or
        its time has passed."""
        at, what = self._begun.pop(key, (0, None))
        return what if at > self._clock() - LASTS else None
