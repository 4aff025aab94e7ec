"""Bots of every level that answer at once, for tests of what all levels have in common."""

from gongzhu.bots import Bot, make_bot
from gongzhu.bots.search.bots import SearchBot
from gongzhu.bots.search.config import SearchConfig


def instant_bot(level: str) -> Bot:
    """A bot of this level; one that searches makes do with next to no tries."""
    bot = make_bot(level)
    return (
        SearchBot(SearchConfig(rollouts=1, rollouts_before_play=1, oversampling=1))
        if isinstance(bot, SearchBot)
        else bot
    )
