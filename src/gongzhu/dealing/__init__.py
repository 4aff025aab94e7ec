"""Dealing cards from an explicit source of randomness."""

from gongzhu.dealing.shuffle import child_seed, deal_hands, shuffled

__all__ = ["child_seed", "deal_hands", "shuffled"]
