"""The time that questions take by themselves, as measured here, and what is asked in less."""

from typing import assert_never

from msgspec.structs import replace

from gongzhu.bots import Level, UnknownLevel, read_level
from gongzhu.server.thinking.fair_queue import Turn
from gongzhu.server.thinking.quick import is_quick
from gongzhu.server.thinking.wire import ActionQuestion, HintQuestion, RedrawQuestion

QUICK = 0.002
"""Seconds that a level takes which does not look ahead."""
_HINT = "hint"
_REDRAW = "redraw"
USUAL = {"strong": 0.02, "master": 0.15, _HINT: 0.3, _REDRAW: 0.02}
"""Seconds that the others take by themselves, and a hint, before it was measured here."""
LEARNING = 0.05
"""The weight of the last time among those measured."""

TableQuestion = ActionQuestion | HintQuestion | RedrawQuestion
"""A question that somebody waits for; it goes before any review."""


class Durations:
    """The seconds that each kind of question takes, learned as they are answered."""

    def __init__(self) -> None:
        self._usual = dict(USUAL)

    def wanted(self, question: TableQuestion) -> float:
        """The seconds that a question takes by itself."""
        if not isinstance(question, ActionQuestion):
            return self._usual[kind_of(question)]
        level = own_level(question.level)
        if level is None or is_quick(question.level):
            return QUICK
        return level.seconds or self._usual[level.name]

    def learn(self, kind: str, seconds: float) -> None:
        """Take account of the time that a question took which was not shortened."""
        if kind in self._usual:
            self._usual[kind] += LEARNING * (seconds - self._usual[kind])


def shortened(question: TableQuestion, turn: Turn) -> TableQuestion:
    """The question, with no more time than its turn has; the question itself where that is enough
    or where it takes as long as it takes."""
    if turn.seconds >= turn.wanted or isinstance(question, RedrawQuestion):
        return question
    if isinstance(question, ActionQuestion) and question.exact:
        return question
    return replace(question, seconds=turn.seconds)


def kind_of(question: TableQuestion) -> str:
    """The level that is asked for, or the kind of question."""
    match question:
        case ActionQuestion():
            return question.level
        case HintQuestion():
            return _HINT
        case RedrawQuestion():
            return _REDRAW
        case _:
            assert_never(question)


def own_level(text: str) -> Level | None:
    """The level of ours that a text names; None for a program of the host's."""
    try:
        return read_level(text)
    except UnknownLevel:
        return None


def name_of(level: str) -> str:
    """The label of a level in figures, without its time; all programs are `outside`."""
    own = own_level(level)
    return "outside" if own is None else own.name
