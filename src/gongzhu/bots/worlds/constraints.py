"""What a view leaves open, made ready so that deals can be drawn from it quickly.

The unseen cards fall into groups by who may hold them. The largest group is dealt last, in one
go, and the others before it, card by card. For each of these cards, and for any room that the
hands may have by then, the ways to deal all that is left are counted; that settles how likely
each holder is. Key cards that may lie face down come first of all, in plans: each says who holds
them, and which of them lie face down.
"""

from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.worlds.possible_hands import possible_hands
from gongzhu.cards import PACK, Seat
from gongzhu.packed.boards import KEY_BOARD, board_of
from gongzhu.packed.jit import code_of, count, kernel
from gongzhu.packed.layout import Numbers
from gongzhu.view import View

Ways: TypeAlias = NDArray[np.float64]

_COUNTS = range(len(PACK) + 1)
CHOOSE = np.array([[comb(n, k) for k in _COUNTS] for n in _COUNTS], np.float64)
"""How many sets of k cards n cards have, at [n, k]."""
ANY_SEATS = 32
"""There are fewer sets of seats."""


class Unknown(NamedTuple):
    """What a view leaves open. Sets of seats are bits. Nothing changes it, so threads may share
    it."""

    sizes: Numbers
    """How many cards each seat holds."""
    plans: Numbers
    """A row for each plan: by seat what it surely holds then, and last what lies face down."""
    upto: Ways
    """How many deals there are in this plan and those before it."""
    starts: Numbers
    """The column of `ways` with the room that the hands of this plan have."""
    cards: Numbers
    """The cards that are dealt one by one."""
    holders: Numbers
    """Who may hold each of them."""
    steps: Numbers
    """By seat, how many columns of `ways` to go back for a card that it is dealt."""
    ways: Ways
    """In how many ways the cards from this one on, and those dealt last, can be dealt."""
    last: int
    """The cards that are dealt last."""
    last_holders: int
    """Who may hold them."""


def unknown_of(view: View) -> Unknown:
    """What the view leaves open, in any phase of a deal; a spectator's too."""
    public, own, players = view.public, view.own, view.public.players
    hands, laid, down = [0] * players, list(public.face_down), 0
    if own is not None and view.seat is not None:
        hands[view.seat] = board_of(own.hand)
        mine = [shown.card for shown in own.exposures or () if shown.mode == "down"]
        down = board_of(mine) & hands[view.seat]
        laid[view.seat] = 0
    keys = KEY_BOARD & ~board_of(shown.card for shown in public.exposed) if any(laid) else 0
    sizes = [view.cards_left(Seat(seat)) for seat in range(players)]
    return prepare(np.array((sizes, hands, possible_hands(view), laid), np.int64), keys, down)


SIZE, HAND, POSSIBLE, LAID = range(4)
"""The rows of what `prepare` is given, each by seat: how many cards a seat holds, those of them
that the viewer sees, those unseen that it may hold, and how many of these lie face down."""


@kernel
def prepare(seen: Numbers, keys: int, down: int) -> Unknown:
    """`keys`: the key cards that may lie face down; `down`: the viewer's that do."""
    players = seen.shape[1]
    groups = np.zeros(ANY_SEATS, np.int64)
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
    for holders in range(ANY_SEATS):
        if holders & holders - 1:
            between |= groups[holders]
            if count(groups[holders]) > count(groups[last_holders]):
                last_holders = holders
    between ^= groups[last_holders]
    cards = np.zeros(count(between), np.int64)
    holders_of = np.zeros(len(cards), np.int64)
    for place in range(len(cards)):
        cards[place] = between & -between
        between ^= cards[place]
        holders_of[place] = _holders(seen, cards[place])
    held = np.zeros(players + 1, np.int64)
    room = np.zeros(players, np.int64)
    for seat in range(players):
        held[seat] = seen[HAND, seat] | groups[1 << seat]
        room[seat] = seen[SIZE, seat] - count(held[seat])
    held[players] = down
    steps, columns, filler = _steps(seen, room)
    ways = np.zeros((len(cards) + 1, columns))
    last = groups[last_holders]
    _count_ways(holders_of, count(last), last_holders, room, steps, filler, ways)
    plans, upto, starts = _plan(seen, held, keys, steps, ways)
    return Unknown(
        seen[SIZE].copy(),
        plans,
        upto,
        starts,
        cards,
        holders_of,
        steps,
        ways,
        last,
        last_holders,
    )


