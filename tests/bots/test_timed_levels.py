"""Levels with a time to think, as people write them."""

from decimal import Decimal
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gongzhu.bots import LEVELS, Level, UnknownLevel, bot_of, levels, read_level
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Action, Game, Pass
from gongzhu.view import View, view_of


@pytest.mark.parametrize(
    ("text", "name", "seconds"),
    [
        ("steady", "steady", 0.0),
        ("steady@10ms", "steady", 0.01),
        ("random@1.5s", "random", 1.5),
        ("steady@600s", "steady", 600.0),
    ],
)
def test_a_time_stands_after_the_level(text: str, name: str, seconds: float) -> None:
    assert read_level(text) == Level(name, seconds)


@given(st.sampled_from(LEVELS), st.just(0.0) | st.floats(0, levels.MAX_SECONDS, exclude_min=True))
@example("master", 0.0461184)
def test_a_level_is_written_as_it_is_read(name: str, seconds: float) -> None:
    level = Level(name, seconds)
    assert read_level(level.text) == level


@given(st.decimals(0, 600_000, allow_nan=False), st.sampled_from(["ms", "s"]))
def test_every_decimal_within_the_bounds_is_a_time(number: Decimal, unit: str) -> None:
    text = f"steady@{number:f}{unit}"
    seconds = float(number) / (1000 if unit == "ms" else 1)
    if 0 < seconds <= levels.MAX_SECONDS:
        assert read_level(text).seconds == pytest.approx(seconds)
    else:
        with pytest.raises(UnknownLevel):
            read_level(text)


@pytest.mark.parametrize(
    "text",
    [
        *("steady@", "steady@10", "steady@-1s", "steady@0ms", "steady@601s", "steady@1m"),
        *("steady@.5s", "steady@1e-5ms", "steady@0.0s", "steady@٣s"),
    ],
)
def test_a_time_that_is_none_is_refused_with_how_it_is_written(text: str) -> None:
    with pytest.raises(UnknownLevel) as refused:
        read_level(text)
    for lang in ("en", "zh"):
        told = refused.value.text(lang)
        assert text in told
        assert "master@100ms" in told
        assert "\n" not in told


@pytest.mark.parametrize("text", ["", "@10ms", "stedy@10ms", "Steady"])
def test_a_level_that_there_is_none_of_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(UnknownLevel) as refused:
        read_level(text)
    assert all(level in refused.value.text("en") for level in LEVELS)


def test_the_levels_that_look_ahead_are_the_last_ones() -> None:
    assert set(LEVELS[3:]) <= SEARCHING_LEVELS


class Counting:
    """A bot that remembers how long it might think."""

    def __init__(self) -> None:
        self.budgets: list[float] = []

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        self.budgets.append(budget)
        assert view.own is not None
        return Pass(view.own.hand[:3])


def test_a_time_of_its_own_goes_before_the_one_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting()
    monkeypatch.setattr(levels, "make_bot", lambda name: counting)
    rules = PRESETS["hearts-denexa"].rules
    deal, _ = Game.new(rules).deal(deal_hands(rules, "budget"))
    view = view_of(deal, Seat(0))
    bot_of("steady@50ms").choose(view, Random(0), 3.0)
    bot_of("steady").choose(view, Random(0), 3.0)
    assert counting.budgets == [0.05, 3.0]
