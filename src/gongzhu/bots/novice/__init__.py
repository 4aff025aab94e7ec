"""The novice bot, which plays like people who know the rules but have no experience."""

from gongzhu.bots.novice.bot import NoviceBot

__all__ = ["NoviceBot"]
