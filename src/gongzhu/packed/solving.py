"""Kernels: how a deal ends when everybody sees all cards and plays as well as can be.

Positions between tricks that come up again are remembered; cards of a hand that do the same are
tried once; and where no card that is left can count, nothing is played any more.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.boards import HEARTS_BOARD, PIG_BOARD
from gongzhu.packed.jit import advance, code_of, kernel, spread, stir
from gongzhu.packed.layout import (
    BROKEN,
    EXPOSED,
    HANDS,
    LEADER,
    MOST_PLAYERS,
    PILES,
    PLAYED,
    QUEEN_CAPTOR,
    SIZE,
    SUITS_LED,
    TABLE,
    TRICKS,
    TRICKS_AFTER_QUEEN,
    Chance,
    Numbers,
    State,
)
from gongzhu.packed.rules import POOLED, SEPARATE, PackedRules
from gongzhu.packed.scoring import pile_cards, score
from gongzhu.packed.tricks import legal, play, suit_of, turn

Values: TypeAlias = NDArray[np.int32]

PLIES = 52

MOVES = 0
"""The cards that are left to try."""
UNTRIED = 1
"""Whether none has been tried yet."""
NO_MORE = 2
"""Whether nobody can come to more points than it has, and so need not try more cards once it
keeps them."""
NOW = 3
"""What each pile has, if so."""
BEST = NOW + MOST_PLAYERS
"""What the best card so far comes to, by pile."""
CARD = BEST + MOST_PLAYERS
"""The card that is tried; the rest is what it changed, as that was before."""
OLD_TABLE, OLD_LEADER, OLD_SUITS_LED, OLD_BROKEN, OLD_CAPTOR, OLD_AFTER = range(CARD + 1, CARD + 7)
ROW = CARD + 7


class Memory(NamedTuple):
    """What solving needs room for. Each thread needs its own; it need not be emptied."""

    salt: Chance
    keys: Chance
    """Of the positions that are remembered."""
    values: Values
    """What they come to, by pile."""
    state: State
    """The position that is looked at."""
    points: Numbers
    places: Chance
    """For each ply the key of its position, if that is between tricks."""
    plies: Numbers
    """For each ply a row of what is called by the names above."""


def new_memory(bits: int = 16) -> Memory:
    """Room for 2 to the power of `bits` positions, 28 bytes each."""
    return Memory(
        salt=np.array([1], np.uint64),
        keys=np.zeros(1 << bits, np.uint64),
        values=np.zeros((1 << bits, MOST_PLAYERS), np.int32),
        state=np.zeros(SIZE, np.int64),
        points=np.zeros(MOST_PLAYERS, np.int64),
        places=np.zeros(PLIES + 1, np.uint64),
        plies=np.zeros((PLIES + 1, ROW), np.int64),
    )


@kernel
def solve_each(rules: PackedRules, state: State, memory: Memory, outcome: Numbers) -> int:
    """Write the points of each pile when every side plays for the most points of its own, in
    Hearts the fewest; of cards that come to the same it plays the lowest. How many positions
    that took."""
    memory.salt[0] = advance(memory.salt[0])
    # Numba counts the users of an array each time it is taken out of a tuple.
    salt, keys, values, here, points, places, plies = memory
    for word in range(SIZE):
        here[word] = state[word]
    ply = 0
    visited = 1
    found = _reach(rules, here, salt[0], keys, values, points, places, plies, ply)
    while ply or not found:
        if found:
            ply -= 1
            _take_back(rules, here, plies, ply)
            _compare(rules, turn(rules, here), plies, ply)
            found = False
        elif plies[ply, MOVES]:
            _play_next(rules, here, plies, ply)
            ply += 1
            visited += 1
            found = _reach(rules, here, salt[0], keys, values, points, places, plies, ply)
        else:
            if not here[PLAYED]:
                place, _ = spread(places[ply], len(keys))
                keys[place] = places[ply]
                for pile in range(rules.piles):
                    values[place, pile] = plies[ply, BEST + pile]
            found = True
    for pile in range(rules.piles):
        outcome[pile] = plies[0, BEST + pile]
    return visited


@kernel
def _play_next(rules: PackedRules, here: State, plies: Numbers, ply: int) -> None:
    """Play the next card that is left to try."""
    card = plies[ply, MOVES] & -plies[ply, MOVES]
    plies[ply, MOVES] ^= card
    plies[ply, CARD] = card
    plies[ply, OLD_TABLE] = here[TABLE]
    plies[ply, OLD_LEADER] = here[LEADER]
    plies[ply, OLD_SUITS_LED] = here[SUITS_LED]
    plies[ply, OLD_BROKEN] = here[BROKEN]
    plies[ply, OLD_CAPTOR] = here[QUEEN_CAPTOR]
    plies[ply, OLD_AFTER] = here[TRICKS_AFTER_QUEEN]
    play(rules, here, code_of(card))


@kernel
def _take_back(rules: PackedRules, here: State, plies: Numbers, ply: int) -> None:
    """Take back the card that was played last."""
    card = plies[ply, CARD]
    table = plies[ply, OLD_TABLE]
    if here[PLAYED]:
        here[PLAYED] -= 1
    else:
        cards = card
        for _ in range(rules.players - 1):
            cards |= 1 << (table & 63)
            table >>= 8
        here[PILES + here[LEADER]] ^= cards
        here[PLAYED] = rules.players - 1
        here[TRICKS] -= 1
    here[TABLE] = plies[ply, OLD_TABLE]
    here[LEADER] = plies[ply, OLD_LEADER]
    here[SUITS_LED] = plies[ply, OLD_SUITS_LED]
    here[BROKEN] = plies[ply, OLD_BROKEN]
    here[QUEEN_CAPTOR] = plies[ply, OLD_CAPTOR]
    here[TRICKS_AFTER_QUEEN] = plies[ply, OLD_AFTER]
    here[HANDS + turn(rules, here)] |= card


@kernel
def _compare(rules: PackedRules, seat: int, plies: Numbers, ply: int) -> None:
    """Keep what came of a card, if that is the best so far for the seat that played it."""
    came = _own(rules, plies, ply + 1, BEST, seat)
    best = _own(rules, plies, ply, BEST, seat)
    if plies[ply, UNTRIED] or (came < best if rules.hearts_game else came > best):
        best = came
        for pile in range(rules.piles):
            plies[ply, BEST + pile] = plies[ply + 1, BEST + pile]
    plies[ply, UNTRIED] = 0
    if plies[ply, NO_MORE] and best == _own(rules, plies, ply, NOW, seat):
        plies[ply, MOVES] = 0


@kernel
def _reach(
    rules: PackedRules,
    here: State,
    salt: int,
    keys: Chance,
    values: Values,
    points: Numbers,
    places: Chance,
    plies: Numbers,
    ply: int,
) -> bool:
    """Look at a position for the first time: whether its outcome is known."""
    plies[ply, NO_MORE] = 0
    if here[PLAYED]:
        if ply and plies[ply - 1, NO_MORE]:
            plies[ply, NO_MORE] = 1
            for pile in range(rules.piles):
                plies[ply, NOW + pile] = plies[ply - 1, NOW + pile]
    else:
        if _settled(rules, here):
            score(rules, here, points)
            for pile in range(rules.piles):
                plies[ply, BEST + pile] = points[pile]
            return True
        key = _key(rules, here, salt)
        places[ply] = key
        place, _ = spread(key, len(keys))
        if keys[place] == key:
            for pile in range(rules.piles):
                plies[ply, BEST + pile] = values[place, pile]
            return True
        if _no_more_to_gain(rules, here):
            plies[ply, NO_MORE] = 1
            score(rules, here, points)
            for pile in range(rules.piles):
                plies[ply, NOW + pile] = points[pile]
    plies[ply, MOVES] = _different(rules, here)
    plies[ply, UNTRIED] = 1
    return False


@kernel
def _no_more_to_gain(rules: PackedRules, state: State) -> bool:
    """Whether only hearts and the pig are left, and nobody can have all of them any more: then
    nobody gains by taking another card."""
    if rules.queen_of_diamonds or rules.cancelled_doubler:
        return False
    left = 0
    for seat in range(rules.players):
        left |= state[HANDS + seat]
    if left & rules.points & ~(HEARTS_BOARD | PIG_BOARD):
        return False
    wanted = rules.points if rules.hearts_game else HEARTS_BOARD
    holders = 0
    for pile in range(rules.piles):
        holders += pile_cards(rules, state, pile) & wanted != 0
    return holders > 1


@kernel
def _own(rules: PackedRules, plies: Numbers, ply: int, of: int, seat: int) -> int:
    """The points of a seat's side, out of those of the piles."""
    if rules.partners == SEPARATE:
        return plies[ply, of + (seat & 1)] + plies[ply, of + (seat & 1) + 2]
    return plies[ply, of + (seat & 1 if rules.partners == POOLED else seat)]


