"""The parts of a hint besides its sentence: which choices are good, in which order, and figures."""

import pytest
from msgspec.structs import replace

from gongzhu.bots.reasons import hint_of
from gongzhu.bots.reasons.hint import basis, choice_rows, seat_rows, tables
from gongzhu.bots.search.analysis import Analysis
from gongzhu.cards import PIG, Card
from gongzhu.rules import ChooseMoon
from gongzhu.texts import Lang
from tests.bots.reasons.positions import HEARTS, ME, PIG_APART, SPADES, seen
from tests.support.analyses import analysis, chances, choice, estimate


def test_a_hint_shows_the_good_ones_first_and_the_asked_one_in_any_case() -> None:
    hand = [Card(f"{rank}{suit}") for suit in "CD" for rank in "23456789TJ"]
    many = [choice(card, -index * 10.0) for index, card in enumerate(hand)]
    asked = many[-1].action
    hint = hint_of(seen(), analysis(*many), "en", asked=asked)
    assert hint.good == 1
    assert len(hint.choices) == len(hint.labels) < len(many)
    assert hint.choices[0] == many[0]
    assert asked in [each.action for each in hint.choices]
    assert hint.labels[0] == "Playing 2♣"


def test_the_figures_stand_in_rows() -> None:
    view = seen()
    hint = hint_of(view, analysis(*PIG_APART), "en")
    head, best, other = choice_rows(view, hint, "en")
    assert head == ["", "behind", "your points", "Q♠", "J♦", "10♣", "all hearts"]
    assert best == ["* Playing 9♠", "0", "+3", "4%", "0%", "0%", "0%"]
    assert other == ["  Playing K♠", "−27 ±3", "−24", "31%", "0%", "0%", "0%"]
    rows = seat_rows(view, hint.choices[0], "en", ("Ann", "Ben", "Cem", "Dua"))
    assert [row[:2] for row in rows] == [
        ["", "Q♠"],
        ["Ann", "4%"],
        ["Ben", "40%"],
        ["Cem", "0%"],
        ["Dua", "0%"],
    ]


def test_every_choice_but_the_best_is_compared_with_it() -> None:
    view = seen()
    middle = choice(SPADES[2], 2.5, captures={PIG: chances(0.05)})
    hint = hint_of(view, analysis(PIG_APART[0], middle, PIG_APART[1]), "en")
    assert hint.against[0] == ""
    assert "is about as good as 7♠" in hint.against[1]
    assert "better than K♠" in hint.against[2]


@pytest.mark.parametrize(
    ("apart", "half", "standing"),
    [(5, 4, "worse"), (5, 6, "open"), (0.9, 0.1, "equal"), (0.9, 6, "equal"), (1.1, 1, "worse")],
)
def test_what_is_known_of_the_difference_decides_and_not_what_is_known_of_each(
    apart: float, half: float, standing: str
) -> None:
    """Both were tried on the same deals: luck that both had says nothing of which is better."""
    best, other = choice(SPADES[0], 10, half=50), choice(SPADES[1], 10 - apart, half=50)
    other = replace(other, behind=estimate(apart, half))
    hint = hint_of(seen(), Analysis(ME, "points", (best, other), True), "en")
    assert hint.standing == ("best", standing)
    assert hint.good == (1 if standing == "worse" else 2)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_moon_counts_for_is_told_by_the_game(lang: Lang) -> None:
    view = seen(HEARTS)
    others = choice(ChooseMoon("others"), 0, value=0.7, half=0, samples=1)
    mine = choice(ChooseMoon("self"), -26, value=0.55, half=0, samples=1)
    hint = hint_of(view, analysis(others, mine, aim="game"), lang)
    assert "70%" in hint.sentence
    assert "55%" in hint.sentence
    ((_, rows),) = tables(view, hint, lang, ("Ann", "Ben", "Cem", "Dua"))
    assert [row[1:] for row in rows[1:]] == [["0", "0.0"], ["−15%", "−26.0"]]
    assert basis(hint, lang) == ""
    close = hint_of(view, analysis(others, replace(mine, value=others.value), aim="game"), lang)
    assert close.standing == ("best", "equal")
    assert close.sentence.count("70%") == 1
