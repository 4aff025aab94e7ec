"""Deals that fit what a seat has seen, drawn at random and weighed by what the others did."""

from gongzhu.bots.worlds.constraints import Unknown, unknown_of
from gongzhu.bots.worlds.likelihood import weigh
from gongzhu.bots.worlds.posterior import TRUST, Belief
from gongzhu.bots.worlds.sampling import Worlds, draw_all, draw_worlds, lay_down

__all__ = [
    "TRUST",
    "Belief",
    "Unknown",
    "Worlds",
    "draw_all",
    "draw_worlds",
    "lay_down",
    "unknown_of",
    "weigh",
]