@kernel
def _settled(rules: PackedRules, state: State) -> bool:
    """Whether no card that is left in the hands can count."""
    left = 0
    for seat in range(rules.players):
        left |= state[HANDS + seat]
    return not left if rules.queen_of_diamonds else not left & rules.points


@kernel
def _key(rules: PackedRules, state: State, salt: int) -> int:
    """A number for all that matters of a position between tricks."""
    number = salt
    for seat in range(rules.players):
        number = stir(number, state[HANDS + seat])
        number = stir(number, state[PILES + seat] & rules.points)
    broken = state[BROKEN] if rules.kept_from_lead else 0
    bound = state[EXPOSED] & ~state[SUITS_LED]
    number = stir(number, bound | state[LEADER] | broken << 3)
    if rules.queen_of_diamonds:
        number = stir(number, state[TRICKS_AFTER_QUEEN] << 3 | state[QUEEN_CAPTOR] + 1)
    return number


@kernel
def _different(rules: PackedRules, state: State) -> int:
    """The cards that may be played, of neighbours that do the same only the lowest.

    Cards of a hand do the same when they are worth the same and no card of another seat or on
    the table, stands between them.
    """
    mine = state[HANDS + turn(rules, state)]
    others = -mine
    for seat in range(rules.players):
        others += state[HANDS + seat]
    table = state[TABLE]
    for _ in range(state[PLAYED]):
        others |= 1 << (table & 63)
        table >>= 8
    cards = legal(rules, state)
    rest = cards & cards - 1
    last = cards & -cards
    while rest:
        card = rest & -rest
        rest ^= card
        between = others & card - last
        if suit_of(code_of(card)) & last and not between and _worth_the_same(rules, card, last):
            cards ^= card
        last = card
    return cards


@kernel
def _worth_the_same(rules: PackedRules, card: int, other: int) -> bool:
    if (card | other) & (rules.points & ~HEARTS_BOARD | rules.queen_of_diamonds):
        return False
    both = card | other
    same = True
    for plane in rules.heart_planes:
        same = same and plane & both in (0, both)
    return same
