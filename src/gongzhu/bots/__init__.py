"""Players that programs make: each is given a view, and chooses an action."""

from gongzhu.bots.bot import Bot
from gongzhu.bots.levels import LEVELS, UnknownLevel, make_bot

__all__ = ["LEVELS", "Bot", "UnknownLevel", "make_bot"]
