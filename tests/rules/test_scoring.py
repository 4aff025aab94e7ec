"""What piles are worth: card by card, factor by factor, line by line."""

from typing import get_args

import pytest

from gongzhu.cards import HEARTS, KEY_CARDS, Card, Seat
from gongzhu.rules import (
    DealScore,
    Mode,
    MoonChoice,
    RuleSet,
    ScoreLine,
    pack_of,
    point_cards,
    score_piles,
    score_table,
)
from gongzhu.rules.score import tricks_after_queen
from gongzhu.rules.score_lines import LineKind, sum_lines
from tests.support.tables import begin, cards, play, play_on, preset

PAGAT = preset("gongzhu-pagat")
SUMMARY = preset("gongzhu-summary")
BOULDER = preset("gongzhu-boulder")
SWAP = preset("gongzhu-wiki-swap")
HWA = preset("gongzhu-hwa")
OMNIBUS = preset("hearts-omnibus")
ALL_POINTS = "*H QS JD TC"


def score(rules: RuleSet, *captured: str, **exposed: Mode) -> DealScore:
    return score_late(rules, (0,) * len(captured), *captured, **exposed)


def score_late(
    rules: RuleSet, later: tuple[int, ...], *captured: str, **exposed: Mode
) -> DealScore:
    """The same, with tricks won after Q♦."""
    modes = {Card(code): mode for code, mode in exposed.items()}
    return score_piles(rules, [cards(pile) for pile in captured], modes, later)


def points(rules: RuleSet, pile: str, **exposed: Mode) -> int:
    return score(rules, pile, **exposed).points[0]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (PAGAT, [0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50]),
        (HWA, [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50]),
        (OMNIBUS, [1] * 13),
    ],
)
def test_each_heart_by_itself(rules: RuleSet, expected: list[int]) -> None:
    assert [points(rules, card.code) for card in HEARTS] == expected
    assert rules is OMNIBUS or sum(expected) == -200


def test_how_many_point_cards_there_are() -> None:
    assert [len(point_cards(rules)) for rules in (PAGAT, OMNIBUS, preset("hearts-denexa"))] == [
        16,
        15,
        14,
    ]


@pytest.mark.parametrize("captured", [("QS", "QS", "", ""), ("2H QS", "", "", "QS QS")])
def test_a_card_lies_in_one_pile_only(captured: tuple[str, ...]) -> None:
    for rules in (PAGAT, OMNIBUS):
        with pytest.raises(ValueError, match="QS is named twice"):
            score(rules, *captured)


def test_other_cards_count_nothing() -> None:
    for rules in (PAGAT, OMNIBUS):
        rest = " ".join(card.code for card in pack_of(rules) if card not in point_cards(rules))
        assert score(rules, rest).piles[0].lines == ()
        assert points(rules, rest) == 0


@pytest.mark.parametrize(("mode", "m"), [("open", 2), ("down", 2), ("up", 4)])
def test_the_factor_of_every_key_card(mode: Mode, m: int) -> None:
    assert points(BOULDER, "QS", QS=mode) == -100 * m
    assert points(BOULDER, "JD", JD=mode) == 100 * m
    assert points(BOULDER, "TC", TC=mode) == 50 * m
    assert points(BOULDER, "QS TC", TC=mode) == -100 * 2 * m
    assert points(BOULDER, "KH 5H", AH=mode) == -50 * m
    assert points(BOULDER, "*H", AH=mode) == 200 * m
    assert points(BOULDER, "*H QS JD", QS=mode, JD=mode) == 200 + 200 * m
    assert points(BOULDER, "QS JD AH TC", QS=mode, JD=mode, AH=mode, TC=mode) == -50 * m * 2 * m


@pytest.mark.parametrize(("mode", "m"), [("open", 2), ("down", 2), ("up", 4)])
def test_a_cancelled_doubler_of_summary(mode: Mode, m: int) -> None:
    for pile in ("TC", "TC QS JD", "TC 2H 3H"):
        assert points(SUMMARY, pile, TC=mode) == 50 * m
        assert points(SUMMARY, pile) == (50 if pile == "TC" else 0)
    assert points(SUMMARY, "TC QS AH KH TH JD", TC=mode, JD="open") == 50 * m
    assert points(SUMMARY, "TC QS JD", TC=mode, QS="open") == -100 * 2 * m
    assert points(SUMMARY, "TC *H QS", TC=mode, QS="open") == 50 * m
    assert points(PAGAT, "TC QS JD", TC=mode) == 0


