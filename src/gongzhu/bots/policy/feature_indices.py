"""Kernels: the kinds that a card is of in a situation, each a place in the learned tables.

A card's weight is the product of six numbers, one from each of the tables of its role: to lead,
to follow suit, to discard. Every table looks at a few things together: that way the tables stay
small, and what is learned in one situation serves in those that are like it.
"""

from gongzhu.bots.policy.features import PLACES, SLAMS, Features
from gongzhu.cards import HEARTS, KEY_CARDS, PACK, Suit
from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD, SPADES_BOARD, SUIT_BITS, board_of
from gongzhu.packed.jit import code_of, count, kernel, select

FeatureIndices = tuple[int, int, int, int, int, int]
TABLES = 6

_KEYS = {key.suit: key for key in KEY_CARDS if key.suit is not Suit.HEARTS}
MIDDLE = board_of([*_KEYS.values(), *(card for card in HEARTS if 5 <= card.order <= 10)])
"""The key card of each suit but the hearts; of these, 5 to 10."""
TOP = board_of(card for card in PACK if card.suit in _KEYS and card.order > _KEYS[card.suit].order)
TOP |= board_of(card for card in HEARTS if card.order > 10)
"""What is higher than these."""

CODES = 64
SUITS = 4
RANKS = 3
"""Lower than the key card of the suit, that card, or higher; hearts: 2 to 4, 5 to 10, J to A."""
FEW = 4
"""Cards counted as none, one, two or more, or so."""
AFTER = 5
WORTHS = 6
SIGNS = 3
STAKES = 4
OWNERS = 3
PHASES = 3
PILES_HOLD = 4
ORDERS = 6
"""Below the best card: highest, lowest, between; above it: lowest, highest, between."""
UNSEEN = 5

_CLASS = SUITS * PLACES * RANKS

_SIZES = (
    _CLASS * FEW * FEW,
    SUITS * PLACES * FEW * UNSEEN * 3 * PHASES,
    SLAMS * SUITS * RANKS * FEW,
    SUITS * PLACES * 3 * 2 * FEW * 2,
    CODES * PLACES * PHASES * PILES_HOLD,
    PLACES * FEW * SUITS * RANKS * FEW,
    _CLASS * 2 * AFTER * WORTHS,
    2 * FEW * FEW * FEW * AFTER * SIGNS * OWNERS,
    ORDERS * FEW * WORTHS * AFTER * OWNERS * PHASES,
    SLAMS * 2 * AFTER * STAKES * 2 * 3,
    CODES * PLACES * 2 * OWNERS * PILES_HOLD,
    SUITS * PLACES * UNSEEN * FEW * 2 * AFTER,
    CODES * PLACES * OWNERS * 2,
    _CLASS * FEW * FEW * FEW,
    SLAMS * SUITS * RANKS * OWNERS * SIGNS,
    PILES_HOLD * SUITS * RANKS * OWNERS * WORTHS,
    SUITS * PLACES * FEW * UNSEEN * PHASES,
    PLACES * FEW * SUITS * RANKS * FEW,
)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
LEAD = _STARTS[:6]
FOLLOW = _STARTS[6:12]
DISCARD = _STARTS[12:]
PLAY_SIZE = sum(_SIZES)
"""How many numbers all tables of play have together."""


@kernel
def rank_of(card: int) -> int:
    """0 for a card below the key card of its suit, 1 for that card, 2 for one above it; hearts:
    2 to 4, 5 to 10, J to A."""
    return select(card & MIDDLE != 0, 1, select(card & TOP != 0, 2, 0))


TO_LEAD, TO_FOLLOW, TO_DISCARD = range(3)
"""The roles of cards."""


@kernel
def role_of(now: Features) -> int:
    """The role of the cards that may be played."""
    if now.suit == 0:
        return TO_LEAD
    return TO_FOLLOW if now.legal & now.suit else TO_DISCARD


