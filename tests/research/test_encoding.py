"""Observations tell what a view tells: no more and no less."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.research import ACTIONS, Layout, action_of, decode, encode, numbers_of
from gongzhu.research.episodes import SteppedDeal, mask_of
from gongzhu.research.layout import OWN, SEAT, TRICK, VERSION
from gongzhu.rules import PRESETS, Deal, Pass, Phase, RuleSet, start_deal
from gongzhu.view import view_of
from tests.support.playing import greedy_action, play_out, random_action, random_start
from tests.support.rulesets import every_kind

KINDS = every_kind(seed=11, count=40)


def moments(rules: RuleSet, rng: Random) -> list[Deal]:
    """All moments of a deal of any number; one in two is played for slams, some end by claims."""
    deal, _ = random_start(rules, rng, strong=rng.random() < 0.5)
    choose = rng.choice((random_action, greedy_action))
    steps = list(play_out(deal, rng, choose, claims=rng.random() < 0.5))
    return [step.before for step in steps]


@pytest.mark.parametrize("name", KINDS)
def test_a_view_can_be_read_back_from_its_observation(name: str) -> None:
    rng = Random(name)
    for deal in moments(KINDS[name], rng):
        seat = Seat(rng.randrange(deal.rules.players))
        view = view_of(deal, seat)
        observation = encode(view)
        assert observation.max() == 1
        assert decode(deal.rules, observation) == (view, ())


@pytest.mark.parametrize("name", KINDS)
def test_every_action_has_a_number_and_every_number_its_action(name: str) -> None:
    rules = KINDS[name]
    rng = Random(name)
    for deal in moments(rules, rng):
        for seat in range(rules.players):
            view = view_of(deal, Seat(seat))
            if deal.public.phase is Phase.PASSING:
                continue
            numbers = np.flatnonzero(mask_of(view)).tolist()
            for number in numbers:
                action = action_of(rules, number)
                assert view.why_illegal(action) is None
                assert numbers_of(action) == (number,)
            assert len(numbers) == len(view.legal_actions())


def test_cards_that_are_picked_are_read_back_too() -> None:
    rules = PRESETS["hearts-denexa"].rules
    deal, _ = random_start(rules, Random(1), number=0)
    stepped = SteppedDeal(deal)
    hand = deal.own[0].hand
    for picked, card in enumerate(hand[:3]):
        assert decode(rules, stepped.observe(Seat(0))) == (view_of(deal, Seat(0)), hand[:picked])
        assert not stepped.mask(Seat(1)).any()
        stepped.step(card.index)
    assert stepped.deal.own[0].passed == hand[:3]
    assert stepped.seat == 1
    assert numbers_of(Pass(hand[:3])) == tuple(card.index for card in hand[:3])


@pytest.mark.parametrize("name", KINDS)
def test_nobody_sees_what_was_chosen_before_all_have_chosen(name: str) -> None:
    """The observations of the last seat while the others choose one thing or another."""
    rules = KINDS[name]
    deal, _ = random_start(rules, Random(2), number=0)
    one, other = SteppedDeal(deal), SteppedDeal(deal)
    last = Seat(rules.players - 1)
    while one.seat != last and one.deal.public.phase in (Phase.PASSING, Phase.EXPOSING):
        one.step(int(np.flatnonzero(one.mask(one.seat))[0]))
        other.step(int(np.flatnonzero(other.mask(other.seat))[-1]))
        assert np.array_equal(one.observe(last), other.observe(last))
    assert one.seat == other.seat


def test_what_is_hidden_makes_no_difference() -> None:
    """Two deals that only differ in the hands of two others, up to the first card that tells."""
    rng = Random(3)
    for rules in KINDS.values():
        deal, _ = random_start(rules, rng, number=0)
        hands = [list(own.dealt) for own in deal.own]
        hands[1], hands[2] = hands[2], hands[1]
        swapped, _ = start_deal(rules, hands, 0)
        if deal.public.phase is not Phase.PLAYING:
            assert np.array_equal(encode(view_of(deal, Seat(0))), encode(view_of(swapped, Seat(0))))
            assert not np.array_equal(
                encode(view_of(deal, Seat(1))), encode(view_of(swapped, Seat(1)))
            )


def test_the_layout_has_the_sizes_that_are_told() -> None:
    assert VERSION == 2
    sizes = [Layout(players).size for players in range(3, 9)]
    assert sizes == [1784, 1776, 1824, 1928, 2088, 2248]
    assert [sum(part.values()) for part in (OWN, SEAT, TRICK)] == [184, 216, 56]
    assert ACTIONS == 136
    layout = Layout(4)
    assert layout.own("received") == slice(112, 164)
    assert layout.seat("total", 1) == slice(580, 615)
    assert layout.trick("suit", 12) == slice(1772, 1776)


def test_what_is_no_observation_is_refused() -> None:
    rules = PRESETS["hearts-denexa"].rules
    observation = encode(view_of(random_start(rules, Random(4), number=0)[0], Seat(0)))
    with pytest.raises(ValueError, match="an observation has 1776 bytes"):
        decode(rules, observation[:-1])
    without_hand = observation.copy()
    without_hand[Layout(4).own("hand")] = 0
    noise = np.random.default_rng(1).integers(0, 2, observation.shape, np.uint8)
    zeros, ones = np.zeros_like(observation), np.ones_like(observation)
    for strange in (zeros, ones, without_hand, noise, observation * 255):
        with pytest.raises(ValueError, match="no seat of a deal in progress"):
            decode(rules, strange)
    with pytest.raises(ValueError, match="deal numbers are 0 to 65535, not 65536"):
        encode(view_of(random_start(rules, Random(4), number=65536)[0], Seat(0)))
    view = view_of(random_start(rules, Random(4))[0], Seat(0))
    totals = replace(view.public, totals=(0, 0, 0, 1 << 34))
    with pytest.raises(ValueError, match="totals are at most 17179869183 either way"):
        encode(replace(view, public=totals))
    with pytest.raises(ValueError, match="only a seat's view"):
        encode(view_of(random_start(rules, Random(4))[0], None))
    with pytest.raises(ValueError, match="actions are 0 to 135, not 136"):
        action_of(rules, 136)


def test_what_is_an_observation_under_other_rules_is_refused() -> None:
    """Another phase, another pack, a pass where none is, a choice for a moon that there is not."""
    kinds = {name: PRESETS[name].rules for name in ("gongzhu-pagat", "hearts-denexa")}
    kinds["hearts-denexa, without passing"] = replace(kinds["hearts-denexa"], pass_cycle=("none",))
    kinds["hearts-choice"] = PRESETS["hearts-choice"].rules
    kinds["gongzhu-summary"] = PRESETS["gongzhu-summary"].rules
    deals = {name: random_start(rules, Random(5), number=0)[0] for name, rules in kinds.items()}
    for name, deal in deals.items():
        observation = encode(view_of(deal, Seat(0)))
        for other, rules in kinds.items():
            if deals[other].public.phase is not deal.public.phase:
                with pytest.raises(ValueError, match="no seat of a deal in progress"):
                    decode(rules, observation)
            else:
                assert decode(rules, observation)[0].rules == rules, (name, other)


def test_a_card_is_in_one_place_only() -> None:
    """Two bits that were exchanged: a card of the hand for one that somebody has played."""
    rules = PRESETS["gongzhu-pagat"].rules
    layout = Layout(4)
    deal = next(deal for deal in moments(rules, Random(6)) if len(deal.public.tricks) == 5)
    view = view_of(deal, Seat(0))
    assert view.own is not None
    mine, theirs = view.own.hand[0], deal.public.tricks[0].cards
    other = next(card for card in theirs if card not in view.own.dealt)
    observation = encode(view)
    observation[layout.own("hand").start + mine.index] = 0
    observation[layout.own("hand").start + other.index] = 1
    with pytest.raises(ValueError, match="no seat of a deal in progress"):
        decode(rules, observation)
