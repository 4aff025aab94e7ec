"""The budget of a search, divided among its rounds: a number of rollouts, or a time."""

from time import perf_counter
from typing import Protocol

MIN_DEALS = 8
"""Number of deals on which all candidates are rolled out before any is eliminated."""
MAX_BATCH = 256
"""Greatest number of deals sampled at once."""


class Budget(Protocol):
    """A budget divided equally among the remaining rounds."""

    def begin_round(self, rounds_left: int) -> None:
        """Begin a round; `rounds_left` includes this one."""
        ...

    def next_batch(self, candidates: int) -> int:
        """The number of deals on which to roll out `candidates` candidates next; 0 at the end of
        the round."""
        ...

    def consume(self, rollouts: int) -> None:
        """Record that `rollouts` rollouts were made."""
        ...


class RolloutBudget:
    """A budget of a number of rollouts, which does not depend on the machine."""

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
    """A budget of seconds from now. The size of batches follows from the mean time of a rollout so
    far."""

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
