"""Kernels: what a seat that is to play knows, summed up in a few small numbers.

Nothing here depends on what others hold, but where it is shown: exposed cards, and suits that
somebody has run out of.
"""

from typing import NamedTuple

from gongzhu.packed.boards import (
    ACE_OF_HEARTS_BOARD,
    DOUBLER_BOARD,
    HEARTS_BOARD,
    KEY_BOARD,
    PIG_BOARD,
    SHEEP_BOARD,
)
from gongzhu.packed.jit import code_of, count, kernel, select
from gongzhu.packed.layout import (
    BROKEN,
    DOWN,
    HANDS,
    LEADER,
    MODE_BITS,
    MODES,
    NOBODY,
    PILES,
    PLAYED,
    TABLE,
    TRICKS,
    VOIDS,
    State,
)
from gongzhu.packed.rules import ALONE, POOLED, PackedRules
from gongzhu.packed.scoring import heart_points
from gongzhu.packed.tricks import next_seat, suit_of
from gongzhu.rules.score_gongzhu import PIG_POINTS, SHEEP_POINTS

GONE, MINE, HIDDEN, WITH_PARTNER, WITH_RIVAL, ON_TABLE = range(6)
"""Where the key card of a suit is: captured, or of no account; in the seat's hand; not seen;
shown by its partner or by a rival; in the trick."""
PLACES = 6

OWN_SLAM, RIVALS_SLAM, PARTNERS_SLAM, NO_SLAM, STOPPABLE = 0, 15, 27, 29, 15
"""How all hearts, or the moon, stand.

* OWN_SLAM: nobody or the seat alone has some of the cards; 1 for each step down in the hand's
  losers, 5 for each in how many it has.
* RIVALS_SLAM: one rival alone; 1 where the seat keeps a heart and 2 where nobody can beat it, 3
  for each step in how many the rival has. STOPPABLE more where another wins the trick so far.
* PARTNERS_SLAM: the partner alone; 1 where it has several.
* NO_SLAM: two have some of the cards.
"""
SLAMS = RIVALS_SLAM + 12 + STOPPABLE

RIVAL, PARTNER, RIVAL_FOR_NOW = range(3)
"""Whose the best card of the trick is; for now: the partner has still to play."""

HEART = -8
JACK = 77
"""What a heart and the jack of Hearts are worth where Q♠ takes 100, as the pig does."""

LOW_LANES = 0x7FFF7FFF7FFF7FFF, 0x3FFF3FFF3FFF3FFF, 0x0FFF0FFF0FFF0FFF, 0x00FF00FF00FF00FF


class Features(NamedTuple):
    """What a seat knows that is to play."""

    seat: int
    legal: int
    hand: int
    unseen: int
    suit: int
    """All the cards of the suit led; none where the seat leads."""
    best: int
    """The best card of the trick."""
    owner: int
    """Whose that is: RIVAL, PARTNER, RIVAL_FOR_NOW."""
    after: int
    """How many play after it, at most 2; 2 more where a rival among them is out of the suit."""
    keys: int
    """Where the key card of each suit is, 4 bits each from the clubs."""
    worth: int
    """What the trick is worth to the seat, or to the partner that wins it, from 0 for a great
    loss to 5 for a gain; 4: nothing. A first trick that takes no point cards is no risk: 5."""
    slam: int
    pile: int
    """What the owner of the best card has: 1 the doubler, 2 the pig, 3 the sheep, 0 none; the
    doubler in the trick counts."""
    own_pile: int
    """And what the seat itself has."""
    phase: int
    """0 near the end of the deal, 2 in its first half."""
    rivals_void: int
    """The suits that rivals have shown to be out of, 4 bits for each seat."""
    partner_void: int
    """And the partner, 4 bits."""


class TrickState(NamedTuple):
    """What everybody sees of the play, kept up from card to card."""

    seat: int
    """Who is to play."""
    waiting: int
    """Bit 0 of 4 bits for each seat that has still to play to the trick."""
    suit: int
    """All the cards of the suit led; none before the lead."""
    table: int
    """The cards on the table."""
    best: int
    """The best of them."""
    winner: int
    """Whose that is; before the lead, the seat that leads."""
    left: int
    """The cards in all hands."""
    holds: int
    """What each seat's pile has, 4 bits each: see `own_pile` of a situation."""
    takers: int
    """Who has captured cards that all hearts, or the moon, take: a bit for each pile."""


