"""Kernel: how a deal ends when everybody sees all cards and one side plays against all others.

It asks whether the value reaches a goal, which leaves few cards to try, and sets the next goal by
the answer until it knows; what one answer has found out helps with the next.
"""

from typing import NamedTuple

from bench.endgame.bounds import FAR, limits_of, value_of
from bench.endgame.moves import lay, set_out, take_back, write_choices
from bench.endgame.terms import (
    Terms,
    count_end,
    count_up,
    is_over,
    key_of,
    salt_of,
    terms_of,
)
from bench.endgame.transpositions import (
    AT,
    CARD,
    FOUND,
    LEFT,
    MOVES,
    SEAT,
    TABLE,
    Memory,
    Values,
)
from gongzhu.packed.ending import side_of
from gongzhu.packed.jit import code_of, count, kernel, routine, spread
from gongzhu.packed.layout import TRICKS, Chance, Numbers, State
from gongzhu.packed.rules import PackedRules

TWO = 16
"""Marks what this solver remembers."""
LOW, HIGH, BEST, BEST_CODE, NOW, WANTED = range(FOUND, FOUND + 6)
"""The window of a row, the best that has come of its cards and the code of that one,
what is captured already, and the code of the card to try first."""
LOWER, UPPER, GOOD_CODE = range(3)
"""What is remembered: limits of what is still to come, and the code of the best card."""


class Solved(NamedTuple):
    """What came of solving."""

    known: int
    """0: the positions allowed did not do, and `value` is nothing."""
    value: int
    """The side's points less those of the others, each weighed as much as all of these
    together: its points times their number, less their sum; in Hearts the negative of that."""
    visited: int
    """How many positions it took."""


@routine
def solve_two(rules: PackedRules, state: State, memory: Memory, seat: int, budget: int) -> Solved:
    """The value of a deal for the side of a seat, which all the others together play against.

    At most about `budget` positions are looked at.
    """
    worth, likely, plies, tricks = memory.worth, memory.likely, memory.plies, memory.tricks
    terms = terms_of(rules, state, worth)
    side = side_of(rules, seat)
    set_out(rules, terms, state, memory.here, plies, tricks, worth)
    for place in range(len(likely)):
        likely[place] = 0
    count_up(rules, terms, tricks, 0)
    goal = value_of(rules, tricks, 0, side)
    floor = -FAR
    ceiling = FAR
    visited = 0
    while floor < ceiling:
        found, took = _ask(rules, terms, state, memory, side, goal, budget - visited)
        visited += took
        if visited >= budget:
            return Solved(0, 0, visited)
        if found < goal:
            ceiling = found
            goal = found
        else:
            floor = found
            goal = found + 1
    return Solved(1, floor, visited)


@kernel
def _ask(
    rules: PackedRules,
    terms: Terms,
    state: State,
    memory: Memory,
    side: int,
    goal: int,
    budget: int,
) -> tuple[int, int]:
    """Whether the value reaches a goal: if so a number from there up that it reaches, if not one
    below that it does not exceed. And how many positions that took; all of the budget if it did
    not do."""
    # Numba counts the users of an array each time it is taken out of a tuple.
    keys, values, worth, likely, here, points, places, plies, tricks = memory
    salt = salt_of(rules, state, TWO + side)
    ply = 0
    visited = 1
    between = plies[0, TABLE] == 0
    plies[0, LOW] = goal - 1
    plies[0, HIGH] = goal
    while True:
        known = False
        plies[ply, WANTED] = -1
        if between:
            at = plies[ply, AT]
            if is_over(rules, tricks, at):
                count_end(rules, terms, here, points, tricks, at)
                plies[ply, BEST] = value_of(rules, tricks, at, side)
                known = True
            else:
                count_up(rules, terms, tricks, at)
                known = _look(
                    rules, terms, keys, values, here, places, plies, tricks, side, salt, ply
                )
        if not known:
            first = not plies[ply, AT] and not state[TRICKS]
            write_choices(rules, here, plies, tricks, ply, first)
            own = side_of(rules, plies[ply, SEAT]) == side
            plies[ply, BEST] = -FAR if own else FAR
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _remember(keys, values, places, plies, ply)
            if not ply:
                return plies[0, BEST], visited
            ply -= 1
            take_back(here, plies, ply)
            own = side_of(rules, plies[ply, SEAT]) == side
            _compare(plies, ply, own, likely, count(tricks[plies[ply, AT], LEFT]))
            known = False
        if visited >= budget:
            return 0, visited
        _choose(plies, ply, likely)
        own = side_of(rules, plies[ply, SEAT]) == side
        low = plies[ply, LOW]
        high = plies[ply, HIGH]
        plies[ply + 1, LOW] = max(low, plies[ply, BEST]) if own else low
        plies[ply + 1, HIGH] = high if own else min(high, plies[ply, BEST])
        between = lay(rules, terms, here, plies, tricks, ply, worth)
        ply += 1
        visited += 1


