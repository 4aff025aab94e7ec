"""Kernels that compute the features of a decision: small numbers that summarise what a seat knows.

No feature depends on cards that others hold, except where they are known: exposed cards, and suits
in which a seat is known to be void.
"""

from typing import NamedTuple

from gongzhu.bots.policy.trick_state import PILE_HAS_DOUBLER, TrickState, slam_cards
from gongzhu.packed.boards import (
    ACE_OF_HEARTS_BOARD,
    DOUBLER_BOARD,
    HEARTS_BOARD,
    KEY_BOARD,
    PIG_BOARD,
    SHEEP_BOARD,
    SUIT_BITS,
)
from gongzhu.packed.jit import code_of, count, kernel, select
from gongzhu.packed.layout import (
    BROKEN,
    DOWN,
    HANDS,
    MODE_BITS,
    MODES,
    NOBODY,
    PILES,
    TRICKS,
    VOIDS,
    State,
)
from gongzhu.packed.rules import ALONE, POOLED, PackedRules
from gongzhu.packed.scoring import factor, heart_points
from gongzhu.rules.score_gongzhu import PIG_POINTS, SHEEP_POINTS

GONE, MINE, HIDDEN, WITH_PARTNER, WITH_RIVAL, ON_TABLE = range(6)
"""Where a suit's key card is: captured or without value in these rules; in the seat's hand; unseen;
exposed by the partner or by a rival and not played yet; in the present trick."""
PLACES = 6

OWN_SLAM, RIVALS_SLAM, PARTNERS_SLAM, NO_SLAM, STOPPABLE = 0, 15, 27, 29, 15
"""The prospects of a slam (all hearts, or in Hearts the moon), as a number below SLAMS. It depends
on who has captured cards that the slam takes:

* OWN_SLAM: nobody, or only the seat itself; plus 0 to 4 by the losers in its hand, plus 5 or 10 by
  the number of these cards that it has captured.
* RIVALS_SLAM: one rival alone; plus 1 if the seat holds a heart, or 2 if it holds one that none can
  beat, plus 3, 6 or 9 by the number that the rival has; plus STOPPABLE if another than that rival
  is winning the trick.
* PARTNERS_SLAM: the partner alone; plus 1 if it has more than three.
* NO_SLAM: two or more piles, so that no slam is possible.
"""
SLAMS = RIVALS_SLAM + 12 + STOPPABLE

RIVAL, PARTNER, RIVAL_FOR_NOW = range(3)
"""Whose card is winning the trick: a rival's, the partner's, or that of a rival whom the partner
may still beat."""

NO_VALUE, NO_RISK = 4, 5
"""Two classes of the value of a trick: there are no points in it; it is a first trick, to which no
point cards may be discarded."""

HEART = -8
JACK = 77
"""Points of a heart and of the jack in Hearts, on the scale of Gong Zhu, where Q♠ costs 100."""

LOW_LANES = 0x7FFF7FFF7FFF7FFF, 0x3FFF3FFF3FFF3FFF, 0x0FFF0FFF0FFF0FFF, 0x00FF00FF00FF00FF
"""Masks applied after shifting a bitboard down by 1, 2, 4 and 8 bits, so that no bit moves into the
16 bits of another suit."""


class Features(NamedTuple):
    """The features of a decision between cards to play. Sets of cards are bitboards."""

    seat: int
    legal: int
    hand: int
    unseen: int
    """The cards in the other hands, including exposed ones."""
    suit: int
    """All cards of the suit led; 0 if the seat leads."""
    best: int
    """The card that wins the trick so far; 0 if the seat leads."""
    owner: int
    """Whose card is winning the trick: RIVAL, PARTNER or RIVAL_FOR_NOW."""
    after: int
    """The number of seats that play after this one, at most 2, plus 2 if a rival among them is
    known to be void in the suit."""
    keys: int
    """Where each suit's key card is (GONE, MINE, …), 4 bits each from the clubs. For hearts: GONE,
    MINE or HIDDEN for the ace, plus 3 if it is exposed (in Gong Zhu) or if hearts are broken (in
    Hearts)."""
    value: int
    """The class of the points of the trick for the seat, or for the partner that is winning it, on
    a scale where the pig costs 100: 0 for -150 or less, 1 to -60, 2 to -20, 3 below 0, 4 for none
    (NO_VALUE), 5 for a gain or NO_RISK."""
    slam: int
    """The prospects of a slam, 0 to SLAMS - 1, as at OWN_SLAM."""
    pile: int
    """The most important key card (a PILE_HAS_… value) in the pile of the seat that is winning the
    trick, as if it had already captured a 10♣ in the trick."""
    own_pile: int
    """The most important key card (a PILE_HAS_… value) in the seat's own pile, as if it had already
    captured a 10♣ in the trick."""
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
    seat = trick.seat & 7  # so that Numba does not look whether places are negative
    hand = state[HANDS + seat]
    unseen = left & ~hand
    modes = state[MODES]
    if modes:
        modes = _known_modes(modes, unseen)
    voids = state[VOIDS]
    waiting &= ~(1 << 4 * seat)
    partner = NOBODY
    partner_voids = 0
    own = 15 << 4 * seat
    owner = RIVAL
    captor = seat
    if rules.partners != ALONE:
        partner = seat ^ 2
        partner_voids = voids >> 4 * partner & 15
        own |= 15 << 4 * partner
        owner = select(waiting >> 4 * partner & 1 == 1, RIVAL_FOR_NOW, RIVAL)
        owner = select(winner == partner, PARTNER, owner)
        captor = select(winner == partner, winner, seat)
    rival_voids = voids & ~own
    void = rival_voids >> (code_of(suit) >> 4) & waiting
    after = min(count(waiting), 2) + select(void != 0, 2, 0)
    doubled = select(table & rules.points & DOUBLER_BOARD != 0, 1, 0)
    nothing = select(state[TRICKS] == 0 and rules.kept_from_first_trick != 0, NO_RISK, NO_VALUE)
    value = _bucket(_trick_points(rules, state[PILES + (captor & 7)], table, modes))
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
def _known_modes(modes: int, unseen: int) -> int:
    """The exposure modes that all seats know of: `modes` (two bits for each suit as in
    `packed.layout.MODES`) without the cards that lie face down and have not been played."""
    for suit in range(4):
        hidden = modes >> MODE_BITS * suit & 3 == DOWN
        if hidden and unseen & KEY_BOARD & SUIT_BITS << 16 * suit:
            modes &= ~(3 << MODE_BITS * suit)
    return modes