def test_a_swap_leaves_pig_and_sheep_their_own_factors() -> None:
    modes: dict[str, Mode] = {"QS": "open"}
    assert score(SWAP, "*H", "QS", "JD", "", **modes).points == (200, 200, -100, 0)
    assert score(SWAP, "*H JD", "QS", JD="open").points == (200 - 200, 100)
    assert score(SWAP, "*H", "QS TC", TC="open").points == (200, 400)
    but_one = " ".join(card.code for card in HEARTS[:-1])
    assert score(SWAP, but_one, "QS JD AH").points == (-150, -50)


def test_the_pig_of_another_is_bad_without_a_swap() -> None:
    assert score(PAGAT, "*H", "QS JD").points == (200, 0)


def test_a_thousand_for_everything_is_a_thousand_whatever_was_exposed() -> None:
    rules = preset("gongzhu-hwa", sale="open", queen_of_diamonds=True)
    assert score_late(rules, (5,), ALL_POINTS, AH="open", TC="open").points == (1000,)
    assert score_late(rules, (5,), "*H QS JD").points == (200 + 50,)


def test_instant_win_is_a_fact_beside_the_points() -> None:
    wiki = preset("gongzhu-wiki")
    everything = score(wiki, "", "", ALL_POINTS, "")
    assert (everything.points, everything.instant_win) == ((0, 0, 800, 0), 2)
    assert score(wiki, "", "TC", "*H QS JD", "").instant_win is None


def test_tricks_after_the_queen_count_after_the_doubler() -> None:
    rules = preset("gongzhu-wiki-diamonds")
    assert score_late(rules, (2, 0), "JD TC", "").points == (200 + 20, 0)
    assert score_late(rules, (3,), "").points == (30,)


@pytest.mark.parametrize(
    ("partners", "shown"), [("none", (0,) * 4), ("separate", (0,) * 4), ("pooled", (10, 0))]
)
def test_pooled_partners_share_the_tricks_after_the_queen(
    partners: str, shown: tuple[int, ...]
) -> None:
    """Seat 2 captures Q♦ to the first trick, and seat 0 the trick after it."""
    rules = preset("gongzhu-hwa", first_lead="seat-0", queen_of_diamonds=True, partners=partners)
    hands = {0: "QD 2S AC", 1: "2D 3S 3C", 2: "AD 3D 2C", 3: "4D 4S 4C"}
    deal = play(begin(rules, hands), "")
    assert tricks_after_queen(deal.public, [Seat(2)]) == 0
    deal = play(deal, "QD 2D AD 4D")
    assert set(score_table(rules, deal.public).points) == {0}
    deal = play(deal, "2C 4C AC 3C")
    assert score_table(rules, deal.public).points == shown


def test_pooled_piles_are_one_pile() -> None:
    rules = preset("gongzhu-denexa", partners="pooled", first_lead="seat-0")
    deal = play_on(play(begin(rules, {0: "*D"}), ""))
    assert deal.public.scores == (800, 0)


@pytest.mark.parametrize("exposed", [{}, {"TC": "open"}, {"AH": "open", "QS": "open"}])
def test_the_lines_add_up(exposed: dict[str, Mode]) -> None:
    for captured in ("QS KH 2H TC", "TC QS JD", "TC"):
        (pile,) = score(SUMMARY, captured, **exposed).piles
        assert sum_lines(pile.lines) == pile.points


