"""The choice in place of a bot that does not give its own: soon made, and never by chance."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Literal

import structlog

from gongzhu.bots import Bot, UnknownLevel, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.steady import SteadyBot
from gongzhu.rules import Action
from gongzhu.table.facts import Failure
from gongzhu.view import View

INSTEAD = "steady"
"""The level that plays for all others."""
_QUICK: dict[str, Bot] = {"random": RandomBot(), "novice": NoviceBot(), INSTEAD: SteadyBot()}
"""The levels that choose in a millisecond."""

Why = Failure | Literal["busy", "not_ready"]
"""The reason why `steady` chose for a bot: the bot failed, it had no processor to think with, or
what it needs was still being compiled."""
FIRST_LEGAL = "first legal"
"""Stands for the level of a choice where even `steady` made none."""

log = structlog.get_logger()


class QuickBots:
    """Choose one after the other, in a thread beside the event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, "gongzhu-quick-bots")

    def choose(
        self, view: View, level: str, seed: str, chosen: Callable[[Action, str], None]
    ) -> None:
        """Have a `quick_choice` made; `chosen` is given it later."""

        def done(choice: asyncio.Future[tuple[Action, str]]) -> None:
            if not choice.cancelled():
                chosen(*choice.result())

        choosing = self._loop.run_in_executor(self._thread, quick_choice, view, level, seed)
        choosing.add_done_callback(done)

    def stop(self) -> None:
        """Choose nothing any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def is_quick(level: str) -> bool:
    """True if a bot of this level chooses in a millisecond."""
    try:
        return read_level(level).name not in SEARCHING_LEVELS
    except UnknownLevel:
        return False


def quick_choice(view: View, level: str, seed: str) -> tuple[Action, str]:
    """A legal action for the view's seat, which must act, in about a millisecond, and the level
    that chose it: the one asked for where that is a quick one, or else `steady`."""
    name = level.partition("@")[0]
    by = name if name in _QUICK else INSTEAD
    try:
        action = _QUICK[by].choose(view, Random(seed), 0)
        if (why := view.why_illegal(action)) is None:
            return action, by
        error = why.code
    except Exception as fault:  # whatever a bot does wrong, the table goes on
        error = type(fault).__name__
    log.error("no_quick_choice", level=level, error=error)
    return view.legal_actions()[0], FIRST_LEGAL
