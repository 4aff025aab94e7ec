"""A few processes that all bots of all tables share, and what is done when one does not answer."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

import structlog
from msgspec.structs import replace

from gongzhu.bots.reasons import Hint
from gongzhu.review.story import Story
from gongzhu.rules import Action
from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking.background import Background, BackgroundQuestion
from gongzhu.server.thinking.durations import (
    Durations,
    TableQuestion,
    kind_of,
    name_of,
    own_level,
    shortened,
)
from gongzhu.server.thinking.failures import Failures
from gongzhu.server.thinking.fair_queue import BUDGETS, Asker, Budgets, FairQueue
from gongzhu.server.thinking.jobs import Choice, Chosen, Job, Thought
from gongzhu.server.thinking.pace import Pace
from gongzhu.server.thinking.processes import COMMAND, Processes
from gongzhu.server.thinking.quick import INSTEAD, QuickBots, Why, is_quick
from gongzhu.server.thinking.wire import (
    NOT_READY,
    ActionQuestion,
    Answer,
    HintQuestion,
    RedrawQuestion,
)
from gongzhu.server.thinking.worker import Thinker
from gongzhu.table.facts import Failure
from gongzhu.view import View

IN_LINE = 10.0
"""Seconds that a question may wait for a process; then a quick bot answers it."""
HANGS = 5.0
"""Seconds more for a process whose answer no longer counts, before it is ended: on a machine that
is too busy, one that has to start anew makes things worse."""
HINT = 5.0
"""Seconds that a hint may take."""
UNHURRIED = 30.0
"""Seconds that a question may take for which no quick answer will do."""
NOT_YET = 1.0
"""Seconds after which such a question is asked again, where a process was not ready."""
ATTEMPTS = 3
"""Times that a process may end over a question that must be answered exactly."""

log = structlog.get_logger()


class ThinkerPool:
    """Asks the processes in turn, by shares that are fair to those who asked. An answer comes in
    time: `steady` chooses, in a thread of this process, for a bot that cannot be asked, that hangs,
    crashes, or answers what is no legal action."""

    def __init__(
        self,
        processes: int,
        time_limit: float,
        metrics: Metrics,
        command: Sequence[str] = COMMAND,
        budgets: Budgets = BUDGETS,
    ) -> None:
        """`time_limit` is in seconds; a level with a time of its own has that in addition."""
        self._time_limit = time_limit
        self._metrics = metrics
        self._failures = Failures()
        self._loop = asyncio.get_running_loop()
        self._processes = Processes(processes, command, self._answered, self._give_out)
        self._queue = FairQueue(processes, budgets)
        self._open: dict[int, Job] = {}
        """Questions that have no answer yet."""
        self._thoughts: dict[Thinker, Thought] = {}
        self._background = Background(processes, self._processes.free, self._queue, self._give_out)
        self._durations = Durations()
        self._pace = Pace(time_limit)
        self._quick = QuickBots()
        self._number = 0

    @property
    def waiting(self) -> int:
        """Questions that wait for a process."""
        return len(self._queue)

    @property
    def working(self) -> int:
        """Processes that have a question."""
        return len(self._thoughts) + self._background.working

    @property
    def processes(self) -> int:
        """Those that can be asked."""
        return self._processes.count

    @property
    def waiting_reviews(self) -> int:
        """Parts of reviews that wait for a process."""
        return len(self._background)

    def check(self) -> None:
        """Raise RuntimeError if there is no process that could be asked."""
        self._processes.check()

    def start(self) -> None:
        """Start the processes; questions may be asked already."""
        self._processes.start()

    async def stop(self) -> None:
        """End the processes. Whatever was asked is not answered any more."""
        for job in self._open.values():
            job.timer.cancel()
        self._open.clear()
        self._pace.stop()
        self._background.stop()
        self._quick.stop()
        await self._processes.stop()
        self._failures.close()

    def ask(
        self,
        view: View,
        level: str,
        seed: str,
        callback: Chosen,
        *,
        place: str,
        asker: Asker,
        ahead: int = 0,
        exact: bool = False,
    ) -> None:
        """Have a bot choose for the seat of a view, which must act; `callback` is given the choice
        later and once: where there is only one, after a time that does not show it. `place` is
        told in the log. `ahead`: choices of the same table that are made before, or would be if
        each took its time. Where it must be `exact`, the same level, seed and view come to the same
        choice, however long that takes."""
        self._number += 1
        question = ActionQuestion(self._number, level, seed, view, exact)
        asked = self._loop.time()

        def chosen(answer: Answer, hurried: bool) -> None:
            assert answer.action is not None, "an action was found if need be"
            choice = Choice(answer.action, answer.failure, hurried)
            taken = self._loop.time() - asked
            usual = answer.failure is None and not hurried
            tell = partial(callback, choice)
            self._pace.tell(question, tell, ahead=ahead, taken=taken, usual=usual)

        self._put(question, chosen, self._time_limit, place=place, asker=asker)

    def ask_hint(
        self,
        question: HintQuestion,
        callback: Callable[[Hint | None], None],
        *,
        place: str,
        asker: Asker,
    ) -> None:
        """Have a hint found; `callback` is given it later and once, or None where none was
        found. The question is given its number here."""
        self._number += 1
        numbered = replace(question, number=self._number)

        def found(answer: Answer, _: bool) -> None:
            callback(answer.hint)

        self._put(numbered, found, HINT, place=place, asker=asker)

    def ask_redraw(
        self,
        view: View,
        seed: str,
        callback: Callable[[Story | None], None],
        *,
        place: str,
        asker: Asker,
    ) -> None:
        """Have the cards dealt anew that a view does not see; `callback` is given the story later
        and once, or None where none was made."""
        self._number += 1

        def found(answer: Answer, _: bool) -> None:
            callback(answer.story)

        question = RedrawQuestion(self._number, seed, view)
        self._put(question, found, UNHURRIED, place=place, asker=asker)

    def ask_background(
        self, question: BackgroundQuestion, callback: Callable[[Answer | None], None], asker: Asker
    ) -> int:
        """Have a part of a review made, or something chosen that nobody waits for, when there is
        nothing else to think about; `callback` is given it later and once, or None where the
        process broke off. The question is given its number here, by which it can be given up."""
        self._number += 1
        self._background.put(replace(question, number=self._number), callback, asker)
        self._give_out()
        return self._number

    def give_up_background(self, number: int) -> None:
        """Nobody wants the answer to such a question any more."""
        self._background.give_up(number)

    def _put(
        self,
        question: TableQuestion,
        callback: Callable[[Answer, bool], None],
        seconds: float,
        *,
        place: str,
        asker: Asker,
    ) -> None:
        now, number = self._loop.time(), question.number
        timer = self._loop.call_later(IN_LINE, self._in_line_too_long, number)
        self._open[number] = Job(question, asker, place, callback, now, seconds, timer)
        self._queue.put(asker, number, self._durations.wanted(question), now)
        self._give_out()

    def _give_out(self) -> None:
        free = self._processes.free
        while free and (turn := self._queue.take(self._loop.time())) is not None:
            job, worker = self._open[turn.number], free.popleft()
            self._thoughts[worker] = Thought(turn, kind_of(job.question), self._loop.time())
            question = shortened(job.question, turn)
            if question is not job.question:
                self._metrics.shortened_thoughts.inc()
            worker.ask(question)
            job.timer.cancel()
            patience = UNHURRIED if job.exact else job.seconds + turn.seconds
            job.timer = self._loop.call_later(patience, self._too_long, turn.number)
        self._background.give_out()

    def _answered(self, worker: Thinker, answer: Answer | None) -> None:
        if worker in self._background:
            self._background.answered(worker, answer)
            if answer is not None:
                self._processes.release(worker)
            return
        self._thought(worker, answer)
        if answer is None:
            self._processes.withdraw(worker)
            asked = worker.question
            job = None if asked is None else self._unanswered(asked.number)
            if job is not None and job.exact and job.attempts < ATTEMPTS:
                job.attempts += 1
                self._put_again(job)
            elif job is not None:
                self._fail(job, "dead", "the thinker ended")
            return
        self._processes.release(worker)
        job = self._unanswered(answer.number)
        if job is None:
            return
        question = job.question
        if isinstance(question, ActionQuestion) and answer.error == NOT_READY:
            if job.exact:
                job.timer.cancel()
                job.timer = self._loop.call_later(NOT_YET, self._put_again, job)
            else:
                self._choose_here(job, "not_ready")
        elif answer.failure is not None:
            self._fail(job, answer.failure, answer.error, answer.stderr)
        elif not isinstance(question, ActionQuestion):
            self._close(job, answer)
        elif answer.action is None or question.view.why_illegal(answer.action) is not None:
            self._fail(job, "illegal", type(answer.action).__name__)
        else:
            self._close(job, answer)

    def _thought(self, worker: Thinker, answer: Answer | None) -> None:
        """Count the time of a process that has answered, or ended."""
        thought = self._thoughts.pop(worker, None)
        if thought is None:
            return
        now = self._loop.time()
        seconds = now - thought.began
        self._queue.done(thought.turn, seconds, now)
        if answer is None or thought.turn.seconds < thought.turn.wanted:
            return
        # What it took by itself, so that the next one is known beforehand.
        self._durations.learn(thought.kind, seconds)

    def _put_again(self, job: Job) -> None:
        """Put a question into the line once more."""
        number = job.question.number
        if self._open.get(number) is job:
            job.timer.cancel()
            if not job.exact:
                job.timer = self._loop.call_later(IN_LINE, self._in_line_too_long, number)
            wanted = self._durations.wanted(job.question)
            self._queue.put(job.asker, job.question.number, wanted, self._loop.time())
            self._give_out()

    def _in_line_too_long(self, number: int) -> None:
        job = self._open[number]
        if job.exact:
            return
        self._queue.remove(job.asker, number)
        self._hurry(job)

    def _too_long(self, number: int) -> None:
        job = self._open[number]
        question = job.question
        # A program of the host's answers for itself; our own bots are late for lack of processor.
        own = not isinstance(question, ActionQuestion) or own_level(question.level) is not None
        for worker, thought in self._thoughts.items():
            if thought.turn.number == number:
                self._loop.call_later(HANGS if own else 0.0, self._kill, worker, number)
        if job.exact:
            return
        if own:
            self._hurry(job)
        else:
            self._fail(job, "late", "the thinker did not answer")

    def _kill(self, worker: Thinker, number: int) -> None:
        """End a process that still has that question."""
        if worker.question is not None and worker.question.number == number:
            log.warning("thinker_killed")
            worker.kill()

    def _unanswered(self, number: int) -> Job | None:
        """The job of this number, if its answer is still to come from a process."""
        job = self._open.get(number)
        return None if job is None or job.replaced else job

    def _hurry(self, job: Job) -> None:
        """Have a quick bot answer; nothing else can find a hint."""
        if not isinstance(job.question, ActionQuestion):
            self._fail(job, "late", "")
        else:
            self._choose_here(job, None if is_quick(job.question.level) else "busy")

    def _fail(self, job: Job, why: Failure, detail: str, stderr: tuple[str, ...] = ()) -> None:
        question = job.question
        if not isinstance(question, ActionQuestion):
            log.warning(f"no_{kind_of(question)}", place=job.place, why=why, detail=detail)
            self._close(job, Answer(question.number))
            return
        self._failures.note(job.place, question.level, why, detail, stderr)
        # The table is told of a program's failure; nobody there can help one of our levels.
        ours = own_level(question.level) is not None
        self._choose_here(job, why, failure=None if ours else why)

    def _choose_here(self, job: Job, why: Why | None, *, failure: Failure | None = None) -> None:
        """Have the level choose in this process, or `steady` for it where there is a reason."""
        question = job.question
        assert isinstance(question, ActionQuestion), "a bot was asked"
        job.timer.cancel()
        job.replaced = True

        def chosen(action: Action, by: str) -> None:
            if self._open.get(question.number) is job:
                self._close(job, Answer(question.number, action, failure=failure), why, by)

        level = question.level if why is None else INSTEAD
        self._quick.choose(question.view, level, question.seed, chosen)

    def _close(
        self, job: Job, answer: Answer, replaced: Why | None = None, by: str | None = None
    ) -> None:
        """Give the answer. `replaced`: why `steady` was to choose; `by`: the level that chose here,
        None for an answer of a process."""
        job.timer.cancel()
        del self._open[job.question.number]
        self._metrics.thinking.observe(self._loop.time() - job.asked)
        if isinstance(job.question, ActionQuestion):
            asked = name_of(job.question.level)
            self._metrics.bot_answers.labels(asked, by or asked).inc()
        if replaced is not None:
            self._metrics.replaced_bots.labels(replaced).inc()
        # That it plays until all is compiled is no news at any table.
        hurried = replaced not in (None, "not_ready") and answer.failure is None
        try:
            job.callback(answer, hurried)
        except Exception:  # one table's mistake must not stop the thinking for others
            log.exception("answer_failed", place=job.place)