@kernel
def trick_state_of(rules: PackedRules, state: State) -> TrickState:
    """How the play stands."""
    left = 0
    holds = 0
    takers = 0
    wanted = slam_cards(rules)
    for seat in range(rules.players):
        pile = state[PILES + seat]
        left |= state[HANDS + seat]
        holds |= _holds(rules, pile) << 4 * seat
        owner = select(rules.partners == POOLED, seat & 1, seat)
        takers |= select(pile & wanted != 0, 1 << owner, 0)
    leader = state[LEADER]
    course = TrickState(leader, _everybody(rules), 0, 0, 0, leader, left, holds, takers)
    codes = state[TABLE]
    for _ in range(state[PLAYED]):
        course = after_card(rules, course, 1 << (codes & 63))
        codes >>= 8
    return course


@kernel
def after_card(rules: PackedRules, course: TrickState, card: int) -> TrickState:
    """The course after the seat has played a card."""
    seat = course.seat
    suit = course.suit or suit_of(code_of(card))
    wins = card & suit > course.best
    return TrickState(
        next_seat(rules, seat),
        course.waiting & ~(1 << 4 * seat),
        suit,
        course.table | card,
        select(wins, card, course.best),
        select(wins, seat, course.winner),
        course.left & ~card,
        course.holds,
        course.takers,
    )


@kernel
def after_trick(rules: PackedRules, state: State, course: TrickState) -> TrickState:
    """The course after the winner has taken the trick."""
    winner = course.winner & 7
    holds = course.holds & ~(15 << 4 * winner)
    holds |= _holds(rules, state[PILES + winner]) << 4 * winner
    owner = select(rules.partners == POOLED, winner & 1, winner)
    takes = select(course.table & slam_cards(rules) != 0, 1 << owner, 0)
    everybody = _everybody(rules)
    return TrickState(winner, everybody, 0, 0, 0, winner, course.left, holds, course.takers | takes)


@kernel
def slam_cards(rules: PackedRules) -> int:
    """All hearts, or what the moon takes."""
    return select(rules.hearts_game == 1, rules.points, HEARTS_BOARD)


@kernel
def _everybody(rules: PackedRules) -> int:
    return 0x11111 & (1 << 4 * rules.players) - 1


@kernel
def features_of(rules: PackedRules, state: State, course: TrickState, cards: int) -> Features:
    """What the seat knows that is to play one of these cards, which are legal."""
    _, waiting, suit, table, best, winner, left, holds, _ = course
    seat = course.seat & 7  # so that Numba does not look whether places are negative
    hand = state[HANDS + seat]
    unseen = left & ~hand
    modes = state[MODES]
    if modes:
        modes = _known_modes(modes, unseen)
    voids = state[VOIDS]
    waiting &= ~(1 << 4 * seat)
    partner = NOBODY
    partner_void = 0
    own = 15 << 4 * seat
    owner = RIVAL
    captor = seat
    if rules.partners != ALONE:
        partner = seat ^ 2
        partner_void = voids >> 4 * partner & 15
        own |= 15 << 4 * partner
        owner = select(waiting >> 4 * partner & 1 == 1, RIVAL_FOR_NOW, RIVAL)
        owner = select(winner == partner, PARTNER, owner)
        captor = select(winner == partner, winner, seat)
    rivals_void = voids & ~own
    void = rivals_void >> (code_of(suit) >> 4) & waiting
    after = min(count(waiting), 2) + select(void != 0, 2, 0)
    doubled = select(table & rules.points & DOUBLER_BOARD != 0, 1, 0)
    nothing = select(state[TRICKS] == 0 and rules.kept_from_first_trick != 0, 5, 4)
    worth = _bucket(_worth(rules, state[PILES + (captor & 7)], table, modes))
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
        select(table & rules.points != 0, worth, nothing),
        _slam(rules, course, partner, hand, unseen),
        select(doubled == 1, 1, holds >> 4 * winner & 15),
        select(doubled == 1, 1, holds >> 4 * seat & 15),
        (size > 3) + (size > 7),
        rivals_void,
        partner_void,
    )


@kernel
def _known_modes(modes: int, unseen: int) -> int:
    """How cards are exposed, without those that lie face down and are not played."""
    for suit in range(4):
        hidden = modes >> MODE_BITS * suit & 3 == DOWN
        if hidden and unseen & KEY_BOARD & 0x1FFF << 16 * suit:
            modes &= ~(3 << MODE_BITS * suit)
    return modes


@kernel
def factor_of(modes: int, suit: int) -> int:
    """What exposing makes of the key card of a suit, by the suit's order: 1, 2 or 4."""
    return 1 << ((modes >> MODE_BITS * suit & 3) + 1 >> 1)


