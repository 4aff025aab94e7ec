"""A few processes that all bots of all tables share, and what is done when one does not answer."""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from random import Random

import structlog
from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots import read_level
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.reasons import Hint
from gongzhu.rules import Action
from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking.wire import ActionQuestion, Answer, HintQuestion
from gongzhu.server.thinking.worker import Worker
from gongzhu.table.facts import Failure
from gongzhu.view import View

COMMAND = (sys.executable, "-m", "gongzhu.server.thinker")

IN_LINE = 10.0
"""Seconds that a question may wait for a process: where many think, bots are slow and not bad."""
HINT = 5.0
"""Seconds that a hint may take."""

Chosen = Callable[[Action, Failure | None], None]
"""Hears a choice; and where it was made by chance, what the bot had done wrong."""

log = structlog.get_logger()


class _Job(Struct):
    question: ActionQuestion | HintQuestion
    place: str
    """Table and seat, for the log."""
    callback: Callable[[Answer], None]
    asked: float
    seconds: float
    """Seconds that it may take."""
    timer: asyncio.TimerHandle


class ThinkerPool:
    """Asks the processes in turn. An answer comes in time, if need be by chance: a bot that
    hangs, crashes or answers what is no legal action has a legal one chosen for it."""

    def __init__(
        self,
        processes: int,
        time_limit: float,
        metrics: Metrics,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """`time_limit` is in seconds; a level with a time of its own has that in addition."""
        self._time_limit = time_limit
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._workers = [Worker(command, self._answered, self._free_one) for _ in range(processes)]
        self._free: deque[Worker] = deque()
        self._waiting: deque[_Job] = deque()
        self._hints: deque[_Job] = deque()
        """Wait until no bot does."""
        self._under_way: dict[int, _Job] = {}
        self._number = 0

    def start(self) -> None:
        """Start the processes; questions may be asked already."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """End the processes. Whatever was asked is not answered any more."""
        for job in self._under_way.values():
            job.timer.cancel()
        self._under_way.clear()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def ask(self, view: View, level: str, seed: str, place: str, callback: Chosen) -> None:
        """Have a bot choose for the seat of a view, which must act; `callback` is given the choice,
        a legal action, later and once."""
        self._number += 1
        question = ActionQuestion(self._number, level, seed, view)
        seconds = self._time_limit + _seconds(level)

        def chosen(answer: Answer) -> None:
            assert answer.action is not None, "an action was found if need be"
            callback(answer.action, answer.failure)

        self._waiting.append(self._job(question, place, chosen, seconds))
        self._give_out()

    def ask_hint(
        self, question: HintQuestion, place: str, callback: Callable[[Hint | None], None]
    ) -> None:
        """Have a hint found; `callback` is given it later and once, or None where none was
        found. The question is given its number here."""
        self._number += 1
        numbered = replace(question, number=self._number)
        job = self._job(numbered, place, lambda answer: callback(answer.hint), HINT)
        self._hints.append(job)
        self._give_out()

    def _job(
        self,
        question: ActionQuestion | HintQuestion,
        place: str,
        callback: Callable[[Answer], None],
        seconds: float,
    ) -> _Job:
        timer = self._loop.call_later(seconds + IN_LINE, self._too_long, question.number)
        job = _Job(question, place, callback, self._loop.time(), seconds, timer)
        self._under_way[question.number] = job
        return job

    def _give_out(self) -> None:
        while self._free and (self._waiting or self._hints):
            job = (self._waiting or self._hints).popleft()
            if job.question.number in self._under_way:
                worker = self._free.popleft()
                worker.ask(job.question)
                job.timer.cancel()
                number = job.question.number
                job.timer = self._loop.call_later(job.seconds, self._too_long, number)

    def _answered(self, worker: Worker, answer: Answer | None) -> None:
        if answer is None:
            if worker in self._free:
                self._free.remove(worker)
            asked = worker.question
            job = None if asked is None else self._under_way.get(asked.number)
            if job is not None:
                self._fail(job, "dead", "")
            return
        self._free_one(worker)
        job = self._under_way.get(answer.number)
        if job is None:
            return
        question = job.question
        if answer.failure is not None:
            self._fail(job, answer.failure, answer.error)
        elif isinstance(question, HintQuestion):
            self._close(job, answer)
        elif answer.action is None or question.view.why_illegal(answer.action) is not None:
            self._fail(job, "illegal", type(answer.action).__name__)
        else:
            self._close(job, answer)

    def _free_one(self, worker: Worker) -> None:
        self._free.append(worker)
        self._give_out()

    def _too_long(self, number: int) -> None:
        job = self._under_way.get(number)
        if job is not None:
            self._fail(job, "late", "")
        for worker in self._workers:
            if worker.question is not None and worker.question.number == number:
                log.warning("thinker_killed")
                worker.kill()

    def _fail(self, job: _Job, why: Failure, detail: str) -> None:
        question = job.question
        if isinstance(question, HintQuestion):
            log.warning("no_hint", place=job.place, why=why, detail=detail)
            self._close(job, Answer(question.number))
            return
        log.warning("bot_replaced", place=job.place, level=question.level, why=why, detail=detail)
        self._metrics.replaced_bots.labels(why).inc()
        instead = RandomBot().choose(question.view, Random(question.seed), 0)
        self._close(job, Answer(question.number, instead, failure=why))

    def _close(self, job: _Job, answer: Answer) -> None:
        job.timer.cancel()
        del self._under_way[job.question.number]
        self._metrics.thinking.observe(self._loop.time() - job.asked)
        try:
            job.callback(answer)
        except Exception:  # one table's mistake must not stop the thinking for others
            log.exception("answer_failed", place=job.place)


def _seconds(level: str) -> float:
    try:
        return read_level(level).seconds
    except ValueError:
        # The process says what is wrong with it.
        return 0.0
