"""Processes that bots think in, without the processes: what each is asked is kept, and it answers
what it is told to."""

from collections.abc import Callable, Sequence
from operator import itemgetter

import msgspec

from gongzhu.arena.request import request_of, start_of
from gongzhu.bots.reasons import Hint
from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.server.thinking.wire import ActionQuestion, Answer, HintQuestion, pack
from gongzhu.table.facts import Failure

Heard = Callable[[Seat, bytes], None]
"""Told of every byte that goes to a bot: the seat that it plays, or finds a hint for."""


class Thinkers:
    """All processes of a server."""

    def __init__(self) -> None:
        self.heard: Heard = lambda seat, told: None
        self._workers: list[ScriptedWorker] = []

    def worker(
        self,
        command: Sequence[str],
        answered: Callable[["ScriptedWorker", Answer | None], None],
        started: Callable[["ScriptedWorker"], None],
    ) -> "ScriptedWorker":
        """See `gongzhu.server.thinking.worker.Worker`."""
        worker = ScriptedWorker(self, answered, started)
        self._workers.append(worker)
        return worker

    @property
    def workers(self) -> tuple["ScriptedWorker", ...]:
        """The processes."""
        return tuple(self._workers)

    def answer(self, seat: Seat, action: Action | None) -> None:
        """The bot of a seat has chosen; None: it has failed."""
        worker = self._asked(seat, ActionQuestion)[-1]
        worker.answer(action, "Nonsense" if action is None else "", None)

    def answer_hint(self, seat: Seat, hint: Hint | None) -> None:
        """A hint was found for a seat, or None was."""
        worker = self._asked(seat, HintQuestion)[-1]
        worker.answer(None, "" if hint else "Nonsense", hint)

    def thinks(self, seat: Seat) -> bool:
        """Whether the bot of a seat was asked."""
        return bool(self._asked(seat, ActionQuestion))

    def hints(self, seat: Seat) -> bool:
        """Whether a hint for a seat was asked for."""
        return bool(self._asked(seat, HintQuestion))

    def give_up(self) -> None:
        """All fail over what they were asked."""
        for worker in self._workers:
            while worker.question is not None:
                worker.answer(None, "Nonsense", None)

    def _asked(
        self, seat: Seat, kind: type[ActionQuestion] | type[HintQuestion]
    ) -> list["ScriptedWorker"]:
        """Who was asked last stands last: what was asked before a store failed is void."""
        asked = [
            (worker.question.number, worker)
            for worker in self._workers
            if isinstance(worker.question, kind) and worker.question.view.seat == seat
        ]
        return [worker for _, worker in sorted(asked, key=itemgetter(0))]


class ScriptedWorker:
    """See `gongzhu.server.thinking.worker.Worker`."""

    stands = True

    def __init__(
        self,
        thinkers: Thinkers,
        answered: Callable[["ScriptedWorker", Answer | None], None],
        started: Callable[["ScriptedWorker"], None],
    ) -> None:
        self.question: ActionQuestion | HintQuestion | None = None
        self._thinkers = thinkers
        self._answered = answered
        self._started = started

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    def kill(self) -> None:
        """See `Worker`."""
        self._answered(self, None)
        self.question = None
        self._started(self)

    async def stop(self) -> None:
        """See `Worker`."""

    def ask(self, question: ActionQuestion | HintQuestion) -> None:
        """See `Worker`. A program of the host's is sent what the process makes of the view."""
        self.question = question
        view = question.view
        assert view.seat is not None
        self._thinkers.heard(view.seat, pack(question))
        if isinstance(question, ActionQuestion):
            begun = start_of(view.rules, view.public.number, [view.seat])
            for line in (begun, request_of(view)):
                self._thinkers.heard(view.seat, msgspec.json.encode(line))

    def answer(
        self,
        action: Action | None,
        error: str,
        hint: Hint | None,
        failure: Failure | None = None,
    ) -> None:
        """What the process says."""
        question, self.question = self.question, None
        assert question is not None
        self._answered(self, Answer(question.number, action, error, hint, failure))
