"""The choice for a bot that has no processor to think with: soon made, and never by chance."""

from random import Random

import structlog

from gongzhu.bots import Bot, UnknownLevel, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.random_bot import RandomBot
from gongzhu.bots.steady import SteadyBot
from gongzhu.rules import Action
from gongzhu.view import View

_OWN: dict[str, Bot] = {"random": RandomBot(), "novice": NoviceBot(), "steady": SteadyBot()}
"""The levels that are quick by themselves: they play as ever."""
_INSTEAD: tuple[Bot, ...] = (SteadyBot(), NoviceBot())
"""For all others, the first that can play the table's rules."""

log = structlog.get_logger()


def is_quick(level: str) -> bool:
    """True if a bot of this level chooses in a millisecond."""
    try:
        return read_level(level).name not in SEARCHING_LEVELS
    except UnknownLevel:
        return False


def quick_choice(view: View, level: str, seed: str) -> Action:
    """A legal action for the view's seat, which must act, in about a millisecond: that of the level
    itself where it is a quick one, or else of the best one that is."""
    own = _OWN.get(level.partition("@")[0])
    for bot in _INSTEAD if own is None else (own, *_INSTEAD):
        try:
            action = bot.choose(view, Random(seed), 0)
        except Exception as error:  # whatever a bot does wrong, the table goes on
            log.error("no_quick_choice", bot=type(bot).__name__, error=type(error).__name__)
            continue
        if view.why_illegal(action) is None:
            return action
    return RandomBot().choose(view, Random(seed), 0)
