"""Thinking for servers on other machines: what `gongzhu think` does."""

import asyncio
import signal
from collections import deque
from collections.abc import Callable, Coroutine, Sequence

import structlog

from gongzhu.server.thinking.wire import LENGTH, Answer, pack, unpack_question
from gongzhu.server.thinking.worker import Worker
from gongzhu.store import StoreError
from gongzhu.store.postgres_questions import QuestionTaker

LONGEST = 40.0
"""Seconds after which a process is ended that does not answer: no server waits so long."""

log = structlog.get_logger()


async def think(
    taker: QuestionTaker, command: Sequence[str], processes: int, ready: Callable[[], None]
) -> None:
    """Answer until SIGTERM or SIGINT; `command` is that of a thinker, and `ready` is called when
    questions are taken. Raises StoreError where the database cannot be used to begin with."""
    over = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    thinkers = Thinkers(taker, command, processes)
    await thinkers.start()
    ready()
    try:
        await over.wait()
    finally:
        await thinkers.stop()


class Thinkers:
    """The processes of this machine, and the questions that they have."""

    def __init__(self, taker: QuestionTaker, command: Sequence[str], processes: int) -> None:
        self._taker = taker
        self._workers = [Worker(command, self._answered, self._free_one) for _ in range(processes)]
        self._free: deque[Worker] = deque()
        self._has: dict[Worker, tuple[int, asyncio.TimerHandle]] = {}
        """The number of each one's question in the database, and the end of its time."""
        self._looking = False
        self._tasks: set[asyncio.Task[None]] = set()
        taker.on_question = self._look

    async def start(self) -> None:
        """Begin to answer. Raises StoreError."""
        await self._taker.open()
        for worker in self._workers:
            worker.start()

    async def stop(self) -> None:
        """Leave what they have to others, and end them."""
        await self._taker.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def _look(self) -> None:
        """Take questions for all who are free; one look at a time."""
        if self._free and not self._looking:
            self._looking = True
            self._begin(self._take)

    async def _take(self) -> None:
        try:
            taken = await self._taker.take(len(self._free))
        finally:
            self._looking = False
        for number, body in taken:
            if not self._free:  # one of them has ended meanwhile
                await self._taker.give_back(number)
                continue
            worker = self._free.popleft()
            timer = asyncio.get_running_loop().call_later(LONGEST, worker.kill)
            self._has[worker] = number, timer
            worker.ask(unpack_question(body))
        if taken:
            self._look()

    def _answered(self, worker: Worker, answer: Answer | None) -> None:
        if answer is None and worker in self._free:
            self._free.remove(worker)
        if worker not in self._has:
            return
        number, timer = self._has.pop(worker)
        timer.cancel()
        if answer is None:
            self._begin(self._taker.give_back, number)
        else:
            self._begin(self._taker.answer, number, pack(answer)[LENGTH:])
            self._free_one(worker)

    def _free_one(self, worker: Worker) -> None:
        self._free.append(worker)
        self._look()

    def _begin(self, work: Callable[..., Coroutine[None, None, None]], *values: object) -> None:
        task = asyncio.get_running_loop().create_task(_reached(work, *values))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _reached(work: Callable[..., Coroutine[None, None, None]], *values: object) -> None:
    """Do something in the database; where that fails, whoever asks does without it."""
    try:
        await work(*values)
    except StoreError as error:
        log.warning("database_out_of_reach", problem=error.problem)
