"""Kernels for a summary of the public state of play, which is updated card by card because
recomputing it from the packed state takes longer."""

from typing import NamedTuple

from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD, SHEEP_BOARD
from gongzhu.packed.jit import code_of, kernel, select
from gongzhu.packed.layout import (
    BROKEN,
    HANDS,
    LEADER,
    MUST_LEAD,
    PILES,
    PLAYED,
    SUITS_LED,
    TABLE,
    TRICKS,
    VOIDS,
    State,
)
from gongzhu.packed.rules import PLAIN, POOLED, PackedRules
from gongzhu.packed.scoring import side_of
from gongzhu.packed.tricks import (
    bound_cards,
    legal_follows,
    legal_leads,
    next_seat,
    suit_of,
    take_trick,
)

PILE_HAS_NOTHING, PILE_HAS_DOUBLER, PILE_HAS_PIG, PILE_HAS_SHEEP = range(4)
"""The most important key card that a pile has captured, in the order doubler, Q♠, J♦;
PILE_HAS_NOTHING if it has none of them."""


class TrickState(NamedTuple):
    """The trick on the table with a summary of the piles, as integers for kernels; made by
    `trick_state_of`. Cards are bitboards."""

    seat: int
    """The seat whose turn it is."""
    waiting: int
    """The seats that still have to play to the trick: bit 4 * seat is set."""
    suit: int
    """All cards of the suit led; 0 before the lead."""
    table: int
    """The cards of the trick."""
    best: int
    """The card that wins the trick so far; 0 before the lead."""
    winner: int
    """The seat that played the best card; before the lead, the seat that leads."""
    left: int
    """The cards that are still in the hands, all hands together."""
    pile_contents: int
    """The most important key card in each seat's pile: a PILE_HAS_… value, 4 bits each from seat
    0."""
    slam_takers: int
    """The piles that have captured cards needed for a sweep: bit n is set for pile n."""


@kernel
def trick_state_of(rules: PackedRules, state: State) -> TrickState:
    """The trick state of a packed state (int64 [SIZE]) in which play has begun."""
    left = 0
    contents = 0
    takers = 0
    wanted = sweep_cards(rules)
    for seat in range(rules.players):
        pile = state[PILES + seat]
        left |= state[HANDS + seat]
        contents |= _contents(rules, pile) << 4 * seat
        owner = select(rules.partners == POOLED, side_of(rules, seat), seat)
        takers |= select(pile & wanted != 0, 1 << owner, 0)
    leader = state[LEADER]
    trick = TrickState(leader, _every_seat(rules), 0, 0, 0, leader, left, contents, takers)
    codes = state[TABLE]
    for _ in range(state[PLAYED]):
        trick = after_card(rules, trick, 1 << (codes & 63))
        codes >>= 8
    return trick


@kernel
def after_card(rules: PackedRules, trick: TrickState, card: int) -> TrickState:
    """The trick state after the seat to play has played a card, given as a bitboard."""
    seat = trick.seat
    suit = trick.suit or suit_of(code_of(card))
    wins = card & suit > trick.best
    return TrickState(
        next_seat(rules, seat),
        trick.waiting & ~(1 << 4 * seat),
        suit,
        trick.table | card,
        select(wins, card, trick.best),
        select(wins, seat, trick.winner),
        trick.left & ~card,
        trick.pile_contents,
        trick.slam_takers,
    )


@kernel
def after_trick(rules: PackedRules, state: State, trick: TrickState) -> TrickState:
    """The trick state before the next lead, given that of a complete trick whose cards are already
    in the winner's pile in `state`."""
    winner = trick.winner & 7
    contents = trick.pile_contents & ~(15 << 4 * winner)
    contents |= _contents(rules, state[PILES + winner]) << 4 * winner
    owner = select(rules.partners == POOLED, side_of(rules, winner), winner)
    takes = select(trick.table & sweep_cards(rules) != 0, 1 << owner, 0)
    takers = trick.slam_takers | takes
    return TrickState(winner, _every_seat(rules), 0, 0, 0, winner, trick.left, contents, takers)


@kernel
def legal_in_trick(rules: PackedRules, state: State, trick: TrickState) -> int:
    """The bitboard of the legal cards of the seat to play. If a certain card must be led, that
    requirement is cleared in `state`."""
    hand = state[HANDS + (trick.seat & 7)]
    bound = bound_cards(rules, state)
    if trick.table:
        kept = 0 if state[TRICKS] else rules.kept_from_first_trick
        return legal_follows(hand, trick.suit, bound, kept)
    if state[MUST_LEAD]:
        cards = hand & state[MUST_LEAD]
        state[MUST_LEAD] = 0
        return cards
    return legal_leads(hand, bound, 0 if state[BROKEN] else rules.kept_from_lead)


@kernel
def play_in_trick(rules: PackedRules, state: State, trick: TrickState, card: int) -> TrickState:
    """The trick state after the seat to play has played a card, given as a bitboard; after a
    complete trick, that before the next lead. Updates hands, piles and public knowledge in `state`,
    but not its table and leader."""
    seat = trick.seat & 7
    state[HANDS + seat] ^= card
    trick = after_card(rules, trick, card)
    suit = trick.suit
    void = 1 << 4 * seat + (code_of(suit) >> 4)
    state[VOIDS] |= select(card & suit != 0, 0, void)
    breaks = card & ((HEARTS_BOARD & ~suit) | rules.breaks_hearts) != 0
    state[BROKEN] = select(breaks, 1, state[BROKEN])
    if not trick.waiting:
        take_trick(rules, state, trick.winner & 7, trick.table)
        state[SUITS_LED] |= suit
        state[TRICKS] += 1
        trick = after_trick(rules, state, trick)
    return trick


@kernel
def sweep_cards(rules: PackedRules) -> int:
    """The bitboard of the cards of a sweep: all hearts if they are good for a captor of all of
    them, otherwise those of a slam; 0 if the rules reward neither."""
    favour = rules.all_hearts * (1 - 2 * rules.aim_low)
    slam = select(rules.all_point_cards == PLAIN, 0, rules.slam)
    return select(favour > 0, rules.hearts, slam)


@kernel
def _every_seat(rules: PackedRules) -> int:
    """A number in which bit 4 * seat is set for every seat: the value of `TrickState.waiting`
    before the lead."""
    return 0x11111111 & (1 << 4 * rules.players) - 1


@kernel
def _contents(rules: PackedRules, pile: int) -> int:
    """The most important key card in a pile, given as a bitboard: a PILE_HAS_… value."""
    found = select(pile & rules.points & SHEEP_BOARD != 0, PILE_HAS_SHEEP, PILE_HAS_NOTHING)
    found = select(pile & rules.points & PIG_BOARD != 0, PILE_HAS_PIG, found)
    return select(pile & rules.doubler != 0, PILE_HAS_DOUBLER, found)