@kernel
def _keys(
    rules: PackedRules, state: State, hand: int, unseen: int, table: int, partner: int, modes: int
) -> int:
    """Where the key card of each suit is; for the hearts: their ace is gone, held, not seen, and
    3 more where it is exposed, or in Hearts where hearts are broken."""
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
    """The key cards that are exposed in these ways."""
    shown = select(modes & 3 != 0, DOUBLER_BOARD, 0)
    shown |= select(modes >> MODE_BITS & 3 != 0, SHEEP_BOARD, 0)
    return shown | select(modes >> 3 * MODE_BITS & 3 != 0, PIG_BOARD, 0)


@kernel
def _by_suit(keys: int) -> int:
    """Bit 0, 4 or 12 for the doubler, the sheep, the pig, of which alone the board may be."""
    return (keys >> 8 | keys >> 21 | keys >> 46) & 0x1011


@kernel
def _worth(rules: PackedRules, pile: int, table: int, modes: int) -> int:
    """What the cards add to a pile, where the pig takes 100."""
    total = _sum(rules, table, modes)
    doubler = DOUBLER_BOARD & rules.points
    times = select(doubler & (table | pile) != 0, 2 * factor_of(modes, 0), 1)
    if doubler & table:
        before = _sum(rules, pile, modes)
        return times * (total + before) - before
    return times * total


@kernel
def _sum(rules: PackedRules, cards: int, modes: int) -> int:
    if rules.hearts_game:
        minor = HEART * count(cards & HEARTS_BOARD) + JACK * count(cards & rules.jack)
        return minor + PIG_POINTS * count(cards & PIG_BOARD)
    hearts = heart_points(rules, cards) * factor_of(modes, 2)
    pig = PIG_POINTS * count(cards & PIG_BOARD) * factor_of(modes, 3)
    return hearts + pig + SHEEP_POINTS * count(cards & SHEEP_BOARD) * factor_of(modes, 1)


@kernel
def _bucket(worth: int) -> int:
    worth = int(worth)  # with the JIT off, NumPy's truths do not add up
    low = (worth > -150) + (worth > -60) + (worth > -20) + (worth >= 0)
    return select(worth > 0, 5, low)


@kernel
def _holds(rules: PackedRules, pile: int) -> int:
    """What a pile has, as a situation has it."""
    hold = select(pile & rules.points & SHEEP_BOARD != 0, 3, 0)
    hold = select(pile & PIG_BOARD != 0, 2, hold)
    return select(pile & rules.points & DOUBLER_BOARD != 0, 1, hold)


@kernel
def covered(unseen: int) -> int:
    """All cards that are lower than an unseen one of their suit, or unseen themselves."""
    unseen |= unseen >> 1 & LOW_LANES[0]
    unseen |= unseen >> 2 & LOW_LANES[1]
    unseen |= unseen >> 4 & LOW_LANES[2]
    return unseen | unseen >> 8 & LOW_LANES[3]


@kernel
def losers(hand: int, unseen: int) -> int:
    """About how many tricks a hand would lose if it led all its cards from the top."""
    masters = hand & ~covered(unseen)
    lost = 0
    for suit in range(4):
        cards = 0x1FFF << 16 * suit
        top = count(masters & cards)
        if count(unseen & cards) > 2 * top:
            lost += count(hand & cards) - top
    return lost


@kernel
def _slam(rules: PackedRules, course: TrickState, partner: int, hand: int, unseen: int) -> int:
    """How all hearts, or the moon, stand."""
    pooled = rules.partners == POOLED
    seat = course.seat
    own = select(pooled, seat & 1, seat)
    others = course.takers & ~(1 << own)
    captured = slam_cards(rules) & ~(course.left | course.table)
    some = count(captured)
    if not others:
        lost = losers(hand, unseen)
        few = (lost > 1) + (lost > 2) + (lost > 4) + (lost > 6)
        return OWN_SLAM + few + 5 * ((some > 3) + (some > 7))
    if course.takers & (course.takers - 1):
        return NO_SLAM
    if partner != NOBODY and others >> partner & 1:
        return PARTNERS_SLAM + (some > 3)
    hearts = hand & HEARTS_BOARD
    master = hearts & ~covered(unseen & HEARTS_BOARD)
    stop = select(hearts != 0, 1, 0) + select(master != 0, 1, 0)
    slam = RIVALS_SLAM + stop + 3 * ((some > 2) + (some > 5) + (some > 8))
    winning = select(pooled, course.winner & 1, course.winner)
    return slam + select(others >> winning & 1 == 1, 0, STOPPABLE)
