"""The levels of bots, from the weakest up."""

from collections.abc import Callable

from gongzhu.bots.bot import Bot
from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.steady import SteadyBot
from gongzhu.texts import Lang, say


def _strong() -> Bot:
    from gongzhu.bots.search.bot import SearchBot
    from gongzhu.bots.search.config import STRONG

    return SearchBot(STRONG)


def _master() -> Bot:
    from gongzhu.bots.search.bot import SearchBot
    from gongzhu.bots.search.config import MASTER

    return SearchBot(MASTER)


_MAKERS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "steady": SteadyBot,
    "strong": _strong,
    "master": _master,
}

LEVELS: tuple[str, ...] = tuple(_MAKERS)
"""The names of the levels, in order of strength."""


class UnknownLevel(ValueError):
    """A name that no level has."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: the name, and those that are allowed."""
        return say("bots.unknown_level", lang, name=self.name, allowed=", ".join(LEVELS))


def make_bot(level: str) -> Bot:
    """A bot of a level; it may sit in any seat of any deal, and in several at once.

    Raises UnknownLevel, which names the levels there are.
    """
    maker = _MAKERS.get(level)
    if maker is None:
        raise UnknownLevel(level)
    return maker()
