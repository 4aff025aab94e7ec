"""Processes on other machines that bots think in, as the server sees them: `gongzhu think`."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog

from gongzhu import __version__
from gongzhu.server.outside_bots import OutsideLevel
from gongzhu.server.thinking.wire import LENGTH, Answer, Question, pack, unpack_answer
from gongzhu.store import StoreError

if TYPE_CHECKING:
    from gongzhu.store.postgres_questions import QuestionSender

SECONDS = 60.0
"""Seconds for which a question is there at most: nobody waits for any so long."""


def kind_of_thinkers(outside: Iterable[OutsideLevel]) -> str:
    """The thinkers that may answer a server's questions: they are of its version, and have the
    host's programs that it has."""
    return f"{__version__} {sorted(program.name for program in outside)}"


log = structlog.get_logger()


class RemoteWorker:
    """A process on some other machine: whichever is free there answers."""

    remote = True

    def __init__(self, workers: "RemoteWorkers") -> None:
        self._workers = workers
        self.question: Question | None = None
        """The question that was sent."""
        self.wanted = True
        """False once there are fewer processes than this one stands for."""
        self.number: int | None = None
        """The question's number in the database; None: it is on its way there."""

    @property
    def stands(self) -> bool:
        """True if it can be asked."""
        return self.wanted

    def ask(self, question: Question) -> None:
        """Send the question."""
        self.question, self.number = question, None
        self._workers.send(self, question)

    def kill(self) -> None:
        """Wait for the answer no longer."""
        self._workers.give_up(self)


class RemoteWorkers:
    """As many as there are processes elsewhere for this server."""

    def __init__(
        self,
        sender: "QuestionSender",
        answered: Callable[[RemoteWorker, Answer | None], None],
        joined: Callable[[RemoteWorker], None],
        parted: Callable[[RemoteWorker], None],
    ) -> None:
        """`answered` hears each answer, None when there will be none; `joined` of one that can be
        asked, `parted` of one that can be asked no more."""
        self._sender = sender
        self._answered, self._joined, self._parted = answered, joined, parted
        self._here: list[RemoteWorker] = []
        self._asked: dict[int, RemoteWorker] = {}
        """By the question's number in the database."""
        self._tasks: set[asyncio.Task[None]] = set()
        sender.on_count = self._counted
        sender.on_answer = self._heard
        sender.on_lost = partial(self._counted, 0)

    @property
    def count(self) -> int:
        """Processes that can be asked."""
        return len(self._here)

    async def start(self) -> None:
        """Look for them. Raises StoreError."""
        await self._sender.open()

    async def stop(self) -> None:
        """Ask nobody any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._sender.close()

    def send(self, worker: RemoteWorker, question: Question) -> None:
        """Have a question put into the database."""
        self._begin(self._send(worker, question))

    def give_up(self, worker: RemoteWorker) -> None:
        """Wait no longer for what a worker was asked."""
        if worker.question is None:
            return
        if worker.number is not None:
            del self._asked[worker.number]
            self._begin(self._withdraw(worker.number))
        self._failed(worker)

    async def _send(self, worker: RemoteWorker, question: Question) -> None:
        try:
            number = await self._sender.ask(pack(question)[LENGTH:], SECONDS)
        except StoreError as error:
            log.warning("thinkers_out_of_reach", problem=error.problem)
            if worker.question is question:
                self._failed(worker)
            return
        if worker.question is question:
            worker.number = number
            self._asked[number] = worker
        else:
            await self._withdraw(number)

    async def _withdraw(self, number: int) -> None:
        try:
            await self._sender.withdraw(number)
        except StoreError as error:
            log.warning("thinkers_out_of_reach", problem=error.problem)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, number: int, body: bytes) -> None:
        worker = self._asked.pop(number, None)
        if worker is None:
            return
        try:
            answer = unpack_answer(body)
        except msgspec.MsgspecError:
            self._failed(worker)
            return
        worker.question = worker.number = None
        self._answered(worker, answer)

    def _failed(self, worker: RemoteWorker) -> None:
        self._answered(worker, None)
        worker.question = worker.number = None
        if worker.wanted:
            self._joined(worker)

    def _counted(self, count: int) -> None:
        while len(self._here) > count:
            worker = self._here.pop()
            worker.wanted = False
            self._parted(worker)
        while len(self._here) < count:
            worker = RemoteWorker(self)
            self._here.append(worker)
            self._joined(worker)
        if not count:
            # Nobody is left to answer, or nobody can be heard.
            for worker in list(self._asked.values()):
                self.give_up(worker)
