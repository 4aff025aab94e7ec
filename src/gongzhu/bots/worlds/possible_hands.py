"""The unseen cards that each seat may hold according to a view, as bitboards, and a cache of packed
rules."""

from functools import lru_cache

from gongzhu.cards import PACK, Seat, next_seat, seats
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import RuleSet
from gongzhu.rules.facts import RULE_SETS
from gongzhu.view import View
from gongzhu.view.knowledge import possible_holders

BOARDS = {card: 1 << code_of_card(card) for card in PACK}


@lru_cache(RULE_SETS)
def packed_rules(rules: RuleSet) -> PackedRules:
    """The rule set as integers for kernels (`packed.rules`), from an LRU cache."""
    return pack_rules(rules)


def possible_hands(view: View) -> list[int]:
    """For each seat the bitboard of the unseen cards that it may hold; it is empty for the viewer.
    Once the deal has ended, it has the cards that the seat did hold."""
    possible = [0] * view.public.players
    for card, holders in possible_holders(view).items():
        for seat in holders:
            possible[seat] |= BOARDS[card]
    if view.public.dealt is not None:
        for seat in seats(len(possible)):
            possible[seat] &= _after_passing(view, seat)
    return possible


def _after_passing(view: View, seat: Seat) -> int:
    """The bitboard of a seat's hand after passing, in a deal that has ended."""
    public = view.public
    assert public.dealt is not None
    hand = board_of(public.dealt[seat])
    if public.passed is not None:
        giver = next_seat(seat, public.players, -public.passing)
        hand ^= board_of(public.passed[seat]) ^ board_of(public.passed[giver])
    return hand
