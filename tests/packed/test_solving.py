"""Endings solved, against trying everything."""

from random import Random

import numpy as np
import pytest

from gongzhu.cards import Seat
from gongzhu.packed import bits
from gongzhu.packed.beginning import begin
from gongzhu.packed.layout import (
    LEADER,
    MOST_PLAYERS,
    NOBODY,
    TRICKS,
    State,
    new_chance,
    new_state,
)
from gongzhu.packed.packing import new_deck
from gongzhu.packed.playout import deal_at_random
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.packed.scoring import score
from gongzhu.packed.solving import Memory, new_memory, solve_each
from gongzhu.packed.tricks import legal, play, turn
from gongzhu.rules import PRESETS, RuleSet, piles, side_of
from support.rulesets import every_kind, tries

KINDS = every_kind(seed=9, count=40)
MEMORY = new_memory(12)


def any_card(packed: PackedRules, state: State, rng: Random) -> None:
    """Play any card that may be played."""
    cards = legal(packed, state)
    play(packed, state, bits.code_of(bits.nth(cards, rng.randrange(bits.count(cards)))))


def ending(packed: PackedRules, rng: Random, tricks: int, plays: int) -> State:
    """A deal played at random until so many tricks are left, and so many cards more."""
    state = new_state()
    deal_at_random(packed, state, new_deck(packed), new_chance(rng.getrandbits(64)))
    begin(packed, state, NOBODY)
    while state[TRICKS] < packed.hand_size - tricks:
        any_card(packed, state, rng)
    for _ in range(plays):
        any_card(packed, state, rng)
    return state


def solved(packed: PackedRules, state: State, memory: Memory = MEMORY) -> list[int]:
    outcome = np.zeros(MOST_PLAYERS, np.int64)
    solve_each(packed, state, memory, outcome)
    return [int(points) for points in outcome[: packed.piles]]


def tried(rules: RuleSet, packed: PackedRules, state: State) -> list[int]:
    """The points of each pile, by trying all cards everywhere."""
    if state[TRICKS] == packed.hand_size:
        points = np.zeros(packed.piles, np.int64)
        score(packed, state, points)
        return points.tolist()
    side = side_of(rules, Seat(turn(packed, state)))
    own = [pile for pile, owner in enumerate(piles(rules)) if side_of(rules, owner[0]) == side]
    sign = -1 if rules.family == "hearts" else 1
    outcomes = []
    cards = legal(packed, state)
    for place in range(bits.count(cards)):
        after = state.copy()
        play(packed, after, bits.code_of(bits.nth(cards, place)))
        outcomes.append(tried(rules, packed, after))
    return max(outcomes, key=lambda points: sign * sum(points[pile] for pile in own))


@pytest.mark.parametrize("name", KINDS)
def test_an_ending_comes_to_what_trying_everything_finds(name: str) -> None:
    rules = KINDS[name]
    packed = pack_rules(rules)
    rng = Random(name)
    for _ in range(tries(3)):
        state = ending(packed, rng, tricks=3, plays=rng.randrange(packed.players))
        before = state.copy()
        assert solved(packed, state) == tried(rules, packed, state)
        assert (state == before).all()


def test_a_small_memory_forgets_and_does_not_mistake() -> None:
    for name in ("gongzhu-pagat", "hearts-omnibus"):
        packed = pack_rules(PRESETS[name].rules)
        rng = Random(name)
        for _ in range(10):
            state = ending(packed, rng, tricks=4, plays=0)
            assert solved(packed, state, new_memory(3)) == solved(packed, state, new_memory(16))


def test_the_outcome_is_that_of_the_best_card() -> None:
    packed = pack_rules(PRESETS["gongzhu-pagat"].rules)
    rng = Random(2)
    for _ in range(10):
        state = ending(packed, rng, tricks=4, plays=0)
        seat, cards, gains = state[LEADER], legal(packed, state), []
        for place in range(bits.count(cards)):
            after = state.copy()
            play(packed, after, bits.code_of(bits.nth(cards, place)))
            gains.append(solved(packed, after)[seat])
        assert solved(packed, state)[seat] == max(gains)
