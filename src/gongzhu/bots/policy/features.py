"""Kernels that compute the features of a decision: small integers that summarise a seat's
knowledge.

No feature depends on cards that others hold, except on known ones: exposed cards, and suits in
which a seat is known to be void.
"""

from typing import NamedTuple

from gongzhu.bots.policy.trick_state import PILE_HAS_DOUBLER, TrickState, sweep_cards
from gongzhu.cards import DOUBLER
from gongzhu.packed.beginning import key_card
from gongzhu.packed.boards import (
    ACE_OF_HEARTS_BOARD,
    HEARTS_BOARD,
    PIG_BOARD,
    SHEEP_BOARD,
    SUIT_BITS,
    board_of,
)
from gongzhu.packed.jit import code_of, count, kernel, select
from gongzhu.packed.layout import (
    ACE_OF_HEARTS_KEY,
    BROKEN,
    DOUBLER_KEY,
    DOWN,
    HANDS,
    MODE_BITS,
    MODES,
    NOBODY,
    PIG_KEY,
    PILES,
    SHEEP_KEY,
    TRICKS,
    VOIDS,
    State,
)
from gongzhu.packed.rules import ALONE, POOLED, PackedRules
from gongzhu.packed.scoring import card_points, factor, side_of

TEN_OF_CLUBS_BOARD = board_of([DOUBLER])

GONE, MINE, HIDDEN, WITH_PARTNER, WITH_RIVAL, ON_TABLE = range(6)
"""The location of a suit's key card (10♣, J♦, Q♠): GONE, it is captured or lacks its usual value
under these rules; MINE, in the seat's hand; HIDDEN, unseen; WITH_PARTNER and WITH_RIVAL, exposed by
one of them and not played yet; ON_TABLE, in the present trick."""
PLACES = 6
"""Number of values of the location of a key card."""

OWN_SLAM, RIVALS_SLAM, PARTNERS_SLAM, NO_SLAM, STOPPABLE = 0, 15, 27, 29, 15
"""The prospects of a sweep (`sweep_cards`), as a number below SLAMS. It depends on the piles that
have captured cards needed for the sweep:

* OWN_SLAM: none, or only the seat's own; plus 0 to 4 by the losers in its hand, plus 5 or 10 by
  the number of these cards that it has captured.
* RIVALS_SLAM: that of one rival; plus 1 if the seat holds a heart, or 2 if it holds one that none
  can beat, plus 3, 6 or 9 by the number that the rival has; plus STOPPABLE if another seat than
  that rival is winning the trick.
* PARTNERS_SLAM: the partner's; plus 1 if it has more than three.
* NO_SLAM: two or more piles, or the rules reward no sweep.
"""
SLAMS = RIVALS_SLAM + 12 + STOPPABLE
"""Number of values of `Features.slam`."""

RIVAL, PARTNER, RIVAL_FOR_NOW = range(3)
"""The seat that is winning the trick: a rival; the partner; or a rival whom the partner may still
beat."""

NO_VALUE, NO_RISK = 4, 5
"""Two classes of the value of a trick: it contains no points; it is a first trick, to which no
point cards may be discarded."""

LOW_LANES = 0x7FFF7FFF7FFF7FFF, 0x3FFF3FFF3FFF3FFF, 0x0FFF0FFF0FFF0FFF, 0x00FF00FF00FF00FF
"""Masks applied after shifting a bitboard down by 1, 2, 4 and 8 bits, so that no bit moves into the
16 bits of another suit."""


class Features(NamedTuple):
    """The features of a decision between cards to play, as integers; made by `features_of`. Sets of
    cards are bitboards."""

    seat: int
    """The seat that must play."""
    legal: int
    """The legal cards."""
    hand: int
    """The cards in the seat's hand."""
    unseen: int
    """The cards in the other hands, including exposed ones."""
    suit: int
    """All cards of the suit led; 0 if the seat leads."""
    best: int
    """The card that wins the trick so far; 0 if the seat leads."""
    owner: int
    """The owner of the card that is winning the trick: RIVAL, PARTNER or RIVAL_FOR_NOW."""
    after: int
    """The number of seats that play after this one, at most 2, plus 2 if a rival among them is
    known to be void in the suit."""
    keys: int
    """The location of each suit's key card (GONE, MINE, …), 4 bits for each suit from the clubs.
    For hearts: GONE, MINE or HIDDEN for the ace, plus 3 if it is exposed (in Gong Zhu) or if hearts
    are broken (in Hearts)."""
    value: int
    """The class of the points of the trick for the seat, or for the partner that is winning it, in
    hundredths of `PackedRules.grave`: 0 for -150 or less, 1 to -60, 2 to -20, 3 below 0, 4 for none
    (NO_VALUE), 5 for a gain or NO_RISK."""
    slam: int
    """The prospects of a sweep, 0 to SLAMS - 1, encoded as described at OWN_SLAM."""
    pile: int
    """The most important key card (a PILE_HAS_… value) in the pile of the seat that is winning the
    trick, as if it had already captured a doubler in it."""
    own_pile: int
    """The most important key card (a PILE_HAS_… value) in the seat's own pile, as if it had already
    captured a doubler in the trick."""
    phase: int
    """0 with at most three cards in hand, 1 with four to seven, 2 with more."""
    rival_voids: int
    """The suits in which rivals are known to be void, 4 bits for each seat from 0, one for each
    suit."""
    partner_voids: int
    """The suits in which the partner is known to be void, one bit for each."""


