"""Workers without the processes: what bots are asked is kept, and they answer what the test says.
All other jobs are done at once."""

import asyncio
from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from unittest.mock import patch

import msgspec
from msgspec import Struct

from gongzhu.arena.request import request_of, start_of
from gongzhu.bots import make_bot
from gongzhu.bots.reasons import Hint
from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.server.daily.master import play_master
from gongzhu.server.work.answering import Fault, answer
from gongzhu.server.work.choosing import choose, hint
from gongzhu.server.work.job import JobAnswer, JobRequest, pack
from gongzhu.table.facts import Failure
from gongzhu.texts import Lang
from gongzhu.view import View

Heard = Callable[[Seat, bytes], None]
"""Told of every byte that goes to a bot: the seat that it plays, or finds a hint for."""


class Chooses(Struct, frozen=True):
    """The arguments of `choose`."""

    level: str
    seed: str
    view: View
    exact: bool
    cap: float = 0.0


class Hinted(Struct, frozen=True):
    """The arguments of `hint`."""

    view: View
    lang: Lang
    seed: str
    names: tuple[str, ...]
    asked: Action | None


def chooses(request: JobRequest) -> Chooses:
    """What a bot is asked."""
    kind = tuple[tuple[str, str, View, bool], dict[str, None]]
    (level, seed, view, exact), _ = msgspec.msgpack.decode(request.body, type=kind)
    return Chooses(level, seed, view, exact, request.cap)


def hinted(request: JobRequest) -> Hinted:
    """What a hint is wanted for."""
    kind = tuple[tuple[View, Lang, str, tuple[str, ...], Action | None], dict[str, None]]
    args, _ = msgspec.msgpack.decode(request.body, type=kind)
    return Hinted(*args)


class ScriptedWorkers:
    """All workers of a server."""

    def __init__(self) -> None:
        self.heard: Heard = lambda seat, told: None
        self._workers: list[ScriptedWorker] = []

    def worker(
        self,
        command: Sequence[str],
        answered: Callable[["ScriptedWorker", JobAnswer], None],
        started: Callable[["ScriptedWorker"], None],
        ended: Callable[["ScriptedWorker"], None],
    ) -> "ScriptedWorker":
        """Take the place of a worker process, for the pool's callbacks."""
        worker = ScriptedWorker(self, answered, started, ended)
        self._workers.append(worker)
        return worker

    @property
    def workers(self) -> tuple["ScriptedWorker", ...]:
        """The workers."""
        return tuple(self._workers)

    def answer(self, seat: Seat, action: Action | None) -> None:
        """The bot of a seat has chosen; None: it has failed."""
        worker = self._asked(seat, Chooses)[-1]
        if action is None:
            worker.fail("Nonsense")
        else:
            worker.answer(action)

    def answer_hint(self, seat: Seat, hint: Hint | None) -> None:
        """A hint was found for a seat, or None was."""
        worker = self._asked(seat, Hinted)[-1]
        if hint is None:
            worker.fail("Nonsense")
        else:
            worker.answer(hint)

    def thinks(self, seat: Seat) -> bool:
        """Whether the bot of a seat was asked."""
        return bool(self._asked(seat, Chooses))

    def hints(self, seat: Seat) -> bool:
        """Whether a hint for a seat was asked for."""
        return bool(self._asked(seat, Hinted))

    def give_up(self) -> None:
        """All fail over what they were asked."""
        for worker in self._workers:
            while worker.question is not None:
                worker.fail("Nonsense")

    def _asked(self, seat: Seat, kind: type[Chooses] | type[Hinted]) -> list["ScriptedWorker"]:
        """Who was asked last stands last: what was asked before a store failed is void."""
        asked = [
            (worker.number, worker)
            for worker in self._workers
            if isinstance(worker.question, kind) and worker.question.view.seat == seat
        ]
        return [worker for _, worker in sorted(asked, key=itemgetter(0))]


class ScriptedWorker:
    """A stand-in for a worker process, scripted by the test."""

    def __init__(
        self,
        workers: ScriptedWorkers,
        answered: Callable[["ScriptedWorker", JobAnswer], None],
        started: Callable[["ScriptedWorker"], None],
        ended: Callable[["ScriptedWorker"], None],
    ) -> None:
        self.question: Chooses | Hinted | None = None
        self.number = 0
        self._workers = workers
        self._answered = answered
        self._started = started
        self._ended = ended

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    def kill(self) -> None:
        """See `Worker`."""
        self.question = None
        self._ended(self)
        self._started(self)

    async def stop(self) -> None:
        """See `Worker`."""

    def send(self, request: JobRequest) -> None:
        """See `Worker`. A program of the operator's is sent what the process makes of the view."""
        if request.name == choose.name:
            self.question = chooses(request)
        elif request.name == hint.name:
            self.question = hinted(request)
        else:
            asyncio.get_running_loop().call_soon(self._do, request)
            return
        self.number = request.number
        view = self.question.view
        assert view.seat is not None
        self._workers.heard(view.seat, pack(request))
        if isinstance(self.question, Chooses):
            begun = start_of(view.rules, view.public.number, [view.seat])
            for line in (begun, request_of(view)):
                self._workers.heard(view.seat, msgspec.json.encode(line))

    def answer(self, found: Action | Hint) -> None:
        """The process has found this."""
        self._say(JobAnswer(self.number, "done", pack(found)))

    def fail(self, error: str, failure: Failure = "failed") -> None:
        """The process has failed."""
        self._say(JobAnswer(self.number, "failed", pack(Fault(error, failure))))

    def not_ready(self) -> None:
        """The process is still compiling."""
        self._say(JobAnswer(self.number, "not_ready"))

    def _say(self, message: JobAnswer) -> None:
        assert self.question is not None
        self.question = None
        self._answered(self, message)

    def _do(self, request: JobRequest) -> None:
        self._answered(self, done_at_once(request))


def done_at_once(request: JobRequest) -> JobAnswer:
    """What a worker answers to a job; in the deal of the day, `steady` plays for all."""
    if request.name != play_master.name:
        return answer(request, lambda _: None)

    def steady(level: str, seed: str, view: View, exact: bool) -> Action:
        assert exact
        assert level == ("master" if view.seat == 0 else "strong")
        return make_bot("steady").choose(view, Random(seed), 0)

    with patch("gongzhu.server.daily.master.choose", steady):
        return answer(request, lambda _: None)


class WorkerAtOnce:
    """A stand-in for a worker process: every job is done at once, in this process."""

    def __init__(
        self,
        command: Sequence[str],
        answered: Callable[["WorkerAtOnce", JobAnswer], None],
        started: Callable[["WorkerAtOnce"], None],
        ended: Callable[["WorkerAtOnce"], None],
    ) -> None:
        self._answered = answered
        self._started = started

    def start(self) -> None:
        """See `Worker`."""
        self._started(self)

    def kill(self) -> None:
        """See `Worker`."""

    async def stop(self) -> None:
        """See `Worker`."""

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        asyncio.get_running_loop().call_soon(self._do, request)

    def _do(self, request: JobRequest) -> None:
        self._answered(self, done_at_once(request))
