"""The novice bot: it plays as people do who know the rules, and not yet the game."""

from gongzhu.bots.novice.bot import NoviceBot

__all__ = ["NoviceBot"]
