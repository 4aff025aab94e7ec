"""The events that a seat sees make its view: `evolve_view` over `see` equals `view_of`."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from gongzhu.cards import Seat
from gongzhu.rules import (
    CardsExposed,
    CardsPassed,
    ChooseMoon,
    Claim,
    Deal,
    DealBegan,
    DealEnded,
    Event,
    Exposure,
    ExposureChosen,
    PassChosen,
    Phase,
    RuleSet,
    apply,
)
from gongzhu.view import View, evolve_view, open_view, see, view_of
from tests.support.playing import greedy_action, play_out, random_action, random_start
from tests.support.rulesets import PRESET_RULES, any_rules, rule_sets, tries
from tests.support.tables import begin, pass_cards, play, playable_codes, preset


def viewers(rules: RuleSet) -> list[Seat | None]:
    return [None, *map(Seat, range(rules.players))]


def check_views(views: dict[Seat | None, View], deal: Deal) -> None:
    for viewer, view in views.items():
        truth = view_of(deal, viewer)
        assert view == truth
        assert json.encode(view) == json.encode(truth)
        assert json.decode(json.encode(view), type=View) == view


def follow_along(rules: RuleSet, seed: int, *, strong: bool) -> None:
    rng = Random(seed)
    deal, events = random_start(rules, rng, strong=strong)
    began = events[0]
    views = {}
    for viewer in viewers(rules):
        seen = see(began, viewer)
        assert isinstance(seen, DealBegan)
        views[viewer] = open_view(rules, seen, viewer)
    # The first events may begin the play at once.
    for event in events[1:]:
        views = {viewer: follow_one(view, event) for viewer, view in views.items()}
    check_views(views, deal)
    choose = greedy_action if strong else random_action
    for step in play_out(deal, rng, choose, claims=rng.random() < 0.3):
        for event in step.events:
            assert json.decode(json.encode(event), type=Event) == event
            views = {viewer: follow_one(view, event) for viewer, view in views.items()}
        check_views(views, step.after)


def follow_one(view: View, event: Event) -> View:
    """A viewer that gets no event keeps its view."""
    seen = see(event, view.seat)
    if seen is None:
        return view
    assert see(seen, view.seat) == seen
    return evolve_view(view, seen)


@pytest.mark.parametrize("name", PRESET_RULES)
def test_following_what_is_seen_is_the_view(name: str) -> None:
    for seed in range(tries(2)):
        follow_along(PRESET_RULES[name], seed, strong=seed % 2 == 1)


@any_rules(40)
@given(rule_sets(), st.integers(0, 2**32), st.booleans())
def test_following_what_is_seen_is_the_view_under_any_rules(
    rules: RuleSet, seed: int, strong: bool
) -> None:
    follow_along(rules, seed, strong=strong)


def test_a_view_may_begin_again_with_the_next_deal() -> None:
    rules = preset("hearts-denexa")
    first, _ = random_start(rules, Random(1), number=0)
    _, events = random_start(rules, Random(2), number=1)
    second, _ = random_start(rules, Random(2), number=1)
    for viewer in viewers(rules):
        began = see(events[0], viewer)
        assert began is not None
        assert evolve_view(view_of(first, viewer), began) == view_of(second, viewer)


HANDS = tuple((card,) for card in begin(preset("gongzhu-denexa")).own[0].hand[:4])


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_hand_and_no_other(seat: int) -> None:
    began = DealBegan(0, (0,) * 4, 0, None, HANDS)
    seen = see(began, Seat(seat))
    assert isinstance(seen, DealBegan)
    assert seen.hands == tuple(hand if at == seat else None for at, hand in enumerate(HANDS))
    told = see(began, None)
    assert isinstance(told, DealBegan)
    assert told.hands == (None,) * 4


@pytest.mark.parametrize(("passing", "giver_to_0"), [(1, 3), (-1, 1), (2, 2)])
def test_a_seat_sees_what_it_gave_and_what_it_was_given(passing: int, giver_to_0: int) -> None:
    passed = CardsPassed(passing, HANDS)
    seen = see(passed, Seat(0))
    assert isinstance(seen, CardsPassed)
    assert {at for at, cards in enumerate(seen.cards) if cards is not None} == {0, giver_to_0}
    told = see(passed, None)
    assert isinstance(told, CardsPassed)
    assert told.cards == (None,) * 4


def test_choices_are_seen_by_their_own_seat_alone() -> None:
    chosen: tuple[PassChosen | ExposureChosen, ...] = (
        PassChosen(Seat(2), HANDS[0]),
        ExposureChosen(Seat(2), (Exposure(Seat(2), HANDS[0][0], "down"),)),
    )
    for event in chosen:
        for viewer in viewers(preset("gongzhu-denexa")):
            assert see(event, viewer) == (event if viewer == 2 else None)


def test_what_happens_in_the_open_is_seen_by_all() -> None:
    for event in (CardsExposed((), (0, 1, 0, 0)), DealEnded((0,) * 4, HANDS, None)):
        assert all(see(event, viewer) == event for viewer in (None, Seat(0), Seat(3)))


def test_a_spectator_has_no_cards_and_no_say() -> None:
    deal = play(begin(preset("gongzhu-hwa"), {0: "2S"}), "")
    view = view_of(deal, None)
    assert view.own is None
    assert view.legal_actions() == ()
    assert view.playable() == ()
    assert not view.must_act()


def test_only_the_seat_on_turn_has_cards_to_play() -> None:
    deal = play(begin(preset("gongzhu-hwa"), {0: "2S"}), "")
    assert len(view_of(deal, Seat(0)).playable()) == 13
    assert view_of(deal, Seat(1)).playable() == ()
    assert view_of(deal, Seat(1)).legal_actions() == ()


def test_nobody_has_cards_to_play_before_play_and_after() -> None:
    deal = begin(preset("hearts-denexa"))
    assert deal.public.phase is Phase.PASSING
    assert view_of(deal, Seat(0)).playable() == ()


@pytest.mark.parametrize("name", ["gongzhu-pagat-5", "hearts-denexa", "gongzhu-boulder"])
def test_everybody_sees_how_many_cards_a_seat_holds(name: str) -> None:
    rng = Random(name)
    deal, _ = random_start(PRESET_RULES[name], rng)
    for step in play_out(deal, rng):
        for viewer in viewers(deal.rules):
            view = view_of(step.after, viewer)
            left = [view.cards_left(Seat(seat)) for seat in range(deal.rules.players)]
            assert left == [len(own.hand) for own in step.after.own]


def test_passed_cards_are_gone_from_the_count_at_once() -> None:
    rules = preset("hearts-denexa")
    deal = begin(rules, {0: "2C 3C 4C", 1: "2D 3D 4D", 2: "2H 3H 4H", 3: "2S 3S 4S"})
    deal = pass_cards(deal, "2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S")
    assert [view_of(deal, None).cards_left(Seat(seat)) for seat in range(4)] == [13] * 4


def test_no_card_is_played_while_a_shooter_that_claimed_chooses() -> None:
    changes = {"first_lead": "seat-0", "hearts_must_be_broken": False, "pass_cycle": ["none"]}
    hands = {0: "QS KS AS 5H 6H 7H 8H 9H TH JH QH KH AH", 1: "2H", 2: "3H", 3: "4H"}
    deal = play(begin(preset("hearts-choice", **changes), hands), "AH 2H 3H 4H")
    for card in ["QS", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "6H", "5H"]:
        deal = play(deal, card)
        while deal.public.trick:
            deal = play(deal, playable_codes(deal).split()[0])
    deal, _ = apply(deal, Seat(0), Claim())
    view = view_of(deal, Seat(0))
    assert deal.public.phase is Phase.MOON
    assert view.own is not None
    assert len(view.own.hand) == 2
    assert view.playable() == ()
    assert view.legal_actions() == (ChooseMoon("others"), ChooseMoon("self"))
