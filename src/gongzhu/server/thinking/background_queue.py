"""The order in which deals are reviewed, where nothing else is to be thought about.

Each part of a review is one question. Whoever asks has a turn after everybody else who asks, and
pays from the same budget as for bots, down to a part that is left to their tables. There is no
clock in here: times, in seconds, are handed in.
"""

from collections import OrderedDict, deque

from gongzhu.server.thinking.fair_queue import Asker, FairQueue

RESERVE = 0.5
"""The share of a budget that reviews leave to bots."""


class BackgroundQueue:
    """Parts of reviews that wait for a process."""

    def __init__(self, queue: FairQueue) -> None:
        """`queue` has the budgets."""
        self._queue = queue
        self._waiting: OrderedDict[Asker, deque[int]] = OrderedDict()
        """By who asks, the one whose turn is next first."""

    def __len__(self) -> int:
        """The number of parts that wait."""
        return sum(map(len, self._waiting.values()))

    def put(self, asker: Asker, number: int) -> None:
        """A part comes in."""
        self._waiting.setdefault(asker, deque()).append(number)

    def remove(self, asker: Asker, number: int) -> None:
        """A part is not waited for any longer; it may be out already."""
        numbers = self._waiting.get(asker)
        if numbers is not None and number in numbers:
            numbers.remove(number)
            if not numbers:
                del self._waiting[asker]

    def take(self, now: float) -> tuple[Asker, int] | None:
        """The part whose turn it is; None where none waits whose asker can pay for it."""
        for asker, numbers in self._waiting.items():
            if self._queue.spared(asker, RESERVE, now):
                number = numbers.popleft()
                self._waiting.move_to_end(asker)
                if not numbers:
                    del self._waiting[asker]
                return asker, number
        return None

    def done(self, asker: Asker, seconds: float, now: float) -> None:
        """A part has taken so many seconds."""
        self._queue.pay(asker, seconds, now)