def test_the_lines_say_why() -> None:
    pile = score(PAGAT, "KH QS JD TC", QS="open", TC="open").piles[0]
    assert pile.lines == (
        ScoreLine("hearts", cards("KH"), -40),
        ScoreLine("pig", cards("QS"), -200, 2, "open"),
        ScoreLine("sheep", cards("JD"), 100),
        ScoreLine("doubler", cards("TC"), times=4, mode="open"),
    )
    assert pile.points == 4 * -140
    hearts = score(OMNIBUS, "QS 2H JD", "").piles[0]
    assert hearts.lines == (
        ScoreLine("hearts", cards("2H"), 1),
        ScoreLine("pig", cards("QS"), 13),
        ScoreLine("sheep", cards("JD"), -10),
    )


def test_what_counts_nothing_has_no_line() -> None:
    hearts = score(preset("hearts-denexa"), "2H JD", "").piles[0]
    assert hearts.lines == (ScoreLine("hearts", cards("2H"), 1),)
    diamonds = score(preset("gongzhu-wiki-diamonds"), "JD", "").piles[0]
    assert diamonds.lines == (ScoreLine("sheep", cards("JD"), 100),)


def test_other_point_cards_have_a_line_together() -> None:
    rules = preset("hearts-denexa", points={"KS": 10, "AS": 7})
    pile = score(rules, "AS QS 2H KS", "").piles[0]
    assert pile.lines == (
        ScoreLine("hearts", cards("2H"), 1),
        ScoreLine("pig", cards("QS"), 13),
        ScoreLine("cards", cards("KS AS"), 17),
    )


def test_every_kind_of_line_is_used() -> None:
    every_trick = preset("hearts-denexa", all_tricks=24, points={"KS": 1})
    separate = preset("gongzhu-pagat-partners", all_point_cards="self", all_tricks=300)
    results = [
        score(SUMMARY, ALL_POINTS),
        score(SUMMARY, "KH TC"),
        score(SUMMARY, "TC"),
        score(SUMMARY, "TC QS JD", TC="open"),
        score_late(preset("gongzhu-wiki-diamonds"), (1,), ""),
        score(OMNIBUS, "*H QS JD", ""),
        score_piles(every_trick, [cards("KS"), ()], {}, [0, 0], all_tricks=0),
        score_piles(separate, [cards(ALL_POINTS), (), (), ()], {}, [0] * 4, all_tricks=0),
    ]
    kinds = {line.kind for result in results for pile in result.piles for line in pile.lines}
    assert kinds == set(get_args(LineKind))


@pytest.mark.parametrize(
    ("way", "choice", "expected"),
    [
        ("others", None, (26, 0, 26, 26)),
        ("others", "self", (26, 0, 26, 26)),
        ("self", None, (0, -26, 0, 0)),
        ("self", "others", (0, -26, 0, 0)),
        ("choice", None, (26, 0, 26, 26)),
        ("choice", "others", (26, 0, 26, 26)),
        ("choice", "self", (0, -26, 0, 0)),
    ],
)
def test_a_moon(way: str, choice: MoonChoice | None, expected: tuple[int, ...]) -> None:
    rules = preset("hearts-denexa", all_point_cards=way)
    captured = [(), cards("*H QS"), cards("JD"), ()]
    result = score_piles(rules, captured, {}, [0] * 4, moon_choice=choice)
    assert (result.points, result.slam) == (expected, 1)


def test_the_moon_of_omnibus_wants_the_jack_too() -> None:
    assert score(OMNIBUS, "*H QS", "JD", "", "").points == (26, -10, 0, 0)
    everything = score(OMNIBUS, "", "*H QS JD", "", "")
    assert (everything.points, everything.slam) == ((26, 0, 26, 26), 1)


@pytest.mark.parametrize("players", range(3, 9))
def test_a_moon_counts_for_each_of_the_others(players: int) -> None:
    rules = preset("hearts-denexa", players=players)
    captured = ["", "*H QS", *[""] * (players - 2)]
    assert score(rules, *captured).points == (26, 0, *[26] * (players - 2))


@pytest.mark.parametrize(
    ("partners", "points"),
    [("none", (0, 26, 26, 26)), ("separate", (0, 26, 0, 26)), ("pooled", (0, 26))],
)
def test_a_partner_never_pays_for_a_moon(partners: str, points: tuple[int, ...]) -> None:
    rules = preset("hearts-denexa", partners=partners)
    captured = ["*H QS", *[""] * (len(points) - 1)]
    assert score(rules, *captured).points == points


