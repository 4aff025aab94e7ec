"""Deals that fit what a seat has seen, drawn at random and weighed by what the others did."""

from gongzhu.bots.worlds.believing import TRUST, Belief
from gongzhu.bots.worlds.drawing import Worlds, draw_all, draw_worlds, lay_down
from gongzhu.bots.worlds.unknown import Unknown, unknown_of
from gongzhu.bots.worlds.weighing import weigh

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
