"""Questions from tables, and the turns that they have with processes."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from gongzhu.server.thinking.durations import TableQuestion
from gongzhu.server.thinking.fair_queue import Asker, Turn
from gongzhu.server.thinking.wire import ActionQuestion, Answer


class Job(Struct, eq=False):
    """A question from a table, which has no answer yet."""

    question: TableQuestion
    asker: Asker
    place: str
    """Table and seat, for the log."""
    callback: Callable[[Answer, bool], None]
    """Hears the answer, and whether a quick bot gave it."""
    asked: float
    seconds: float
    """Seconds that a process may take, besides those for thinking."""
    timer: asyncio.TimerHandle
    attempts: int = 1
    """Processes that have had it, where it must be answered exactly, or was given elsewhere."""

    @property
    def exact(self) -> bool:
        """True if no quick bot may answer it, nor chance, however long it takes."""
        return isinstance(self.question, ActionQuestion) and self.question.exact


class Thought(Struct, eq=False):
    """A question that a process has, also when its answer no longer counts."""

    turn: Turn
    kind: str
    began: float