@kernel
def _look(
    rules: PackedRules,
    terms: Terms,
    keys: Chance,
    values: Values,
    here: State,
    places: Chance,
    plies: Numbers,
    tricks: Numbers,
    side: int,
    salt: int,
    ply: int,
) -> bool:
    """Look at a position between tricks: whether enough is known of its value. If not, its window
    is as narrow as that makes it."""
    at = plies[ply, AT]
    now = value_of(rules, tricks, at, side)
    low, high = limits_of(rules, terms, tricks, at, side, now)
    least = plies[ply, LOW]
    most = plies[ply, HIGH]
    if low < high and low < most and high > least:
        key = key_of(rules, terms, here, tricks, at, plies[ply, SEAT], salt)
        places[at] = key
        place, _ = spread(key, len(keys))
        if keys[place] == key:
            low = max(low, now + values[place, LOWER])
            high = min(high, now + values[place, UPPER])
            plies[ply, WANTED] = values[place, GOOD_CODE]
    plies[ply, BEST] = high if high <= least else low
    plies[ply, NOW] = now
    plies[ply, LOW] = max(low, least)
    plies[ply, HIGH] = min(high, most)
    return low >= high or low >= most or high <= least


@kernel
def _compare(plies: Numbers, ply: int, own: bool, likely: Numbers, left: int) -> None:
    """Keep what came of a card, if that is the best so far; and try no more where it is enough.

    `own` says that the side plays it, which wants the most; `left` how many cards there were.
    """
    came = plies[ply + 1, BEST]
    if came > plies[ply, BEST] if own else came < plies[ply, BEST]:
        plies[ply, BEST] = came
        code = code_of(plies[ply, CARD])
        plies[ply, BEST_CODE] = code
        if came >= plies[ply, HIGH] if own else came <= plies[ply, LOW]:
            plies[ply, MOVES] = 0
            likely[plies[ply, SEAT] << 6 | code] += left * left


@kernel
def _choose(plies: Numbers, ply: int, likely: Numbers) -> None:
    """Choose the card to try next: the one that was best here, or that mattered most often."""
    moves = plies[ply, MOVES]
    card = moves & -moves
    wanted = plies[ply, WANTED]
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
def _remember(keys: Chance, values: Values, places: Chance, plies: Numbers, ply: int) -> None:
    """Remember what is known of a position between tricks, whose cards have been tried."""
    key = places[plies[ply, AT]]
    place, _ = spread(key, len(keys))
    best = plies[ply, BEST] - plies[ply, NOW]
    if keys[place] != key:
        keys[place] = key
        values[place, LOWER] = -FAR
        values[place, UPPER] = FAR
    if plies[ply, BEST] > plies[ply, LOW]:
        values[place, LOWER] = best
    if plies[ply, BEST] < plies[ply, HIGH]:
        values[place, UPPER] = best
    values[place, GOOD_CODE] = plies[ply, BEST_CODE]