@kernel
def _holders(seen: Numbers, card: int) -> int:
    """The seats that may hold an unseen card."""
    holders = 0
    for seat in range(seen.shape[1]):
        if seen[POSSIBLE, seat] & card:
            holders |= 1 << seat
    return holders


@kernel
def _steps(seen: Numbers, room: Numbers) -> tuple[Numbers, int, int]:
    """The steps of `ways`, how many columns it has, and the seat that fills up.

    A column stands for the room of every hand but one, which has what the others leave. For each
    hand there is one more place before that for no room: there, where a step goes for a card that
    the hand cannot take, the ways are none.
    """
    steps = np.zeros(len(room), np.int64)
    columns = 1
    filler = -1
    for seat in range(len(room)):
        if seen[POSSIBLE, seat]:
            if filler >= 0:
                steps[filler] = columns
                columns *= room[filler] + 2
            filler = seat
    return steps, columns, filler


@kernel
def _count_ways(
    holders_of: Numbers,
    last: int,
    last_holders: int,
    room: Numbers,
    steps: Numbers,
    filler: int,
    ways: Ways,
) -> None:
    """Fill in the ways, from the cards that are dealt last, of which there are so many, back to
    the first one."""
    cards = len(holders_of)
    now = np.zeros(len(room), np.int64)
    for column in range(ways.shape[1]):
        others = 0
        least = 0
        for seat in range(len(room)):
            now[seat] = 0
            if steps[seat]:
                now[seat] = column // steps[seat] % (room[seat] + 2) - 1
                others += now[seat]
                least = min(least, now[seat])
        if least < 0:
            continue
        if last >= others:
            now[filler] += last - others
            ways[cards, column] = _ways_last(last, last_holders, now)
        for card in range(cards - 1, -1, -1):
            if 0 <= last + cards - card - others <= room[filler]:
                total = 0.0
                holders = holders_of[card]
                while holders:
                    total += ways[card + 1, column - steps[code_of(holders)]]
                    holders &= holders - 1
                ways[card, column] = total


@kernel
def _ways_last(cards: int, holders: int, room: Numbers) -> float:
    """In how many ways so many cards fill the room, if only these seats may hold them."""
    ways = 1.0
    for seat in range(len(room)):
        if room[seat] and not holders >> seat & 1:
            return 0.0
        ways *= CHOOSE[cards, room[seat]]
        cards -= room[seat]
    return ways


@kernel
def _plan(
    seen: Numbers, held: Numbers, keys: int, steps: Numbers, ways: Ways
) -> tuple[Numbers, Ways, Numbers]:
    """The plans, each with its deals and those before it, and the column where it starts."""
    players = len(steps)
    plans = np.zeros((1, players + 1), np.int64)
    plans[0] = held
    while keys:
        card = keys & -keys
        keys ^= card
        plans = _with_key(seen, plans, card)
    upto = np.zeros(len(plans))
    starts = np.zeros(len(plans), np.int64)
    kept = 0
    deals = 0.0
    for plan in range(len(plans)):
        start = 0
        fits = True
        for seat in range(players):
            hand = plans[plan, seat]
            room = seen[SIZE, seat] - count(hand)
            start += steps[seat] * (room + 1)
            laid = count(hand & plans[plan, players] & seen[POSSIBLE, seat])
            fits = fits and room >= 0 and laid == seen[LAID, seat]
        if fits and ways[0, start]:
            deals += ways[0, start]
            plans[kept] = plans[plan]
            upto[kept] = deals
            starts[kept] = start
            kept += 1
    return plans[:kept].copy(), upto[:kept].copy(), starts[:kept].copy()


@kernel
def _with_key(seen: Numbers, plans: Numbers, card: int) -> Numbers:
    """The plans, each with every holder of one more key card, face down or not."""
    players = seen.shape[1]
    more = np.zeros((2 * players * len(plans), players + 1), np.int64)
    made = 0
    for plan in range(len(plans)):
        for seat in range(players):
            if seen[POSSIBLE, seat] & card:
                for down in (0, card):
                    more[made] = plans[plan]
                    more[made, seat] |= card
                    more[made, players] |= down
                    made += 1
    return more[:made].copy()
