"""The network: what it covers, its probabilities, and that it is told no more than a seat knows."""

from itertools import combinations
from math import exp, log
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from gongzhu.bots.network import (
    PassProbabilities,
    card_probabilities,
    covers,
    exposing_probability,
    log_probabilities,
)
from gongzhu.bots.network.inputs import GONGZHU_INPUTS, HEARTS_INPUTS, inputs_of
from gongzhu.bots.network.probabilities import outputs_of
from gongzhu.bots.network.weights import network_of
from gongzhu.bots.search.bots import NetworkBot
from gongzhu.cards import KEY_CARDS, Card, Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import (
    PRESETS,
    Expose,
    Mode,
    Pass,
    Phase,
    Play,
    RuleSet,
    apply,
    exposure_modes,
    start_deal,
)
from gongzhu.view import View, view_of
from tests.support.playing import random_action, random_start, waiting

PAGAT, PARTNERS = PRESETS["gongzhu-pagat"].rules, PRESETS["gongzhu-pagat-partners"].rules
DENEXA = PRESETS["hearts-denexa"].rules
KEYS = set(KEY_CARDS)
NOT_COVERED = {"gongzhu-pagat-5", "hearts-omnibus"}


def test_covers_presets_of_four_in_which_the_same_cards_count() -> None:
    assert {name for name, preset in PRESETS.items() if not covers(preset.rules)} == NOT_COVERED


@pytest.mark.parametrize(
    ("rules", "covered"),
    [
        (replace(PAGAT, sale="none", lower_limit=-500, worth="games"), True),
        (replace(PARTNERS, sale="none"), True),
        (replace(PARTNERS, partners="pooled"), False),
        (replace(PAGAT, lone_doubler=0, first_lead="holder", later_lead="loser"), True),
        (replace(PAGAT, doubler=None, points=((Card.QUEEN_OF_SPADES, -300),)), True),
        (replace(PAGAT, points=(*PAGAT.points, (Card.KING_OF_SPADES, -50))), False),
        (replace(PAGAT, points=((Card.QUEEN_OF_SPADES, 100),)), False),
        (replace(PAGAT, doubler=Card.TEN_OF_SPADES), False),
        (replace(PAGAT, pass_cycle=("left",)), False),
        (replace(PAGAT, all_hearts="nothing"), False),
        (replace(PAGAT, players=3), False),
        (replace(DENEXA, pass_cycle=("none",), upper_limit=50, deals=9), True),
        (replace(DENEXA, pass_count=2), False),
        (replace(DENEXA, all_point_cards="self"), False),
    ],
)
def test_covers_house_rules_by_what_play_depends_on(rules: RuleSet, covered: bool) -> None:
    assert covers(rules) is covered


def test_exposes_in_a_mode_that_the_rules_have() -> None:
    rules = PRESETS["gongzhu-boulder"].rules
    modes: set[Mode] = set()
    for number in range(40):
        deal, _ = start_deal(rules, deal_hands(rules, f"modes {number}"), 0)
        action = NetworkBot().choose(view_of(deal, Seat(0)), Random(0), 0)
        assert isinstance(action, Expose)
        assert view_of(deal, Seat(0)).why_illegal(action) is None
        modes |= set(action.modes.values())
    assert modes == {exposure_modes(rules)[0]}


@pytest.mark.parametrize(("rules", "inputs"), [(PAGAT, GONGZHU_INPUTS), (DENEXA, HEARTS_INPUTS)])
def test_its_shapes(rules: RuleSet, inputs: int) -> None:
    network = network_of(rules)
    assert [part.shape for part in network] == [
        (inputs, 512),
        (512,),
        (512, 256),
        (256,),
        (256, 53),
        (53,),
    ]


def test_outputs_are_those_of_a_perceptron() -> None:
    network = network_of(PAGAT)
    rows = np.array([3, 70, 400, 601], np.int64)
    units = network.first[rows].sum(axis=0) + network.first_bias
    units = np.maximum(units, 0) @ network.second + network.second_bias
    expected = np.maximum(units, 0) @ network.third + network.third_bias
    assert np.allclose(outputs_of(network, rows), expected, atol=1e-3)


def somewhere(rules: RuleSet, phase: Phase, seed: str) -> View:
    """The view of a seat with a choice in a phase, after play by chance."""
    rng = Random(seed)
    while True:
        deal, _ = random_start(rules, rng)
        for _ in range(rng.randrange(30)):
            if deal.public.phase is Phase.ENDED:
                break
            seat = rng.choice(waiting(deal))
            deal, _ = apply(deal, seat, random_action(deal, seat, rng))
        for seat in waiting(deal) if deal.public.phase is phase else ():
            view = view_of(deal, seat)
            if phase is not Phase.PLAYING or len(view.playable()) > 1:
                return view


@pytest.mark.parametrize("rules", [PAGAT, PARTNERS, DENEXA])
def test_probabilities_of_cards_add_up(rules: RuleSet) -> None:
    view = somewhere(rules, Phase.PLAYING, "cards")
    chances = card_probabilities(view)
    assert set(chances) == set(view.playable())
    assert sum(chances.values()) == pytest.approx(1)
    pair = [Play(card) for card in view.playable()[:2]]
    both = sum(chances[play.card] for play in pair)
    assert log_probabilities(view, [pair]) == pytest.approx([log(both)])


def test_probabilities_of_passes_add_up() -> None:
    deal, _ = start_deal(DENEXA, deal_hands(DENEXA, "passes"), 0)
    view = view_of(deal, Seat(1))
    assert view.own is not None
    passes = [[Pass(cards)] for cards in combinations(view.own.hand, 3)]
    assert sum(map(exp, log_probabilities(view, passes))) == pytest.approx(1)
    assert sum(PassProbabilities(view).next(view.own.hand[:2]).values()) == pytest.approx(1)


def test_sums_over_passed_cards_are_made_in_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of cards has another order in each process, and sums in float32 depend on it."""
    orders: list[tuple[Card, ...]] = []

    def noted(view: View, hand: list[Card], *, passed: tuple[Card, ...]) -> list[int]:
        orders.append(passed)
        return inputs_of(view, hand, passed=passed)

    monkeypatch.setattr("gongzhu.bots.network.probabilities.inputs_of", noted)
    deal, _ = start_deal(DENEXA, deal_hands(DENEXA, "passes"), 0)
    view = view_of(deal, Seat(1))
    assert view.own is not None
    log_probabilities(view, [[Pass(cards)] for cards in combinations(view.own.hand, 3)])
    assert orders == [tuple(sorted(passed)) for passed in orders]


def test_probabilities_of_exposing_add_up() -> None:
    seeds = (f"exposing {number}" for number in range(10_000))
    views = (view_of(start_deal(PAGAT, deal_hands(PAGAT, seed), 0)[0], Seat(2)) for seed in seeds)
    view = next(each for each in views if each.own and len(set(each.own.hand) & KEYS) == 3)
    assert view.own is not None
    held = sorted(set(view.own.hand) & KEYS)
    ways = [chosen for size in range(4) for chosen in combinations(held, size)]
    choices = [[Expose(dict.fromkeys(way, "open"))] for way in ways]
    told = log_probabilities(view, choices)
    assert sum(map(exp, told)) == pytest.approx(1)
    first = sum(exp(each) for way, each in zip(ways, told, strict=True) if held[0] in way)
    assert first == pytest.approx(exposing_probability(view, held[0], []))
