"""The choices of bots: they are made by workers, or by the level `steady` if a worker has no answer
in time."""

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
"""The most seconds that these levels compute on a machine that is not busy, if the level is named
without a time."""
NOT_YET = 1.0
"""Seconds after which a choice with `exact` is tried again if the kernels (compiled functions) are
not ready yet."""
ATTEMPTS = 3
"""Number of failed tries of a choice with `exact` after which `steady` chooses instead."""
STEADY = "steady"
FIRST_LEGAL = "first legal"
"""The label in the metrics for a choice where even `steady` failed and the first legal action was
taken."""
OUTSIDE = "outside"
"""The label in the metrics that all of the operator's own programs share."""

Why = Failure | Literal["busy", "not_ready"]
"""Why `steady` chose in place of a bot: the bot failed, no worker had time, or kernels (compiled
functions) were not ready."""

_FAILURES: dict[Why, Failure] = {why: why for why in get_args(Failure)}

log = structlog.get_logger()


def steady_choice(view: View, seed: str) -> tuple[Action, str]:
    """Choose a legal action for the view's seat, which must act. Returns the action and what chose
    it: `steady`, or `FIRST_LEGAL` if that failed. Takes about a millisecond."""
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
    """The action chosen for a bot, and how it was chosen."""

    action: Action
    """A legal action."""
    failure: Failure | None = None
    """The failure of one of the operator's programs for which `steady` chose; None if there was
    none."""
    hurried: bool = False
    """True if `steady` chose because the bot's level did not answer in time, or failed."""
    due: float = 0.0
    """Seconds from the request until a bot that uses all of its time would have chosen."""


class _Replaced(Exception):
    """A worker gave no usable choice, so that `steady` must choose."""

    def __init__(self, why: Why, detail: str = "", stderr: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail
        self.stderr = stderr


class Bots:
    """Lets workers choose for bots, or `steady` if a worker has no answer in time."""

    def __init__(self, pool: WorkerPool, time_limit: float, metrics: Metrics) -> None:
        """Let the workers of `pool` choose. `time_limit`: seconds that a choice may take in
        addition to the computing time of its level."""
        self._pool = pool
        self._time_limit = time_limit
        self._metrics = metrics
        self._steady = ThreadPoolExecutor(1, "gongzhu-steady")
        """The thread in which `steady` chooses, for one bot after the other."""
        self._throttle = Throttle(report)

    def stop(self) -> None:
        """End the thread of `steady`, and log what is left to log."""
        self._steady.shutdown(wait=False, cancel_futures=True)
        self._throttle.close()

    async def choose(
        self, view: View, level: str, seed: str, *, place: str, asker: Asker, exact: bool = False
    ) -> BotChoice:
        """The choice of a bot for the seat of a view, which must act. `place` is for the log.
        `exact`: the same level, seed and view always give the same choice, however long that
        takes. Raises ApiError when the pool stops."""
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
        """The choice of `steady` instead of a bot that gave none; counts and logs the reason."""
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
    """Seconds for which a level computes if the pool does not shorten that; 0 for a level that does
    not look ahead."""
    try:
        named = read_level(level)
    except UnknownLevel:
        return 0.0
    return named.seconds or USUAL.get(named.name, 0.0) if named.name in SEARCHING_LEVELS else 0.0


async def _legal(ticket: Ticket[Action], view: View) -> Action:
    """Wait for a worker's choice, and return it if it is legal. Raises _Replaced if there is no
    legal choice, and ApiError when the pool stops."""
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
    """The label of a level in the metrics: its name without its time."""
    try:
        return read_level(level).name
    except UnknownLevel:
        return OUTSIDE


def report(kind: Kind, times: int, more: dict[str, Any]) -> None:
    """Log that `steady` chose in place of bots; `times`: how often since the last such line,
    `more`: further values of the line."""
    why, level = kind
    log.warning("bot_replaced", level=level, why=why, times=times, **more)
