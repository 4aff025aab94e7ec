"""Every worked figure of the settled rules: the documents' own, and what follows from them."""

import pytest

from gongzhu.cards import Card
from gongzhu.rules import PRESETS, Mode, score_piles
from tests.support.tables import cards

ALL_POINTS = "*H QS JD TC"

# Preset, pile, what is exposed, points.
FIGURES = [
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


def points_of(name: str, piles: list[str], exposed: dict[Card, Mode]) -> tuple[int, ...]:
    captured = [cards(pile) for pile in piles]
    return score_piles(PRESETS[name].rules, captured, exposed, [0] * len(piles)).points


@pytest.mark.parametrize(("name", "pile", "exposed", "points"), FIGURES)
def test_a_pile(name: str, pile: str, exposed: str, points: int) -> None:
    modes: dict[Card, Mode] = dict.fromkeys(cards(exposed), "open")
    assert points_of(name, [pile], modes) == (points,)


@pytest.mark.parametrize("exposed", ["", "QS", "AH QS JD TC"])
def test_all_sixteen_win_at_once_in_wiki(exposed: str) -> None:
    modes: dict[Card, Mode] = dict.fromkeys(cards(exposed), "open")
    captured = [(), cards(ALL_POINTS), (), ()]
    score = score_piles(PRESETS["gongzhu-wiki"].rules, captured, modes, [0] * 4)
    assert score.instant_win == 1


def test_three_tricks_after_the_queen_of_diamonds() -> None:
    rules = PRESETS["gongzhu-wiki-diamonds"].rules
    score = score_piles(rules, [cards("QS TC")], {}, [3])
    assert score.points == (-200 + 30,)


def test_the_pig_is_worth_having_when_another_pile_has_all_hearts_in_hwa() -> None:
    assert points_of("gongzhu-hwa", ["QS", "*H"], {}) == (100, 200)


def test_a_pig_for_sale_face_up_in_boulder() -> None:
    assert points_of("gongzhu-boulder", ["QS JD"], {Card("QS"): "up"}) == (-300,)


def test_a_moon_in_hearts() -> None:
    assert points_of("hearts-denexa", ["", "*H QS", "", ""], {}) == (26, 0, 26, 26)
