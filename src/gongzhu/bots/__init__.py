"""Computer players (bots): each is given a view, and chooses an action."""

from gongzhu.bots.bot import Bot
from gongzhu.bots.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    Level,
    UnknownLevel,
    bot_of,
    make_bot,
    read_level,
)

__all__ = [
    "DEFAULT_LEVEL",
    "LEVELS",
    "Bot",
    "Level",
    "UnknownLevel",
    "bot_of",
    "make_bot",
    "read_level",
    "warm",
]


def warm() -> None:
    """Compile every kernel that bots use, or load the compiled ones, so that no move is delayed."""
    from gongzhu.bots.search.warming import run_everything

    run_everything()
