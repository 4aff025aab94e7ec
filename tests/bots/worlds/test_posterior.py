"""Worlds are weighted by the likelihood of what the others did, and resampled by their weights."""

from collections.abc import Iterator
from math import log
from random import Random

import numpy as np
import pytest

from bench.bots.beliefs import measure
from gongzhu.bots.policy import (
    Policy,
    card_probability,
    exposure_probability,
    pass_probability,
    policy_of,
    sample_card,
    sample_pass,
)
from gongzhu.bots.worlds import TEMPERING, PosteriorSampler, Worlds, log_likelihoods, sample_worlds
from gongzhu.bots.worlds.posterior import EPSILON, PASS_EPSILON, systematic_resample
from gongzhu.cards import Seat, seats
from gongzhu.packed.boards import board_of, card_of_code, code_of_card
from gongzhu.packed.layout import HANDS, MODES, new_rng
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import Action, Deal, Phase, Play, RuleSet
from gongzhu.view import View, view_of
from tests.bots.worlds.fitting import Fitting, played, replay
from tests.support.playing import play_out, random_action, random_start
from tests.support.rulesets import PRESET_RULES, every_kind
from tests.support.worlds import World, unlike

KINDS = every_kind(seed=9, count=10)


def by_the_engine(view: View, fitting: Fitting, policy: Policy) -> float:
    """The weight of a deal, all of it played again by the engine."""
    rules = view.rules
    packed = pack_rules(rules)
    weight, begun = of_the_pass(view, fitting, policy), False
    for deal, taken in replay(view, *fitting):
        if deal.public.phase is Phase.PLAYING:
            state = pack_deal(packed, deal)
            if not begun and rules.sale != "none":
                for seat in seats(rules.players):
                    if seat != view.seat:
                        hand, modes = int(state[HANDS + seat]), int(state[MODES])
                        chance = exposure_probability(packed, policy, hand, modes)
                        weight += log(EPSILON + (1 - EPSILON) * chance)
            begun = True
            actor, action = taken or (view.seat, None)
            if isinstance(action, Play) and actor != view.seat:
                chance = card_probability(packed, policy, state, code_of_card(action.card))
                weight += log(EPSILON + (1 - EPSILON) * chance)
    return weight


def of_the_pass(view: View, fitting: Fitting, policy: Policy) -> float:
    """The weight of what the viewer was passed."""
    own, players = view.own, view.rules.players
    if own is None or view.seat is None or own.received is None:
        return 0.0
    packed, steps = pack_rules(view.rules), view.public.passing % players
    giver = (view.seat - steps) % players
    hand = fitting[0][giver] | board_of(card for seat, card in played(view) if seat == giver)
    if (view.seat + steps) % players == giver:
        got = board_of(own.passed or ())
    else:
        got = sample_pass(packed, policy, hand, steps, new_rng(hand))
    received = board_of(own.received)
    dealt = hand & ~got | received
    return log(PASS_EPSILON + pass_probability(packed, policy, dealt, steps, received))


def by_the_policy(deal: Deal, seat: Seat, rng: Random) -> Action:
    """What the policy would play; anything before play."""
    if deal.public.phase is not Phase.PLAYING:
        return random_action(deal, seat, rng)
    packed = pack_rules(deal.rules)
    chance = new_rng(rng.getrandbits(64))
    code = sample_card(packed, policy_of(deal.rules), pack_deal(packed, deal), chance)
    return Play(card_of_code(code))


def moments(rules: RuleSet, rng: Random) -> Iterator[tuple[Deal, View]]:
    """Some moments of a deal that the policy plays, and what a seat sees then."""
    deal, _ = random_start(rules, rng)
    for step in play_out(deal, rng, by_the_policy):
        if step.after.public.phase is not Phase.ENDED and rng.random() < 0.2:
            yield step.after, view_of(step.after, Seat(rng.randrange(rules.players)))


@pytest.mark.parametrize("name", KINDS)
def test_a_world_weighs_what_was_done_in_it(name: str) -> None:
    rules = KINDS[name]
    policy = policy_of(rules)
    for _, view in moments(rules, Random(name)):
        worlds = sample_worlds(view, 2, seed=1)
        pairs = zip(worlds.hands.tolist(), worlds.down.tolist(), strict=True)
        wanted = [by_the_engine(view, (tuple(hands), down), policy) for hands, down in pairs]
        assert log_likelihoods(view, worlds, policy) == pytest.approx(wanted)


@pytest.mark.parametrize("name", ["gongzhu-boulder", "gongzhu-pagat-5", "hearts-denexa"])
def test_what_is_remembered_of_a_hand_changes_no_weight(name: str) -> None:
    for _, view in moments(PRESET_RULES[name], Random(name)):
        policy = policy_of(view.rules)
        hands, down = sample_worlds(view, 20, seed=2)
        alone = [
            log_likelihoods(
                view, Worlds(hands[index : index + 1], down[index : index + 1]), policy
            )[0]
            for index in range(20)
        ]
        assert log_likelihoods(view, Worlds(hands, down), policy) == pytest.approx(alone)


