"""How games stand after a deal, by the settled rules."""

from dataclasses import dataclass
from typing import Any

from tests.rules.figures import SIX


@dataclass(frozen=True)
class EndFigure:
    """How a game stands after a deal under a preset with some options changed."""

    preset: str
    changes: dict[str, Any]
    before: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    round_points: tuple[int, ...] = (0, 0, 0, 0)
    """Whatever games are worth."""
    played: int = 1
    instant_win: int | None = None


HUNDRED = {"exact_total": [[100, 50]]}
EXACT_FIFTY = HUNDRED | {"exact_total": [[100, 50], [50, 0]]}
FOUR_DEALS = {"deals": 4, "lower_limit": "none"}
SOMETHING_OF_ALL = (-10, -30, -20, -30)

END_FIGURES = [
    EndFigure("gongzhu-pagat", {}, (0, 0, 0, 0), (-999, 0, 0, 100), (-999, 0, 0, 100)),
    EndFigure(
        "gongzhu-pagat",
        {},
        (0, 0, 0, 0),
        (-1000, 0, 9, 9),
        (-1000, 0, 9, 9),
        (2, 3),
        (0,),
        (0, 1, 1, 1),
    ),
    EndFigure("gongzhu-summary", {}, (0, 0, 0, 0), (-1000, 0, 9, 1000), (-1000, 0, 9, 1000)),
    EndFigure(
        "gongzhu-summary",
        {},
        (0, 0, 0, 0),
        (-1001, 0, 9, 1001),
        (-1001, 0, 9, 1001),
        (3,),
        (0,),
        (0, 1, 1, 2),
    ),
    EndFigure(
        "gongzhu-wiki-ceiling",
        {},
        (0, 0, 0, 0),
        (-5, 0, 9, 1001),
        (-5, 0, 9, 1001),
        (2,),
        (3,),
        (1, 1, 1, 0),
    ),
    EndFigure(
        "gongzhu-hwa",
        {},
        (0, 0, 0, 0),
        (-1000, 0, 9, -1001),
        (1000, 0, 9, -1001),
        (0,),
        (3,),
        (1, 1, 1, 0),
    ),
    EndFigure(
        "gongzhu-wiki",
        {},
        (0, 0, 0, 0),
        (0, 0, -2000, 0),
        (0, 0, -2000, 0),
        (1,),
        (0, 2, 3),
        (0, 2, 0, 0),
        instant_win=1,
    ),
    EndFigure("hearts-denexa", {}, (80, 0, 0, 0), (20, 6, 0, 0), (100, 6, 0, 0)),
    EndFigure(
        "hearts-denexa",
        {},
        (80, 0, 0, 0),
        (21, 5, 0, 0),
        (101, 5, 0, 0),
        (2, 3),
        (0, 1),
        (0, 0, 1, 1),
    ),
    EndFigure(
        "hearts-gilfoy",
        {},
        (80, 0, 0, 0),
        (20, 6, 0, 0),
        (100, 6, 0, 0),
        (2, 3),
        (0, 1),
        (0, 0, 1, 1),
    ),
    EndFigure("hearts-gilfoy", HUNDRED, (80, 0, 0, 0), (20, 6, 0, 0), (50, 6, 0, 0)),
    EndFigure("hearts-gilfoy", EXACT_FIFTY, (80, 45, 0, 0), (20, 5, 1, 0), (50, 0, 1, 0)),
    # Losers past the limit alone.
    EndFigure(
        "hearts-denexa",
        {"losers": "past-limit"},
        (80, 0, 0, 0),
        (21, 5, 0, 0),
        (101, 5, 0, 0),
        (2, 3),
        (0,),
        (0, 1, 1, 1),
    ),
    # A lower limit where few points are good.
    EndFigure(
        "hearts-denexa",
        {"lower_limit": -50, "past_lower_limit": "wins"},
        (-30, 0, 0, 0),
        (-26, 0, 0, 0),
        (-56, 0, 0, 0),
        (0,),
        (1, 2, 3),
        (2, 0, 0, 0),
    ),
    EndFigure(
        "hearts-denexa",
        {"lower_limit": -50, "past_lower_limit": "loses"},
        (-30, 0, 0, 9),
        (-26, 0, 0, 0),
        (-56, 0, 0, 9),
        (1, 2),
        (0, 3),
        (0, 1, 1, 0),
    ),
    # So many deals.
    EndFigure(
        "gongzhu-pagat", FOUR_DEALS, (0, 0, 0, 0), SOMETHING_OF_ALL, SOMETHING_OF_ALL, played=3
    ),
    EndFigure(
        "gongzhu-pagat",
        FOUR_DEALS,
        (0, 0, 0, 0),
        SOMETHING_OF_ALL,
        SOMETHING_OF_ALL,
        (0,),
        (1, 3),
        (2, 0, 1, 0),
        played=4,
    ),
    EndFigure(
        "gongzhu-pagat",
        FOUR_DEALS,
        (0, 0, 0, 0),
        (7, 7, 7, 7),
        (7, 7, 7, 7),
        (0, 1, 2, 3),
        (),
        (2, 2, 2, 2),
        played=4,
    ),
    EndFigure(
        "hearts-denexa",
        {"deals": 4},
        (0, 0, 0, 0),
        (9, 2, 9, 6),
        (9, 2, 9, 6),
        (1,),
        (0, 2),
        (0, 2, 0, 1),
        played=4,
    ),
    EndFigure(
        "hearts-denexa",
        {"deals": 4},
        (90, 0, 0, 0),
        (11, 2, 9, 4),
        (101, 2, 9, 4),
        (1,),
        (0, 2, 3),
        (0, 1, 0, 0),
        played=4,
    ),
    # Sides of two.
    EndFigure(
        "gongzhu-pagat-partners",
        {},
        (-500, 0),
        (-300, 5, -200, 5),
        (-1000, 10),
        (1,),
        (0,),
        (0, 1),
    ),
    EndFigure(
        "gongzhu-wiki",
        {"partners": "pooled"},
        (0, 0),
        (800, 0),
        (800, 0),
        (0,),
        (1,),
        (2, 0),
        instant_win=0,
    ),
    EndFigure(
        "gongzhu-pagat",
        SIX | {"partners": "separate"},
        (0, 0, 0),
        (1, 2, -999, 4, 5, -1),
        (5, 7, -1000),
        (1,),
        (2,),
        (1, 1, 0),
    ),
]
