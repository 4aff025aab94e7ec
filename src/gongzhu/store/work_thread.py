"""A thread that works for an event loop.

`run_in_executor` tells of each piece of work by two futures, four locks and a semaphore, which for
a group of writes is as much as SQLite needs for it: here it is a queue there and a call back.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")

_Piece = tuple[Callable[[], Any], asyncio.Future[Any]]


class WorkThread:
    """Does one thing after the other, in the order in which they came. Made within a loop."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._pieces: SimpleQueue[_Piece | None] = SimpleQueue()
        Thread(target=self._run, name=name, daemon=True).start()

    async def do(self, work: Callable[[], T]) -> T:
        """The outcome of the work, which is done even where nobody waits for it any more. Raises
        what it raises."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._pieces.put((work, future))
        return await future

    def end(self) -> None:
        """Do what has come, and nothing more."""
        self._pieces.put(None)

    def _run(self) -> None:
        while (piece := self._pieces.get()) is not None:
            work, future = piece
            outcome, fault = None, None
            try:
                outcome = work()
            except BaseException as error:  # whatever it is, whoever waits is told
                fault = error
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(_settle, future, outcome, fault)


def _settle(future: asyncio.Future[Any], outcome: object, fault: BaseException | None) -> None:
    if future.cancelled():
        return
    if fault is None:
        future.set_result(outcome)
    else:
        future.set_exception(fault)
