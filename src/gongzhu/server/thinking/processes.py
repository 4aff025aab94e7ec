"""The processes that bots think in: which there are, and which are free."""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence

from gongzhu.server.thinking.wire import Answer
from gongzhu.server.thinking.worker import Thinker, Worker

COMMAND = (sys.executable, "-m", "gongzhu.server.thinker")


class Processes:
    """Starts the processes, which are started again whenever they end."""

    def __init__(
        self,
        count: int,
        command: Sequence[str],
        answered: Callable[[Thinker, Answer | None], None],
        freed: Callable[[], None],
    ) -> None:
        """`answered` hears each answer, None where there will be none; `freed` is called when there
        is one more to ask."""
        self._freed = freed
        self._workers = [Worker(command, answered, self.release) for _ in range(count)]
        self.free: deque[Thinker] = deque()
        """Those that have nothing to do."""

    @property
    def count(self) -> int:
        """The number of processes."""
        return len(self._workers)

    def check(self) -> None:
        """Raise RuntimeError if there is no process that could be asked."""
        if self._workers and not any(worker.stands for worker in self._workers):
            raise RuntimeError("no process to think in")

    def start(self) -> None:
        """Start the processes."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """End the processes."""
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def release(self, worker: Thinker) -> None:
        """A process has nothing to do any more."""
        if worker.stands:
            self.free.appendleft(worker)
            self._freed()

    def withdraw(self, worker: Thinker) -> None:
        """A process cannot be asked."""
        if worker in self.free:
            self.free.remove(worker)