def test_before_anybody_acts_all_worlds_weigh_alike() -> None:
    deal, _ = random_start(PRESET_RULES["hearts-denexa"], Random(1), number=0)
    view = view_of(deal, Seat(0))
    policy = policy_of(view.rules)
    assert log_likelihoods(view, sample_worlds(view, 5, seed=1), policy).tolist() == [0.0] * 5
    assert PosteriorSampler(view, policy, 1).sample(50).hands.shape == (50, 4)


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners", "hearts-denexa"])
def test_the_truth_is_believed_more_than_chance_has_it(name: str) -> None:
    """Where the others play as the policy does."""
    rng = Random(name)
    gained: list[float] = []
    for _ in range(8):
        for deal, view in moments(PRESET_RULES[name], rng):
            policy = policy_of(view.rules)
            hands = np.array([board_of(own.hand) for own in deal.own])
            shares = []
            for worlds in (
                sample_worlds(view, 400, 1),
                PosteriorSampler(view, policy, 1).sample(400),
            ):
                assert np.all(worlds.hands[:, view.seat or 0] == hands[view.seat or 0])
                common = np.bitwise_count(worlds.hands & hands).sum(axis=1)
                shares.append(common.mean())
            gained.append(shares[1] - shares[0])
    assert np.mean(gained) > 3 * np.std(gained) / len(gained) ** 0.5


@pytest.mark.rest
@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("gongzhu-pagat", "novice"),
        ("gongzhu-pagat-partners", "strong"),
        pytest.param("gongzhu-pagat", "steady", marks=pytest.mark.long),
        pytest.param("gongzhu-pagat", "strong", marks=pytest.mark.long),
        pytest.param("gongzhu-pagat-partners", "novice", marks=pytest.mark.long),
        pytest.param("gongzhu-pagat-partners", "steady", marks=pytest.mark.long),
    ],
)
def test_habits_tell_what_players_hold(name: str, level: str) -> None:
    """Of good players and of bad ones."""
    by_habits = measure(name, level, deals=20, seed="test")["habits", TEMPERING]
    gained = [gain for gain, _ in by_habits]
    assert np.mean(gained) > 3 * np.std(gained) / len(gained) ** 0.5


def test_places_are_picked_as_often_as_their_weight_has_it() -> None:
    weights = np.array([0.0, 1.0, 0.25, 5.5, 0.0, 1.25, 0.0])
    indices = np.zeros(16, np.int64)
    seen = np.zeros((200, 7))
    for seed in range(200):
        systematic_resample(weights, new_rng(seed), indices)
        seen[seed] = np.bincount(indices, minlength=7)
        assert np.all(np.abs(seen[seed] - weights * 2) < 1)
    assert seen.mean(axis=0) == pytest.approx(weights * 2, abs=0.1)
    systematic_resample(np.array([3.0]), new_rng(1), indices)
    assert not indices.any()


def test_what_is_picked_first_is_no_different_from_the_rest() -> None:
    first = np.zeros(1000, np.int64)
    indices = np.zeros(10, np.int64)
    for seed in range(1000):
        systematic_resample(np.ones(10), new_rng(seed), indices)
        first[seed] = indices[0]
    assert np.all(np.abs(np.bincount(first) - 100) < 50)


@pytest.mark.parametrize("name", ["gongzhu-boulder", "hearts-denexa"])
def test_what_is_hidden_makes_no_difference_to_what_is_believed(name: str) -> None:
    rules, rng = PRESET_RULES[name], Random(name)
    policy = policy_of(rules)
    compared = 0
    while compared < 20:
        deal, _ = random_start(rules, rng, number=0)
        hands = tuple(own.hand for own in deal.own)
        actions = tuple((step.seat, step.action) for step in play_out(deal, rng))
        for _ in range(20):
            world = World(rules, hands, 0, None, actions[: rng.randrange(len(actions) // 2)])
            viewer = Seat(rng.randrange(rules.players))
            found = unlike(world, viewer, rng)
            if found:
                compared += 1
                mine, its = (
                    PosteriorSampler(view_of(each.replay()[0], viewer), policy, 7).sample(5)
                    for each in (world, found[1])
                )
                assert mine.hands.tolist() == its.hands.tolist()
                assert mine.down.tolist() == its.down.tolist()


def test_the_same_seed_believes_the_same_and_goes_on_with_other_worlds() -> None:
    deal, _ = random_start(PRESET_RULES["gongzhu-pagat"], Random(3), number=0)
    view = view_of(deal, Seat(1))
    one, two = (PosteriorSampler(view, policy_of(view.rules), seed=5) for _ in range(2))
    first = one.sample(10).hands.tolist()
    assert first == two.sample(10).hands.tolist()
    assert first != one.sample(10).hands.tolist()
