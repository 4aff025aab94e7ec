"""No option is ignored: each of its values makes a difference that is written down here."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.rules import Family, RuleError, RuleSet, option_values, options_of, rules_from_values
from gongzhu.rules.option_table import CardList, Choice, ChoiceList, Flag, Whole
from tests.rules.scenarios import (
    Scenario,
    after_one_deal,
    all_with_seat_0,
    first_leads,
    freed_face_down,
    hearts_led,
    match_of_one_game,
    order_of_turns,
    pack_and_lead,
    pile_points,
    received_by_seat_0,
    second_leader,
    thrown_first,
    totals_of_partners,
    way_round,
    ways_to_expose,
)
from tests.support.tables import preset

REFUSED = "refused"
"""The outcome of a value that the game does not know."""

PIG = Card.QUEEN_OF_SPADES
MOON = "*H QS"
ALL_POINTS = "*H QS JD TC"


class Flip(Struct):
    """What comes of each value of one option, all else being `base`."""

    base: RuleSet
    scenario: Scenario
    outcomes: Mapping[Any, object]
    """By value; lists of words are keys as tuples."""
    with_it: Mapping[Any, Mapping[str, Any]] = {}
    """Other options that some value cannot do without."""


SPADES_FIRST: dict[str, Any] = {"first_lead": "must-lead-2S", "pass_cycle": ["none"]}
CLUBS_FIRST: dict[str, Any] = {"first_lead": "must-lead-2C", "pass_cycle": ["none"]}
NO_LIMITS: dict[str, Any] = {"hearts_must_be_broken": False, "pass_cycle": ["none"]}
FIVE = {5: {"removed": ["2C", "2D"]}}
FROM_SEAT_0: dict[str, Any] = {"first_lead": "seat-0", "first_trick_points": True, **NO_LIMITS}

GONGZHU = preset("gongzhu-denexa")
HEARTS = preset("hearts-denexa")

TURNS = {4: (13, [2, 3, 0, 1]), 5: (10, [2, 3, 4, 0, 1])}
PACKS = {(): (52, "2C"), ("2C", "3C", "2D", "3D"): (48, "4C")}
WAYS = {"clockwise": "clockwise", "anticlockwise": "anticlockwise"}
LEADS = {
    "must-lead-2S": (1, 1),
    "holder-of-2S": (1, 13),
    "must-lead-2C": (2, 1),
    "holder-of-2C": (2, 13),
    "seat-0": (0, 13),
}
PASSES = {
    ("left",): ["2S 3S 4S"] * 5,
    ("right",): ["2D 3D 4D"] * 5,
    ("across",): ["2H 3H 4H"] * 5,
    ("none",): [""] * 5,
    ("left", "right", "across", "none"): ["2S 3S 4S", "2D 3D 4D", "2H 3H 4H", "", "2S 3S 4S"],
}
LATER = {"pig-captor": 3, "as-first": 1}

FLIPS: dict[tuple[Family, str], Flip] = {
    ("gongzhu", "players"): Flip(
        preset("gongzhu-denexa", **SPADES_FIRST), order_of_turns, TURNS, FIVE
    ),
    ("hearts", "players"): Flip(
        preset("hearts-denexa", **SPADES_FIRST), order_of_turns, TURNS, FIVE
    ),
    ("gongzhu", "removed"): Flip(preset("gongzhu-denexa", **CLUBS_FIRST), pack_and_lead, PACKS),
    ("hearts", "removed"): Flip(preset("hearts-denexa", **CLUBS_FIRST), pack_and_lead, PACKS),
    ("gongzhu", "direction"): Flip(GONGZHU, way_round, WAYS),
    ("hearts", "direction"): Flip(HEARTS, way_round, WAYS),
    ("gongzhu", "partners"): Flip(
        GONGZHU,
        totals_of_partners,
        {
            "none": ((50, 0, -100, 0), (50, 0, -100, 0)),
            "separate": ((50, 0, -100, 0), (-50, 0)),
            "pooled": ((-200, 0), (-200, 0)),
        },
    ),
    ("hearts", "partners"): Flip(
        HEARTS,
        totals_of_partners,
        {"none": ((0, 0, 13, 0), (0, 0, 13, 0)), "separate": REFUSED, "pooled": REFUSED},
    ),
    ("gongzhu", "pass_cycle"): Flip(
        preset("gongzhu-denexa", later_lead="as-first"), received_by_seat_0, PASSES
    ),
    ("hearts", "pass_cycle"): Flip(HEARTS, received_by_seat_0, PASSES),
    ("gongzhu", "sale"): Flip(
        GONGZHU,
        ways_to_expose,
        {
            "none": [],
            "open": [{}, {PIG: "open"}],
            "face-down-or-up": [{}, {PIG: "down"}, {PIG: "up"}],
        },
    ),
    ("hearts", "sale"): Flip(
        HEARTS, ways_to_expose, {"none": [], "open": REFUSED, "face-down-or-up": REFUSED}
    ),
    ("gongzhu", "face_down_first_trick"): Flip(
        preset("gongzhu-boulder"),
        freed_face_down,
        {"bound": (False, False, False), "free": (True, True, False)},
    ),
    ("gongzhu", "first_lead"): Flip(GONGZHU, first_leads, LEADS),
    ("hearts", "first_lead"): Flip(preset("hearts-denexa", **NO_LIMITS), first_leads, LEADS),
    ("gongzhu", "later_lead"): Flip(GONGZHU, second_leader, LATER),
    ("hearts", "later_lead"): Flip(
        preset("hearts-denexa", pass_cycle=["none"]), second_leader, LATER
    ),
    ("gongzhu", "first_trick_points"): Flip(
        preset("gongzhu-denexa", **CLUBS_FIRST),
        thrown_first,
        {False: "2D 3D 4D 5D 6D 7D 8D 9D TD QD", True: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2H QS"},
    ),
    ("hearts", "first_trick_points"): Flip(
        preset("hearts-denexa", **CLUBS_FIRST),
        thrown_first,
        {
            False: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD",
            True: "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2H QS",
        },
    ),
    ("gongzhu", "hearts_must_be_broken"): Flip(
        preset("gongzhu-denexa", **SPADES_FIRST), hearts_led, {False: True, True: False}
    ),
    ("hearts", "hearts_must_be_broken"): Flip(
        preset("hearts-denexa", **SPADES_FIRST), hearts_led, {False: True, True: False}
    ),
    ("gongzhu", "queen_breaks_hearts"): Flip(
        preset("gongzhu-denexa", **SPADES_FIRST, hearts_must_be_broken=True),
        hearts_led,
        {False: False, True: True},
    ),
    ("hearts", "queen_breaks_hearts"): Flip(
        preset("hearts-denexa", **SPADES_FIRST), hearts_led, {False: False, True: True}
    ),
    ("gongzhu", "heart_values"): Flip(
        GONGZHU,
        pile_points("AH KH QH JH TH 7H 5H", "9H 8H 6H 4H 3H 2H"),
        {"classic": (-170, -30), "face-value": (-162, -38)},
    ),
    ("gongzhu", "pig_with_all_hearts"): Flip(
        GONGZHU,
        pile_points("*H QS", "JD"),
        {"shooter": (300, 100), "sweep": (100, 100), "swap": (300, -100)},
    ),
    ("gongzhu", "lone_doubler"): Flip(GONGZHU, pile_points("TC"), {50: (50,), 0: (0,)}),
    ("gongzhu", "cancelled_doubler"): Flip(
        GONGZHU,
        pile_points("TC QS JD", exposed="TC"),
        {"nothing": (0,), "bonus-if-exposed": (100,)},
    ),
    ("gongzhu", "all_point_cards"): Flip(
        GONGZHU,
        pile_points("", ALL_POINTS),
        {"plain": (0, 800), "flat": (0, 1000), "instant-win": ((0, 800), 1)},
    ),
    ("gongzhu", "queen_of_diamonds"): Flip(
        preset("gongzhu-denexa", **FROM_SEAT_0),
        all_with_seat_0,
        {False: ("ended", (800, 0, 0, 0)), True: ("ended", (820, 0, 0, 0))},
    ),
    ("gongzhu", "lower_limit"): Flip(
        GONGZHU,
        after_one_deal(-500, 100, 0, 0),
        {-1000: "goes on", -400: ((-500, 100, 0, 0), (1,), (0,))},
    ),
    ("gongzhu", "at_lower_limit"): Flip(
        GONGZHU,
        after_one_deal(-1000, 100, 0, 0),
        {
            "loses": ((-1000, 100, 0, 0), (1,), (0,)),
            "plays-on": "goes on",
            "turns-positive": ((1000, 100, 0, 0), (0,), ()),
        },
    ),
    ("gongzhu", "upper_limit"): Flip(
        GONGZHU,
        after_one_deal(700, 100, 0, 0),
        {0: "goes on", 700: "goes on", 699: ((700, 100, 0, 0), (0,), ())},
    ),
    ("gongzhu", "past_upper_limit"): Flip(
        preset("gongzhu-denexa", upper_limit=1000),
        after_one_deal(1100, 100, 0, 1001),
        {
            "wins": ((1100, 100, 0, 1001), (0, 3), ()),
            "loses": ((1100, 100, 0, 1001), (1,), (0, 3)),
        },
    ),
    ("gongzhu", "worth"): Flip(
        GONGZHU,
        match_of_one_game,
        {
            "games": ((0, 0, 0, 0), (0, 0, 0, 0)),
            "strips": ((1, 0, 0, 0), (0, 0, 0, 0)),
            "round-points": ((0, 0, 0, 0), (0, 1, 1, 1)),
        },
    ),
    ("hearts", "omnibus"): Flip(HEARTS, pile_points(MOON, "JD"), {False: (0, 26), True: (26, -10)}),
    ("hearts", "moon"): Flip(
        preset("hearts-denexa", **FROM_SEAT_0),
        all_with_seat_0,
        {
            "others": ("ended", (0, 26, 26, 26)),
            "self": ("ended", (-26, 0, 0, 0)),
            "choice": ("moon", None),
        },
    ),
    ("hearts", "limit"): Flip(
        HEARTS, after_one_deal(60, 5, 0, 5), {100: "goes on", 50: ((60, 5, 0, 5), (2,), (0, 1, 3))}
    ),
    ("hearts", "at_limit"): Flip(
        HEARTS,
        after_one_deal(100, 5, 5, 30),
        {"plays-on": "goes on", "ends": ((100, 5, 5, 30), (1, 2), (0, 3))},
    ),
}

CASES = [
    pytest.param(family, key, value, id=f"{family}-{key}-{value}")
    for (family, key), flip in FLIPS.items()
    for value in flip.outcomes
]


def flipped(flip: Flip, key: str, value: Any) -> object:
    given = list(value) if isinstance(value, tuple) else value
    changes = {key: given, **flip.with_it.get(value, {})}
    try:
        rules = rules_from_values({**option_values(flip.base), **changes})
    except RuleError:
        return REFUSED
    return flip.scenario(rules)


@pytest.mark.parametrize(("family", "key", "value"), CASES)
def test_a_value_does_what_it_says(family: Family, key: str, value: Any) -> None:
    flip = FLIPS[family, key]
    assert flipped(flip, key, value) == flip.outcomes[value]


@pytest.mark.parametrize(("family", "key"), FLIPS)
def test_the_values_differ_in_what_comes_of_them(family: Family, key: str) -> None:
    outcomes = list(FLIPS[family, key].outcomes.values())
    told_apart = [outcome for outcome in outcomes if outcome not in (REFUSED, "goes on")]
    assert len(outcomes) >= 2
    assert all(told_apart.count(outcome) == 1 for outcome in told_apart)
    assert len({str(outcome) for outcome in outcomes}) >= 2


def test_every_option_of_both_games_is_flipped() -> None:
    families: tuple[Family, ...] = ("gongzhu", "hearts")
    assert set(FLIPS) == {(family, key) for family in families for key in options_of(family)}


@pytest.mark.parametrize(("family", "key"), FLIPS)
def test_every_value_of_an_option_is_tried(family: Family, key: str) -> None:
    tried = list(FLIPS[family, key].outcomes)
    match options_of(family)[key].form:
        case Choice(values):
            assert set(tried) == set(values)
        case Flag():
            assert set(tried) == {False, True}
        case ChoiceList(values):
            assert {word for words in tried for word in words} == set(values)
        case Whole() | CardList():
            assert len(tried) >= 2
