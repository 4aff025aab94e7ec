"""Questions that nobody waits for: parts of reviews, and choices for the days to come. Processes
have them that have nothing else to think about."""

import asyncio
from collections import deque
from collections.abc import Callable

import structlog
from msgspec import Struct

from gongzhu.server.thinking.background_queue import BackgroundQueue
from gongzhu.server.thinking.fair_queue import Asker, FairQueue
from gongzhu.server.thinking.wire import NOT_READY, ActionQuestion, Answer, ReviewQuestion
from gongzhu.server.thinking.worker import Thinker

SECONDS = 30.0
"""Seconds that such a question may take; most parts of a review take a tenth of one."""
AGAIN = 1.0
"""Seconds after which it is tried again, where a budget was spent, or a process was not ready."""

BackgroundQuestion = ReviewQuestion | ActionQuestion

log = structlog.get_logger()


class _Part(Struct, eq=False):
    """A question that has no answer yet."""

    question: BackgroundQuestion
    asker: Asker
    callback: Callable[[Answer | None], None]


class _PartOut(Struct, eq=False):
    """A question that a process has, also when nobody wants its answer any more."""

    number: int
    asker: Asker
    began: float
    timer: asyncio.TimerHandle


class Background:
    """Gives such questions to processes that are free; where there are several, one is left to the
    bots."""

    def __init__(
        self,
        processes: int,
        free: deque[Thinker],
        queue: FairQueue,
        look_again: Callable[[], None],
    ) -> None:
        """`free`: the processes that have nothing to do, of which some are taken. `queue` has the
        budgets. `look_again` is called when there may be something to give out."""
        self._free = free
        self._queue = BackgroundQueue(queue)
        self._look_again = look_again
        self._loop = asyncio.get_running_loop()
        self._open: dict[int, _Part] = {}
        """By number."""
        self._out: dict[Thinker, _PartOut] = {}
        self.processes = processes
        """Those that there are."""
        self._again: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """The number of questions that wait for a process."""
        return len(self._queue)

    def __contains__(self, worker: Thinker) -> bool:
        """True if the process has such a question."""
        return worker in self._out

    @property
    def working(self) -> int:
        """Processes that have such a question."""
        return len(self._out)

    def stop(self) -> None:
        """Answer nothing any more."""
        for out in self._out.values():
            out.timer.cancel()
        if self._again is not None:
            self._again.cancel()
        self._open.clear()

    def put(
        self, question: BackgroundQuestion, callback: Callable[[Answer | None], None], asker: Asker
    ) -> None:
        """A question comes in; `callback` hears the answer, None where the process broke off."""
        self._open[question.number] = _Part(question, asker, callback)
        self._queue.put(asker, question.number)

    def give_up(self, number: int) -> None:
        """Nobody wants the answer to a question any more."""
        part = self._open.pop(number, None)
        if part is not None:
            self._queue.remove(part.asker, number)

    def give_out(self) -> None:
        """Let free processes have questions."""
        now = self._loop.time()
        if self._again is not None:
            return
        while self._free and len(self._out) < max(1, self.processes - 1):
            turn = self._queue.take(now)
            if turn is None:
                break
            asker, number = turn
            worker = self._free.popleft()
            timer = self._loop.call_later(SECONDS, worker.kill)
            self._out[worker] = _PartOut(number, asker, now, timer)
            worker.ask(self._open[number].question)
        if len(self._queue) and not self._out and self._free:
            self._try_again()

    def _try_again(self) -> None:
        self._again = self._loop.call_later(AGAIN, self._now_again)

    def _now_again(self) -> None:
        self._again = None
        self._look_again()

    def answered(self, worker: Thinker, answer: Answer | None) -> None:
        """A process has answered such a question, or ended over it."""
        out = self._out.pop(worker)
        out.timer.cancel()
        now, number = self._loop.time(), out.number
        self._queue.done(out.asker, now - out.began, now)
        if answer is not None and answer.error == NOT_READY and number in self._open:
            self._queue.put(out.asker, number)
            if self._again is None:
                self._try_again()
            return
        part = self._open.pop(number, None)
        if answer is None or answer.failure is not None:
            log.warning("no_review", why="dead" if answer is None else answer.error)
            answer = None
        if part is not None:
            part.callback(answer)
