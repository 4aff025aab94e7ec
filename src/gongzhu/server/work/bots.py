"""The choices of bots. Workers compute them. The level `steady` chooses instead if a worker has no
answer in time."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, Literal, get_args

import structlog
from msgspec import Struct

from gongzhu.bots import UnknownLevel, make_bot, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.rules import Action
from gongzhu.server.edge.limits import Asker
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.monitoring.throttle import Kind, Throttle
from gongzhu.server.work.choosing import choose
from gongzhu.server.work.job import JobFailed, NotReady
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import IN_LINE, JobLate, JobLost, Ticket
from gongzhu.table.facts import Failure
from gongzhu.view import View

USUAL = {"strong": 0.05, "master": 0.25}
"""By level, the longest computing time in seconds of a choice on a machine that is not busy, unless
a time is added to the level's name, as in `master@500ms`."""
NOT_YET = 1.0
"""Seconds before an `exact` choice is requested again, if the kernels (functions compiled to
machine code) were not ready."""
ATTEMPTS = 3
"""Number of failed attempts at an `exact` choice after which `steady` chooses instead."""
STEADY = "steady"
FIRST_LEGAL = "first legal"
"""Label in the metrics for a choice at which even `steady` failed, so that the first legal action
was taken."""
OUTSIDE = "outside"
"""Label in the metrics for all bots that are programs of the operator."""

Why = Failure | Literal["busy", "not_ready"]
"""The reason why `steady` chose in place of a bot: the bot failed, no worker had time (`busy`), or
the kernels were not compiled (`not_ready`)."""

_FAILURES: dict[Why, Failure] = {why: why for why in get_args(Failure)}

log = structlog.get_logger()


def steady_choice(view: View, seed: str) -> tuple[Action, str]:
    """Choose a legal action for the view's seat, which must act. The same view and random seed give
    the same action. Returns the action and its label: `steady`, or FIRST_LEGAL if that level
    failed. Takes about a millisecond."""
    try:
        action = make_bot(STEADY).choose(view, Random(seed), 0)
        if (why := view.why_illegal(action)) is None:
            return action, STEADY
        error = why.code
    except Exception as fault:  # a fault in a bot must not stop the table
        error = type(fault).__name__
    log.error("no_steady_choice", error=error)
    return view.legal_actions()[0], FIRST_LEGAL


class BotChoice(Struct, frozen=True):
    """The action chosen for a bot, and whether `steady` had to choose in its place. `Bots.choose`
    returns it."""

    action: Action
    """A legal action."""
    failure: Failure | None = None
    """The failure of a program of the operator that made `steady` choose, or None if there was
    none."""
    hurried: bool = False
    """True if `steady` chose because a built-in level did not answer in time, or failed."""
    due: float = 0.0
    """Seconds from the request to the time at which a bot that uses all its time would have
    chosen."""


class _Replaced(Exception):
    """A worker returned no usable choice, so `steady` must choose."""

    def __init__(self, why: Why, detail: str = "", stderr: tuple[str, ...] = ()) -> None:
        """`detail` and `stderr` are for the log: a description of the failure, and the last lines
        that the operator's program wrote to its standard error."""
        super().__init__(why)
        self.why = why
        self.detail = detail
        self.stderr = stderr


