"""Jobs for workers about one decision: a bot's choice, a hint for a player, and redrawing hidden
cards. Those that look ahead need kernels: functions compiled to machine code."""

import threading
from functools import cache
from random import Random

from gongzhu.arena.outside import BotProblem, OutsideFault
from gongzhu.bots import make_bot, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.bots.reasons import Hint, find_hint
from gongzhu.review.fork import DealHistory
from gongzhu.rules import Action
from gongzhu.server.config.outside_bots import OutsideBots
from gongzhu.server.work.job import JobFailed, NotReady, Priority, job
from gongzhu.table.facts import Failure
from gongzhu.texts import Lang
from gongzhu.view import View

_cold = threading.Event()
"""Set if this process compiles all kernels at its start. Otherwise each is compiled on first
use."""
BOTS = threading.Event()
"""Set once all kernels for bots are compiled."""
REVIEWS = threading.Event()
"""Set once all kernels for reviews are compiled too."""


def warm_up() -> None:
    """Start a thread that compiles all kernels, or loads them from the cache of compiled
    functions."""
    _cold.set()
    threading.Thread(target=_warm_up, daemon=True).start()


def ready(what: threading.Event, seconds: float) -> bool:
    """True as soon as the kernels of `what` (`BOTS` or `REVIEWS`) are compiled, or False if that is
    not so after `seconds`. Always True in a process that did not call `warm_up`."""
    return not _cold.is_set() or what.wait(seconds)


def _warm_up() -> None:
    # An error here happens again when the kernel is used, and is reported then.
    try:
        from gongzhu.bots import warm

        warm()
    finally:
        BOTS.set()
    try:
        from gongzhu import review

        review.warm()
    finally:
        REVIEWS.set()


WAIT = 0.7
"""Seconds that a bot that looks ahead waits for its kernels at most."""
HINT_WAIT = 3.0
"""Seconds that a hint waits for its kernels at most. This is longer than for a bot, since nothing
can replace a hint."""
LONGEST = 30.0
"""Time limit in seconds for an `exact` choice, in which `steady` must not replace the bot."""
HINT = 5.0
"""Time limit of a hint, in seconds."""
FAILURES: dict[BotProblem, Failure] = {
    "not_started": "dead",
    "dead": "dead",
    "late": "late",
    "no_reply": "illegal",
    "old_reply": "illegal",
    "illegal": "illegal",
}
"""The failure recorded at the table for each problem of an operator's program."""
OUTSIDE = OutsideBots()
"""The bots that are programs of the operator, run by this process."""
_bot = cache(make_bot)


@job(Priority.TURN, LONGEST)
def choose(level: str, seed: str, view: View, exact: bool, *, cap: float = 0.0) -> Action:
    """Choose an action for the view's seat by a level, or by a program of the operator with this
    name. If `exact`, the action depends only on level, seed and view. `cap` is the number of
    seconds to compute in place of the level's own time, or 0 for that time.

    Raises NotReady if kernels are not compiled, and JobFailed if a program fails.
    """
    if level in OUTSIDE:
        try:
            return OUTSIDE.choose(level, view)
        except OutsideFault as fault:
            error = f"{fault.command}: {fault.problem}"
            raise JobFailed(error, FAILURES[fault.problem], fault.stderr) from fault
    named = read_level(level)
    seconds = cap or named.seconds
    if exact or named.name in SEARCHING_LEVELS:
        wait = 0.0 if exact else min(WAIT, seconds or WAIT)
        if not ready(BOTS, wait):
            raise NotReady
    return _bot(named.name).choose(view, Random(seed), seconds)


@job(Priority.SOON, HINT)
def hint(
    view: View,
    lang: Lang,
    seed: str,
    names: tuple[str, ...],
    asked: Action | None,
    *,
    cap: float = 0.0,
) -> Hint:
    """Compute a hint for the view's seat, by simulations with the random seed `seed`. `names` are
    the players' names by seat. `asked` is a choice to compare with the best one, or None. `cap` is
    the number of seconds to compute, 0 for the usual time. Raises NotReady if kernels are not
    compiled."""
    if not ready(BOTS, HINT_WAIT):
        raise NotReady
    return find_hint(view, lang, seed=seed, seconds=cap or None, asked=asked, names=names)


@job(Priority.SOON, LONGEST)
def redraw(view: View, seed: str) -> DealHistory:
    """Deal the cards that the view's seat cannot see again at random (seed `seed`), consistent with
    all that it has seen. Raises NotReady if kernels are not compiled."""
    from gongzhu.review.redraw import redrawn

    if not ready(REVIEWS, HINT_WAIT):
        raise NotReady
    return redrawn(view, seed)
