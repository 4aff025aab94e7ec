"""What every level must do: act legally, wherever it is asked, by its view and its chance alone.

A new level joins by standing in `LEVELS`.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.json import encode

from gongzhu.bots import LEVELS
from gongzhu.cards import Seat
from gongzhu.rules import Claim, Deal, Phase, RuleSet, apply
from gongzhu.view import view_of
from tests.bots.instant_bots import instant_bot
from tests.support.playing import random_action, random_start, waiting
from tests.support.rulesets import every_kind, rule_sets, tries

RULES = every_kind(seed=8, count=tries(5))
BUDGET = 0.0
"""As much as a level takes by itself: a clock would make chance of what a bot does."""

pytestmark = pytest.mark.parametrize("level", LEVELS)


def played_out(level: str, rules: RuleSet, rng: Random, strong: bool = False) -> list[Any]:
    """What the bots of a level do in a deal, at every seat and in any order of choosing."""
    deal, _ = random_start(rules, rng, strong=strong)
    bot = instant_bot(level)
    actions = []
    while deal.public.phase is not Phase.ENDED:
        seat = rng.choice(waiting(deal))
        view = view_of(deal, seat)
        action = bot.choose(view, Random(rng.random()), BUDGET)
        assert view.why_illegal(action) is None
        assert not isinstance(action, Claim)
        actions.append(action)
        deal, _ = apply(deal, seat, action)
    return actions


@pytest.mark.parametrize("name", RULES)
def test_plays_legally_under_any_rules(level: str, name: str) -> None:
    for seed in range(tries(1)):
        rng = Random(f"{name} {seed}")
        played_out(level, RULES[name], rng, strong=rng.random() < 0.5)


@given(rules=rule_sets(), seed=st.integers(0, 2**32), strong=st.booleans())
@settings(max_examples=tries(12))
def test_plays_legally_in_any_deal(level: str, rules: RuleSet, seed: int, strong: bool) -> None:
    played_out(level, rules, Random(seed), strong)


@given(rules=rule_sets(), seed=st.integers(0, 2**32), plays=st.integers(0, 60))
@settings(max_examples=tries(30))
def test_acts_legally_after_what_nobody_would_have_played(
    level: str, rules: RuleSet, seed: int, plays: int
) -> None:
    rng = Random(seed)
    deal, _ = random_start(rules, rng)
    for _ in range(plays):
        if deal.public.phase is Phase.ENDED:
            return
        seat = rng.choice(waiting(deal))
        deal, _ = apply(deal, seat, random_action(deal, seat, rng))
    for seat in waiting(deal):
        view = view_of(deal, seat)
        assert view.why_illegal(instant_bot(level).choose(view, rng, BUDGET)) is None


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-boulder", "hearts-choice"])
def test_does_the_same_again_in_the_same_view_with_the_same_chance(level: str, name: str) -> None:
    once = played_out(level, RULES[name], Random(name))
    assert encode(played_out(level, RULES[name], Random(name))) == encode(once)


@pytest.mark.parametrize("name", ["gongzhu-pagat", "hearts-denexa"])
def test_changes_nothing_in_its_view(level: str, name: str) -> None:
    deal, _ = random_start(RULES[name], Random(name), number=0)
    before = encode(deal)
    for seat in waiting(deal):
        instant_bot(level).choose(view_of(deal, seat), Random(0), BUDGET)
    assert encode(deal) == before


def test_one_bot_may_sit_at_several_tables(level: str) -> None:
    """It keeps nothing in mind that would change what it does elsewhere."""
    rng = Random(4)
    tables: list[Deal] = [random_start(RULES["gongzhu-pagat"], rng)[0] for _ in range(2)]
    alone, shared = instant_bot(level), instant_bot(level)
    seat = Seat(0)
    expected = [alone.choose(view_of(deal, seat), Random(1), BUDGET) for deal in tables]
    again = [shared.choose(view_of(deal, seat), Random(1), BUDGET) for deal in reversed(tables)]
    assert expected == again[::-1]
