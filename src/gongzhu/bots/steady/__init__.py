"""The steady bot: plays by the advice that the documents give, under any rule set."""

from gongzhu.bots.steady.bot import SteadyBot

__all__ = ["SteadyBot"]
