"""The unseen cards that each seat may hold, as boards: the part of `gongzhu.view.know` that does
not count cards.

A deal fits what a seat has seen exactly when every unseen card is with a seat that may hold it,
every hand has its size, and every seat has as many cards face down as it laid and has not played.
The rules of play forbid a card only for other cards of the same hand: a suit that must be
followed, an exposed card's suit before it was led, point cards on the first trick, hearts before
they are broken. So every play rules out a set of cards for its seat, and nothing more.
"""

from collections.abc import Iterator
from functools import lru_cache

from gongzhu.cards import PACK, Card, Seat, next_seat, seats
from gongzhu.packed.boards import HEARTS_BOARD, SUIT_BITS, board_of, code_of_card
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import Phase, RuleSet
from gongzhu.rules.facts import RULE_SETS
from gongzhu.rules.legal import binds, first_lead_by_card
from gongzhu.view import View

BOARDS = {card: 1 << code_of_card(card) for card in PACK}
_SUITS = {card: SUIT_BITS << 16 * card.suit.order for card in PACK}


@lru_cache(RULE_SETS)
def packed_rules(rules: RuleSet) -> PackedRules:
    """The packed rules of a rule set, from an LRU cache."""
    return pack_rules(rules)


def tricks_of(view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
    """The leader and the cards of each trick, with the trick on the table last."""
    public = view.public
    played = [(trick.leader, trick.cards) for trick in public.tricks]
    if public.trick and public.leader is not None:
        played.append((public.leader, public.trick))
    return played


def possible_hands(view: View) -> list[int]:
    """For each seat the board of the unseen cards that it may hold; empty for the viewer."""
    packed, players = packed_rules(view.rules), view.public.players
    possible = [packed.pack] * players
    gone = _rule_out(view, packed, possible)
    if view.own is not None and view.seat is not None:
        gone |= board_of(view.own.hand)
        possible[view.seat] = 0
    for board, seat in _shown_holders(view, packed):
        for other in range(players):
            if other != seat:
                possible[other] &= ~board
    return [board & ~gone for board in possible]


def _rule_out(view: View, packed: PackedRules, possible: list[int]) -> int:
    """Remove from `possible` the cards ruled out by each seat's own plays; returns the board of all
    cards played."""
    players = len(possible)
    rules, shown = view.rules, view.public.exposed
    exposed = board_of(exposure.card for exposure in shown if binds(rules, exposure.mode))
    exposed &= ~_forced_lead(view, packed)
    broken = not packed.kept_from_lead
    kept = packed.kept_from_first_trick
    led_before = gone = 0
    for leader, cards in tricks_of(view):
        suit = _SUITS[cards[0]]
        if suit == HEARTS_BOARD and not broken:
            possible[leader] &= HEARTS_BOARD
        seat: int = leader
        for card in cards:
            board = BOARDS[card]
            gone |= board
            if not board & suit:
                possible[seat] &= ~suit
                if board & kept:
                    possible[seat] &= kept
                broken = broken or board & HEARTS_BOARD != 0
            elif board & exposed and not board & led_before:
                possible[seat] &= ~suit
            broken = broken or board & packed.breaks_hearts != 0
            seat = seat + 1 if seat + 1 < players else 0
        led_before |= suit
        kept = 0
    return gone


def _forced_lead(view: View, packed: PackedRules) -> int:
    """The board of the card that had to be led to the first trick, exposed or not; 0 if there is
    none."""
    forced = packed.must_lead and first_lead_by_card(view.rules, view.public.number)
    return packed.lead_card if forced else 0


def _shown_holders(view: View, packed: PackedRules) -> Iterator[tuple[int, Seat]]:
    """Cards (as boards) whose holder the viewer knows: exposed, passed by the viewer, or required
    to be led to the first trick; all cards once the deal has ended."""
    public, own = view.public, view.own
    for exposure in public.exposed:
        yield BOARDS[exposure.card], exposure.seat
    if own is not None and own.received is not None and view.seat is not None:
        receiver = next_seat(view.seat, public.players, public.passing)
        yield board_of(own.passed or ()), receiver
    begun = public.phase is not Phase.PASSING and public.phase is not Phase.EXPOSING
    leader = public.tricks[0].leader if public.tricks else public.leader
    if begun and leader is not None and first_lead_by_card(view.rules, public.number):
        yield packed.lead_card, leader
    if public.dealt is not None:
        for seat in seats(public.players):
            yield _after_passing(view, seat), seat


def _after_passing(view: View, seat: Seat) -> int:
    """The board of a seat's hand after passing, in a deal that has ended."""
    public = view.public
    assert public.dealt is not None
    hand = board_of(public.dealt[seat])
    if public.passed is not None:
        giver = next_seat(seat, public.players, -public.passing)
        hand ^= board_of(public.passed[seat]) ^ board_of(public.passed[giver])
    return hand
