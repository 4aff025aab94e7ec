"""The steady bot, which follows the advice of the strategy pages under any rule set."""

from gongzhu.bots.steady.bot import SteadyBot

__all__ = ["SteadyBot"]
