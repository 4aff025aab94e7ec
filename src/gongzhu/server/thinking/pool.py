"""A few processes that all bots of all tables share, and what is done when one does not answer."""

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from random import Random

import structlog
from msgspec import Struct

from gongzhu.bots.random_bot import RandomBot
from gongzhu.rules import Action
from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking.wire import Answer, Question
from gongzhu.server.thinking.worker import Worker
from gongzhu.view import View

COMMAND = (sys.executable, "-m", "gongzhu.server.thinker")

log = structlog.get_logger()


class _Thought(Struct):
    question: Question
    place: str
    """Table and seat, for the log."""
    tell: Callable[[Action], None]
    asked: float
    timer: asyncio.TimerHandle
    open: bool = True


class Thinking:
    """Asks the processes in turn. An answer comes in time, if need be by chance: a bot that
    hangs, crashes or answers what is no legal action has a legal one chosen for it."""

    def __init__(
        self,
        processes: int,
        patience: float,
        metrics: Metrics,
        command: Sequence[str] = COMMAND,
    ) -> None:
        """`patience` is in seconds."""
        self._patience = patience
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._workers = [Worker(command, self._answered, self._free_one) for _ in range(processes)]
        self._free: deque[Worker] = deque()
        self._waiting: deque[_Thought] = deque()
        self._under_way: dict[int, _Thought] = {}
        self._number = 0

    def start(self) -> None:
        """Start the processes; questions may be asked already."""
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """End the processes. Whatever was asked is not answered any more."""
        for thought in (*self._waiting, *self._under_way.values()):
            thought.open = False
            thought.timer.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def ask(
        self, view: View, level: str, seed: str, place: str, tell: Callable[[Action], None]
    ) -> None:
        """Have a bot choose for the seat of a view, which must act; `tell` is given the choice,
        a legal action, later and once."""
        self._number += 1
        question = Question(self._number, level, seed, self._patience / 2, view)
        timer = self._loop.call_later(self._patience, self._too_long, self._number)
        thought = _Thought(question, place, tell, self._loop.time(), timer)
        self._under_way[self._number] = thought
        self._waiting.append(thought)
        self._give_out()

    def _give_out(self) -> None:
        while self._free and self._waiting:
            thought = self._waiting.popleft()
            if thought.open:
                worker = self._free.popleft()
                worker.ask(thought.question)
                self._loop.call_later(self._patience, self._hangs, worker, thought.question)

    def _answered(self, worker: Worker, answer: Answer | None) -> None:
        if answer is None:
            if worker in self._free:
                self._free.remove(worker)
            asked = worker.question
            thought = None if asked is None else self._under_way.get(asked.number)
            if thought is not None:
                self._instead(thought, "crashed", "")
            return
        self._free_one(worker)
        thought = self._under_way.get(answer.number)
        if thought is None:
            return
        action = answer.action
        if action is None:
            self._instead(thought, "failed", answer.error)
        elif thought.question.view.why_illegal(action) is not None:
            self._instead(thought, "illegal", type(action).__name__)
        else:
            self._close(thought, action)

    def _free_one(self, worker: Worker) -> None:
        self._free.append(worker)
        self._give_out()

    def _too_long(self, number: int) -> None:
        thought = self._under_way.get(number)
        if thought is not None:
            self._instead(thought, "late", "")

    def _hangs(self, worker: Worker, question: Question) -> None:
        if worker.question is question:
            log.warning("thinker_killed", level=question.level)
            worker.kill()

    def _instead(self, thought: _Thought, why: str, detail: str) -> None:
        log.warning(
            "bot_replaced",
            place=thought.place,
            level=thought.question.level,
            why=why,
            detail=detail,
        )
        self._metrics.replaced_bots.labels(why).inc()
        view = thought.question.view
        self._close(thought, RandomBot().choose(view, Random(thought.question.seed), 0))

    def _close(self, thought: _Thought, action: Action) -> None:
        thought.open = False
        thought.timer.cancel()
        del self._under_way[thought.question.number]
        self._metrics.thinking.observe(self._loop.time() - thought.asked)
        try:
            thought.tell(action)
        except Exception:  # one table's mistake must not stop the thinking for others
            log.exception("answer_failed", place=thought.place)
