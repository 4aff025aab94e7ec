"""One process that bots think in, as the server sees it."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

import msgspec

from gongzhu.server.thinking.wire import (
    LENGTH,
    Answer,
    Question,
    pack,
    unpack_answer,
)

LARGEST_ANSWER = 256 * 1024


class Thinker(Protocol):
    """A process that has one question at a time."""

    question: Question | None
    """The question that it is thinking about."""

    @property
    def stands(self) -> bool:
        """True if it can be asked."""
        ...

    def ask(self, question: Question) -> None:
        """Give it the question; it is free."""
        ...

    def kill(self) -> None:
        """Wait for its answer no longer."""
        ...


class Worker:
    """Starts the process anew whenever it is gone, and gives it one question at a time."""

    def __init__(
        self,
        command: Sequence[str],
        answered: Callable[["Worker", Answer | None], None],
        started: Callable[["Worker"], None],
    ) -> None:
        """`answered` hears each answer, None when the process died over the question;
        `started` hears that it can be asked."""
        self._command = command
        self._answered = answered
        self._started = started
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self.question: Question | None = None
        """The question that it is thinking about."""

    @property
    def stands(self) -> bool:
        """True if the process runs."""
        return self._process is not None and self._process.returncode is None

    def start(self) -> None:
        """Start the process; `started` is called when it stands."""
        self._task = asyncio.create_task(self._run())

    def ask(self, question: Question) -> None:
        """Give the question to the process, which is free."""
        assert self._process is not None
        assert self._process.stdin is not None
        self.question = question
        # uvloop's error for a process that has just ended; `_run` is about to answer for it.
        with suppress(RuntimeError):
            self._process.stdin.write(pack(question))

    def kill(self) -> None:
        """End a process that does not answer; a new one is started."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    async def stop(self) -> None:
        """End the process for good."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None:
            self.kill()
            await self._process.wait()

    async def _run(self) -> None:
        pause = 0.0
        while True:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL
                )
            except OSError:
                pause = min(5.0, pause * 2 + 0.1)
                await asyncio.sleep(pause)
                continue
            self._started(self)
            answers = await self._listen(self._process)
            # One that dies at once, again and again, must not keep the machine busy.
            pause = 0.0 if answers else min(5.0, pause * 2 + 0.1)
            self.kill()
            await self._process.wait()
            self._process = None
            self._answered(self, None)
            self.question = None
            await asyncio.sleep(pause)

    async def _listen(self, process: Process) -> int:
        """Take answers until the process is gone; how many there were."""
        assert process.stdout is not None
        count = 0
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH)
                length = int.from_bytes(head, "big")
                if length > LARGEST_ANSWER:
                    return count
                answer = unpack_answer(await process.stdout.readexactly(length))
                count += 1
                self.question = None
                self._answered(self, answer)
        except (asyncio.IncompleteReadError, ConnectionError, msgspec.MsgspecError):
            return count
