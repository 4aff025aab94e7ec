"""The parent of several workers on one port: it starts them, starts those again that have ended,
and replaces them one after another by the program as it is then.

It listens, and hands the socket down to all of them, so no visitor who has just come is lost with a
worker, and serves nobody itself. Whoever has what is none of its business: see `handover` and the
leases of the store.
"""

import asyncio
import os
import signal
import socket
from asyncio.subprocess import Process, create_subprocess_exec
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import structlog
from msgspec import Struct

from gongzhu.server.config import Membership

VARIABLE = "GONGZHU_WORKER"
"""Tells a worker that it is one: its number, how many there are, the socket that listens, and that
to its parent."""
READY = b"r"
LONGEST_STOP = 20.0
"""Seconds in which a worker that is told to stop must end."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker is started again that did not live for long, and each time twice that."""
LONG = 5.0
"""Seconds of a life after which the next start has no pause."""

log = structlog.get_logger()


class WorkersFailed(Exception):
    """A worker ended before it accepted anybody; it has said why."""


class Badge:
    """What a worker has from its parent."""

    def __init__(self, number: int, count: int, listener: int, parent: int) -> None:
        self.number = number
        self._count = count
        self.listener = socket.socket(fileno=listener)
        self._parent = socket.socket(fileno=parent)

    @classmethod
    def found(cls) -> "Badge | None":
        """The badge of this process; None for one that is no worker."""
        written = os.environ.pop(VARIABLE, None)
        return None if written is None else cls(*map(int, written.split()))

    def ready(self) -> None:
        """Tell the parent that players are accepted, and end with it from now on."""
        self._parent.send(READY)
        self._parent.setblocking(False)
        asyncio.get_running_loop().add_reader(self._parent, self._orphaned)

    def _orphaned(self) -> None:
        asyncio.get_running_loop().remove_reader(self._parent)
        os.kill(os.getpid(), signal.SIGTERM)

    def membership(self, folder: Path) -> Membership:
        """The place of this worker in the group of a folder."""
        return Membership(self.number, self._count, folder)


class Worker(Struct):
    """A worker that runs, or did."""

    number: int
    process: Process
    link: socket.socket
    """At its other end the worker has said that it is ready, and finds out when this one ends."""
    since: float
    """The time of the loop's clock at which it was started."""

    async def end(self) -> None:
        """Tell it to stop, and wait for its end."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), LONGEST_STOP)
        except TimeoutError:
            log.error("worker_killed", number=self.number)
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self.link.close()


class Supervisor:
    """So many workers, all of the same command."""

    def __init__(
        self, count: int, command: Sequence[str], listener: socket.socket, folder: Path
    ) -> None:
        """`folder` is the one that the workers are given for themselves."""
        self.workers: dict[int, Worker] = {}
        """By number; a worker that has ended stays until the next one is ready."""
        self._numbers = range(1, count + 1)
        self._command = command
        self._listener = listener
        self._folder = folder
        self._watching: set[asyncio.Task[None]] = set()
        self._turns = {number: asyncio.Lock() for number in self._numbers}
        self._stopping = False

    async def start(self) -> None:
        """Start all, and wait until all accept players. Raises WorkersFailed."""
        first, *others = self._numbers
        # The first one brings the database up to date, or says for all why it cannot start.
        started = [await self._start(first)]
        if None not in started:
            started += await asyncio.gather(*map(self._start, others))
        for worker in started:
            if worker is not None:
                self._take_on(worker)
        if None in started:
            await self.stop()
            raise WorkersFailed

    async def stop(self) -> None:
        """Stop all, and wait for their ends."""
        self._stopping = True
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self.workers.values()))
        for worker in self.workers.values():
            self._sweep(worker)

    async def replace(self) -> None:
        """Replace one worker after another, each when its successor accepts players."""
        for number, turn in self._turns.items():
            async with turn:
                new = await self._start(number)
                if new is None:
                    # The others would do no better; the old ones go on.
                    log.error("workers_not_replaced", number=number)
                    return
                old = self.workers[number]
                self._take_on(new)
                await old.end()
                self._sweep(old)
        log.info("workers_replaced")

    async def _start(self, number: int) -> Worker | None:
        """A worker that accepts players; None where it ended before."""
        loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        handles = self._listener.fileno(), theirs.fileno()
        badge = " ".join(map(str, (number, len(self._numbers), *handles)))
        with theirs:
            try:
                process = await create_subprocess_exec(
                    *self._command, env=os.environ | {VARIABLE: badge}, pass_fds=handles
                )
            except OSError as error:
                # Such as a program whose files are being replaced.
                log.error("program_not_run", number=number, problem=str(error))
                ours.close()
                return None
        worker = Worker(number, process, ours, loop.time())
        try:
            said = await loop.sock_recv(ours, 1)
        except OSError:
            said = b""
        except BaseException:
            process.kill()
            raise
        if said == READY:
            return worker
        await worker.end()
        self._sweep(worker)
        return None

    def _take_on(self, worker: Worker) -> None:
        self.workers[worker.number] = worker
        task = asyncio.get_running_loop().create_task(self._watch(worker))
        self._watching.add(task)
        task.add_done_callback(self._watching.discard)
        log.info("worker_started", number=worker.number, pid=worker.process.pid)

    async def _watch(self, worker: Worker) -> None:
        """Start a worker again that ends though nobody told it to."""
        status = await worker.process.wait()
        async with self._turns[worker.number]:
            if self.workers.get(worker.number) is not worker or self._stopping:
                return
            log.error("worker_ended", number=worker.number, status=status)
            worker.link.close()
            self._sweep(worker)
            lived = asyncio.get_running_loop().time() - worker.since
            pause = 0.0 if lived > LONG else FIRST_PAUSE
            while True:
                await asyncio.sleep(pause)
                new = await self._start(worker.number)
                if new is not None:
                    self._take_on(new)
                    return
                pause = min(2 * max(pause, FIRST_PAUSE), LONGEST_PAUSE)
                log.error("worker_not_started", number=worker.number, again_s=pause)

    def _sweep(self, worker: Worker) -> None:
        """Remove what a worker that was killed has left."""
        for path in self._folder.glob(f"worker-*-{worker.process.pid}.sock"):
            path.unlink(missing_ok=True)


def run_workers(supervisor: Supervisor, ready: Callable[[], None]) -> None:
    """Have workers serve until SIGTERM or SIGINT, and replace them at SIGHUP; `ready` is called
    when they accept players. Raises WorkersFailed."""
    asyncio.run(_run(supervisor, ready))


async def _run(supervisor: Supervisor, ready: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    stopped, replacing = asyncio.Event(), set[asyncio.Task[None]]()

    def replace() -> None:
        task = loop.create_task(supervisor.replace())
        replacing.add(task)
        task.add_done_callback(replacing.discard)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    loop.add_signal_handler(signal.SIGHUP, replace)
    starting = loop.create_task(supervisor.start())
    stopping = loop.create_task(stopped.wait())
    await asyncio.wait((starting, stopping), return_when=asyncio.FIRST_COMPLETED)
    if starting.done():
        starting.result()
        ready()
        await stopping
    for task in (starting, *replacing):
        task.cancel()
    await asyncio.gather(starting, *replacing, return_exceptions=True)
    await supervisor.stop()
