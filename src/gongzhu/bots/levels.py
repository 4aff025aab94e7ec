"""The interface of a bot, and the levels of bots from the weakest up, some with a time limit such
as `master@100ms`."""

import re
from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Protocol

from msgspec import Struct

from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.steady import SteadyBot
from gongzhu.rules import Action
from gongzhu.texts import Lang, say
from gongzhu.view import View


class Bot(Protocol):
    """The interface of a computer player: it chooses actions from views, and never sees the deal
    itself."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """A legal action for the view's seat, which must act.

        `rng` is the only source of randomness that a bot may use. `budget` is its time in
        seconds; 0 means no time limit.
        """
        ...


MAX_SECONDS = 600.0
"""The longest time, in seconds, that may be given with a level; a longer one is assumed to be a
typing error."""


def _strong() -> Bot:
    from gongzhu.bots.search.bots import SearchBot
    from gongzhu.bots.search.config import STRONG

    return SearchBot(STRONG)


def _master() -> Bot:
    from gongzhu.bots.search.bots import SearchBot
    from gongzhu.bots.search.config import MASTER

    return SearchBot(MASTER)


def _policy() -> Bot:
    from gongzhu.bots.search.bots import PolicyBot

    return PolicyBot()


def _network() -> Bot:
    from gongzhu.bots.search.bots import NetworkBot

    return NetworkBot()


_MAKERS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "steady": SteadyBot,
    "strong": _strong,
    "master": _master,
}

LEVELS: tuple[str, ...] = tuple(_MAKERS)
"""The names of the levels, in order of strength."""
POLICY, NETWORK = "policy", "network"
"""The names of the learned policy and of the network, both played without a search."""
UNSEARCHED: dict[str, Callable[[], Bot]] = {POLICY: _policy, NETWORK: _network}
"""Functions that make the bots that are not levels and play without a search, by name. They may be
named in matches and as opponents in environments."""
DEFAULT_LEVEL = "steady"
"""The default level of bots, in the browser and in the terminal."""
SEARCHING_LEVELS = frozenset({"strong", "master"})
"""The levels that use a time budget."""


class UnknownLevel(ValueError):
    """Raised for a name of a bot that is neither a level nor one of the other names that the caller
    allows."""

    def __init__(self, name: str, others: tuple[str, ...] = ()) -> None:
        """`others` are names that are allowed besides the levels."""
        self.name = name
        self._allowed = (*LEVELS, *others)
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """A message of one line: the unknown name, and the names that are allowed."""
        return say("bots.unknown_level", lang, name=self.name, allowed=", ".join(self._allowed))


class BadBudget(UnknownLevel):
    """Raised for a level with something after `@` that is not a valid time."""

    def text(self, lang: Lang = "en") -> str:
        """A message of one line: the invalid text, and the syntax that is allowed."""
        return say("bots.bad_budget", lang, name=self.name, most=f"{MAX_SECONDS:g}")


class Level(Struct, frozen=True):
    """A level of bots and its time limit for an action, as parsed by `read_level`."""

    name: str
    """Name of the level, such as `strong`."""
    seconds: float = 0.0
    """Seconds for an action; 0 means no time limit."""

    @property
    def text(self) -> str:
        """The level as text that `read_level` parses, such as `strong@500ms`."""
        if not self.seconds:
            return self.name
        return f"{self.name}@{(1000 * Decimal(repr(self.seconds))).normalize():f}ms"


TIME = r"(?P<number>[0-9]+(\.[0-9]+)?)(?P<unit>ms|s)"
"""A regular expression for the time limit in a bot's name, such as `500ms` in `strong@500ms`."""
_TIME = re.compile(TIME)


def seconds_of(time: re.Match[str]) -> float:
    """The number of seconds in a match of the regular expression `TIME`."""
    return float(time["number"] + ("e-3" if time["unit"] == "ms" else ""))


def read_level(text: str, others: tuple[str, ...] = ()) -> Level:
    """Parse a level with or without a time limit. Raises UnknownLevel if it is not a level, and
    BadBudget for an invalid time. `others` are further names that the caller accepts; they are
    listed in the message of the error.

    >>> read_level("strong@500ms")
    Level(name='strong', seconds=0.5)
    """
    name, at, written = text.partition("@")
    if name not in LEVELS:
        raise UnknownLevel(name, others)
    if not at:
        return Level(name)
    time = _TIME.fullmatch(written)
    seconds = seconds_of(time) if time else 0.0
    if not 0 < seconds <= MAX_SECONDS:
        raise BadBudget(text)
    return Level(name, seconds)


def make_bot(level: str) -> Bot:
    """Make a bot of a level or one of `UNSEARCHED`, named without a time limit. It may play any
    seat of any deal, even several at once.

    Raises UnknownLevel, which lists the existing levels.

    >>> rules = PRESETS["hearts-denexa"].rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> action = make_bot("steady").choose(view_of(deal, 0), Random(0), 1.0)
    >>> show_cards(action.cards)
    'A♥ K♥ Q♠'
    """
    maker = UNSEARCHED.get(level) or _MAKERS.get(level)
    if maker is None:
        raise UnknownLevel(level, tuple(UNSEARCHED))
    return maker()


def bot_of(level: str) -> Bot:
    """Make a bot of a level such as `master@100ms`, or one of `UNSEARCHED`. A time given with the
    level takes precedence over the `budget` passed to the bot. Raises UnknownLevel.

    >>> rules = load_rules("gongzhu-pagat").rules
    >>> deal, _ = start_deal(rules, deal_hands(rules, "a seed"))
    >>> bot_of("steady@10ms").choose(view_of(deal, 0), Random(0), 1.0)
    Expose(modes={})
    """
    if level in UNSEARCHED:
        return make_bot(level)
    named = read_level(level, tuple(UNSEARCHED))
    bot = make_bot(named.name)
    return _TimedBot(bot, named.seconds) if named.seconds else bot


class _TimedBot:
    """A bot that always has the same time for an action and ignores the budget that it is given."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The action that the wrapped bot chooses within this bot's own time; `budget` is
        ignored."""
        return self._bot.choose(view, rng, self._seconds)
