"""A request holds all that a seat knows: the view made of it is the seat's own."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from gongzhu.arena.answering import rules_of, view_in
from gongzhu.arena.request import BotRequest, request_of
from gongzhu.cards import Card, Seat
from gongzhu.rules import RuleSet
from gongzhu.view import View, view_of
from tests.support.playing import play_out, random_start
from tests.support.rulesets import EVERY_PRESET, PRESET_RULES, random_rules


def views(rules: RuleSet, seed: int) -> list[View]:
    """What every seat that acted in a deal saw before it did."""
    rng = Random(seed)
    steps = play_out(random_start(rules, rng)[0], rng)
    return [view_of(step.before, step.seat) for step in steps]


def over_the_wire(request: BotRequest) -> BotRequest:
    return msgspec.json.decode(msgspec.json.encode(request), type=BotRequest)


def same(mine: View, theirs: View) -> None:
    """Captured cards and exposures have no order in a request that lists them by seat."""
    assert theirs.own is not None
    assert mine.own is not None
    assert sorted(theirs.public.exposed, key=repr) == sorted(mine.public.exposed, key=repr)
    assert replace(theirs.public, exposed=()) == replace(mine.public, exposed=())
    assert sorted(theirs.own.exposures or (), key=repr) == sorted(
        mine.own.exposures or (), key=repr
    )
    assert replace(theirs.own, exposures=None) == replace(mine.own, exposures=None)
    assert theirs.seat == mine.seat
    assert theirs.playable() == mine.playable()


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_the_view_made_of_a_request_is_the_seats_own(name: str) -> None:
    for seed in range(2):
        for view in views(PRESET_RULES[name], seed):
            if not view.must_act():
                continue  # a claim out of turn is nobody's request
            request = over_the_wire(request_of(view))
            rules = rules_of(request)
            assert rules == view.rules
            same(view, view_in(request, rules))


def test_random_rule_files_too() -> None:
    for seed in range(10):
        rules = random_rules(Random(seed))
        for view in views(rules, seed):
            if view.must_act():
                same(view, view_in(over_the_wire(request_of(view)), rules))


def test_what_a_request_leaves_out_is_as_at_the_beginning() -> None:
    hand = ("2C", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD")
    request = BotRequest(
        type="play",
        game="hearts",
        seat=Seat(1),
        rules={},
        hand=tuple(map(Card, hand)),
        leader=Seat(1),
    )
    view = view_in(request, PRESET_RULES["hearts-denexa"])
    assert view.must_act()
    assert view.playable() == (Card("2C"),)
    assert view.public.totals == (0, 0, 0, 0)
