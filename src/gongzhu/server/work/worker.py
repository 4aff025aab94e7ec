"""One worker process as the server sees it: started, sent jobs, and listened to."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from gongzhu.server.background import end
from gongzhu.server.work.job import LENGTH, JobAnswer, JobRequest, frame, read_answer

LARGEST_ANSWER = 64 << 20
"""Largest size of an answer in bytes. A worker that sends more is restarted."""


class Worker:
    """A worker process, seen from the server. The process is restarted whenever it ends."""

    def __init__(
        self,
        command: Sequence[str],
        answered: Callable[["Worker", JobAnswer], None],
        started: Callable[["Worker"], None],
        ended: Callable[["Worker"], None],
    ) -> None:
        """`command` is the command line. `answered` is called with each answer. `started` and
        `ended` are called when the process starts and ends."""
        self._command = command
        self._answered = answered
        self._started = started
        self._ended = ended
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the process, and restart it whenever it ends."""
        self._task = asyncio.create_task(self._run())

    def send(self, request: JobRequest) -> None:
        """Send a job to the running process."""
        assert self._process is not None
        assert self._process.stdin is not None
        # uvloop raises this for a process that has just ended, which `_run` is about to report.
        with suppress(RuntimeError):
            self._process.stdin.write(frame(request))

    def kill(self) -> None:
        """Kill the process. A new one is started."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def stop(self) -> None:
        """Kill the process, and start no new one."""
        if self._task is not None:
            await end([self._task])
        if self._process is not None:
            self.kill()
            await self._process.wait()

    async def _run(self) -> None:
        pause = 0.0
        while True:
            answers = 0
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
                )
            except OSError:
                pass
            else:
                self._started(self)
                answers = await self._listen(self._process)
                self.kill()
                await self._process.wait()
                self._process = None
                self._ended(self)
            # A process that dies at once, again and again, must not keep the machine busy.
            pause = 0.0 if answers else min(5.0, pause * 2 + 0.1)
            await asyncio.sleep(pause)

    async def _listen(self, process: Process) -> int:
        """Receive answers until the process ends. Returns their number."""
        assert process.stdout is not None
        count = 0
        with suppress(asyncio.IncompleteReadError, ConnectionError, msgspec.MsgspecError):
            while True:
                head = await process.stdout.readexactly(LENGTH)
                length = int.from_bytes(head, "big")
                if length > LARGEST_ANSWER:
                    break
                answer = read_answer(await process.stdout.readexactly(length))
                count += 1
                self._answered(self, answer)
                if answer.last:
                    break
        return count
