"""The levels of bots, from the weakest up, and names with a time: `master@100ms`, `strong@0.5s`."""

import re
from collections.abc import Callable
from decimal import Decimal
from random import Random

from msgspec import Struct

from gongzhu.bots.bot import Bot
from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.steady import SteadyBot
from gongzhu.rules import Action
from gongzhu.texts import Lang, say
from gongzhu.view import View

MAX_SECONDS = 600.0
"""The longest time to write after a level; anything longer is a slip."""


def _strong() -> Bot:
    from gongzhu.bots.search.bot import SearchBot
    from gongzhu.bots.search.config import STRONG

    return SearchBot(STRONG)


def _master() -> Bot:
    from gongzhu.bots.search.bot import SearchBot
    from gongzhu.bots.search.config import MASTER

    return SearchBot(MASTER)


def _policy() -> Bot:
    from gongzhu.bots.search.policy_bot import PolicyBot

    return PolicyBot()


def _network() -> Bot:
    from gongzhu.bots.search.network_bot import NetworkBot

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
"""The names of the learned policy and of the network, each without a search."""
UNSEARCHED: dict[str, Callable[[], Bot]] = {POLICY: _policy, NETWORK: _network}
"""Players that are no levels: programs may play against them."""
DEFAULT_LEVEL = "steady"
"""The level of bots where nobody names another, in the browser as in the terminal."""
SEARCHING_LEVELS = frozenset({"strong", "master"})
"""The levels that use a time budget."""


class UnknownLevel(ValueError):
    """A name that no level has."""

    def __init__(self, name: str, others: tuple[str, ...] = ()) -> None:
        """`others`: names that are allowed beside those of the levels."""
        self.name = name
        self._allowed = (*LEVELS, *others)
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: the name, and the names that are allowed."""
        return say("bots.unknown_level", lang, name=self.name, allowed=", ".join(self._allowed))


class BadBudget(UnknownLevel):
    """A level with something after `@` that is no time."""

    def text(self, lang: Lang = "en") -> str:
        """One line: the text, and the form that is allowed."""
        return say("bots.bad_budget", lang, name=self.name, most=f"{MAX_SECONDS:g}")


class Level(Struct, frozen=True):
    """A level with its time budget."""

    name: str
    seconds: float = 0.0
    """Seconds for an action; 0: as long as the level takes by itself."""

    @property
    def text(self) -> str:
        """The text that `read_level` reads back as this very level."""
        if not self.seconds:
            return self.name
        return f"{self.name}@{(1000 * Decimal(repr(self.seconds))).normalize():f}ms"


TIME = r"(?P<number>[0-9]+(\.[0-9]+)?)(?P<unit>ms|s)"
"""A time as it is written after a name."""
_TIME = re.compile(TIME)


def seconds_of(time: re.Match[str]) -> float:
    """The seconds that a match of `TIME` means."""
    return float(time["number"] + ("e-3" if time["unit"] == "ms" else ""))


def read_level(text: str, others: tuple[str, ...] = ()) -> Level:
    """The level that a text names. Raises UnknownLevel, which says what is allowed: a level, or one
    of the `others`, which the caller has tried.

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
    """A bot of a level, or one of `UNSEARCHED`; it may sit in any seat of any
    deal, and in several at once.

    Raises UnknownLevel, which names the levels there are.

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
    """A bot of a level as `read_level` reads it, or one of `UNSEARCHED`. A time in it goes before
    the budget that the bot is given. Raises UnknownLevel.

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
    """A bot with a time budget of its own."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The bot's action within its own time."""
        return self._bot.choose(view, rng, self._seconds)
