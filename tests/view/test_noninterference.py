"""Nobody receives anything that depends on what is hidden from them.

Two worlds that differ only in what a viewer cannot know must look the same to it, to the byte:
every event, the view, what it may do, why it may not, and what follows from it all.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import Seat
from gongzhu.rules import RuleSet, start_deal
from tests.support.playing import Taken, play_out, random_hands
from tests.support.rulesets import EVERY_PRESET, PRESET_RULES, any_rules, rule_sets, tries
from tests.support.worlds import World, received, unlike


def played_world(rules: RuleSet, rng: Random) -> World:
    """A deal played at random to its end."""
    number = rng.randrange(4)
    captor = Seat(rng.randrange(rules.players))
    leader = captor if number and rules.later_lead == "pig-captor" else None
    hands = random_hands(rules, rng)
    deal, _ = start_deal(rules, hands, number, leader=leader)
    actions: list[Taken] = [(step.seat, step.action) for step in play_out(deal, rng, claims=True)]
    return World(rules, hands, number, leader, tuple(actions))


def some_moment(world: World, rng: Random) -> World:
    """The same up to some moment, often an early one: much is hidden then."""
    most = rng.choice((world.rules.players, 2 * world.rules.players, len(world.actions)))
    actions = world.actions[: rng.randrange(min(most, len(world.actions)) + 1)]
    return World(world.rules, world.hands, world.number, world.leader, actions)


def compare_pairs(rules: RuleSet, rng: Random, moments: int) -> Counter[str]:
    """Look for pairs and hold them against each other; how many of each kind there were."""
    kinds: Counter[str] = Counter()
    whole = played_world(rules, rng)
    for _ in range(moments):
        world = some_moment(whole, rng)
        viewer = rng.choice([None, *map(Seat, range(rules.players))])
        found = unlike(world, viewer, rng)
        if found is None:
            continue
        kind, other = found
        assert received(world, viewer) == received(other, viewer), (kind, viewer)
        kinds[kind] += 1
    return kinds


def wanted_kinds(rules: RuleSet) -> set[str]:
    kinds = {"hands"}
    if set(rules.pass_cycle) != {"none"}:
        kinds |= {"passes", "sealed"}
    if rules.sale != "none":
        kinds.add("sealed")
    if rules.sale == "face-down-or-up":
        kinds.add("face-down")
    return kinds


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    rules, rng = PRESET_RULES[name], Random(name)
    kinds: Counter[str] = Counter()
    for _ in range(tries(6)):
        kinds += compare_pairs(rules, rng, 60)
    assert all(kinds[kind] >= 15 for kind in wanted_kinds(rules)), kinds


@any_rules(40)
@given(rule_sets(), st.integers(0, 2**32))
def test_what_is_hidden_makes_no_difference_under_any_rules(rules: RuleSet, seed: int) -> None:
    compare_pairs(rules, Random(seed), 20)
