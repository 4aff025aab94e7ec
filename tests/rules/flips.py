"""What comes of each value of each option: `test_flips` sees to it that none is ignored."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from gongzhu.cards import Card
from tests.rules.scenarios import (
    Scenario,
    after_one_deal,
    all_with_seat_0,
    card_led_first,
    cards_to_expose,
    cards_to_pass,
    first_leads,
    freed_face_down,
    givers_to_seat_0,
    hearts_led,
    match_of_one_game,
    order_of_turns,
    pack_and_lead,
    pile_points,
    second_leader,
    several,
    thrown_first,
    totals_after,
    totals_of_partners,
    way_round,
    ways_to_expose,
)

PIG = Card.QUEEN_OF_SPADES
MOON = "*H QS"
ALL_POINTS = "*H QS JD TC"
GOES_ON = "goes on"


class Flip(Struct):
    """What comes of each value of one option, all else being as it is in a preset with some
    changes."""

    scenario: Scenario
    outcomes: Sequence[tuple[Any, object]]
    """Each value, and what comes of it."""
    preset: str = "gongzhu-denexa"
    changes: dict[str, Any] = {}
    with_it: dict[Any, dict[str, Any]] = {}
    """Other options that some value cannot do without."""


SPADES_FIRST = {"first_lead_card": "2S", "pass_cycle": ["none"]}
FROM_SEAT_0: dict[str, Any] = {
    "first_lead": "seat-0",
    "first_trick_points": True,
    "hearts_must_be_broken": False,
    "pass_cycle": ["none"],
}
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D TD"
WAYS_TO_EXPOSE = [
    ("none", []),
    ("open", [{}, {PIG: "open"}]),
    ("face-down-or-up", [{}, {PIG: "down"}, {PIG: "up"}]),
]
EVERY_HEART = pile_points("AH KH QH JH TH 7H 5H", "9H 8H 6H 4H 3H 2H")

FLIPS: dict[str, list[Flip]] = {
    "players": [
        Flip(
            order_of_turns,
            [
                (3, (17, [2, 0, 1])),
                (4, (13, [2, 3, 0, 1])),
                (5, (10, [2, 3, 4, 0, 1])),
                (6, (8, [2, 3, 4, 5, 0, 1])),
                (7, (7, [2, 3, 4, 5, 6, 0, 1])),
                (8, (6, [2, 3, 4, 5, 6, 7, 0, 1])),
            ],
        )
    ],
    "removed": [
        Flip(
            pack_and_lead,
            [([], (52, "2C")), (["2C", "3C", "2D", "3D"], (48, "4C"))],
            "hearts-denexa",
            {"pass_cycle": ["none"]},
        )
    ],
    "direction": [
        Flip(way_round, [("clockwise", "clockwise"), ("anticlockwise", "anticlockwise")]),
        Flip(
            givers_to_seat_0,
            [("clockwise", [3] * 5), ("anticlockwise", [1] * 5)],
            "hearts-denexa",
            {"pass_cycle": ["left"]},
        ),
    ],
    "partners": [
        Flip(
            totals_of_partners,
            [
                ("none", ((50, 0, -100, 0), (50, 0, -100, 0))),
                ("separate", ((50, 0, -100, 0), (-50, 0))),
                ("pooled", ((-200, 0), (-200, 0))),
            ],
        )
    ],
    "pass_cycle": [
        Flip(
            givers_to_seat_0,
            [
                (["left"], [5] * 5),
                (["right"], [1] * 5),
                (["across"], [3] * 5),
                (["left-2"], [4] * 5),
                (["right-2"], [2] * 5),
                (["none"], [None] * 5),
                (["right", "none", "left-2"], [1, None, 4, 1, None]),
            ],
            "hearts-denexa",
            {"players": 6},
        )
    ],
    "pass_count": [
        Flip(cards_to_pass, [(count, {count}) for count in range(1, 6)], "hearts-denexa")
    ],
    "sale": [
        Flip(ways_to_expose, WAYS_TO_EXPOSE),
        Flip(ways_to_expose, WAYS_TO_EXPOSE, "hearts-denexa", {"pass_cycle": ["none"]}),
    ],
    "exposable": [
        Flip(cards_to_expose, [("all", "TC JD AH QS"), (["QS", "TC"], "TC QS"), (["AH"], "AH")])
    ],
    "face_down_first_trick": [
        Flip(
            freed_face_down,
            [("bound", (False, False, False)), ("free", (True, True, False))],
            "gongzhu-boulder",
        )
    ],
    "first_lead": [
        Flip(
            first_leads,
            [
                ("must-lead", (1, 1)),
                ("holder", (1, 13)),
                ("dealer", (2, 13)),
                ("after-dealer", (3, 13)),
                ("seat-0", (0, 13)),
            ],
        )
    ],
    "first_lead_card": [
        Flip(
            card_led_first,
            [
                ("2C", (0, "2C")),
                ("7D", (1, "7D")),
                ("AS", (2, "AS")),
                ("7S", (3, "7S")),
                ("none", (0, 13)),
            ],
            with_it={"none": {"first_lead": "dealer"}},
        )
    ],
    "later_lead": [
        Flip(second_leader, [("pig-captor", 3), ("as-first", 1), ("winner", 0), ("loser", 2)])
    ],
    "first_trick_points": [
        Flip(
            thrown_first,
            [(False, f"{DIAMONDS} QD"), (True, f"{DIAMONDS} JD QD 2H QS")],
            changes={"first_lead_card": "2C"},
        ),
        Flip(
            thrown_first,
            [(False, f"{DIAMONDS} JD QD"), (True, f"{DIAMONDS} JD QD 2H QS")],
            "hearts-denexa",
            {"pass_cycle": ["none"]},
        ),
    ],
    "hearts_must_be_broken": [
        Flip(hearts_led, [(False, True), (True, False)]),
        Flip(hearts_led, [(False, True), (True, False)], "hearts-denexa", SPADES_FIRST),
    ],
    "queen_breaks_hearts": [
        Flip(hearts_led, [(False, False), (True, True)], "hearts-denexa", SPADES_FIRST)
    ],
    "aim": [
        Flip(
            after_one_deal(3, 5, 1, 9),
            [("high", ((3, 5, 1, 9), (3,), (2,))), ("low", ((3, 5, 1, 9), (2,), (3,)))],
            "hearts-denexa",
            {"deals": 1, "all_point_cards": "plain"},
        )
    ],
    "points": [
        Flip(
            pile_points("QS KS 5H", "JD"),
            [
                ({}, (-110, 100)),
                ({"QS": -200}, (-210, 100)),
                ({"KS": -30, "5H": 0}, (-130, 100)),
                ({"5H": "none", "JD": 7}, (-100, 7)),
            ],
        )
    ],
    "heart_values": [
        Flip(
            EVERY_HEART,
            [
                ("classic", (-170, -30)),
                ("face-value", (-162, -38)),
                ("one", (-7, -6)),
                ("spot", (-72, -32)),
            ],
        ),
        Flip(
            EVERY_HEART,
            [
                ("classic", (170, 30)),
                ("face-value", (162, 38)),
                ("one", (7, 6)),
                ("spot", (72, 32)),
            ],
            "hearts-denexa",
        ),
    ],
    "pig": [Flip(pile_points("QS 5H", "JD"), [(-100, (-110, 100)), (-200, (-210, 100))])],
    "sheep": [Flip(pile_points("QS 5H", "JD"), [(100, (-110, 100)), (200, (-110, 200))])],
    "omnibus": [
        Flip(pile_points(MOON, "JD"), [(False, (0, 26)), (True, (26, -10))], "hearts-denexa"),
        Flip(pile_points("QS", "JD"), [(False, (-100, 0)), (True, (-100, 10))]),
    ],
    "doubler": [
        Flip(
            pile_points("QS TC", "5H 9S"),
            [("none", (-100, -10)), ("TC", (-200, -10)), ("9S", (-100, -20))],
        )
    ],
    "lone_doubler": [Flip(pile_points("TC"), [(50, (50,)), (0, (0,)), (-7, (-7,))])],
    "cancelled_doubler": [
        Flip(
            pile_points("TC QS JD", exposed="TC"),
            [("nothing", (0,)), ("bonus-if-exposed", (100,))],
        )
    ],
    "all_hearts": [Flip(pile_points("*H"), [("nothing", (-200,)), ("in-favour", (200,))])],
    "pig_with_all_hearts": [
        Flip(
            several(pile_points(MOON, "JD"), pile_points(ALL_POINTS)),
            [
                ("nothing", ((100, 100), (400,))),
                ("shooter", ((300, 100), (800,))),
                ("sweep", ((100, 100), (800,))),
                ("swap", ((300, -100), (400,))),
            ],
        )
    ],
    "all_point_cards": [
        Flip(
            all_with_seat_0,
            [
                ("plain", ("ended", (800, 0, 0, 0), False)),
                ("flat", ("ended", (1000, 0, 0, 0), False)),
                ("instant-win", ("ended", (800, 0, 0, 0), True)),
                ("others", ("ended", (0, -600, -600, -600), False)),
                ("self", ("ended", (600, 0, 0, 0), False)),
                ("choice", ("moon", None, False)),
            ],
            changes=FROM_SEAT_0,
        )
    ],
    "slam_points": [
        Flip(pile_points(MOON, ""), [("none", (0, 26)), (50, (0, 50))], "hearts-denexa"),
        Flip(pile_points(ALL_POINTS, ""), [("none", (1000, 0)), (2000, (2000, 0))], "gongzhu-hwa"),
    ],
    "slam_needs": [
        Flip(
            pile_points(MOON, "JD"), [("all", (26, -10)), ("penalties", (0, 16))], "hearts-omnibus"
        )
    ],
    "all_tricks": [
        Flip(
            all_with_seat_0,
            [
                ("none", ("ended", (0, 26, 26, 26), False)),
                (24, ("ended", (0, 50, 50, 50), False)),
            ],
            "hearts-denexa",
            FROM_SEAT_0,
        )
    ],
    "queen_of_diamonds": [
        Flip(
            all_with_seat_0,
            [
                (False, ("ended", (800, 0, 0, 0), False)),
                (True, ("ended", (820, 0, 0, 0), False)),
            ],
            changes=FROM_SEAT_0,
        )
    ],
    "lower_limit": [
        Flip(
            after_one_deal(-1100, 100, 0, 0),
            [
                (-1000, ((-1100, 100, 0, 0), (1,), (0,))),
                (-1200, GOES_ON),
                ("none", GOES_ON),
            ],
            changes={"deals": 5},
        )
    ],
    "at_lower_limit": [
        Flip(
            after_one_deal(-1000, 100, 0, 0),
            [
                ("loses", ((-1000, 100, 0, 0), (1,), (0,))),
                ("plays-on", GOES_ON),
                ("turns-positive", ((1000, 100, 0, 0), (0,), ())),
            ],
        )
    ],
    "past_lower_limit": [
        Flip(
            after_one_deal(-60, 1, 2, 3),
            [
                ("wins", ((-60, 1, 2, 3), (0,), (1, 2, 3))),
                ("loses", ((-60, 1, 2, 3), (1,), (0, 2, 3))),
            ],
            "hearts-denexa",
            {"lower_limit": -50},
        )
    ],
    "upper_limit": [
        Flip(
            after_one_deal(700, 100, 0, 0),
            [("none", GOES_ON), (700, GOES_ON), (699, ((700, 100, 0, 0), (0,), ()))],
        ),
        Flip(
            after_one_deal(60, 5, 0, 5),
            [(100, GOES_ON), (50, ((60, 5, 0, 5), (2,), (0, 1, 3)))],
            "hearts-denexa",
        ),
    ],
    "at_upper_limit": [
        Flip(
            after_one_deal(100, 5, 5, 30),
            [("plays-on", GOES_ON), ("ends", ((100, 5, 5, 30), (1, 2), (0, 3)))],
            "hearts-denexa",
        ),
        Flip(
            after_one_deal(1000, 5, 5, 30),
            [("plays-on", GOES_ON), ("ends", ((1000, 5, 5, 30), (0,), ()))],
            "gongzhu-summary",
        ),
    ],
    "past_upper_limit": [
        Flip(
            after_one_deal(1100, 100, 0, 1001),
            [
                ("wins", ((1100, 100, 0, 1001), (0, 3), ())),
                ("loses", ((1100, 100, 0, 1001), (1,), (0, 3))),
            ],
            changes={"upper_limit": 1000},
        )
    ],
    "losers": [
        Flip(
            after_one_deal(101, 5, 3, 3),
            [
                ("past-limit", ((101, 5, 3, 3), (2, 3), (0,))),
                ("all-but-winners", ((101, 5, 3, 3), (2, 3), (0, 1))),
            ],
            "hearts-denexa",
        )
    ],
    "deals": [
        Flip(
            after_one_deal(4, 5, 3, 3),
            [("none", GOES_ON), (2, GOES_ON), (1, ((4, 5, 3, 3), (1,), (2, 3)))],
        )
    ],
    "exact_total": [
        Flip(
            totals_after(100, 50, 7, 0),
            [
                ([], (100, 50, 7, 0)),
                ([[100, 50]], (50, 50, 7, 0)),
                ([[100, 50], [50, 0]], (50, 0, 7, 0)),
            ],
            "hearts-gilfoy",
        )
    ],
    "worth": [
        Flip(
            match_of_one_game,
            [
                ("games", ((0, 0, 0, 0), (0, 0, 0, 0))),
                ("strips", ((1, 0, 0, 0), (0, 0, 0, 0))),
                ("round-points", ((0, 0, 0, 0), (0, 1, 1, 1))),
            ],
        )
    ],
}
