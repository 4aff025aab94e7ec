"""The worked figures of the settled rules: the documents' own, and what follows from them."""

from dataclasses import dataclass, field
from typing import Any

from tests.support.plain_presets import CLASSIC, ONE, SPOT

ALL_POINTS = "*H QS JD TC"

FIGURES: list[tuple[str, str, str, int]] = [
    ("gongzhu-denexa", "QS KH QH 8H", "", -180),
    ("gongzhu-denexa", "QS KH QH 8H TC", "", -360),
    ("gongzhu-denexa", "QS KH QH 8H", "AH", -260),
    ("gongzhu-denexa", "*H", "", 200),
    ("gongzhu-denexa", "*H QS", "", 300),
    ("gongzhu-denexa", "*H QS JD TC", "", 800),
    ("gongzhu-denexa", "TC", "", 50),
    ("gongzhu-pagat", "TC 3H", "", 0),
    ("gongzhu-pagat", "TC", "TC", 100),
    ("gongzhu-pagat", "QS TC", "QS TC", -800),
    ("gongzhu-pagat", "*H", "AH", 400),
    ("gongzhu-pagat", "*H QS", "QS", 400),
    ("gongzhu-pagat", "*H JD", "", 300),
    ("gongzhu-summary", "*H QS", "", 100),
    ("gongzhu-summary", ALL_POINTS, "", 800),
    ("gongzhu-summary", "TC QS JD", "TC", 100),
    ("gongzhu-summary", "TC", "TC", 100),
    ("gongzhu-wiki", "QS TC AH", "QS TC AH", -1200),
    ("gongzhu-wiki", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", -300),
    ("gongzhu-wiki", "4H 5H 9H JH KH JD TC", "AH JD", 80),
    ("gongzhu-wiki", "*H TC", "", 400),
    ("gongzhu-wiki", "*H TC", "TC", 800),
    ("gongzhu-wiki", "*H TC", "AH", 800),
    ("gongzhu-wiki", "*H TC", "AH TC", 1600),
    ("gongzhu-wiki", "*H QS", "", 300),
    ("gongzhu-wiki", "*H QS", "QS", 400),
    ("gongzhu-wiki", "*H QS", "AH", 500),
    ("gongzhu-wiki", "*H QS", "AH QS", 600),
    ("gongzhu-wiki", "*H TC QS", "AH TC QS", 2400),
    ("gongzhu-wiki", "*H TC JD", "AH TC JD", 2400),
    ("gongzhu-wiki", "5H 6H 7H 8H 9H TH JH QH KH AH QS TC", "AH QS TC", -2400),
    ("gongzhu-wiki", "*H", "", 200),
    ("gongzhu-wiki", "*H", "AH", 400),
    ("gongzhu-wiki", "TC", "", 50),
    ("gongzhu-wiki", "TC", "TC", 100),
    ("gongzhu-hwa", "*H QS JD", "", 200),
    ("gongzhu-hwa", ALL_POINTS, "", 1000),
]
"""Preset, pile, what is exposed, points."""


@dataclass(frozen=True)
class DealFigure:
    """What every pile scores under a preset with some options changed."""

    preset: str
    changes: dict[str, Any]
    piles: tuple[str, ...]
    scores: tuple[int, ...]
    exposed: dict[str, str] = field(default_factory=dict)
    choice: str | None = None
    every_trick: int | None = None
    later_tricks: tuple[int, ...] | None = None
    """How many tricks each pile took after the queen of diamonds."""


MOON = ("", "*H QS", "", "")
OPEN = {"sale": "open"}
CHARGED = {"AH": "open", "QS": "open"}
DOUBLED = OPEN | {"doubler": "TC"}
SPOTS = {"points": SPOT | {"QS": 25}}
PENALTIES = {"slam_needs": "penalties"}
SIX = {"players": 6, "removed": ["2C", "2D", "3C", "3D"]}
PIG_200 = {"points": CLASSIC | {"QS": -200, "JD": 100}}
SPADES = {"points": ONE | {"QS": 13, "KS": 10, "AS": 7}}

DEAL_FIGURES = [
    # What the documents say of whole deals.
    DealFigure("gongzhu-hwa", {}, ("QS", "*H"), (100, 200)),
    DealFigure("gongzhu-hwa", {}, ("QS", "*H", "JD"), (100, 200, -100)),
    DealFigure("gongzhu-boulder", {}, ("QS JD",), (-300,), {"QS": "up"}),
    DealFigure("gongzhu-boulder", {}, ("QS JD",), (-100,), {"QS": "down"}),
    DealFigure("gongzhu-wiki-diamonds", {}, ("QS TC",), (-170,), later_tricks=(3,)),
    DealFigure("hearts-denexa", {}, MOON, (26, 0, 26, 26)),
    DealFigure("hearts-omnibus", {}, ("JD", "*H QS", "", ""), (-10, 26, 0, 0)),
    DealFigure("hearts-omnibus", {}, ("", "*H QS JD", "", ""), (26, 0, 26, 26)),
    DealFigure("hearts-gilfoy", {}, MOON, (26, 0, 26, 26), choice="others"),
    DealFigure("hearts-gilfoy", {}, MOON, (0, -26, 0, 0), choice="self"),
    # Other values.
    DealFigure("hearts-denexa", SPOTS, MOON, (129, 0, 129, 129)),
    DealFigure("hearts-denexa", SPOTS, ("AH 2H QS", "KH", "", ""), (41, 13, 0, 0)),
    DealFigure("hearts-denexa", SPADES, ("QS KS", "AS 2H", "", ""), (23, 8, 0, 0)),
    DealFigure("hearts-denexa", SPADES, MOON, (0, 26, 0, 0)),
    DealFigure("gongzhu-pagat", PIG_200, ("QS TC", "*H"), (-400, 200)),
    DealFigure("gongzhu-pagat", PIG_200, ("*H QS",), (400,)),
    DealFigure("gongzhu-wiki-swap", PIG_200, ("QS", "*H", "JD"), (100, 200, -200)),
    DealFigure("gongzhu-wiki-swap", PIG_200, ("QS", "*H", "JD"), (200, 200, -200), {"QS": "open"}),
    # Exposing and the doubler in Hearts.
    DealFigure("hearts-denexa", OPEN, MOON, (52, 0, 52, 52), CHARGED),
    DealFigure("hearts-denexa", OPEN, ("AH 2H", "QS"), (4, 13), {"AH": "open"}),
    DealFigure("hearts-denexa", DOUBLED, ("QS TC", "2H"), (26, 1)),
    DealFigure("hearts-denexa", DOUBLED, ("QS TC", "2H"), (104, 1), {"QS": "open", "TC": "open"}),
    DealFigure("hearts-omnibus", DOUBLED, ("JD TC", "2H"), (-20, 1)),
    DealFigure("hearts-denexa", DOUBLED, ("TC", "2H"), (0, 1)),
    DealFigure("hearts-denexa", DOUBLED | {"lone_doubler": 5}, ("TC",), (10,), {"TC": "open"}),
    DealFigure("hearts-denexa", DOUBLED, ("*H QS", "TC"), (26, 0)),
    DealFigure("hearts-denexa", DOUBLED, ("*H QS TC", ""), (0, 52)),
    DealFigure("hearts-denexa", DOUBLED, ("*H QS TC", ""), (0, 104), {"TC": "open"}),
    # All hearts in favour where few points are good.
    DealFigure(
        "hearts-denexa",
        OPEN | {"all_hearts": "in-favour", "all_point_cards": "plain"},
        ("*H", "QS"),
        (-26, 13),
        {"AH": "open"},
    ),
    DealFigure(
        "hearts-denexa",
        {"pig_with_all_hearts": "shooter", "all_point_cards": "plain"},
        ("*H QS",),
        (0,),
    ),
    # Slams worth something else, and who pays them.
    DealFigure("hearts-denexa", OPEN | {"slam_points": 50}, MOON, (50, 0, 50, 50), CHARGED),
    DealFigure("hearts-denexa", {"all_point_cards": "self"}, MOON, (0, -26, 0, 0)),
    DealFigure("hearts-denexa", {"all_point_cards": "flat"}, MOON, (0, -1000, 0, 0)),
    DealFigure("hearts-denexa", {"all_point_cards": "plain"}, MOON, (0, 26, 0, 0)),
    DealFigure("gongzhu-hwa", {"slam_points": 2000}, (ALL_POINTS, ""), (2000, 0)),
    DealFigure(
        "gongzhu-pagat", {"all_point_cards": "others"}, (ALL_POINTS, "", "", ""), (0, *3 * (-600,))
    ),
    DealFigure("gongzhu-pagat", {"all_point_cards": "self"}, (ALL_POINTS, ""), (600, 0)),
    DealFigure("hearts-denexa", {"partners": "separate"}, MOON, (26, 0, 26, 0)),
    DealFigure("hearts-denexa", {"partners": "pooled"}, ("", "*H QS"), (26, 0)),
    DealFigure(
        "hearts-denexa",
        SIX | {"partners": "separate"},
        ("*H QS", *5 * ("",)),
        (0, 26, 26, 0, 26, 26),
    ),
    DealFigure("hearts-denexa", SIX | {"partners": "pooled"}, ("", "", "*H QS"), (26, 26, 0)),
    # A slam of the penalties alone: the other cards score as usual.
    DealFigure("hearts-omnibus", PENALTIES, ("JD", "*H QS", "", ""), (16, 0, 26, 26)),
    DealFigure("hearts-omnibus", PENALTIES, ("", "*H QS JD", "", ""), (26, -10, 26, 26)),
    DealFigure("hearts-denexa", DOUBLED | PENALTIES, ("TC", "*H QS"), (26, 0)),
    DealFigure(
        "hearts-denexa",
        DOUBLED | PENALTIES | {"lone_doubler": 5, "cancelled_doubler": "bonus-if-exposed"},
        ("*H QS TC", ""),
        (0, 104),
        {"TC": "open"},
    ),
    # Every trick.
    DealFigure("hearts-denexa", {"all_tricks": 24}, MOON, (50, 0, 50, 50), every_trick=1),
    DealFigure("hearts-denexa", {"all_tricks": 24}, MOON, (26, 0, 26, 26)),
    DealFigure(
        "hearts-denexa",
        {"all_tricks": 24, "all_point_cards": "self"},
        MOON,
        (0, -50, 0, 0),
        every_trick=1,
    ),
    DealFigure("gongzhu-denexa", {"all_tricks": 200}, (ALL_POINTS, ""), (1000, 0), every_trick=0),
    DealFigure(
        "hearts-denexa", {"queen_of_diamonds": True}, ("2H", "QS"), (-29, 13), later_tricks=(3, 0)
    ),
]
