"""The constraints that a view puts on the hidden cards, as arrays from which deals are sampled
fast.

The unseen cards are grouped by the set of seats that may hold them. The largest group is dealt
last, all at once; the cards of the other groups are dealt before it, one by one. A table counts,
for each of these cards and each combination of free slots in the hands, the completions: the number
of different deals of all remaining cards. The probability of each holder follows from it, so every
deal that fits the view is equally likely, and none is rejected. Key cards that may lie face down
are dealt first of all, by enumeration: each of the face-down cases gives their holders, and which
of them lie face down.
"""

from functools import reduce
from math import comb
from operator import or_
from typing import NamedTuple

import numpy as np

from gongzhu.bots.worlds.possible_hands import packed_rules, possible_hands
from gongzhu.cards import PACK, Seat
from gongzhu.packed.boards import board_of
from gongzhu.packed.jit import code_of, count, kernel
from gongzhu.packed.layout import Floats, Ints
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.view import View

_COUNTS = range(len(PACK) + 1)
BINOMIAL = np.array([[comb(n, k) for k in _COUNTS] for n in _COUNTS], np.float64)
"""float64 [53, 53]: n choose k at [n, k]."""
MAX_SEAT_SETS = 1 << MOST_PLAYERS
"""Number of different sets of seats."""


class DealConstraints(NamedTuple):
    """The deals that fit a view, and their number, as arrays from which deals are sampled; made by
    `constraints_of`.

    Sets of cards are bitboards, and sets of seats have bit n for seat n. The arrays are never
    modified, so threads may share them.
    """

    hand_sizes: Ints
    """int64 [players]: the number of cards in each hand."""
    face_down_cases: Ints
    """int64 [cases, players + 1], bitboards, one row for each possible arrangement of face-down key
    cards: the cards that each seat certainly holds then, and in the last column the cards that lie
    face down."""
    cumulative: Floats
    """float64 [cases]: for each face-down case, the number of deals that fit it or one of the cases
    before it."""
    start_columns: Ints
    """int64 [cases]: the column of `completions` for the numbers of cards missing in the hands at
    the beginning of each face-down case."""
    cards: Ints
    """int64 [dealt], bitboards of one card: the cards that are dealt one by one."""
    holders: Ints
    """int64 [dealt], sets of seats: the possible holders of each of the cards dealt one by one."""
    strides: Ints
    """int64 [players]: the number by which the column of `completions` decreases when a card is
    dealt to each seat."""
    completions: Floats
    """float64 [dealt + 1, columns]: the number of different deals of the cards from this row's card
    on, and of those dealt last, when the hands miss the numbers of cards that the column
    encodes."""
    last_cards: int
    """Bitboard: the cards that are dealt last, all at once."""
    last_holders: int
    """Set of seats: the possible holders of the cards that are dealt last."""


def constraints_of(view: View) -> DealConstraints:
    """The constraints of a view, in any phase of a deal; the view may be a spectator's.

    Raises ValueError if no deal fits the view.
    """
    public, own, players = view.public, view.own, view.public.players
    hands, laid, down = [0] * players, list(public.face_down), 0
    if own is not None and view.seat is not None:
        hands[view.seat] = board_of(own.hand)
        mine = [shown.card for shown in own.exposures or () if shown.mode == "down"]
        down = board_of(mine) & hands[view.seat]
        laid[view.seat] = 0
    shown = board_of(exposure.card for exposure in public.exposed)
    keys = packed_rules(view.rules).keys & ~shown if any(laid) else 0
    sizes = [view.cards_left(Seat(seat)) for seat in range(players)]
    possible = possible_hands(view)
    found = prepare(np.array((sizes, hands, possible, laid), np.int64), keys, down)
    cards = reduce(or_, [*hands, *possible])
    if cards.bit_count() != sum(sizes) or not len(found.cumulative):
        raise ValueError("no deal fits this view")
    return found


SIZE, HAND, POSSIBLE, LAID = range(4)
"""The rows of the array that `prepare` is given. For each seat: the number of its cards; those of
them that the viewer sees (a bitboard); the unseen cards that it may hold (a bitboard); and the
number of its unseen cards that lie face down."""


@kernel
def prepare(seen: Ints, keys: int, down: int) -> DealConstraints:
    """Lay out the deals that fit: group the unseen cards by their possible holders and count the
    deals. If no deal fits, the result has no face-down cases.

    `seen`: int64 [4, players], the knowledge of each seat, with the rows SIZE, HAND, POSSIBLE and
    LAID; `keys`: bitboard of the key cards that may lie face down; `down`: bitboard of the viewer's
    own cards that lie face down.
    """
    players = seen.shape[1]
    groups = np.zeros(MAX_SEAT_SETS, np.int64)
    unseen = 0
    for seat in range(players):
        unseen |= seen[POSSIBLE, seat]
    keys &= unseen
    rest = unseen ^ keys
    while rest:
        card = rest & -rest
        rest ^= card
        groups[_holders(seen, card)] |= card
    last_holders = 0
    between = 0
    for holders in range(MAX_SEAT_SETS):
        if holders & holders - 1:
            between |= groups[holders]
            if count(groups[holders]) > count(groups[last_holders]):
                last_holders = holders
    between ^= groups[last_holders]
    cards = np.zeros(count(between), np.int64)
    holders_of = np.zeros(len(cards), np.int64)
    for index in range(len(cards)):
        cards[index] = between & -between
        between ^= cards[index]
        holders_of[index] = _holders(seen, cards[index])
    held = np.zeros(players + 1, np.int64)
    room = np.zeros(players, np.int64)
    for seat in range(players):
        held[seat] = seen[HAND, seat] | groups[1 << seat]
        room[seat] = max(0, seen[SIZE, seat] - count(held[seat]))
    held[players] = down
    strides, columns, filler = _strides(seen, room)
    completions = np.zeros((len(cards) + 1, columns))
    last_cards = groups[last_holders]
    _count_completions(
        holders_of, count(last_cards), last_holders, room, strides, filler, completions
    )
    cases, cumulative, start_columns = _face_down_cases(seen, held, keys, strides, completions)
    return DealConstraints(
        seen[SIZE].copy(),
        cases,
        cumulative,
        start_columns,
        cards,
        holders_of,
        strides,
        completions,
        last_cards,
        last_holders,
    )


