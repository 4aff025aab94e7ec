"""The entrants of a match: built-in levels, with or without a time budget, and other programs."""

import hashlib
import re
import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from gongzhu import __version__
from gongzhu.arena.ledger import Heading
from gongzhu.arena.outside import OutsideBot
from gongzhu.bots import Bot, make_bot, read_level
from gongzhu.bots.levels import TIME, UNSEARCHED, seconds_of
from gongzhu.cards import Seat
from gongzhu.rules import Action, RuleSet
from gongzhu.texts import Lang, say
from gongzhu.view import View

if TYPE_CHECKING:
    from gongzhu.bots.policy import Policy

PATIENCE = 10.0
"""Seconds that an outside bot has for an answer if its name gives no time."""
MOST_PATIENCE = 86400.0
"""Greatest time limit in seconds: one day, since operating systems cannot wait for arbitrarily
long."""

_OUTSIDE = re.compile(rf"cmd(@{TIME})?:(?P<command>.*)", re.DOTALL)


class Entrant(Struct, frozen=True):
    """An entrant of a match: a built-in bot or another program, parsed from a name that the user
    gave."""

    name: str
    """The name as the user gave it, such as `strong@500ms` or `cmd:./bot`."""
    level: str | None
    """The level of a built-in bot; None for an outside bot."""
    command: tuple[str, ...] = ()
    """The program and its arguments; empty for a built-in bot."""
    budget: float = 0.0
    """Seconds for one action; 0 if the name gives none."""
    events: bool = False
    """True if an outside bot is notified of the beginning and end of each deal."""
    known_policy: "Policy | None" = None
    """The policy by which all other players act, known to a search that exploits them
    (`gongzhu.arena.exploit`); None for every other entrant."""


def versions(entrants: Iterable[Entrant]) -> Heading:
    """The identity of these entrants' programs in the heading of a ledger, so that results of
    different programs are not mixed up: the version of this program, and the SHA-256 of each file
    that is a word of a command. Files that such a file reads in turn are not included."""
    files: dict[str, str] = {}
    for word in sorted({word for who in entrants for word in who.command}):
        # A word may be too long for a path, and a program may be unreadable.
        with suppress(OSError):
            if Path(word).is_file():
                with Path(word).open("rb") as file:
                    files[word] = hashlib.file_digest(file, "sha256").hexdigest()
    return {"gongzhu": __version__, **({"files": files} if files else {})}


class UnknownEntrant(ValueError):
    """Raised for a text that is not the name of an entrant; its method `text` gives the syntax."""

    def __init__(self, name: str, problem: str) -> None:
        self.name = name
        self.problem = problem
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """A message of one line: the invalid name, the fault, and the syntax that is allowed."""
        return say(f"arena.entrant.{self.problem}", lang, name=self.name)


def entrant(name: str, *, patience: float = PATIENCE, events: bool = False) -> Entrant:
    """The entrant with a name such as `steady`, `master@10ms`, `policy`, `network`, `cmd:COMMAND
    LINE` or `cmd@2s:COMMAND LINE`.

    `patience` is the time limit of an outside bot for an answer, in seconds, if its name gives
    none; with `events` it is notified of the beginning and end of each deal. Raises UnknownLevel
    and UnknownEntrant, the latter also for a time that is not above 0 and at most MOST_PATIENCE.
    """
    if name.startswith(("cmd:", "cmd@")):
        return _outside(name, patience, events)
    if name in UNSEARCHED:
        return Entrant(name, name)
    level = read_level(name, tuple(UNSEARCHED))
    return Entrant(name, level.name, (), level.seconds)


def _outside(name: str, patience: float, events: bool) -> Entrant:
    parts = _OUTSIDE.fullmatch(name)
    if parts is None:
        raise UnknownEntrant(name, "time")
    if parts["number"]:
        patience = seconds_of(parts)
    try:
        command = tuple(shlex.split(parts["command"]))
    except ValueError as error:
        raise UnknownEntrant(name, "quotes") from error
    if not command:
        raise UnknownEntrant(name, "no_command")
    if not 0 < patience <= MOST_PATIENCE:
        raise UnknownEntrant(name, "time")
    return Entrant(name, None, command, patience, events)


class MatchPlayer(Protocol):
    """A bot that plays for an entrant in one or more seats of a table, and is notified when deals
    begin and end."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """A legal action for the view's seat, which must act; `rng` and `budget` (seconds, 0 for no
        limit) are those of `Bot.choose`."""
        ...

    def begin(self, rules: RuleSet, number: int, seats: Sequence[Seat]) -> None:
        """Called when a deal begins, with its `number` (0-based) within its game and the seats of
        the player."""
        ...

    def finish(self, scores: Sequence[int]) -> None:
        """Called when a deal has ended, with the score of each pile."""
        ...

    def close(self) -> None:
        """Release the player's resources, such as the process of an outside bot."""
        ...


class Quiet(MatchPlayer):
    """A base class for players that ignore the beginning and end of deals and have nothing to
    close."""

    def begin(self, rules: RuleSet, number: int, seats: Sequence[Seat]) -> None:
        """Does nothing."""

    def finish(self, scores: Sequence[int]) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""


class BuiltInPlayer(Quiet):
    """A player that is one of the program's own bots."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The bot's choice."""
        return self._bot.choose(view, rng, budget)


def make_player(who: Entrant) -> MatchPlayer:
    """Make a player for an entrant; it may play several seats at once. The caller must close it.
    Raises OutsideFault if an outside bot cannot be started."""
    if who.known_policy is not None:
        from gongzhu.bots.search.bots import SearchBot
        from gongzhu.bots.search.config import EXPLOITER

        known = who.known_policy
        return BuiltInPlayer(SearchBot(EXPLOITER, lambda _: known, lambda _: known))
    if who.level is None:
        return OutsideBot(who.command, who.budget or PATIENCE, who.events)
    return BuiltInPlayer(make_bot(who.level))