@kernel
def _keys(
    rules: PackedRules, state: State, hand: int, unseen: int, table: int, partner: int, modes: int
) -> int:
    """The value of `Features.keys`: where each suit's key card is."""
    ace = hand | unseen
    place = select(hand & ACE_OF_HEARTS_BOARD != 0, MINE, HIDDEN)
    place = select(ace & ACE_OF_HEARTS_BOARD != 0, place, GONE)
    raised = select(rules.hearts_game == 1, state[BROKEN], modes >> 2 * MODE_BITS & 3)
    keys = place + select(raised != 0, 3, 0) << 8
    counting = rules.points & (DOUBLER_BOARD | SHEEP_BOARD | PIG_BOARD)
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
    """The bitboard of the key cards, except A♥, that are exposed according to `modes`, two bits for
    each suit as in `packed.layout.MODES`."""
    shown = select(modes & 3 != 0, DOUBLER_BOARD, 0)
    shown |= select(modes >> MODE_BITS & 3 != 0, SHEEP_BOARD, 0)
    return shown | select(modes >> 3 * MODE_BITS & 3 != 0, PIG_BOARD, 0)


@kernel
def _by_suit(keys: int) -> int:
    """Move the key cards 10♣, J♦ and Q♠ of a bitboard without other cards to bits 0, 4 and 12."""
    return (keys >> 8 | keys >> 21 | keys >> 46) & 0x1011


@kernel
def _trick_points(rules: PackedRules, pile: int, table: int, modes: int) -> int:
    """The points that the cards `table` of the trick add to the captured cards `pile` (both
    bitboards), on a scale where the pig costs 100."""
    total = _sum(rules, table, modes)
    doubler = DOUBLER_BOARD & rules.points
    times = select(doubler & (table | pile) != 0, 2 * factor(modes, 0), 1)
    if doubler & table:
        before = _sum(rules, pile, modes)
        return times * (total + before) - before
    return times * total


@kernel
def _sum(rules: PackedRules, cards: int, modes: int) -> int:
    """The points of a bitboard of cards, without the effect of 10♣ and of slams, on a scale where
    the pig costs 100."""
    if rules.hearts_game:
        minor = HEART * count(cards & HEARTS_BOARD) + JACK * count(cards & rules.jack)
        return minor + PIG_POINTS * count(cards & PIG_BOARD)
    hearts = heart_points(rules, cards) * factor(modes, 2)
    pig = PIG_POINTS * count(cards & PIG_BOARD) * factor(modes, 3)
    return hearts + pig + SHEEP_POINTS * count(cards & SHEEP_BOARD) * factor(modes, 1)


@kernel
def _bucket(points: int) -> int:
    """The class in `Features.value` for a trick with these points."""
    points = int(points)  # without the JIT, NumPy's booleans do not add up
    low = (points > -150) + (points > -60) + (points > -20) + (points >= 0)
    return select(points > 0, 5, low)


@kernel
def covered(unseen: int) -> int:
    """The bitboard of all cards that are unseen or lower than an unseen card of their suit."""
    unseen |= unseen >> 1 & LOW_LANES[0]
    unseen |= unseen >> 2 & LOW_LANES[1]
    unseen |= unseen >> 4 & LOW_LANES[2]
    return unseen | unseen >> 8 & LOW_LANES[3]


@kernel
def losers(hand: int, unseen: int) -> int:
    """An estimate of the tricks that a hand would lose if it led all its cards from the top."""
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
    """The value of `Features.slam` for the seat that plays: a class of how a slam stands, 0 to
    SLAMS - 1."""
    pooled = rules.partners == POOLED
    seat = trick.seat
    own = select(pooled, seat & 1, seat)
    others = trick.slam_takers & ~(1 << own)
    captured = slam_cards(rules) & ~(trick.left | trick.table)
    some = count(captured)
    if not others:
        lost = losers(hand, unseen)
        few = (lost > 1) + (lost > 2) + (lost > 4) + (lost > 6)
        return OWN_SLAM + few + 5 * ((some > 3) + (some > 7))
    if trick.slam_takers & (trick.slam_takers - 1):
        return NO_SLAM
    if partner != NOBODY and others >> partner & 1:
        return PARTNERS_SLAM + (some > 3)
    hearts = hand & HEARTS_BOARD
    master = hearts & ~covered(unseen & HEARTS_BOARD)
    stop = select(hearts != 0, 1, 0) + select(master != 0, 1, 0)
    slam = RIVALS_SLAM + stop + 3 * ((some > 2) + (some > 5) + (some > 8))
    winning = select(pooled, trick.winner & 1, trick.winner)
    return slam + select(others >> winning & 1 == 1, 0, STOPPABLE)
