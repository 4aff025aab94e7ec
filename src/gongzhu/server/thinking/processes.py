"""The processes that bots think in, here and on other machines: which there are, and which are
free."""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gongzhu.server.thinking.remote import RemoteWorkers
from gongzhu.server.thinking.wire import Answer
from gongzhu.server.thinking.worker import Thinker, Worker

if TYPE_CHECKING:
    from gongzhu.store.postgres_questions import QuestionSender

COMMAND = (sys.executable, "-m", "gongzhu.server.thinker")


class Processes:
    """Starts those of this machine, which stand anew whenever they end, and finds those of
    others."""

    def __init__(
        self,
        here: int,
        command: Sequence[str],
        answered: Callable[[Thinker, Answer | None], None],
        freed: Callable[[], None],
        counted: Callable[[], None],
    ) -> None:
        """`here`: processes of this machine. `answered` hears each answer, None where there will be
        none; `freed` is called when there is one more to ask, `counted` when there are more of
        them, or fewer."""
        self._answered = answered
        self._freed = freed
        self._counted = counted
        self._workers = [Worker(command, answered, self.release) for _ in range(here)]
        self._remote: RemoteWorkers | None = None
        self.free: deque[Thinker] = deque()
        """Those that have nothing to do; the ones on other machines last."""

    @property
    def count(self) -> int:
        """Those that can be asked, here and elsewhere."""
        elsewhere = 0 if self._remote is None else self._remote.count
        return len(self._workers) + elsewhere

    def check(self) -> None:
        """Raise RuntimeError if there is no process that could be asked."""
        if self._workers and not any(worker.stands for worker in self._workers):
            raise RuntimeError("no process to think in")

    async def join(self, sender: "QuestionSender") -> None:
        """Ask processes on other machines too, where all here have something to think about. Raises
        StoreError."""
        self._remote = RemoteWorkers(sender, self._answered, self._joined, self._parted)
        await self._remote.start()

    def start(self) -> None:
        """Start those of this machine."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """End those of this machine, and ask no others any more."""
        if self._remote is not None:
            await self._remote.stop()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def release(self, worker: Thinker) -> None:
        """A process has nothing to do any more."""
        if not worker.stands:
            return
        if worker.remote:
            self.free.append(worker)
        else:
            self.free.appendleft(worker)
        self._freed()

    def withdraw(self, worker: Thinker) -> None:
        """A process cannot be asked."""
        if worker in self.free:
            self.free.remove(worker)

    def _joined(self, worker: Thinker) -> None:
        self._counted()
        self.release(worker)

    def _parted(self, worker: Thinker) -> None:
        self._counted()
        self.withdraw(worker)