def test_a_slam_is_worth_what_counts_against_its_maker() -> None:
    """With every factor of the deal; what counts in favour is left out."""
    rules = preset("gongzhu-boulder", all_point_cards="self", sheep=150)
    assert points(rules, ALL_POINTS) == 300 * 2
    assert points(rules, ALL_POINTS, QS="up", JD="up") == (200 + 400) * 2
    assert points(rules, ALL_POINTS, AH="down", TC="up") == (400 + 100) * 8


def test_the_cards_of_a_slam_are_gone_for_the_doubler() -> None:
    """Only penalties make it; the sheep and the doubler score as usual."""
    rules = preset("gongzhu-pagat", all_point_cards="self", slam_needs="penalties")
    hearts = "5H 6H 7H 8H 9H TH JH QH KH AH QS"
    assert score(rules, f"{hearts}", "JD TC", "2H 3H").points == (300, 200, 0)
    assert score(rules, f"{hearts} JD TC", "").points == (300 * 2 + 100 * 2, 0)
    assert score(rules, f"{hearts} 2H 3H 4H JD", "TC").points == (300 + 100, 50)


def test_a_flat_slam_is_flat_whatever_it_holds() -> None:
    rules = preset("hearts-denexa", all_point_cards="flat", slam_points=40, queen_of_diamonds=True)
    assert score_late(rules, (3, 0), "*H QS", "").points == (-40, 0)


@pytest.mark.parametrize(
    ("name", "way", "expected"),
    [
        ("hearts-denexa", "others", (0, 50, 50, 50)),
        ("hearts-denexa", "self", (-50, 0, 0, 0)),
        ("hearts-denexa", "plain", (26 - 24, 0, 0, 0)),
        ("hearts-denexa", "instant-win", (26 - 24, 0, 0, 0)),
        ("gongzhu-denexa", "plain", (824, 0, 0, 0)),
        ("gongzhu-denexa", "others", (0, -624, -624, -624)),
    ],
)
def test_every_trick_is_paid_in_the_way_of_a_slam(
    name: str, way: str, expected: tuple[int, ...]
) -> None:
    rules = preset(name, all_point_cards=way, all_tricks=24)
    captured = [cards("*H QS JD TC"), (), (), ()]
    assert score_piles(rules, captured, {}, [0] * 4, all_tricks=0).points == expected


def test_every_trick_may_be_worth_more_where_no_card_is_left_to_a_slam() -> None:
    """A slam of the penalties, made with every trick; J♦ takes its ten off besides."""
    rules = preset("hearts-omnibus", slam_needs="penalties", all_tricks=24)
    captured = [cards("*H QS JD"), (), (), ()]
    assert score_piles(rules, captured, {}, [0] * 4, all_tricks=0).points == (-10, 50, 50, 50)


def test_all_hearts_are_those_that_count() -> None:
    """Cards laid aside and hearts without a value do not matter."""
    values = dict.fromkeys(("2H", "3H"), "none")
    rules = preset("gongzhu-denexa", points=values)
    hearts = " ".join(card.code for card in HEARTS[2:])
    assert points(rules, hearts) == 200
    assert points(rules, f"{hearts} QS 2H") == 300
    assert points(rules, hearts.replace("4H ", "")) == -200


def test_hearts_in_favour_turn_their_sum_and_not_each_of_them() -> None:
    rules = preset("gongzhu-denexa", points={"AH": 100})
    assert points(rules, "*H") == 50
    low = preset("hearts-denexa", all_hearts="in-favour", all_point_cards="plain")
    assert points(low, "*H") == -13
    assert points(low, "*H QS") == 0


def test_a_pig_that_is_worth_having_anyway_turns_no_further() -> None:
    rules = preset("gongzhu-denexa", pig=100)
    assert points(rules, "*H QS") == 300
    assert points(rules, "QS") == 100


def test_the_key_cards_are_one_of_each_suit() -> None:
    assert [card.code for card in KEY_CARDS] == ["TC", "JD", "AH", "QS"]