@kernel
def features_of(rules: PackedRules, state: State, trick: TrickState, cards: int) -> Features:
    """The features for the seat to play, whose legal cards are the bitboard `cards`.

    `state`: int64 [SIZE]; `trick`: the result of `trick_state_of(rules, state)`.
    """
    _, waiting, suit, table, best, winner, left, contents, _ = trick
    seat = trick.seat & 7  # so that Numba omits the check for negative indices
    hand = state[HANDS + seat]
    unseen = left & ~hand
    modes = state[MODES]
    if modes:
        modes = _known_modes(rules, modes, unseen)
    voids = state[VOIDS]
    waiting &= ~(1 << 4 * seat)
    partner = NOBODY
    partner_voids = 0
    own = 15 << 4 * seat
    owner = RIVAL
    captor = seat
    if rules.partners != ALONE:
        partner = select(seat >= rules.sides, seat - rules.sides, seat + rules.sides)
        partner_voids = voids >> 4 * partner & 15
        own |= 15 << 4 * partner
        owner = select(waiting >> 4 * partner & 1 == 1, RIVAL_FOR_NOW, RIVAL)
        owner = select(winner == partner, PARTNER, owner)
        captor = select(winner == partner, winner, seat)
    rival_voids = voids & ~own
    void = rival_voids >> (code_of(suit) >> 4) & waiting
    after = min(count(waiting), 2) + select(void != 0, 2, 0)
    doubled = select(table & rules.doubler != 0, 1, 0)
    nothing = select(state[TRICKS] == 0 and rules.kept_from_first_trick != 0, NO_RISK, NO_VALUE)
    value = _bucket(rules, _trick_points(rules, state[PILES + (captor & 7)], table, modes))
    size = count(hand)
    return Features(
        seat,
        cards,
        hand,
        unseen,
        suit,
        best,
        owner,
        after,
        _keys(rules, state, hand, unseen, table, partner, modes),
        select(table & rules.points != 0, value, nothing),
        _slam(rules, trick, partner, hand, unseen),
        select(doubled == 1, PILE_HAS_DOUBLER, contents >> 4 * winner & 15),
        select(doubled == 1, PILE_HAS_DOUBLER, contents >> 4 * seat & 15),
        (size > 3) + (size > 7),
        rival_voids,
        partner_voids,
    )


@kernel
def _known_modes(rules: PackedRules, modes: int, unseen: int) -> int:
    """The exposures known to all seats: the MODES word `modes` without the cards that lie face down
    and have not been played (`unseen`)."""
    for key in range(4):
        hidden = modes >> MODE_BITS * key & 3 == DOWN
        if hidden and unseen & key_card(rules, key):
            modes &= ~(3 << MODE_BITS * key)
    return modes


@kernel
def _keys(
    rules: PackedRules, state: State, hand: int, unseen: int, table: int, partner: int, modes: int
) -> int:
    """The value of `Features.keys`: the location of each suit's key card."""
    ace = hand | unseen
    place = select(hand & ACE_OF_HEARTS_BOARD != 0, MINE, HIDDEN)
    place = select(ace & ACE_OF_HEARTS_BOARD != 0, place, GONE)
    exposed = modes >> MODE_BITS * ACE_OF_HEARTS_KEY & 3
    raised = select(rules.aim_low == 1, state[BROKEN], exposed)
    keys = place + select(raised != 0, 3, 0) << 8
    good_sheep = select(rules.sheep * (1 - 2 * rules.aim_low) > 0, SHEEP_BOARD, 0)
    counting = rules.doubler & TEN_OF_CLUBS_BOARD | good_sheep | rules.points & PIG_BOARD
    keys |= MINE * _by_suit(hand & counting) | ON_TABLE * _by_suit(table & counting)
    keys |= HIDDEN * _by_suit(unseen & counting)
    if modes:
        shown = unseen & counting & _shown(modes)
        keys += (WITH_RIVAL - HIDDEN) * _by_suit(shown)
        if partner != NOBODY:
            keys -= (WITH_RIVAL - WITH_PARTNER) * _by_suit(shown & state[HANDS + partner])
    return keys


