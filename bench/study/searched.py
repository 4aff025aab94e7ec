"""Deals that bots of a level play against themselves, kept as those of the policy are."""

from random import Random

import numpy as np

from bench.study.deals import StudyDeals, slam_cards
from gongzhu.bots import make_bot
from gongzhu.bots.selfplay import play_out
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.packed.boards import board_of
from gongzhu.packed.layout import MODE_BITS, NOBODY
from gongzhu.packed.packing import MODE_CODES
from gongzhu.rules import (
    Deal,
    Public,
    RuleSet,
    hand_size,
    piles,
    side_of,
    start_deal,
)


def search_deals(level: str, rules: RuleSet, deals: int, seed: int) -> StudyDeals:
    """So many deals under these rules, from a seed, every seat a bot of this level. Where the
    captor of the pig leads, that is any seat."""
    count = len(piles(rules))
    kept = StudyDeals(
        np.zeros((deals, count), np.int64),
        np.zeros((deals, rules.players), np.int64),
        *(np.zeros(deals, np.int64) for _ in range(4)),
    )
    bots = [make_bot(level)] * rules.players
    for number in range(deals):
        chance = Random(child_seed(str(seed), number, "study"))
        captor = Seat(chance.randrange(rules.players))
        first = captor if rules.later_lead == "pig-captor" else None
        hands = deal_hands(rules, child_seed(str(seed), number))
        deal, _ = start_deal(rules, hands, number + 1, leader=first)
        rngs = [Random(chance.random()) for _ in range(rules.players)]
        _keep(play_out(deal, bots, rngs), kept, number)
    return kept


def _keep(deal: Deal, kept: StudyDeals, row: int) -> None:
    rules, public = deal.rules, deal.public
    assert public.scores is not None
    kept.points[row] = public.scores
    kept.leader[row] = public.tricks[0].leader
    kept.modes[row] = sum(
        MODE_CODES[shown.mode] << MODE_BITS * shown.card.suit.order
        for own in deal.own
        for shown in own.exposures or ()
    )
    for seat in range(rules.players):
        played = [trick.cards[(seat - trick.leader) % rules.players] for trick in public.tricks]
        kept.hands[row, seat] = board_of(played)
        assert len(played) == hand_size(rules)
    kept.maker[row], kept.run[row] = _run(rules, public)


def _run(rules: RuleSet, public: Public) -> tuple[int, int]:
    """Which pile captured the first card of a slam, and how many it had while it was alone."""
    wanted = set(slam_cards(rules))
    maker, run = NOBODY, 0
    for trick in public.tricks:
        found = len(wanted & set(trick.cards))
        if found:
            pile = side_of(rules, trick.winner) if rules.partners == "pooled" else trick.winner
            if maker not in (NOBODY, pile):
                break
            maker, run = pile, run + found
    return maker, run
