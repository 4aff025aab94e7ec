"""No option is ignored: each of its values makes a difference that is written down in `flips`."""

from typing import Any

import pytest

from gongzhu.rules import options_of, rules_from_preset
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    OneCard,
    Pairs,
    PointTable,
    Whole,
    shorthand_options,
)
from tests.rules.flips import FLIPS, GOES_ON, Flip

CASES = [
    pytest.param(flip, key, value, outcome, id=f"{key}-{place}-{value}")
    for key, flips in FLIPS.items()
    for place, flip in enumerate(flips)
    for value, outcome in flip.outcomes
]


@pytest.mark.parametrize(("flip", "key", "value", "outcome"), CASES)
def test_a_value_does_what_it_says(flip: Flip, key: str, value: Any, outcome: object) -> None:
    besides = flip.with_it.get(value, {}) if isinstance(value, str) else {}
    _, rules = rules_from_preset(flip.preset, {**flip.changes, **besides, key: value})
    assert flip.scenario(rules) == outcome


@pytest.mark.parametrize("key", FLIPS)
def test_the_values_differ_in_what_comes_of_them(key: str) -> None:
    for flip in FLIPS[key]:
        outcomes = [outcome for _, outcome in flip.outcomes]
        told_apart = [outcome for outcome in outcomes if outcome != GOES_ON]
        assert all(outcomes.count(outcome) == 1 for outcome in told_apart)
        assert len(told_apart) >= 2 or GOES_ON in outcomes


def test_every_option_is_flipped() -> None:
    assert set(FLIPS) == {*options_of(), *shorthand_options()}


@pytest.mark.parametrize("key", FLIPS)
def test_every_value_of_an_option_is_tried(key: str) -> None:
    tried = [value for flip in FLIPS[key] for value, _ in flip.outcomes]
    match {**options_of(), **shorthand_options()}[key].form:
        case Choice(values):
            assert set(tried) == set(values)
        case Flag():
            assert set(tried) == {False, True}
        case ChoiceList(values):
            assert {word for words in tried for word in words} == set(values)
        case Whole(least, most, or_none):
            numbers = {value for value in tried if value != "none"}
            assert len(numbers) >= 2 or "none" in tried
            assert ("none" in tried) == or_none
            assert most - least > 10 or numbers == set(range(least, most + 1))
        case OneCard():
            assert "none" in tried
            assert len(tried) >= 3
        case CardList(or_all):
            assert ("all" in tried) == or_all
            assert len(tried) >= 2
        case PointTable() | Pairs():
            assert len(tried) >= 3
