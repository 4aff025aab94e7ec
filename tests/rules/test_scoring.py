"""What piles are worth: card by card, factor by factor, line by line."""

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
from gongzhu.rules.score_lines import sum_lines
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
        ScoreLine("queen", cards("QS"), 13),
        ScoreLine("jack", cards("JD"), -10),
    )


def test_what_counts_nothing_has_no_line() -> None:
    hearts = score(preset("hearts-denexa"), "2H JD", "").piles[0]
    assert hearts.lines == (ScoreLine("hearts", cards("2H"), 1),)
    diamonds = score(preset("gongzhu-wiki-diamonds"), "JD", "").piles[0]
    assert diamonds.lines == (ScoreLine("sheep", cards("JD"), 100),)


def test_every_kind_of_line_is_used() -> None:
    wiki_diamonds = preset("gongzhu-wiki-diamonds")
    results = [
        score(SUMMARY, ALL_POINTS),
        score(SUMMARY, "KH TC"),
        score(SUMMARY, "TC"),
        score(SUMMARY, "TC QS JD", TC="open"),
        score(HWA, ALL_POINTS),
        score_late(wiki_diamonds, (1,), ""),
        score(OMNIBUS, "2H QS JD", ""),
        score(OMNIBUS, "*H QS JD", ""),
    ]
    kinds = {line.kind for result in results for pile in result.piles for line in pile.lines}
    assert kinds == {
        *("hearts", "all_hearts", "pig", "sheep", "doubler", "lone_doubler", "cancelled_doubler"),
        *("all_point_cards", "queen_of_diamonds", "queen", "jack", "moon", "moon_of_another"),
    }


@pytest.mark.parametrize(
    ("moon", "choice", "expected"),
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
def test_a_moon(moon: str, choice: MoonChoice | None, expected: tuple[int, ...]) -> None:
    rules = preset("hearts-denexa", moon=moon)
    captured = [(), cards("*H QS"), cards("JD"), ()]
    result = score_piles(rules, captured, {}, [0] * 4, choice)
    assert (result.points, result.moon) == (expected, 1)


def test_the_moon_of_omnibus_wants_the_jack_too() -> None:
    assert score(OMNIBUS, "*H QS", "JD", "", "").points == (26, -10, 0, 0)
    everything = score(OMNIBUS, "", "*H QS JD", "", "")
    assert (everything.points, everything.moon) == ((26, 0, 26, 26), 1)


def test_a_moon_among_five_counts_for_each_of_the_others() -> None:
    rules = preset("hearts-denexa", players=5, removed=["2C", "2D"], pass_cycle=["none"])
    assert score(rules, "", "", "*H QS", "", "").points == (26, 26, 0, 26, 26)


def test_the_key_cards_are_one_of_each_suit() -> None:
    assert [card.code for card in KEY_CARDS] == ["TC", "JD", "AH", "QS"]
