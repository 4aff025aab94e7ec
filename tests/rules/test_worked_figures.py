"""Every worked figure of the settled rules: the documents' own, and what follows from them."""

import pytest

from gongzhu.cards import Card
from gongzhu.rules import PRESETS, Mode, score_piles
from tests.rules.figures import ALL_POINTS, FIGURES
from tests.support.tables import cards


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
