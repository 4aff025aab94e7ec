"""Kernels that compute the indices in the learned tables for a card with given features.

The model is log-linear with conjunctive features: a card's unnormalised probability is the product
of six factors, one from each table of its role (lead, follow suit, discard). Every table has a
factor for each combination of a few features. So the tables stay small, and the factors learned in
one position apply to similar ones.
"""

from gongzhu.bots.policy.features import PLACES, SLAMS, Features
from gongzhu.cards import DOUBLER, HEARTS, PACK, PIG, SHEEP
from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD, SPADES_BOARD, SUIT_BITS, board_of
from gongzhu.packed.jit import code_of, count, kernel, select

FeatureIndices = tuple[int, int, int, int, int, int]
"""Indices of the factors in `Policy.playing`, one from each of the TABLES tables of a role (lead,
follow, discard), each below PLAY_SIZE."""
TABLES = 6
"""Number of tables of a role."""

_KEYS = {key.suit: key for key in (DOUBLER, SHEEP, PIG)}
MIDDLE = board_of([*_KEYS.values(), *(card for card in HEARTS if 5 <= card.order <= 10)])
"""Bitboard: the key card of clubs, diamonds and spades, and the hearts from 5 to 10."""
TOP = board_of(card for card in PACK if card.suit in _KEYS and card.order > _KEYS[card.suit].order)
TOP |= board_of(card for card in HEARTS if card.order > 10)
"""Bitboard: in each suit, the cards above those in MIDDLE."""

CODES = 64
"""Number of codes of cards (bit indices in a bitboard)."""
SUITS = 4
"""Number of suits."""
RANKS = 3
"""Number of classes of ranks: below the suit's key card, that card, and above it; for hearts: 2 to
4, 5 to 10, and J to A."""
FEW = 4
"""Number of classes for a count of cards: 0, 1, 2, and 3 or more."""
AFTER = 5
"""Number of values of `Features.after`."""
VALUES = 6
"""Number of values of `Features.value`."""
SIGNS = 3
"""Number of signs of the trick's points: below 0, 0, above 0."""
STAKES = 4
"""Number of classes of the trick's points, coarser than those of `Features.value`."""
OWNERS = 3
"""Number of values of `Features.owner`."""
PHASES = 3
"""Number of values of `Features.phase`."""
PILES_HOLD = 4
"""Number of values of `Features.pile`."""
ORDERS = 6
"""Number of classes for the position of a card among the legal cards. Classes 0, 1 and 2 are for
cards below the best card of the trick: the highest of them, the lowest, and those between. Classes
3, 4 and 5 are for cards above it: the lowest of them, the highest, and those between."""
UNSEEN = 5
"""Number of classes for a count of unseen cards of a suit: 0, up to 2, up to 4, up to 6, and 7 or
more."""

_CLASS = SUITS * PLACES * RANKS
"""Number of combinations of suit, location of its key card, and class of rank."""

_SIZES = (
    _CLASS * FEW * FEW,
    SUITS * PLACES * FEW * UNSEEN * 3 * PHASES,
    SLAMS * SUITS * RANKS * FEW,
    SUITS * PLACES * 3 * 2 * FEW * 2,
    CODES * PLACES * PHASES * PILES_HOLD,
    PLACES * FEW * SUITS * RANKS * FEW,
    _CLASS * 2 * AFTER * VALUES,
    2 * FEW * FEW * FEW * AFTER * SIGNS * OWNERS,
    ORDERS * FEW * VALUES * AFTER * OWNERS * PHASES,
    SLAMS * 2 * AFTER * STAKES * 2 * 3,
    CODES * PLACES * 2 * OWNERS * PILES_HOLD,
    SUITS * PLACES * UNSEEN * FEW * 2 * AFTER,
    CODES * PLACES * OWNERS * 2,
    _CLASS * FEW * FEW * FEW,
    SLAMS * SUITS * RANKS * OWNERS * SIGNS,
    PILES_HOLD * SUITS * RANKS * OWNERS * VALUES,
    SUITS * PLACES * FEW * UNSEEN * PHASES,
    PLACES * FEW * SUITS * RANKS * FEW,
)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
LEAD = _STARTS[:6]
"""Indices at which the tables for leading begin."""
FOLLOW = _STARTS[6:12]
"""Indices at which the tables for following suit begin."""
DISCARD = _STARTS[12:]
"""Indices at which the tables for discarding begin."""
PLAY_SIZE = sum(_SIZES)
"""The number of factors in all tables of play."""


@kernel
def rank_of(card: int) -> int:
    """The class of the rank, 0 to RANKS - 1, of a card given as a bitboard."""
    return select(card & MIDDLE != 0, 1, select(card & TOP != 0, 2, 0))


