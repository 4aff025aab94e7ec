"""Kernels that compute the legal cards, and play a card. `state` is int64 [SIZE] throughout."""

from gongzhu.packed.beginning import key_of
from gongzhu.packed.boards import HEARTS_BOARD, SUIT_BITS
from gongzhu.packed.jit import code_of, kernel, select
from gongzhu.packed.layout import (
    BROKEN,
    DOWN,
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    MUST_LEAD,
    PILES,
    PLAYED,
    QUEEN_CAPTOR,
    SUITS_LED,
    TABLE,
    TRICKS,
    TRICKS_AFTER_QUEEN,
    VOIDS,
    State,
)
from gongzhu.packed.rules import PackedRules


@kernel
def next_seat(rules: PackedRules, seat: int) -> int:
    """The seat that plays after `seat`."""
    following = seat + 1
    return select(following < rules.players, following, 0)


@kernel
def seat_to_play(rules: PackedRules, state: State) -> int:
    """The seat whose turn it is to play a card."""
    seat = state[LEADER] + state[PLAYED]
    return seat - rules.players if seat >= rules.players else seat


@kernel
def cards_in_hands(rules: PackedRules, state: State) -> int:
    """The bitboard of the cards that the seats still hold, all hands together."""
    cards = 0
    for seat in range(rules.players):
        cards |= state[HANDS + seat]
    return cards


@kernel
def suit_of(code: int) -> int:
    """The bitboard of all cards of one suit, given the code of a card of that suit."""
    return SUIT_BITS << (code & 48)


@kernel
def allowed(cards: int, barred: int) -> int:
    """The cards without those in `barred`, or all of them if that leaves none. All are
    bitboards."""
    free = cards & ~barred
    return free or cards


@kernel
def bound_cards(rules: PackedRules, state: State) -> int:
    """The bitboard of the exposed cards whose suit has not been led to a finished trick; with
    `face_down_free`, without those face down. A seat may not lead such a card, or play it to its
    suit, while it holds another card of the suit."""
    bound = state[EXPOSED] & ~state[SUITS_LED]
    if rules.face_down_free:
        exposed = bound
        while exposed:
            card = exposed & -exposed
            exposed ^= card
            if state[MODES] >> MODE_BITS * key_of(card) & 3 == DOWN:
                bound ^= card
    return bound


@kernel
def legal_leads(hand: int, bound: int, kept: int) -> int:
    """The bitboard of the cards that may be led from a hand.

    `bound`: exposed cards, which may only be led if the hand has no other card of their suit;
    `kept`: cards that may only be led if the hand has no other cards. All are bitboards.
    """
    tied = hand & bound
    free = hand & ~bound
    while tied:
        key = tied & -tied
        tied ^= key
        if free & suit_of(code_of(key)):
            hand ^= key
    return allowed(hand, kept)


@kernel
def legal_follows(hand: int, suit: int, bound: int, kept: int) -> int:
    """The bitboard of the cards that may be played from a hand to a trick in which `suit` (the
    bitboard of all its cards) was led.

    `bound`: exposed cards, which may only be played if the hand has no other card of the suit;
    `kept`: cards that may only be discarded if the hand has no other cards. All are bitboards.
    """
    following = hand & suit
    able = following != 0
    return allowed(select(able, following, hand), select(able, bound, kept))


@kernel
def legal_cards(rules: PackedRules, state: State) -> int:
    """The bitboard of the legal cards of the seat whose turn it is."""
    hand = state[HANDS + seat_to_play(rules, state)]
    bound = bound_cards(rules, state)
    if state[PLAYED]:
        kept = 0 if state[TRICKS] else rules.kept_from_first_trick
        return legal_follows(hand, suit_of(state[TABLE] & 63), bound, kept)
    if state[MUST_LEAD]:
        return hand & state[MUST_LEAD]
    return legal_leads(hand, bound, 0 if state[BROKEN] else rules.kept_from_lead)


@kernel
def play_card(rules: PackedRules, state: State, code: int) -> None:
    """Play a legal card, given by its card code, for the seat to play. A complete trick goes to its
    winner, who leads next."""
    card = 1 << code
    seat = seat_to_play(rules, state)
    state[HANDS + seat] ^= card
    state[TABLE] |= code << 8 * state[PLAYED]
    state[PLAYED] += 1
    state[MUST_LEAD] = 0
    suit = suit_of(state[TABLE] & 63)
    if not card & suit:
        state[VOIDS] |= 1 << 4 * seat + (state[TABLE] >> 4 & 3)
    if card & ((HEARTS_BOARD & ~suit) | rules.breaks_hearts):
        state[BROKEN] = 1
    if state[PLAYED] == rules.players:
        _finish_trick(rules, state, suit)


@kernel
def _finish_trick(rules: PackedRules, state: State, suit: int) -> None:
    """Give the complete trick to its winner, who leads the next one; `suit` is the bitboard of the
    suit led."""
    cards = 0
    best = 0
    winner = 0
    seat = state[LEADER]
    table = state[TABLE]
    for _ in range(rules.players):
        card = 1 << (table & 63)
        table >>= 8
        cards |= card
        if card & suit and card > best:
            best = card
            winner = seat
        seat = next_seat(rules, seat)
    take_trick(rules, state, winner, cards)
    state[SUITS_LED] |= suit
    state[LEADER] = winner
    state[PLAYED] = 0
    state[TABLE] = 0
    state[TRICKS] += 1


@kernel
def take_trick(rules: PackedRules, state: State, winner: int, cards: int) -> None:
    """Add the cards of a trick to the winner's pile. If Q♦ counts, also update QUEEN_CAPTOR and
    TRICKS_AFTER_QUEEN."""
    state[PILES + winner] |= cards
    if rules.queen_of_diamonds:
        if state[QUEEN_CAPTOR] >= 0:
            state[TRICKS_AFTER_QUEEN] += 1 << 8 * winner
        elif cards & rules.queen_of_diamonds:
            state[QUEEN_CAPTOR] = winner
