"""Kernel: how a deal ends when everybody sees all cards and one side plays against all others.

It asks whether the value reaches a goal, which leaves few cards to try, and sets the next goal by
the answer until it knows; what one answer has found out helps with the next.
"""

from typing import NamedTuple

from bench.endgame.bounds import FAR, bounds_of, paranoid_value
from bench.endgame.moves import generate_moves, make_move, set_up_root, unmake_move
from bench.endgame.terms import (
    Terms,
    deal_hash,
    is_over,
    position_hash,
    settle_points,
    terms_of,
    update_points,
)
from bench.endgame.transpositions import (
    CARD,
    LEFT,
    MOVES,
    RESULT,
    SEAT,
    TABLE,
    TRICK,
    TableValues,
    Workspace,
)
from gongzhu.packed.game_end import side_of
from gongzhu.packed.jit import bounded, code_of, count, kernel, routine
from gongzhu.packed.layout import TRICKS, Ints, RngState, State
from gongzhu.packed.rules import PackedRules

PARANOID = 16
"""Marks what this solver remembers."""
ALPHA, BETA, BEST, BEST_CODE, CAPTURED, TABLE_MOVE = range(RESULT, RESULT + 6)
"""The window of a row, the best that has come of its cards and the code of that one,
what is captured already, and the code of the card to try first."""
LOWER, UPPER, MOVE = range(3)
"""What is remembered: limits of what is still to come, and the code of the best card."""


class Solution(NamedTuple):
    """What came of solving."""

    known: int
    """0: the positions allowed did not do, and `value` is nothing."""
    value: int
    """The side's points less those of the others, each weighed as much as all of these
    together: its points times their number, less their sum; in Hearts the negative of that."""
    visited: int
    """How many positions it took."""


@routine
def solve_paranoid(
    rules: PackedRules, state: State, memory: Workspace, seat: int, budget: int
) -> Solution:
    """The value of a deal for the side of a seat, which all the others together play against.

    At most about `budget` positions are looked at.
    """
    worth, likely, plies, tricks = memory.worth, memory.likely, memory.plies, memory.tricks
    terms = terms_of(rules, state, worth)
    side = side_of(rules, seat)
    set_up_root(rules, terms, state, memory.here, plies, tricks, worth)
    for place in range(len(likely)):
        likely[place] = 0
    update_points(rules, terms, tricks, 0)
    goal = paranoid_value(rules, tricks, 0, side)
    floor = -FAR
    ceiling = FAR
    visited = 0
    while floor < ceiling:
        found, took = _alpha_beta(rules, terms, state, memory, side, goal, budget - visited)
        visited += took
        if visited >= budget:
            return Solution(0, 0, visited)
        if found < goal:
            ceiling = found
            goal = found
        else:
            floor = found
            goal = found + 1
    return Solution(1, floor, visited)


@kernel
def _alpha_beta(
    rules: PackedRules,
    terms: Terms,
    state: State,
    memory: Workspace,
    side: int,
    goal: int,
    budget: int,
) -> tuple[int, int]:
    """Whether the value reaches a goal: if so a number from there up that it reaches, if not one
    below that it does not exceed. And how many positions that took; all of the budget if it did
    not do."""
    # Numba counts the users of an array each time it is taken out of a tuple.
    keys, values, worth, likely, here, points, places, plies, tricks = memory
    salt = deal_hash(rules, state, PARANOID + side)
    ply = 0
    visited = 1
    between = plies[0, TABLE] == 0
    plies[0, ALPHA] = goal - 1
    plies[0, BETA] = goal
    while True:
        known = False
        plies[ply, TABLE_MOVE] = -1
        if between:
            at = plies[ply, TRICK]
            if is_over(rules, tricks, at):
                settle_points(rules, terms, here, points, tricks, at)
                plies[ply, BEST] = paranoid_value(rules, tricks, at, side)
                known = True
            else:
                update_points(rules, terms, tricks, at)
                known = _probe(
                    rules, terms, keys, values, here, places, plies, tricks, side, salt, ply
                )
        if not known:
            first = not plies[ply, TRICK] and not state[TRICKS]
            generate_moves(rules, here, plies, tricks, ply, first)
            own = side_of(rules, plies[ply, SEAT]) == side
            plies[ply, BEST] = -FAR if own else FAR
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _store(keys, values, places, plies, ply)
            if not ply:
                return plies[0, BEST], visited
            ply -= 1
            unmake_move(here, plies, ply)
            own = side_of(rules, plies[ply, SEAT]) == side
            _back_up(plies, ply, own, likely, count(tricks[plies[ply, TRICK], LEFT]))
            known = False
        if visited >= budget:
            return 0, visited
        _select_move(plies, ply, likely)
        own = side_of(rules, plies[ply, SEAT]) == side
        low = plies[ply, ALPHA]
        high = plies[ply, BETA]
        plies[ply + 1, ALPHA] = max(low, plies[ply, BEST]) if own else low
        plies[ply + 1, BETA] = high if own else min(high, plies[ply, BEST])
        between = make_move(rules, terms, here, plies, tricks, ply, worth)
        ply += 1
        visited += 1