@kernel
def _holders(seen: Ints, card: int) -> int:
    """The set of seats that may hold an unseen card, given as a bitboard; bit n is set for seat
    n."""
    holders = 0
    for seat in range(seen.shape[1]):
        if seen[POSSIBLE, seat] & card:
            holders |= 1 << seat
    return holders


@kernel
def _strides(seen: Ints, room: Ints) -> tuple[Ints, int, int]:
    """The strides of the table `completions`, the number of its columns, and the seat (the filler)
    that the columns leave out.

    A column encodes, in mixed radix, the number of cards that each hand but the filler's still
    misses; the filler gets all other cards. Each digit starts at -1: dealing a card to a full hand
    leads to this value, for which there are no completions.
    """
    strides = np.zeros(len(room), np.int64)
    columns = 1
    filler = -1
    for seat in range(len(room)):
        if seen[POSSIBLE, seat]:
            if filler >= 0:
                strides[filler] = columns
                columns *= room[filler] + 2
            filler = seat
    return strides, columns, filler


@kernel
def _count_completions(
    holders_of: Ints,
    last: int,
    last_holders: int,
    room: Ints,
    strides: Ints,
    filler: int,
    completions: Floats,
) -> None:
    """Fill in the table `completions` by dynamic programming from its last row, in which only the
    `last` cards dealt at once to `last_holders` are missing, back to the row of the first card."""
    cards = len(holders_of)
    now = np.zeros(len(room), np.int64)
    for column in range(completions.shape[1]):
        others = 0
        least = 0
        for seat in range(len(room)):
            now[seat] = 0
            if strides[seat]:
                now[seat] = column // strides[seat] % (room[seat] + 2) - 1
                others += now[seat]
                least = min(least, now[seat])
        if least < 0:
            continue
        if last >= others:
            now[filler] += last - others
            completions[cards, column] = _ways_to_deal(last, last_holders, now)
        for card in range(cards - 1, -1, -1):
            if 0 <= last + cards - card - others <= room[filler]:
                total = 0.0
                holders = holders_of[card]
                while holders:
                    total += completions[card + 1, column - strides[code_of(holders)]]
                    holders &= holders - 1
                completions[card, column] = total


@kernel
def _ways_to_deal(cards: int, holders: int, room: Ints) -> float:
    """The number of different deals of this number of cards to the set of seats `holders` that fill
    their `room`, the number of cards missing in each hand; 0 if another seat misses cards."""
    ways = 1.0
    for seat in range(len(room)):
        if room[seat] and not holders >> seat & 1:
            return 0.0
        ways *= BINOMIAL[cards, room[seat]]
        cards -= room[seat]
    return ways


@kernel
def _face_down_cases(
    seen: Ints, held: Ints, keys: int, strides: Ints, completions: Floats
) -> tuple[Ints, Floats, Ints]:
    """The possible arrangements of face-down key cards, as the arrays `face_down_cases`,
    `cumulative` and `start_columns` of `DealConstraints`."""
    players = len(strides)
    cases = np.zeros((1, players + 1), np.int64)
    cases[0] = held
    while keys:
        card = keys & -keys
        keys ^= card
        cases = _with_key(seen, cases, card)
    cumulative = np.zeros(len(cases))
    start_columns = np.zeros(len(cases), np.int64)
    kept = 0
    deals = 0.0
    for case in range(len(cases)):
        start = 0
        fits = True
        for seat in range(players):
            hand = cases[case, seat]
            room = seen[SIZE, seat] - count(hand)
            start += strides[seat] * (room + 1)
            laid = count(hand & cases[case, players] & seen[POSSIBLE, seat])
            fits = fits and room >= 0 and laid == seen[LAID, seat]
        if fits and completions[0, start]:
            deals += completions[0, start]
            cases[kept] = cases[case]
            cumulative[kept] = deals
            start_columns[kept] = start
            kept += 1
    return cases[:kept].copy(), cumulative[:kept].copy(), start_columns[:kept].copy()


@kernel
def _with_key(seen: Ints, cases: Ints, card: int) -> Ints:
    """The face-down cases `cases`, each split into several: one for every possible holder of the
    key card `card`, and for each holder with face-down cards a second one in which the card lies
    face down."""
    players = seen.shape[1]
    more = np.zeros((2 * players * len(cases), players + 1), np.int64)
    made = 0
    for case in range(len(cases)):
        for seat in range(players):
            if seen[POSSIBLE, seat] & card:
                for down in (0, card):
                    if down and not seen[LAID, seat]:
                        continue
                    more[made] = cases[case]
                    more[made, seat] |= card
                    more[made, players] |= down
                    made += 1
    return more[:made].copy()
