"""Kernel: how a deal ends when everybody sees all cards and every side plays for itself."""

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
    ANYBODY,
    CARD,
    DOUBLED,
    HELD,
    LEFT,
    MOVES,
    NO_MORE,
    POINTS,
    RESULT,
    SEAT,
    SLAM,
    SUMS,
    TABLE,
    TRICK,
    TableValues,
    Workspace,
)
from gongzhu.packed.jit import bounded, kernel, routine
from gongzhu.packed.layout import TRICKS, Ints, RngState, State
from gongzhu.packed.rules import SEPARATE, SWAP, PackedRules
from gongzhu.rules.score_gongzhu import TRICK_AFTER_QUEEN_POINTS

MAX_N = 7
"""Marks what this solver remembers."""
UNTRIED = RESULT + 5
"""Whether no card of a row has been tried."""
FAR = 1 << 30


@routine
def solve_max_n(rules: PackedRules, state: State, memory: Workspace, outcome: Ints) -> int:
    """Write the points of each pile when every side plays for the most points of its own, in
    Hearts the fewest; of cards that come to the same it plays the lowest. How many positions
    that took."""
    # Numba counts the users of an array each time it is taken out of a tuple.
    keys, values, worth, _, here, points, places, plies, tricks = memory
    terms = terms_of(rules, state, worth)
    salt = deal_hash(rules, state, MAX_N)
    set_up_root(rules, terms, state, here, plies, tricks, worth)
    ply = 0
    visited = 1
    between = plies[0, TABLE] == 0
    if not between:
        update_points(rules, terms, tricks, 0)
    while True:
        known = False
        if between:
            at = plies[ply, TRICK]
            if is_over(rules, tricks, at):
                settle_points(rules, terms, here, points, tricks, at)
                _write_points(rules, plies, tricks, ply)
                known = True
            else:
                update_points(rules, terms, tricks, at)
                places[at] = position_hash(rules, terms, here, tricks, at, plies[ply, SEAT], salt)
                known = _probe(rules, keys, values, places, plies, tricks, ply)
        if not known:
            first = not plies[ply, TRICK] and not state[TRICKS]
            generate_moves(rules, here, plies, tricks, ply, first)
            plies[ply, UNTRIED] = 1
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _store(rules, keys, values, places, plies, tricks, ply)
            if not ply:
                for pile in range(rules.piles):
                    outcome[pile] = plies[0, RESULT + pile]
                return visited
            ply -= 1
            unmake_move(here, plies, ply)
            _back_up(rules, terms, plies, tricks, ply)
            known = False
        moves = plies[ply, MOVES]
        plies[ply, CARD] = moves & -moves
        plies[ply, MOVES] = moves & moves - 1
        between = make_move(rules, terms, here, plies, tricks, ply, worth)
        ply += 1
        visited += 1


@kernel
def _write_points(rules: PackedRules, plies: Ints, tricks: Ints, ply: int) -> None:
    """Nothing more can come: it is what each pile has."""
    at = plies[ply, TRICK]
    for pile in range(rules.piles):
        plies[ply, RESULT + pile] = tricks[at, POINTS + pile]


@kernel
def _probe(
    rules: PackedRules,
    keys: RngState,
    values: TableValues,
    places: RngState,
    plies: Ints,
    tricks: Ints,
    ply: int,
) -> bool:
    """Whether a position between tricks is remembered, and so known."""
    at = plies[ply, TRICK]
    place, _ = bounded(places[at], len(keys))
    if keys[place] != places[at]:
        return False
    for pile in range(rules.piles):
        plies[ply, RESULT + pile] = tricks[at, POINTS + pile] + values[place, pile]
    return True


@kernel
def _store(
    rules: PackedRules,
    keys: RngState,
    values: TableValues,
    places: RngState,
    plies: Ints,
    tricks: Ints,
    ply: int,
) -> None:
    """Remember what a position between tricks comes to, beside what is captured already."""
    at = plies[ply, TRICK]
    place, _ = bounded(places[at], len(keys))
    keys[place] = places[at]
    for pile in range(rules.piles):
        values[place, pile] = plies[ply, RESULT + pile] - tricks[at, POINTS + pile]


@kernel
def _back_up(rules: PackedRules, terms: Terms, plies: Ints, tricks: Ints, ply: int) -> None:
    """Keep what came of a card, if that is the best so far for the seat that played it; and try
    no more where it cannot do better."""
    seat = plies[ply, SEAT]
    came = _side_points(rules, plies, ply + 1, seat)
    best = _side_points(rules, plies, ply, seat)
    if plies[ply, UNTRIED] or (came < best if rules.hearts_game else came > best):
        best = came
        for pile in range(rules.piles):
            plies[ply, RESULT + pile] = plies[ply + 1, RESULT + pile]
        if plies[ply, MOVES] and best == _bound_of_side(
            rules, terms, tricks, plies[ply, TRICK], seat
        ):
            plies[ply, MOVES] = 0
    plies[ply, UNTRIED] = 0


@kernel
def _side_points(rules: PackedRules, plies: Ints, ply: int, seat: int) -> int:
    """The points of a seat's side, out of those of the piles."""
    if rules.partners == SEPARATE:
        return plies[ply, RESULT + (seat & 1)] + plies[ply, RESULT + (seat & 1) + 2]
    return plies[ply, RESULT + (seat if rules.piles == rules.players else seat & 1)]


@kernel
def _bound_of_side(rules: PackedRules, terms: Terms, tricks: Ints, at: int, seat: int) -> int:
    """The best that a seat's side can come to; perhaps more than it can."""
    if rules.partners == SEPARATE:
        own = _bound_of_pile(rules, terms, tricks, at, seat & 1)
        return own + _bound_of_pile(rules, terms, tricks, at, (seat & 1) + 2)
    return _bound_of_pile(
        rules, terms, tricks, at, seat if rules.piles == rules.players else seat & 1
    )


@kernel
def _bound_of_pile(rules: PackedRules, terms: Terms, tricks: Ints, at: int, pile: int) -> int:
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