class Bots:
    """Has workers choose for bots. `steady` chooses instead if a worker has no answer in time."""

    def __init__(self, pool: WorkerPool, time_limit: float, metrics: Metrics) -> None:
        """`time_limit` is the number of seconds that a choice may take in addition to the computing
        time of its level."""
        self._pool = pool
        self._time_limit = time_limit
        self._metrics = metrics
        self._steady = ThreadPoolExecutor(1, "gongzhu-steady")
        """The thread in which `steady` chooses, one choice after the other."""
        self._throttle = Throttle(report)

    def stop(self) -> None:
        """Stop the thread of `steady`, and write collected log lines."""
        self._steady.shutdown(wait=False, cancel_futures=True)
        self._throttle.close()

    async def choose(
        self, view: View, level: str, seed: str, *, place: str, asker: Asker, exact: bool = False
    ) -> BotChoice:
        """The choice of a bot for the seat of a view, which must act. `place` names the table and
        seat in the log. If `exact`, the same level, seed and view always give the same choice,
        however long that takes. The computing time is charged to `asker`. Raises ApiError when the
        pool stops."""
        loop = asyncio.get_running_loop()
        asked, wanted = loop.time(), usual_seconds(level)
        attempts = 0
        while True:
            ticket = self._pool.begin(
                choose,
                asker,
                choose.pack(level, seed, view, exact),
                line=None if exact else IN_LINE,
                limit=None if exact else self._time_limit,
                wanted=0.0 if exact else wanted,
            )
            try:
                choice = BotChoice(await _legal(ticket, view))
            except _Replaced as error:
                attempts += error.why != "not_ready"
                again = exact and error.why in ("not_ready", "dead", "late")
                if again and attempts < ATTEMPTS:
                    await asyncio.sleep(NOT_YET if error.why == "not_ready" else 0)
                    continue
                choice = await self._replace(view, level, seed, place, error)
            else:
                self._metrics.bot_answers.labels(_label(level), _label(level)).inc()
            break
        self._metrics.thinking.observe(loop.time() - asked)
        waited = 0.0 if ticket.handed_out is None else ticket.handed_out - asked
        due = waited + (ticket.cap or wanted)
        return BotChoice(choice.action, choice.failure, choice.hurried, due)

    async def _replace(
        self, view: View, level: str, seed: str, place: str, error: _Replaced
    ) -> BotChoice:
        """Let `steady` choose instead of a bot that returned no usable choice. Count and log the
        reason."""
        ours, why = _label(level) != OUTSIDE, error.why
        if ours and why == "late":
            # If one of our own levels is late, the machine was too busy.
            why = "busy"
        self._metrics.replaced_bots.labels(why).inc()
        failure = _FAILURES.get(why)
        if failure is not None:
            more = {"stderr": error.stderr} if error.stderr else {}
            self._throttle.note((failure, level), place=place, detail=error.detail, **more)
        loop = asyncio.get_running_loop()
        action, by = await loop.run_in_executor(self._steady, steady_choice, view, seed)
        self._metrics.bot_answers.labels(_label(level), by).inc()
        if failure is not None and not ours:
            return BotChoice(action, failure)
        # Failures of our own levels are not shown to players, who can do nothing about them, and
        # that kernels are still being compiled is normal.
        return BotChoice(action, hurried=why != "not_ready")


def usual_seconds(level: str) -> float:
    """Seconds that a level computes if the pool does not shorten it, or 0 for a level that does not
    look ahead, and for an unknown level."""
    try:
        named = read_level(level)
    except UnknownLevel:
        return 0.0
    return named.seconds or USUAL.get(named.name, 0.0) if named.name in SEARCHING_LEVELS else 0.0


async def _legal(ticket: Ticket[Action], view: View) -> Action:
    """Wait for a worker's choice, and return it if it is legal. Raises _Replaced if there is none,
    and ApiError when the pool stops."""
    try:
        action = await ticket.answer
    except NotReady as error:
        raise _Replaced("not_ready") from error
    except JobLate as error:
        raise _Replaced("busy" if ticket.handed_out is None else "late") from error
    except JobLost as error:
        raise _Replaced("dead", "the worker ended") from error
    except JobFailed as error:
        raise _Replaced(error.failure, error.error, error.stderr) from error
    if view.why_illegal(action) is not None:
        raise _Replaced("illegal", type(action).__name__)
    return action


def _label(level: str) -> str:
    """The label of a level in the metrics: its name without a time, or OUTSIDE."""
    try:
        return read_level(level).name
    except UnknownLevel:
        return OUTSIDE


def report(kind: Kind, times: int, more: dict[str, Any]) -> None:
    """Log that `steady` has chosen `times` times in place of bots since the last such line. `kind`
    is a pair of failure and level, `more` has further values for the line."""
    why, level = kind
    log.warning("bot_replaced", level=level, why=why, times=times, **more)
