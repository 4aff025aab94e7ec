"""Kernels: random deals, and random playouts to the end of a deal.

Masks cut numbers that cannot be negative to a few bits, so that Numba does not check for negative
indices. `state` is int64 [SIZE] throughout, `rng` uint64 [1].
"""

import numpy as np

from gongzhu.packed.beginning import begin
from gongzhu.packed.boards import HEARTS_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, select, splitmix64
from gongzhu.packed.layout import (
    BROKEN,
    HANDS,
    LEADER,
    MUST_LEAD,
    NOBODY,
    PLAYED,
    SUITS_LED,
    TRICKS,
    Ints,
    RngState,
    State,
)
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import (
    allowed,
    bound_cards,
    legal_cards,
    legal_follows,
    legal_leads,
    next_seat,
    play_card,
    suit_of,
    take_trick,
)
from gongzhu.rules.options import MOST_PLAYERS


def new_deck(packed: PackedRules) -> Ints:
    """The pack for `deal_randomly`: int64 [cards], boards of one card each. Dealing reorders it."""
    cards = [1 << code for code in range(64) if packed.pack >> code & 1]
    return np.array(cards, np.int64)


@kernel
def play_randomly(rules: PackedRules, state: State, rng: RngState) -> None:
    """Play to the end of the deal, every legal card equally likely."""
    rng_state = rng[0]
    while state[PLAYED]:
        rng_state = advance(rng_state)
        cards = legal_cards(rules, state)
        place, _ = bounded(splitmix64(rng_state), count(cards))
        play_card(rules, state, code_of(nth(cards, place)))
    leader = state[LEADER]
    broken = state[BROKEN]
    led = state[SUITS_LED]
    tricks = state[TRICKS]
    bound = bound_cards(rules, state)
    while tricks < rules.hand_size and (bound or not tricks):
        kept = 0 if broken else rules.kept_from_lead
        cards = state[HANDS + leader] & state[MUST_LEAD]
        state[MUST_LEAD] = 0
        if not cards:
            cards = legal_leads(state[HANDS + leader], bound, kept)
        kept = 0 if tricks else rules.kept_from_first_trick
        rng_state = advance(rng_state)
        leader, trick, suit = _play_trick(
            rules, state, leader, cards, bound, kept, splitmix64(rng_state)
        )
        tricks += 1
        led |= suit
        bound &= ~suit
        broken |= trick & ((HEARTS_BOARD & ~suit) | rules.breaks_hearts)
        take_trick(rules, state, leader, trick)
    for _ in range(rules.hand_size - tricks):
        cards = allowed(state[HANDS + leader], 0 if broken else rules.kept_from_lead)
        rng_state = advance(rng_state)
        leader, trick, suit = _play_trick(rules, state, leader, cards, 0, 0, splitmix64(rng_state))
        led |= suit
        broken |= trick & ((HEARTS_BOARD & ~suit) | rules.breaks_hearts)
        take_trick(rules, state, leader, trick)
    state[LEADER] = leader
    state[BROKEN] = broken != 0
    state[SUITS_LED] = led
    state[TRICKS] = rules.hand_size
    rng[0] = rng_state


@kernel
def _play_trick(
    rules: PackedRules,
    state: State,
    leader: int,
    legal_leads: int,
    bound: int,
    kept: int,
    number: int,
) -> tuple[int, int, int]:
    """Play a whole trick with one random number, led with a card of the board `leads`.

    `bound` and `kept`: as in `legal_follows`. Returns the seat that wins it, the board of its
    cards, and that of the suit led.
    """
    leader &= 7
    place, number = bounded(number, count(legal_leads))
    card = nth(legal_leads, place)
    state[HANDS + leader] ^= card
    suit = suit_of(code_of(card))
    trick = card
    best = card
    winner = leader
    seat = leader
    for _ in range(rules.players - 1):
        seat = next_seat(rules, seat)
        hand = state[HANDS + seat]
        cards = legal_follows(hand, suit, bound, kept)
        place, number = bounded(number, count(cards))
        card = nth(cards, place)
        state[HANDS + seat] = hand ^ card
        trick |= card
        wins = card & suit > best
        best = select(wins, card, best)
        winner = select(wins, seat, winner)
    return winner, trick, suit


@kernel
def deal_randomly(rules: PackedRules, state: State, deck: Ints, rng: RngState) -> None:
    """Deal every seat a hand from `deck`, of `new_deck`, all deals equally likely."""
    rng_state = rng[0]
    number = splitmix64(rng_state)
    left = rules.players * rules.hand_size
    rest = rules.pack
    for seat in range(1, rules.players):
        hand = 0
        for _ in range(rules.hand_size):
            if left & 3 == 0:  # one number is good for four cards
                rng_state = advance(rng_state)
                number = splitmix64(rng_state)
            place, number = bounded(number, left)
            left -= 1
            place &= 63
            last = left & 63
            card = deck[place]
            deck[place] = deck[last]
            deck[last] = card
            hand |= card
        state[HANDS + seat] = hand
        rest ^= hand
    state[HANDS] = rest
    rng[0] = rng_state


@kernel
def run_random_deals(
    rules: PackedRules, state: State, deck: Ints, rng: RngState, deals: int, sums: Ints
) -> None:
    """Deal and play so many deals at random, without passing and exposing, and add the points of
    each pile to `sums`, int64 [piles or more]."""
    points = np.zeros(MOST_PLAYERS, np.int64)
    for _ in range(deals):
        deal_randomly(rules, state, deck, rng)
        begin(rules, state, NOBODY)
        play_randomly(rules, state, rng)
        score(rules, state, points)
        for pile in range(rules.piles):
            sums[pile] += points[pile]
