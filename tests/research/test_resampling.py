"""Deals that a seat cannot tell apart: they look the same, and none comes more often."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest

from gongzhu.cards import Card, Seat, seats
from gongzhu.research.episodes import SteppedDeal
from gongzhu.research.resampling import OtherDeal
from gongzhu.rules import PRESETS, IllegalAction, Play, apply, hand_size, start_deal
from gongzhu.rules.facts import first_lead_by_card
from tests.support.playing import random_start
from tests.support.rulesets import every_kind

KINDS = every_kind(seed=12, count=10)


def moments(stepped: SteppedDeal, rng: Random, share: float) -> Iterator[SteppedDeal]:
    """Some moments of a deal, on its way to the end."""
    while not stepped.over:
        if rng.random() < share:
            yield stepped
        allowed = np.flatnonzero(stepped.mask(stepped.seat)).tolist()
        stepped.step(rng.choice(allowed))


def other_deal(stepped: SteppedDeal, seat: Seat, rng: Random) -> SteppedDeal:
    """Another deal that the seat cannot tell apart, dealt and taken to the moment."""
    rules, public = stepped.deal.rules, stepped.deal.public
    leader = None
    if not first_lead_by_card(rules, public.number):
        leader = public.tricks[0].leader if public.tricks else public.leader
    other = OtherDeal(stepped, seat, rng)
    deal, _ = start_deal(rules, other.hands, public.number, public.totals, leader)
    taken = SteppedDeal(deal)
    for number in other.numbers:
        taken.step(number)
    return taken


@pytest.mark.parametrize("name", KINDS)
def test_a_seat_sees_the_same_in_the_other_deal(name: str) -> None:
    rng = Random(name)
    deal, _ = random_start(KINDS[name], rng)
    others = 0
    for stepped in moments(SteppedDeal(deal), rng, share=0.15):
        seat = Seat(rng.randrange(deal.rules.players))
        other = other_deal(stepped, seat, rng)
        assert np.array_equal(other.observe(seat), stepped.observe(seat))
        assert np.array_equal(other.mask(seat), stepped.mask(seat))
        assert (other.seat, len(other.picked)) == (stepped.seat, len(stepped.picked))
        others += other.deal.own != stepped.deal.own
    assert others


def possible_worlds(stepped: SteppedDeal, me: Seat) -> set[tuple[tuple[Card, ...], ...]]:
    """Every way in which the hidden cards may lie, by playing the deal again with each: without
    passing and exposing."""
    deal = stepped.deal
    plays = [
        (Seat((trick.leader + index) % 4), card)
        for trick in deal.public.tricks
        for index, card in enumerate(trick.cards)
    ]
    others = [seat for seat in seats(4) if seat != me]
    hidden = [card for seat in others for card in deal.own[seat].hand]
    size = len(hidden) // 3
    found = set()
    for first in combinations(hidden, size):
        rest = [card for card in hidden if card not in first]
        for second in combinations(rest, size):
            third = [card for card in rest if card not in second]
            hands: list[list[Card]] = [[] for _ in range(4)]
            hands[me] = [*deal.own[me].hand]
            for seat, held in zip(others, (first, second, third), strict=True):
                hands[seat] = [*held]
            world = tuple(tuple(sorted(hand)) for hand in hands)
            for seat, card in plays:
                hands[seat].append(card)
            again, _ = start_deal(deal.rules, hands, deal.public.number)
            try:
                for seat, card in plays:
                    again, _ = apply(again, seat, Play(card))
            except IllegalAction:
                continue
            found.add(world)
    return found


def test_every_possible_world_comes_equally_often() -> None:
    rules = PRESETS["gongzhu-hwa"].rules
    rng = Random(5)
    samples, me = 600, Seat(1)
    while True:
        deal, _ = random_start(rules, rng, number=0)
        stepped = SteppedDeal(deal)
        while len(stepped.deal.public.tricks) < hand_size(rules) - 2:
            stepped.step(int(rng.choice(np.flatnonzero(stepped.mask(stepped.seat)).tolist())))
        worlds = possible_worlds(stepped, me)
        if len(worlds) >= 12:
            break
    drawn = Counter(
        tuple(own.hand for own in other_deal(stepped, me, rng).deal.own) for _ in range(samples)
    )
    assert drawn.keys() == worlds
    each = samples / len(worlds)
    spread = sum((count - each) ** 2 / each for count in drawn.values())
    free = len(worlds) - 1
    assert spread < free + 4 * sqrt(2 * free)


def test_nothing_is_hidden_in_a_deal_that_is_over() -> None:
    deal, _ = random_start(PRESETS["hearts-denexa"].rules, Random(1))
    stepped = SteppedDeal(deal)
    assert [*moments(stepped, Random(1), share=0)] == []
    with pytest.raises(ValueError, match="the deal is over"):
        OtherDeal(stepped, Seat(0), Random(1))
