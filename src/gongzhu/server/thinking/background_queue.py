"""The order in which deals are reviewed, where nothing else is to be thought about.

Each part of a review is one question. Addresses take turns, and within an address its accounts;
whoever asks pays from the same budget as for bots, down to a part that is left to their tables.
There is no clock in here: times, in seconds, are handed in.
"""

from gongzhu.server.thinking.fair_queue import Asker, FairQueue
from gongzhu.server.turns import RoundRobin

RESERVE = 0.5
"""The share of a budget that reviews leave to bots."""


class BackgroundQueue:
    """Parts of reviews that wait for a process."""

    def __init__(self, queue: FairQueue) -> None:
        """`queue` has the budgets."""
        self._queue = queue
        self._waiting = RoundRobin[tuple[Asker, int]]()

    def __len__(self) -> int:
        """The number of parts that wait."""
        return len(self._waiting)

    def put(self, asker: Asker, number: int) -> None:
        """A part comes in."""
        self._waiting.put(asker.block, asker.account, (asker, number))

    def remove(self, asker: Asker, number: int) -> None:
        """A part is not waited for any longer; it may be out already."""
        self._waiting.remove(asker.block, asker.account, (asker, number))

    def take(self, now: float) -> tuple[Asker, int] | None:
        """The part whose turn it is; None where none waits whose asker can pay for it."""
        return self._waiting.take(lambda part: self._queue.spared(part[0], RESERVE, now))

    def done(self, asker: Asker, seconds: float, now: float) -> None:
        """A part has taken so many seconds."""
        self._queue.pay(asker, seconds, now)