TO_LEAD, TO_FOLLOW, TO_DISCARD = range(3)
"""The role of the card that is played to a trick: it leads, follows suit, or is discarded."""


@kernel
def role_of(features: Features) -> int:
    """The role of the card that the seat will play: TO_LEAD, TO_FOLLOW or TO_DISCARD. It is the
    same for all of its legal cards."""
    if features.suit == 0:
        return TO_LEAD
    return TO_FOLLOW if features.legal & features.suit else TO_DISCARD


@kernel
def feature_indices(features: Features, role: int, code: int) -> FeatureIndices:
    """The indices of the factors for a legal card, given by its card code; `role` must be
    `role_of(features)`."""
    card = 1 << code
    suit = code_of(features.suit) >> 4 if role == TO_FOLLOW else code >> 4
    cards = SUIT_BITS << 16 * suit
    rank = rank_of(card)
    key = features.keys >> 4 * suit & 15
    above = features.unseen & cards & -(card << 1)
    below = features.unseen & cards & (card - 1)
    higher = min(count(above), 3)
    lower = count(below)
    lower = (lower > 0) + (lower > 1) + (lower > 3)
    held = features.hand & cards
    own = min(count(held), 4) - 1
    some = count(features.unseen & cards)
    some = (some > 0) + (some > 2) + (some > 4) + (some > 6)
    place = suit * PLACES + key
    group = suit * RANKS + rank
    of_class = place * RANKS + rank
    near = higher * FEW + lower
    by_code = code * PLACES + key
    pig = features.keys >> 12
    spades = min(count(features.hand & SPADES_BOARD & ~PIG_BOARD), 3)
    by_pig = ((pig * FEW + spades) * SUITS * RANKS + group) * FEW + own
    if role == TO_LEAD:
        order = select(held & (card - 1) == 0, 0, select(held & -(card << 1) == 0, 2, 1))
        void = min(count(features.rival_voids >> suit & 0x11111111), 2)
        partner = features.partner_voids >> suit & 1
        return (
            LEAD[0] + of_class * 16 + near,
            LEAD[1] + (((place * FEW + own) * UNSEEN + some) * 3 + order) * PHASES + features.phase,
            LEAD[2] + (features.slam * SUITS * RANKS + group) * FEW + higher,
            LEAD[3] + (((place * 3 + void) * 2 + partner) * FEW + higher) * 2 + (lower > 0),
            LEAD[4] + (by_code * PHASES + features.phase) * PILES_HOLD + features.own_pile,
            LEAD[5] + by_pig,
        )
    sign = (features.value > 3) + (features.value > 4)
    if role == TO_FOLLOW:
        beats = select(card > features.best, 1, 0)
        if beats:
            rest = features.legal & -(features.best << 1)
            order = select(rest & (card - 1) == 0, 3, select(rest & -(card << 1) == 0, 4, 5))
        else:
            rest = features.legal & (features.best - 1)
            order = select(rest & -(card << 1) == 0, 0, select(rest & (card - 1) == 0, 1, 2))
        hearts = select(cards == HEARTS_BOARD, 1, 0)
        stake = select(features.value < 4, features.value >> 1, features.value - 2)
        pile = select(beats == 1, features.own_pile, features.pile)
        wins = features.after * VALUES + features.value
        return (
            FOLLOW[0] + (of_class * 2 + beats) * AFTER * VALUES + wins,
            FOLLOW[1]
            + ((((beats * 16 + near) * FEW + own) * AFTER + features.after) * SIGNS + sign) * OWNERS
            + features.owner,
            FOLLOW[2]
            + (((order * FEW + own) * AFTER * VALUES + wins) * OWNERS + features.owner) * PHASES
            + features.phase,
            FOLLOW[3]
            + (((features.slam * 2 + beats) * AFTER + features.after) * STAKES + stake) * 6
            + hearts * 3
            + min(higher, 2),
            FOLLOW[4] + ((by_code * 2 + beats) * OWNERS + features.owner) * PILES_HOLD + pile,
            FOLLOW[5]
            + (((place * UNSEEN + some) * FEW + own) * 2 + beats) * AFTER
            + features.after,
        )
    return (
        DISCARD[0] + (by_code * OWNERS + features.owner) * 2 + (features.after > 0),
        DISCARD[1] + (of_class * 16 + near) * FEW + own,
        DISCARD[2]
        + ((features.slam * SUITS * RANKS + group) * OWNERS + features.owner) * SIGNS
        + sign,
        DISCARD[3]
        + ((features.pile * SUITS * RANKS + group) * OWNERS + features.owner) * VALUES
        + features.value,
        DISCARD[4] + ((place * FEW + own) * UNSEEN + some) * PHASES + features.phase,
        DISCARD[5] + by_pig,
    )