@kernel
def _shown(modes: int) -> int:
    """The bitboard of those of 10♣, J♦ and Q♠ that a MODES word has as exposed, with 10♣ for the
    doubler."""
    shown = select(modes >> MODE_BITS * DOUBLER_KEY & 3 != 0, TEN_OF_CLUBS_BOARD, 0)
    shown |= select(modes >> MODE_BITS * SHEEP_KEY & 3 != 0, SHEEP_BOARD, 0)
    return shown | select(modes >> MODE_BITS * PIG_KEY & 3 != 0, PIG_BOARD, 0)


@kernel
def _by_suit(keys: int) -> int:
    """Move the key cards in a bitboard, which may only contain 10♣, J♦ and Q♠, to bits 0, 4 and 12:
    four bits for each of the suits ♣, ♦, ♥, ♠, in the layout of `Features.keys`."""
    return (keys >> 8 | keys >> 21 | keys >> 46) & 0x1011


@kernel
def _trick_points(rules: PackedRules, pile: int, table: int, modes: int) -> int:
    """The points by which the score of the pile `pile` grows if it gets the cards `table` of the
    trick; both are bitboards. `modes`: a MODES word."""
    total = card_points(rules, table, modes)
    times = select(rules.doubler & (table | pile) != 0, 2 * factor(modes, DOUBLER_KEY), 1)
    if rules.doubler & table:
        before = card_points(rules, pile, modes)
        return times * (total + before) - before
    return times * total


@kernel
def _bucket(rules: PackedRules, points: int) -> int:
    """The class in `Features.value` for a trick with these points."""
    points = int(points)  # without the JIT, sums of NumPy booleans are booleans
    good = 100 * (1 - 2 * rules.aim_low) * points
    grave = rules.grave
    low = (good > -150 * grave) + (good > -60 * grave) + (good > -20 * grave) + (good >= 0)
    return select(good > 0, 5, low)


@kernel
def covered(unseen: int) -> int:
    """The bitboard of all cards that are unseen or lower than an unseen card of their suit."""
    unseen |= unseen >> 1 & LOW_LANES[0]
    unseen |= unseen >> 2 & LOW_LANES[1]
    unseen |= unseen >> 4 & LOW_LANES[2]
    return unseen | unseen >> 8 & LOW_LANES[3]


@kernel
def losers(hand: int, unseen: int) -> int:
    """An estimate of the number of tricks that a hand would lose if it led all its cards from the
    highest down."""
    masters = hand & ~covered(unseen)
    lost = 0
    for suit in range(4):
        cards = SUIT_BITS << 16 * suit
        top = count(masters & cards)
        if count(unseen & cards) > 2 * top:
            lost += count(hand & cards) - top
    return lost


@kernel
def _slam(rules: PackedRules, trick: TrickState, partner: int, hand: int, unseen: int) -> int:
    """The value of `Features.slam` for the seat to play: the prospects of a sweep, 0 to SLAMS -
    1."""
    pooled = rules.partners == POOLED
    seat = trick.seat
    own = select(pooled, side_of(rules, seat), seat)
    others = trick.slam_takers & ~(1 << own)
    wanted = sweep_cards(rules)
    captured = wanted & ~(trick.left | trick.table)
    some = count(captured)
    if not others and wanted:
        lost = losers(hand, unseen)
        few = (lost > 1) + (lost > 2) + (lost > 4) + (lost > 6)
        return OWN_SLAM + few + 5 * ((some > 3) + (some > 7))
    if not others or trick.slam_takers & (trick.slam_takers - 1):
        return NO_SLAM
    if partner != NOBODY and others >> partner & 1:
        return PARTNERS_SLAM + (some > 3)
    wanted = select(wanted & HEARTS_BOARD != 0, HEARTS_BOARD, wanted)
    stoppers = hand & wanted
    master = stoppers & ~covered(unseen & wanted)
    stop = select(stoppers != 0, 1, 0) + select(master != 0, 1, 0)
    slam = RIVALS_SLAM + stop + 3 * ((some > 2) + (some > 5) + (some > 8))
    winning = select(pooled, side_of(rules, trick.winner), trick.winner)
    return slam + select(others >> winning & 1 == 1, 0, STOPPABLE)
