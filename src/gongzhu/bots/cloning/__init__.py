"""Behaviour cloning: learns a policy from a player's actions, for searches that exploit that
player."""

from gongzhu.bots.cloning.trainer import clone

__all__ = ["clone"]
