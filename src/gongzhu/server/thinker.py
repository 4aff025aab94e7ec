"""The process that bots think in: `python -m gongzhu.server.thinker` answers on standard output
what it is asked on standard input, and ends with it. With `--warm` it makes ready for the levels
that look ahead at once, beside the answers."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING

from gongzhu.arena.outside import BotProblem, OutsideFault
from gongzhu.bots import make_bot, read_level, warm
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.bots.reasons import Hint, find_hint
from gongzhu.records import DealRecord
from gongzhu.review.story import Story
from gongzhu.rules import Action
from gongzhu.server.outside_bots import OutsideBots
from gongzhu.server.thinking.wire import (
    WARM,
    ActionQuestion,
    Answer,
    HintQuestion,
    Question,
    RedrawQuestion,
    ReviewQuestion,
    pack,
    read_question,
)
from gongzhu.table.facts import Failure

if TYPE_CHECKING:
    from gongzhu.review.deal_review import DealReviewer

Choose = Callable[[ActionQuestion], Action]

WAIT = 0.7
"""Seconds that a bot that looks ahead waits for what it needs, which may have to be compiled."""
HINT_WAIT = 3.0
"""A hint waits longer: nothing else can be given instead, and it may come in five seconds."""

FAILURES: dict[BotProblem, Failure] = {
    "not_started": "dead",
    "dead": "dead",
    "late": "late",
    "no_reply": "illegal",
    "old_reply": "illegal",
    "illegal": "illegal",
}
"""The failures that the table notes for the faults of programs."""

_outside = OutsideBots(sys.argv)
_reviewers: list["DealReviewer"] = []
_cold = threading.Event()
_warm = threading.Event()
_reviews_warm = threading.Event()


def choose(question: ActionQuestion) -> Action:
    """The action of a bot of the level that is asked for. Raises NotReady, and OutsideFault for a
    program's mistake."""
    if question.level in _outside:
        return _outside.choose(question.level, question.view)
    level = read_level(question.level)
    seconds = question.seconds or level.seconds
    if question.exact or level.name in SEARCHING_LEVELS:
        wait = 0.0 if question.exact else min(WAIT, seconds or WAIT)
        if not _ready(wait):
            raise NotReady
    return _bot(level.name).choose(question.view, Random(question.seed), seconds)


def serve(choose: Choose = choose) -> None:
    """Answer until the server lets go."""
    # A terminal sends Ctrl-C to the whole group; the server ends its thinkers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _outside.start()
    questions: SimpleQueue[Question] = SimpleQueue()
    # Read beside the thinking, so that a bot that hangs does not outlive a server that was killed.
    threading.Thread(target=_read, args=(questions,), daemon=True).start()
    while True:
        question = questions.get()
        try:
            if isinstance(question, HintQuestion):
                answer = Answer(question.number, hint=_hint(question))
            elif isinstance(question, RedrawQuestion):
                answer = Answer(question.number, story=_redrawn(question))
            elif isinstance(question, ReviewQuestion):
                answer = _review(question)
            else:
                answer = Answer(question.number, choose(question))
        except OutsideFault as fault:
            error = f"{fault.command}: {fault.problem}"
            failure = FAILURES[fault.problem]
            answer = Answer(question.number, error=error, failure=failure, stderr=fault.stderr)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            answer = Answer(question.number, error=type(error).__name__, failure="failed")
        sys.stdout.buffer.write(pack(answer))
        sys.stdout.buffer.flush()


def _read(questions: SimpleQueue[Question]) -> None:
    try:
        while (question := read_question(sys.stdin.buffer)) is not None:
            questions.put(question)
    finally:
        os._exit(0)


class NotReady(Exception):
    """What looks ahead is still being compiled."""


def _ready(seconds: float, what: threading.Event = _warm) -> bool:
    return not _cold.is_set() or what.wait(seconds)


def _hint(question: HintQuestion) -> Hint:
    if not _ready(HINT_WAIT):
        raise NotReady
    return find_hint(
        question.view,
        question.lang,
        seed=question.seed,
        seconds=question.seconds or None,
        asked=question.asked,
        names=question.names,
    )


def _redrawn(question: RedrawQuestion) -> Story:
    from gongzhu.review.redraw import redrawn

    if not _ready(HINT_WAIT, _reviews_warm):
        raise NotReady
    return redrawn(question.view, question.seed)


def _review(question: ReviewQuestion) -> Answer:
    if not _ready(0, _reviews_warm):
        raise NotReady
    reviewer = _reviewer(question.record, question.seed)
    if question.ply is None:
        return Answer(question.number, outline=reviewer.outline())
    return Answer(question.number, decision=reviewer.decision(question.ply))


def _reviewer(record: DealRecord, seed: str) -> "DealReviewer":
    """The reviewer of a deal; the last one is kept, since its parts are asked for in a row."""
    # It takes the kernels, and a bot that looks ahead at nothing should not wait for them.
    from gongzhu.review.deal_review import DealReviewer

    if not _reviewers or _reviewers[0].of != (record, seed):
        _reviewers[:] = [DealReviewer(record, seed)]
    return _reviewers[0]


def _warm_up() -> None:
    # What fails here fails again where it is used, and is reported there.
    try:
        warm()
    finally:
        _warm.set()
    try:
        from gongzhu.review import warming

        warming.warm()
    finally:
        _reviews_warm.set()


_bot = cache(make_bot)


if __name__ == "__main__":
    if WARM in sys.argv:
        _cold.set()
        threading.Thread(target=_warm_up, daemon=True).start()
    serve()
