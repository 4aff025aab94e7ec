"""The losses of the levels a decision, measured in games of their own by `make levels-losses`."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from gongzhu.bots.search.analysis import Aim
from gongzhu.review.losses import Losses
from gongzhu.rules.options import Family

FILE = "levels.json"
"""Beside this module."""


class LevelLosses(Struct, frozen=True):
    """The losses of one level, four of which played against each other."""

    level: str
    deals: int
    losses: dict[Aim, Losses]


class LevelsMeasured(Struct, frozen=True):
    """The losses measured under one preset of each game."""

    made_of: str
    """A digest of the levels' weights, settings and choices; another one by now means that it is
    to be measured again."""
    presets: dict[Family, str]
    levels: dict[Family, tuple[LevelLosses, ...]]
    """From the weakest up."""


@cache
def levels_measured() -> LevelsMeasured:
    """All losses measured."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=LevelsMeasured)
