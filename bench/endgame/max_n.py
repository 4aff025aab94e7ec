"""Kernel: how a deal ends when everybody sees all cards and every side plays for itself."""

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
    ANYBODY,
    AT,
    CARD,
    DOUBLED,
    FOUND,
    HELD,
    LEFT,
    MOVES,
    NO_MORE,
    POINTS,
    SEAT,
    SLAM,
    SUMS,
    TABLE,
    Memory,
    Values,
)
from gongzhu.packed.jit import kernel, routine, spread
from gongzhu.packed.layout import TRICKS, Chance, Numbers, State
from gongzhu.packed.rules import SEPARATE, SWAP, PackedRules
from gongzhu.rules.score_gongzhu import TRICK_AFTER_QUEEN_POINTS

EACH = 7
"""Marks what this solver remembers."""
UNTRIED = FOUND + 5
"""Whether no card of a row has been tried."""
FAR = 1 << 30


@routine
def solve_each(rules: PackedRules, state: State, memory: Memory, outcome: Numbers) -> int:
    """Write the points of each pile when every side plays for the most points of its own, in
    Hearts the fewest; of cards that come to the same it plays the lowest. How many positions
    that took."""
    # Numba counts the users of an array each time it is taken out of a tuple.
    keys, values, worth, _, here, points, places, plies, tricks = memory
    terms = terms_of(rules, state, worth)
    salt = salt_of(rules, state, EACH)
    set_out(rules, terms, state, here, plies, tricks, worth)
    ply = 0
    visited = 1
    between = plies[0, TABLE] == 0
    if not between:
        count_up(rules, terms, tricks, 0)
    while True:
        known = False
        if between:
            at = plies[ply, AT]
            if is_over(rules, tricks, at):
                count_end(rules, terms, here, points, tricks, at)
                _write_points(rules, plies, tricks, ply)
                known = True
            else:
                count_up(rules, terms, tricks, at)
                places[at] = key_of(rules, terms, here, tricks, at, plies[ply, SEAT], salt)
                known = _recall(rules, keys, values, places, plies, tricks, ply)
        if not known:
            first = not plies[ply, AT] and not state[TRICKS]
            write_choices(rules, here, plies, tricks, ply, first)
            plies[ply, UNTRIED] = 1
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _remember(rules, keys, values, places, plies, tricks, ply)
            if not ply:
                for pile in range(rules.piles):
                    outcome[pile] = plies[0, FOUND + pile]
                return visited
            ply -= 1
            take_back(here, plies, ply)
            _compare(rules, terms, plies, tricks, ply)
            known = False
        moves = plies[ply, MOVES]
        plies[ply, CARD] = moves & -moves
        plies[ply, MOVES] = moves & moves - 1
        between = lay(rules, terms, here, plies, tricks, ply, worth)
        ply += 1
        visited += 1


@kernel
def _write_points(rules: PackedRules, plies: Numbers, tricks: Numbers, ply: int) -> None:
    """Nothing more can come: it is what each pile has."""
    at = plies[ply, AT]
    for pile in range(rules.piles):
        plies[ply, FOUND + pile] = tricks[at, POINTS + pile]


@kernel
def _recall(
    rules: PackedRules,
    keys: Chance,
    values: Values,
    places: Chance,
    plies: Numbers,
    tricks: Numbers,
    ply: int,
) -> bool:
    """Whether a position between tricks is remembered, and so known."""
    at = plies[ply, AT]
    place, _ = spread(places[at], len(keys))
    if keys[place] != places[at]:
        return False
    for pile in range(rules.piles):
        plies[ply, FOUND + pile] = tricks[at, POINTS + pile] + values[place, pile]
    return True


@kernel
def _remember(
    rules: PackedRules,
    keys: Chance,
    values: Values,
    places: Chance,
    plies: Numbers,
    tricks: Numbers,
    ply: int,
) -> None:
    """Remember what a position between tricks comes to, beside what is captured already."""
    at = plies[ply, AT]
    place, _ = spread(places[at], len(keys))
    keys[place] = places[at]
    for pile in range(rules.piles):
        values[place, pile] = plies[ply, FOUND + pile] - tricks[at, POINTS + pile]


@kernel
def _compare(rules: PackedRules, terms: Terms, plies: Numbers, tricks: Numbers, ply: int) -> None:
    """Keep what came of a card, if that is the best so far for the seat that played it; and try
    no more where it cannot do better."""
    seat = plies[ply, SEAT]
    came = _own(rules, plies, ply + 1, seat)
    best = _own(rules, plies, ply, seat)
    if plies[ply, UNTRIED] or (came < best if rules.hearts_game else came > best):
        best = came
        for pile in range(rules.piles):
            plies[ply, FOUND + pile] = plies[ply + 1, FOUND + pile]
        if plies[ply, MOVES] and best == _reach(rules, terms, tricks, plies[ply, AT], seat):
            plies[ply, MOVES] = 0
    plies[ply, UNTRIED] = 0


@kernel
def _own(rules: PackedRules, plies: Numbers, ply: int, seat: int) -> int:
    """The points of a seat's side, out of those of the piles."""
    if rules.partners == SEPARATE:
        return plies[ply, FOUND + (seat & 1)] + plies[ply, FOUND + (seat & 1) + 2]
    return plies[ply, FOUND + (seat if rules.piles == rules.players else seat & 1)]


@kernel
def _reach(rules: PackedRules, terms: Terms, tricks: Numbers, at: int, seat: int) -> int:
    """The best that a seat's side can come to; perhaps more than it can."""
    if rules.partners == SEPARATE:
        own = _most(rules, terms, tricks, at, seat & 1)
        return own + _most(rules, terms, tricks, at, (seat & 1) + 2)
    return _most(rules, terms, tricks, at, seat if rules.piles == rules.players else seat & 1)


@kernel
def _most(rules: PackedRules, terms: Terms, tricks: Numbers, at: int, pile: int) -> int:
    """The best that a pile can come to: it takes what is good of what is left, and nothing else."""
    slam = tricks[at, SLAM]
    if slam in (ANYBODY, pile):
        return -FAR if rules.hearts_game else FAR
    if slam != NO_MORE and rules.pig_with_all_hearts == SWAP:
        return FAR
    points = tricks[at, SUMS + pile]
    if tricks[at, LEFT] & terms.sheep:
        points += terms.sheep_worth
    if not terms.doubler:
        return points
    doubled = tricks[at, DOUBLED]
    alone = not tricks[at, HELD + pile] & ~terms.doubler
    most = points * terms.times if doubled == pile else points
    if doubled < 0:
        most = max(points, points * terms.times)
    if doubled in (pile, -1) and (alone or terms.cancels):
        most = max(most, terms.lone)
    if rules.queen_of_diamonds:
        most += TRICK_AFTER_QUEEN_POINTS * rules.hand_size
    return most
