"""Players that programs make: each is given a view, and chooses an action."""

from gongzhu.bots.bot import Bot
from gongzhu.bots.budget import Level, bot_of, read_level
from gongzhu.bots.levels import LEVELS, UnknownLevel, make_bot

__all__ = ["LEVELS", "Bot", "Level", "UnknownLevel", "bot_of", "make_bot", "read_level", "warm"]


def warm() -> None:
    """Compile every kernel that bots use, or load what is compiled, so that nothing waits."""
    from gongzhu.bots.search.warming import run_everything

    run_everything()
