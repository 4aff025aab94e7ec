"""How many more deals the choices are tried on: by a number of tries, or by the clock."""

from time import perf_counter
from typing import Protocol

LEAST = 8
"""On how many deals choices are tried at least before any of them is given up."""
MOST = 256
"""And how many deals are taken at once."""


class Meter(Protocol):
    """What a judgement may spend, shared out over rounds."""

    def begin_round(self, left: int) -> None:
        """Begin a round; `left` are to come, this one among them."""
        ...

    def deals(self, choices: int) -> int:
        """On how many deals so many choices are to be tried next; 0: the round is over."""
        ...

    def spent(self, tries: int) -> None:
        """Note that so many tries were made."""
        ...


class Count:
    """So many tries."""

    def __init__(self, iterations: int) -> None:
        self._left = iterations
        self._share = 0
        self._first = True

    def begin_round(self, left: int) -> None:
        self._share = self._left // left

    def deals(self, choices: int) -> int:
        deals = min(self._share // choices, MOST)
        return max(deals, LEAST if self._first else 0)

    def spent(self, tries: int) -> None:
        self._first = False
        self._left -= tries
        self._share -= tries


class Clock:
    """So many seconds from now."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = perf_counter()
        self._round_ends = 0.0
        self._tries = 0

    def begin_round(self, left: int) -> None:
        now = perf_counter()
        self._round_ends = now + (self._start + self._seconds - now) / left

    def deals(self, choices: int) -> int:
        if not self._tries:
            return LEAST
        now = perf_counter()
        each = (now - self._start) / self._tries
        deals = int((self._round_ends - now) / (each * choices))
        return min(deals, MOST) if deals >= LEAST else 0

    def spent(self, tries: int) -> None:
        self._tries += tries
