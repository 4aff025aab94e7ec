"""The average loss per decision of each bot level, measured by `make levels-losses` in games
between bots."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from gongzhu.bots.search.analysis import Aim
from gongzhu.review.losses import Losses
from gongzhu.rules.options import Family

FILE = "levels.json"
"""Name of the file with the losses, in the same folder as this module."""


class LevelLosses(Struct, frozen=True):
    """The losses of one level, measured in games of four bots of that level."""

    level: str
    deals: int
    losses: dict[Aim, Losses]


class LevelsMeasured(Struct, frozen=True):
    """The losses measured under one preset of each game."""

    made_of: str
    """A digest of the levels' weights, settings and choices. If it has changed since, the losses
    should be measured again."""
    presets: dict[Family, str]
    levels: dict[Family, tuple[LevelLosses, ...]]
    """The losses of the levels in each game, from the weakest level to the strongest."""


@cache
def levels_measured() -> LevelsMeasured:
    """All losses measured."""
    data = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=LevelsMeasured)
