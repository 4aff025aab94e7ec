"""Who plays: a level of this house, with or without a budget, or somebody else's program."""

import shlex
from random import Random
from typing import Protocol

from msgspec import Struct

from gongzhu.arena.outside import OutsideBot
from gongzhu.bots import Bot, make_bot, read_level
from gongzhu.rules import Action
from gongzhu.texts import Lang, say
from gongzhu.view import View

COMMAND = "cmd:"
PATIENCE = 10.0
"""Seconds that an outside bot has for an answer, where it has no budget."""


class Entrant(Struct, frozen=True):
    """A player of a match, as it was named."""

    name: str
    level: str | None
    """None for an outside bot."""
    command: tuple[str, ...] = ()
    budget: float = 0.0
    """Seconds for one action; 0: none was named."""


class UnknownEntrant(ValueError):
    """What names no player; `text` says what is allowed."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: what was named, what is wrong with it, what is allowed."""
        return say(f"arena.entrant.{self.problem}", lang, name=self.name)


def entrant(name: str) -> Entrant:
    """The player that is named `steady`, `steady@10ms`, `master@1s` or `cmd:COMMAND LINE`.

    Raises UnknownLevel and UnknownEntrant.
    """
    if name.startswith(COMMAND):
        return _outside(name)
    level = read_level(name)
    return Entrant(name, level.name, (), level.seconds)


def _outside(name: str) -> Entrant:
    try:
        command = tuple(shlex.split(name.removeprefix(COMMAND)))
    except ValueError as error:
        raise UnknownEntrant(name, "quotes") from error
    if not command:
        raise UnknownEntrant(name, "no_command")
    return Entrant(name, None, command)


class Player(Protocol):
    """What sits down for an entrant."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """As `Bot.choose`."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Housed:
    """A bot of this house, which holds nothing."""

    def __init__(self, bot: Bot) -> None:
        self.choose = bot.choose

    def close(self) -> None:
        """Nothing to let go of."""


def sit_down(who: Entrant) -> Player:
    """A player for an entrant; it may sit in several seats. Close it in the end."""
    if who.level is None:
        return OutsideBot(who.command, PATIENCE)
    return Housed(make_bot(who.level))
