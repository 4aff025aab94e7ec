"""Questions from tables, and the turns that they have with processes."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from gongzhu.rules import Action
from gongzhu.server.thinking.durations import TableQuestion
from gongzhu.server.thinking.fair_queue import Asker, Turn
from gongzhu.server.thinking.wire import ActionQuestion, Answer
from gongzhu.table.facts import Failure


class Choice(Struct, frozen=True):
    """The choice for a bot's seat."""

    action: Action
    """Legal."""
    failure: Failure | None = None
    """The mistake of a program of the host's that `steady` chose for."""
    hurried: bool = False
    """True where `steady` chose for a level that could not."""


Chosen = Callable[[Choice], None]


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
    """Processes that have had it, where it must be answered exactly."""
    replaced: bool = False
    """True once the choice is made in this process, and no other counts any more."""

    @property
    def exact(self) -> bool:
        """True if no quick bot may answer it, however long it takes."""
        return isinstance(self.question, ActionQuestion) and self.question.exact


class Thought(Struct, eq=False):
    """A question that a process has, also when its answer no longer counts."""

    turn: Turn
    kind: str
    began: float
