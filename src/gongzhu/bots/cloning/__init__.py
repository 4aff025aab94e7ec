"""Cloning of players: a policy learned from what they did, for searches that are told of it."""

from gongzhu.bots.cloning.trainer import clone

__all__ = ["clone"]
