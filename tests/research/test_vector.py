"""The vector environment against the engine: the same deals, taken action by action."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gongzhu.cards import PACK, Card
from gongzhu.research import ACTIONS, any_action, vector
from gongzhu.research.actions import CLAIM, EXPOSE, MOON
from gongzhu.research.encoding import Bytes
from gongzhu.research.episodes import SteppedDeal, rewards_of
from gongzhu.research.vector import Vector
from gongzhu.rules import PRESETS, Phase, RuleError, RuleSet, UnreadableRules, start_deal
from tests.support.playing import greedy_card
from tests.support.rulesets import every_kind, tries

KINDS = every_kind(seed=9, count=40)
ROWS = 2


def hands(env: Vector, row: int) -> list[tuple[Card, ...]]:
    """The hands of a deal, by seat."""
    return [tuple(PACK[index] for index in np.flatnonzero(hand)) for hand in env.hands()[row]]


def begun(env: Vector, row: int, number: int) -> SteppedDeal:
    """The deal that a slot has just been dealt, in the engine."""
    deal, _ = start_deal(env.rules, hands(env, row), number)
    return SteppedDeal(deal)


def same(env: Vector, row: int, stepped: SteppedDeal) -> None:
    seat = stepped.seat
    assert env.seats[row] == seat
    assert np.array_equal(env.masks[row], stepped.mask(seat))
    assert np.array_equal(env.observations[row], stepped.observe(seat))


def play_beside(env: Vector, rng: Random, deals: int) -> set[str]:
    """Play so many deals in each slot and in the engine: by chance, in odd slots so that all points
    go where the aces are; what came up."""
    seen: set[str] = set()
    later_by_card = env.rules.later_lead == "as-first"
    cycle = len(env.rules.pass_cycle) if later_by_card else 1
    numbers = [row % cycle for row in range(len(env))]
    beside = [begun(env, row, number) for row, number in enumerate(numbers)]
    ended = 0
    while ended < deals * len(env):
        actions = []
        for row, stepped in enumerate(beside):
            same(env, row, stepped)
            allowed = np.flatnonzero(env.masks[row]).tolist()
            action = rng.choice([number for number in allowed if number != CLAIM] or allowed)
            if row % 2 and action < EXPOSE and stepped.deal.public.phase is Phase.PLAYING:
                cards = [PACK[number] for number in allowed if number < EXPOSE]
                action = greedy_card(stepped.deal, cards).index
            if CLAIM in allowed and rng.random() < 0.2:
                action = CLAIM
                seen.add("claim")
            seen.update(["moon"] * (MOON <= action < CLAIM), ["expose"] * (EXPOSE < action < MOON))
            actions.append(action)
        env.step(actions)
        for row, stepped in enumerate(beside):
            stepped.step(actions[row])
            assert env.done[row] == stepped.over
            if stepped.over:
                assert env.rewards[row].tolist() == list(rewards_of(stepped.deal))
                ended += 1
                numbers[row] = (numbers[row] + 1) % cycle
                beside[row] = begun(env, row, numbers[row])
            else:
                assert not env.rewards[row].any()
    return seen


@pytest.mark.parametrize("name", KINDS)
def test_every_step_is_the_engines(name: str) -> None:
    play_beside(vector(KINDS[name], ROWS, seed=3), Random(name), tries(1))


def shoot(env: Vector, row: int, held: Bytes) -> int:
    """An action of four that let one seat, the one with the highest cards, shoot the moon."""
    allowed = np.flatnonzero(env.masks[row])
    cards = allowed[allowed < EXPOSE]
    if not len(cards):
        return int(allowed[-1])
    highest = (held[row] @ np.tile(np.arange(13) ** 2, 4)).argmax()
    return int(max(cards, key=lambda card: (card % 13) * (1 if env.seats[row] == highest else -1)))


def test_whoever_shoots_the_moon_is_asked_what_it_counts() -> None:
    env = vector("hearts-choice", 256, seed=1)
    asked = 0
    while not asked:
        choosing = np.flatnonzero(env.masks[:, MOON])
        before = env.seats.copy()
        held = env.hands()
        actions = np.array([shoot(env, row, held) for row in range(len(env))])
        actions[choosing] = MOON + 1
        env.step(actions)
        for row in choosing:
            shooter = [26.0 if seat == before[row] else 0.0 for seat in range(4)]
            assert env.rewards[row].tolist() == shooter
            asked += 1


def test_the_same_seed_deals_the_same_and_another_does_not() -> None:
    one, same_seed, other = (vector("hearts-denexa", 3, seed) for seed in (5, 5, 6))
    assert np.array_equal(one.observations, same_seed.observations)
    assert not np.array_equal(one.observations, other.observations)
    before = one.observations.copy()
    one.reset(5)
    assert np.array_equal(one.observations, before)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_a_copy_plays_on_by_itself(copied: Callable[[Vector], Vector]) -> None:
    env = vector("hearts-denexa", 3, 1)
    other = copied(env)
    for _ in range(60):
        before = env.observations.copy()
        actions = other.masks.argmax(axis=1)
        other.step(actions)
        assert np.array_equal(env.observations, before)
        env.step(actions)
        assert np.array_equal(env.observations, other.observations)
        assert np.array_equal(env.masks, other.masks)


def test_no_draw_is_lost_among_actions_that_are_not_allowed() -> None:
    lowest: Any = SimpleNamespace(random=np.zeros)
    forced = np.zeros((2, ACTIONS), np.uint8)
    forced[:, 7] = 1
    assert any_action(forced, lowest).tolist() == [7, 7]


def test_what_is_not_wanted_is_not_written() -> None:
    full = vector("gongzhu-pagat", 2, 1)
    bare = vector("gongzhu-pagat", 2, 1, observe=False, mask=False)
    assert bare.observations.shape == bare.masks.shape == (2, 0)
    for _ in range(200):
        actions = full.masks.argmax(axis=1)
        full.step(actions)
        bare.step(actions)
        assert np.array_equal(full.seats, bare.seats)
        assert np.array_equal(full.rewards, bare.rewards)


@pytest.mark.parametrize("wrong", [-1, ACTIONS, 1 << 62, MOON, EXPOSE, CLAIM])
def test_an_action_that_is_not_allowed_changes_nothing(wrong: int) -> None:
    env = vector("hearts-denexa", 3, 1)
    before = env.observations.copy()
    actions = env.masks.argmax(axis=1)
    actions[1] = wrong
    with pytest.raises(ValueError, match=f"seat 0 of deal 1 may not take action {wrong}$"):
        env.step(actions)
    assert np.array_equal(env.observations, before)


@pytest.mark.parametrize("wrong", [[0, 0], [0.0] * 3, [[0]] * 3, 0])
def test_actions_of_another_shape_or_type_are_refused(wrong: list[int]) -> None:
    with pytest.raises(ValueError, match="actions are 3 whole numbers"):
        vector("hearts-denexa", 3, 1).step(wrong)


def test_a_deal_that_waits_stays_as_it_is() -> None:
    env = vector("hearts-denexa", 3, 1)
    before = env.observations.copy()
    env.step([135, int(env.masks[1].argmax()), 135], [False, True, False])
    assert [np.array_equal(*pair) for pair in zip(before, env.observations, strict=True)] == [
        True,
        False,
        True,
    ]
    with pytest.raises(ValueError, match="moves are 3 truths"):
        env.step([0, 0, 0], [True])


@pytest.mark.parametrize("n", [0, -1, (1 << 20) + 1])
def test_an_impossible_number_of_deals_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match=f"n is 1 to 1048576, not {n}"):
        vector(n=n)


def test_rules_are_a_preset_a_file_or_a_value(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('preset = "gongzhu-pagat"\nlower_limit = -500\n')
    rules: RuleSet = PRESETS["gongzhu-pagat"].rules
    assert vector("gongzhu-pagat", 1).rules == vector(rules, 1).rules == rules
    assert vector(file, 1).rules != rules
    with pytest.raises(UnreadableRules):
        vector("gongzhu-nowhere", 1)
    file.write_text("players = 7\n")
    with pytest.raises(RuleError):
        vector(file, 1)
    with pytest.raises(TypeError, match="not NoneType"):
        vector(None, 1)  # type: ignore[arg-type]