@kernel
def feature_indices(now: Features, role: int, code: int) -> FeatureIndices:
    """The places in the tables for a card that may be played, and so has that role."""
    card = 1 << code
    suit = code_of(now.suit) >> 4 if role == TO_FOLLOW else code >> 4
    cards = SUIT_BITS << 16 * suit
    rank = rank_of(card)
    key = now.keys >> 4 * suit & 15
    above = now.unseen & cards & -(card << 1)
    below = now.unseen & cards & (card - 1)
    higher = min(count(above), 3)
    lower = count(below)
    lower = (lower > 0) + (lower > 1) + (lower > 3)
    held = now.hand & cards
    own = min(count(held), 4) - 1
    some = count(now.unseen & cards)
    some = (some > 0) + (some > 2) + (some > 4) + (some > 6)
    place = suit * PLACES + key
    group = suit * RANKS + rank
    of_class = place * RANKS + rank
    near = higher * FEW + lower
    by_code = code * PLACES + key
    pig = now.keys >> 12
    spades = min(count(now.hand & SPADES_BOARD & ~PIG_BOARD), 3)
    by_pig = ((pig * FEW + spades) * SUITS * RANKS + group) * FEW + own
    if role == TO_LEAD:
        order = select(held & (card - 1) == 0, 0, select(held & -(card << 1) == 0, 2, 1))
        void = min(count(now.rivals_void >> suit & 0x11111), 2)
        partner = now.partner_void >> suit & 1
        return (
            LEAD[0] + of_class * 16 + near,
            LEAD[1] + (((place * FEW + own) * UNSEEN + some) * 3 + order) * PHASES + now.phase,
            LEAD[2] + (now.slam * SUITS * RANKS + group) * FEW + higher,
            LEAD[3] + (((place * 3 + void) * 2 + partner) * FEW + higher) * 2 + (lower > 0),
            LEAD[4] + (by_code * PHASES + now.phase) * PILES_HOLD + now.own_pile,
            LEAD[5] + by_pig,
        )
    sign = (now.worth > 3) + (now.worth > 4)
    if role == TO_FOLLOW:
        beats = select(card > now.best, 1, 0)
        if beats:
            rest = now.legal & -(now.best << 1)
            order = select(rest & (card - 1) == 0, 3, select(rest & -(card << 1) == 0, 4, 5))
        else:
            rest = now.legal & (now.best - 1)
            order = select(rest & -(card << 1) == 0, 0, select(rest & (card - 1) == 0, 1, 2))
        hearts = select(cards == HEARTS_BOARD, 1, 0)
        stake = select(now.worth < 4, now.worth >> 1, now.worth - 2)
        pile = select(beats == 1, now.own_pile, now.pile)
        wins = now.after * WORTHS + now.worth
        return (
            FOLLOW[0] + (of_class * 2 + beats) * AFTER * WORTHS + wins,
            FOLLOW[1]
            + ((((beats * 16 + near) * FEW + own) * AFTER + now.after) * SIGNS + sign) * OWNERS
            + now.owner,
            FOLLOW[2]
            + (((order * FEW + own) * AFTER * WORTHS + wins) * OWNERS + now.owner) * PHASES
            + now.phase,
            FOLLOW[3]
            + (((now.slam * 2 + beats) * AFTER + now.after) * STAKES + stake) * 6
            + hearts * 3
            + min(higher, 2),
            FOLLOW[4] + ((by_code * 2 + beats) * OWNERS + now.owner) * PILES_HOLD + pile,
            FOLLOW[5] + (((place * UNSEEN + some) * FEW + own) * 2 + beats) * AFTER + now.after,
        )
    return (
        DISCARD[0] + (by_code * OWNERS + now.owner) * 2 + (now.after > 0),
        DISCARD[1] + (of_class * 16 + near) * FEW + own,
        DISCARD[2] + ((now.slam * SUITS * RANKS + group) * OWNERS + now.owner) * SIGNS + sign,
        DISCARD[3] + ((now.pile * SUITS * RANKS + group) * OWNERS + now.owner) * WORTHS + now.worth,
        DISCARD[4] + ((place * FEW + own) * UNSEEN + some) * PHASES + now.phase,
        DISCARD[5] + by_pig,
    )
