"""A level with the time that it may think: `master`, `master@100ms`, `strong@0.5s`."""

import re
from random import Random

from msgspec import Struct

from gongzhu.bots.bot import Bot
from gongzhu.bots.levels import LEVELS, UnknownLevel, make_bot
from gongzhu.rules import Action
from gongzhu.texts import Lang, say
from gongzhu.view import View

LONGEST = 600.0
"""Seconds; whoever writes more than that has slipped."""
SEARCHING_LEVELS = frozenset({"strong", "master"})
"""The levels that make something of more time."""

_BUDGET = re.compile(r"(?P<number>\d+(\.\d+)?)(?P<unit>ms|s)")


class Level(Struct, frozen=True):
    """Who plays, and for how long it may think about an action."""

    name: str
    seconds: float = 0.0
    """0: as long as the level does by itself."""

    @property
    def text(self) -> str:
        """As `read_level` reads it."""
        return f"{self.name}@{1000 * self.seconds:g}ms" if self.seconds else self.name


class BadBudget(UnknownLevel):
    """A level with a time that is none; `text` says how one is written."""

    def text(self, lang: Lang = "en") -> str:
        """One line: what was written, and what is allowed."""
        return say("bots.bad_budget", lang, name=self.name, most=f"{LONGEST:g}")


def read_level(text: str) -> Level:
    """The level that a text names. Raises UnknownLevel, which says what is allowed."""
    name, at, written = text.partition("@")
    if name not in LEVELS:
        raise UnknownLevel(name)
    if not at:
        return Level(name)
    parts = _BUDGET.fullmatch(written)
    seconds = float(parts["number"]) / (1000 if parts["unit"] == "ms" else 1) if parts else 0.0
    if not 0 < seconds <= LONGEST:
        raise BadBudget(text)
    return Level(name, seconds)


def bot_of(level: str) -> Bot:
    """A bot of a level that may have a budget of its own, which then goes before the one that it
    is given. Raises UnknownLevel."""
    who = read_level(level)
    bot = make_bot(who.name)
    return _Timed(bot, who.seconds) if who.seconds else bot


class _Timed:
    """A bot with a time of its own."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As the bot chooses within its own time."""
        return self._bot.choose(view, rng, self._seconds)