@kernel
def _probe(
    rules: PackedRules,
    terms: Terms,
    keys: RngState,
    values: TableValues,
    here: State,
    places: RngState,
    plies: Ints,
    tricks: Ints,
    side: int,
    salt: int,
    ply: int,
) -> bool:
    """Look at a position between tricks: whether enough is known of its value. If not, its window
    is as narrow as that makes it."""
    at = plies[ply, TRICK]
    now = paranoid_value(rules, tricks, at, side)
    low, high = bounds_of(rules, terms, tricks, at, side, now)
    least = plies[ply, ALPHA]
    most = plies[ply, BETA]
    if low < high and low < most and high > least:
        key = position_hash(rules, terms, here, tricks, at, plies[ply, SEAT], salt)
        places[at] = key
        place, _ = bounded(key, len(keys))
        if keys[place] == key:
            low = max(low, now + values[place, LOWER])
            high = min(high, now + values[place, UPPER])
            plies[ply, TABLE_MOVE] = values[place, MOVE]
    plies[ply, BEST] = high if high <= least else low
    plies[ply, CAPTURED] = now
    plies[ply, ALPHA] = max(low, least)
    plies[ply, BETA] = min(high, most)
    return low >= high or low >= most or high <= least


@kernel
def _back_up(plies: Ints, ply: int, own: bool, likely: Ints, left: int) -> None:
    """Keep what came of a card, if that is the best so far; and try no more where it is enough.

    `own` says that the side plays it, which wants the most; `left` how many cards there were.
    """
    came = plies[ply + 1, BEST]
    if came > plies[ply, BEST] if own else came < plies[ply, BEST]:
        plies[ply, BEST] = came
        code = code_of(plies[ply, CARD])
        plies[ply, BEST_CODE] = code
        if came >= plies[ply, BETA] if own else came <= plies[ply, ALPHA]:
            plies[ply, MOVES] = 0
            likely[plies[ply, SEAT] << 6 | code] += left * left


@kernel
def _select_move(plies: Ints, ply: int, likely: Ints) -> None:
    """Choose the card to try next: the one that was best here, or that mattered most often."""
    moves = plies[ply, MOVES]
    card = moves & -moves
    wanted = plies[ply, TABLE_MOVE]
    if wanted >= 0 and moves >> wanted & 1:
        card = 1 << wanted
    else:
        first = plies[ply, SEAT] << 6
        most = likely[first | code_of(card)]
        rest = moves ^ card
        while rest:
            code = code_of(rest)
            rest &= rest - 1
            if likely[first | code] > most:
                most = likely[first | code]
                card = 1 << code
    plies[ply, CARD] = card
    plies[ply, MOVES] = moves ^ card


@kernel
def _store(keys: RngState, values: TableValues, places: RngState, plies: Ints, ply: int) -> None:
    """Remember what is known of a position between tricks, whose cards have been tried."""
    key = places[plies[ply, TRICK]]
    place, _ = bounded(key, len(keys))
    best = plies[ply, BEST] - plies[ply, CAPTURED]
    if keys[place] != key:
        keys[place] = key
        values[place, LOWER] = -FAR
        values[place, UPPER] = FAR
    if plies[ply, BEST] > plies[ply, ALPHA]:
        values[place, LOWER] = best
    if plies[ply, BEST] < plies[ply, BETA]:
        values[place, UPPER] = best
    values[place, MOVE] = plies[ply, BEST_CODE]
