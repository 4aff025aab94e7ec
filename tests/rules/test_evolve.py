"""A log of events read again: the same deal comes of it, event by event."""

from random import Random

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import CardPlayed, DealBegan, ExposureChosen, begin_deal, evolve_deal
from gongzhu.rules.evolve import evolve_own, evolve_public
from tests.support.playing import play_out, random_start
from tests.support.rulesets import PRESET_RULES


@pytest.mark.parametrize("name", PRESET_RULES)
def test_events_alone_make_the_deal(name: str) -> None:
    rng = Random(5)
    deal, (began, *rest) = random_start(PRESET_RULES[name], rng, strong=True)
    assert isinstance(began, DealBegan)
    again = begin_deal(PRESET_RULES[name], began)
    for event in rest:
        again = evolve_deal(again, event)
    assert again == deal
    for step in play_out(deal, rng, claims=True):
        for event in step.events:
            again = evolve_deal(again, event)
        assert again == step.after


def test_a_new_deal_keeps_nothing_of_the_one_before() -> None:
    rules = PRESET_RULES["gongzhu-boulder"]
    first, _ = random_start(rules, Random(6))
    *_, last = play_out(first, Random(7))
    second, (began, *_) = random_start(rules, Random(8))
    assert evolve_public(rules, last.after.public, began) == second.public
    for seat, own in enumerate(last.after.own):
        assert evolve_own(last.after.public, own, began, Seat(seat)) == second.own[seat]


def test_nothing_but_what_a_seat_does_itself_changes_its_own_half() -> None:
    deal, _ = random_start(PRESET_RULES["gongzhu-boulder"], Random(9))
    for step in play_out(deal, Random(10)):
        for event in step.events:
            for seat, own in enumerate(step.before.own):
                mine = isinstance(event, CardPlayed | ExposureChosen) and event.seat == seat
                after = evolve_own(step.before.public, own, event, Seat(seat))
                assert (after == own) == (not mine)
