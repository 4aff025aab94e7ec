"""The budget of a search, shared out over its rounds: a number of rollouts, or a time."""

from time import perf_counter
from typing import Protocol

MIN_DEALS = 8
"""Deals that all candidates are rolled out on before any of them is eliminated."""
MAX_BATCH = 256
"""Deals that are sampled at once."""


class Budget(Protocol):
    """A budget, shared out equally over the rounds that are left."""

    def begin_round(self, rounds_left: int) -> None:
        """Begin a round; `rounds_left` includes it."""
        ...

    def next_batch(self, candidates: int) -> int:
        """The number of deals to roll so many candidates out on next; 0: the round is over."""
        ...

    def consume(self, rollouts: int) -> None:
        """Note that so many rollouts were made."""
        ...


class RolloutBudget:
    """A number of rollouts; it is the same on every machine."""

    def __init__(self, rollouts: int) -> None:
        self._left = rollouts
        self._share = 0
        self._first = True

    def begin_round(self, rounds_left: int) -> None:
        self._share = self._left // rounds_left

    def next_batch(self, candidates: int) -> int:
        deals = min(self._share // candidates, MAX_BATCH)
        return max(deals, MIN_DEALS if self._first else 0)

    def consume(self, rollouts: int) -> None:
        self._first = False
        self._left -= rollouts
        self._share -= rollouts


class TimeBudget:
    """Seconds from now. Batches are sized by the mean time of a rollout so far."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._start = perf_counter()
        self._round_ends = 0.0
        self._rollouts = 0

    def begin_round(self, rounds_left: int) -> None:
        now = perf_counter()
        self._round_ends = now + (self._start + self._seconds - now) / rounds_left

    def next_batch(self, candidates: int) -> int:
        if not self._rollouts:
            return MIN_DEALS
        now = perf_counter()
        each = (now - self._start) / self._rollouts
        deals = int((self._round_ends - now) / (each * candidates))
        return min(deals, MAX_BATCH) if deals >= MIN_DEALS else 0

    def consume(self, rollouts: int) -> None:
        self._rollouts += rollouts
