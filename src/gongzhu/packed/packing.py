"""Packs deals of `gongzhu.rules` into the integer arrays that kernels work on."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from gongzhu.cards import ACE_OF_HEARTS, PIG, SHEEP, Card, Seat, next_seat
from gongzhu.packed.boards import SUIT_BITS, board_of, code_of_card
from gongzhu.packed.layout import (
    ACE_OF_HEARTS_KEY,
    BROKEN,
    DOUBLER_KEY,
    DOWN,
    EXPOSED,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    MOON_CHOICE,
    MUST_LEAD,
    NOBODY,
    OPEN,
    PIG_KEY,
    PILES,
    PLAYED,
    QUEEN_CAPTOR,
    SHEEP_KEY,
    SUITS_LED,
    TABLE,
    TRICKS,
    TRICKS_AFTER_QUEEN,
    UP,
    VOIDS,
    State,
    new_state,
)
from gongzhu.packed.rules import LEAD_IT, OTHERS, SELF, PackedRules
from gongzhu.rules import Deal, Mode, Public, RuleSet, Trick
from gongzhu.rules.facts import first_lead_by_card

MODE_CODES: dict[Mode, int] = {"open": OPEN, "down": DOWN, "up": UP}


def pack_deal(packed: PackedRules, deal: Deal) -> State:
    """The packed state of a deal in which play has begun, including all hidden cards. `packed` is
    `pack_rules(deal.rules)`."""
    modes = {shown.card: shown.mode for own in deal.own for shown in own.exposures or ()}
    hands = [_board_of_hand(own.hand) for own in deal.own]
    return pack_position(packed, deal.rules, deal.public, hands, modes)


_board_of_hand = lru_cache(64)(board_of)
"""The bitboard of a hand, cached, as a play changes only one of four hands."""


def pack_position(
    packed: PackedRules,
    rules: RuleSet,
    public: Public,
    hands: Sequence[int],
    exposed: Mapping[Card, Mode],
) -> State:
    """The packed state of a deal in play, from its public facts and the hands.

    `packed` is `pack_rules(rules)`, `hands` are bitboards by seat, `exposed` has all exposed cards,
    including those face down.
    """
    assert public.leader is not None, "play has begun"
    piles, captor, after, voids = _taken(packed.players, packed.queen_of_diamonds, public.tricks)
    modes = 0
    for card, mode in exposed.items():
        modes |= MODE_CODES[mode] << MODE_BITS * key_place(card)
    state = new_state()
    for seat, hand in enumerate(hands):
        state[HANDS + seat] = hand
    for seat, pile in enumerate(piles):
        state[PILES + seat] = pile
    state[LEADER] = public.leader
    state[PLAYED] = len(public.trick)
    state[TABLE] = sum([code_of_card(card) << 8 * index for index, card in enumerate(public.trick)])
    state[TRICKS] = len(public.tricks)
    state[SUITS_LED] = sum([SUIT_BITS << 16 * suit.order for suit in public.suits_led])
    state[BROKEN] = public.hearts_broken
    if not (public.trick or public.tricks) and first_lead_by_card(rules, public.number):
        state[MUST_LEAD] = packed.lead_card if packed.first_lead == LEAD_IT else 0
    state[EXPOSED] = board_of(exposed)
    state[MODES] = modes
    state[QUEEN_CAPTOR] = captor
    state[TRICKS_AFTER_QUEEN] = after
    state[MOON_CHOICE] = SELF if public.moon_choice == "self" else OTHERS
    state[VOIDS] = voids | _shown_voids(packed.players, public.leader, public.trick)
    return state


@lru_cache(64)
def _taken(
    players: int, queen: int, tricks: tuple[Trick, ...]
) -> tuple[tuple[int, ...], int, int, int]:
    """The parts of a packed state that follow from finished tricks: the piles (bitboards by seat),
    the captor of `queen` (Q♦ as a bitboard, or 0), TRICKS_AFTER_QUEEN and VOIDS.

    The results are cached trick by trick, since the same deal is packed before each of its plays.
    """
    if not tricks:
        return (0,) * players, NOBODY, 0, 0
    piles, captor, after, voids = _taken(players, queen, tricks[:-1])
    trick = tricks[-1]
    winner, cards = trick.winner, board_of(trick.cards)
    piles = (*piles[:winner], piles[winner] | cards, *piles[winner + 1 :])
    voids |= _shown_voids(players, trick.leader, trick.cards)
    if captor != NOBODY:
        after += 1 << 8 * winner
    elif cards & queen:
        captor = winner
    return piles, captor, after, voids


def key_place(card: Card) -> int:
    """The index in a MODES word, 0 to 3, of a key card."""
    return _KEY_PLACES.get(card, DOUBLER_KEY)


_KEY_PLACES = {SHEEP: SHEEP_KEY, ACE_OF_HEARTS: ACE_OF_HEARTS_KEY, PIG: PIG_KEY}


def _shown_voids(players: int, leader: Seat, cards: Sequence[Card]) -> int:
    """The suits in which seats do not follow in a trick, encoded like the word VOIDS; the trick may
    be incomplete."""
    voids = 0
    for index, card in enumerate(cards):
        if card.suit is not cards[0].suit:
            seat = next_seat(leader, players, index)
            voids |= 1 << 4 * seat + cards[0].suit.order
    return voids
