"""Computer players (bots): each is given a view, and chooses an action."""

from random import Random

from gongzhu.bots.levels import (
    DEFAULT_LEVEL,
    LEVELS,
    Bot,
    Level,
    UnknownLevel,
    bot_of,
    make_bot,
    read_level,
)
from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, start_deal
from gongzhu.view import view_of

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
    """Compile every kernel that bots use, or load the compiled ones from disk, so that no move is
    delayed by it.

    Numba also compiles a wrapper for each kernel that Python code calls directly; analysing a pass,
    and letting the network choose one, covers all of these.
    """
    from gongzhu.bots.search.bots import NetworkBot
    from gongzhu.bots.search.search import analyse

    rules = PRESETS["hearts-denexa"].rules
    deal, _ = start_deal(rules, deal_hands(rules, ""), 0)
    view = view_of(deal, Seat(0))
    analyse(view, seed=0, rollouts=1)
    NetworkBot().choose(view, Random(0), 0)
