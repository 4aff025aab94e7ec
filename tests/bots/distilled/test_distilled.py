"""The distilled network: where it plays, what it knows, and its rollouts card by card."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from gongzhu.bots.distilled import (
    NO_NETWORK,
    distilled_network_of,
    distilled_probability,
    new_units,
    roll_out_distilled,
    write_seen,
)
from gongzhu.bots.distilled.inputs import add_hand
from gongzhu.bots.distilled.rollouts import MOST, sample
from gongzhu.bots.network import card_probabilities as taught
from gongzhu.bots.policy.trick_state import trick_state_of
from gongzhu.packed.boards import code_of_card
from gongzhu.packed.layout import HANDS, PILES, TRICKS, RngState, State, new_rng
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import pack_rules
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS, Deal, HeartsRules, Phase, RuleSet
from gongzhu.view import View, view_of
from tests.bots.distilled.reference import card_probabilities
from tests.bots.policy.random_positions import dealt, exchanged
from tests.support.playing import play_out, random_start, waiting

DENEXA = PRESETS["hearts-denexa"].rules
assert isinstance(DENEXA, HeartsRules)
NO_PASSING = replace(DENEXA, pass_cycle=("none",))
PLAYED = {"passing": DENEXA, "no passing": NO_PASSING}
NATS = 0.2
"""By so much may scores be off: units are in parts of 1/256."""


def in_play(rules: RuleSet, rng: Random, deals: int) -> Iterator[tuple[Deal, View]]:
    """Positions in which a seat has a choice of cards."""
    for number in range(deals):
        deal, _ = random_start(rules, rng, number=number)
        for step in play_out(deal, rng):
            deal = step.after
            if deal.public.phase is Phase.PLAYING:
                view = view_of(deal, waiting(deal)[0])
                if len(view.playable()) > 1:
                    yield deal, view


def chances(rules: RuleSet, state: State) -> dict[int, float]:
    """The probability of each legal card, by its code."""
    packed, network = pack_rules(rules), distilled_network_of(rules)
    trick, cards = trick_state_of(packed, state), int(legal_cards(packed, state))
    hand = int(state[HANDS + seat_to_play(packed, state)])
    seen = network.first_bias.copy()
    write_seen(packed, network, state, trick, seen)
    units = new_units(network)
    unseen = int(trick.left) & ~hand
    return {
        code: distilled_probability(network, units, seen, hand, unseen, cards, code)
        for code in range(61)
        if cards >> code & 1
    }


def test_it_plays_where_it_gains_something() -> None:
    there = {name for name, preset in PRESETS.items() if has_network(preset.rules)}
    assert there == {"hearts-denexa", "hearts-gilfoy", "hearts-choice"}
    assert has_network(NO_PASSING)


def has_network(rules: RuleSet) -> bool:
    return distilled_network_of(rules) is not NO_NETWORK


@pytest.mark.parametrize("name", PLAYED)
def test_its_probabilities_are_those_of_a_perceptron(name: str) -> None:
    rules = PLAYED[name]
    for deal, view in in_play(rules, Random(name), 2):
        found = chances(rules, pack_deal(pack_rules(rules), deal))
        assert most_of_units(rules, deal) < MOST / 2, "or others may overflow"
        wanted = card_probabilities(view)
        assert sum(found.values()) == pytest.approx(1)
        for card, chance in wanted.items():
            apart = np.log(max(found[code_of_card(card)], 1e-3) / max(chance, 1e-3))
            assert abs(apart) < NATS, (card, chance)


def most_of_units(rules: RuleSet, deal: Deal) -> int:
    """The largest absolute sum of a unit for the seat to play, in parts of the kernels."""
    packed, network = pack_rules(rules), distilled_network_of(rules)
    state = pack_deal(packed, deal)
    trick, sums = trick_state_of(packed, state), network.first_bias.copy()
    hand = int(state[HANDS + seat_to_play(packed, state)])
    write_seen(packed, network, state, trick, sums)
    add_hand(network.first, sums, hand, int(trick.left) & ~hand)
    return int(np.abs(sums).max())


@pytest.mark.parametrize("name", PLAYED)
def test_it_has_learned_from_its_teacher(name: str) -> None:
    """In positions of play by chance, which it has not met."""
    rules, same, compared = PLAYED[name], 0, 0
    for _, view in in_play(rules, Random(name), 4):
        one, other = card_probabilities(view), taught(view)
        same += max(one, key=lambda card: one[card]) == max(other, key=lambda card: other[card])
        compared += 1
    assert same > 0.6 * compared > 60


@pytest.mark.parametrize("name", PLAYED)
def test_hidden_cards_of_others_change_nothing(name: str) -> None:
    rules, rng = PLAYED[name], Random(name)
    packed = pack_rules(rules)
    for _ in range(3):
        state = dealt(packed, rng)
        while state[TRICKS] < packed.hand_size:
            assert chances(rules, state) == chances(rules, exchanged(packed, state, rng))
            board = int(legal_cards(packed, state))
            play_card(packed, state, rng.choice([c for c in range(61) if board >> c & 1]))


@pytest.mark.parametrize("name", PLAYED)
def test_a_rollout_plays_the_cards_that_are_drawn_one_by_one(name: str) -> None:
    rules, rng = PLAYED[name], Random(name)
    packed, network = pack_rules(rules), distilled_network_of(rules)
    for seed in range(5):
        state = dealt(packed, rng)
        for _ in range(rng.randrange(30)):
            board = int(legal_cards(packed, state))
            play_card(packed, state, rng.choice([c for c in range(61) if board >> c & 1]))
        whole, one, other = state.copy(), new_rng(seed), new_rng(seed)
        roll_out_distilled(packed, network, whole, one, packed.pack)
        while state[TRICKS] < packed.hand_size:
            play_card(packed, state, drawn(rules, state, other))
        assert whole[PILES : PILES + 4].tolist() == state[PILES : PILES + 4].tolist()
        assert one[0] == other[0]


def drawn(rules: RuleSet, state: State, rng: RngState) -> int:
    """The code of a card that the network draws for the seat to play."""
    packed, network = pack_rules(rules), distilled_network_of(rules)
    cards = int(legal_cards(packed, state))
    if not cards & (cards - 1):
        return cards.bit_length() - 1
    units, trick = new_units(network), trick_state_of(packed, state)
    hand = int(state[HANDS + seat_to_play(packed, state)])
    write_seen(packed, network, state, trick, units.first)
    add_hand(network.first, units.first, hand, int(trick.left) & ~hand)
    code, rng[0] = sample(network, units, cards, rng[0])
    return code


def test_a_rollout_ends_with_the_last_card_that_is_wanted() -> None:
    packed = pack_rules(DENEXA)
    state = dealt(packed, Random(1))
    roll_out_distilled(packed, distilled_network_of(DENEXA), state, new_rng(1), packed.points)
    left = sum(int(state[HANDS + seat]) for seat in range(4))
    assert not left & packed.points
    assert state[TRICKS] * 4 + left.bit_count() == 52
