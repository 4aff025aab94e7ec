"""Players that programs make: each is given a view, and chooses an action."""

from gongzhu.bots.bot import Bot
from gongzhu.bots.budget import Level, bot_of, read_level
from gongzhu.bots.levels import LEVELS, UnknownLevel, make_bot

__all__ = ["LEVELS", "Bot", "Level", "UnknownLevel", "bot_of", "make_bot", "read_level", "warm"]


def warm() -> None:
    """Compile every kernel that bots use, or load what is compiled, so that nothing waits."""
    from gongzhu import packed
    from gongzhu.bots.policy import warming as policy
    from gongzhu.bots.search import warming as search

    packed.warm()
    policy.run_everything()
    search.run_everything()
