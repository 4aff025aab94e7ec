"""Kernel: the points of an endgame in which every side plays for itself.

It is max^n (C. Luckhardt, K. Irani, "An algorithmic solution of N-person games", AAAI 1986) with
immediate pruning (R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991): no
more moves are tried once a seat has the best result that it can reach. Ties go to the lowest card.
"""

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
from gongzhu.packed.scoring import side_of
from gongzhu.rules.score import TRICK_AFTER_QUEEN_POINTS

MAX_N = 7
"""The mark of this solver in the keys of the transposition table."""
UNTRIED = RESULT + 5
"""Column of a ply: 1 while none of its moves has been tried."""
INFINITY = 1 << 30


@routine
def solve_max_n(rules: PackedRules, state: State, workspace: Workspace, outcome: Ints) -> int:
    """Write the points of each pile to `outcome`, int64 [piles or more], and return the number of
    positions searched.

    Every side plays for the most points of its own, in Hearts for the fewest. `state`: int64
    [SIZE], unchanged.
    """
    # Numba counts the references of an array each time it is taken out of a tuple.
    keys, values, card_points, _, position, points, hashes, plies, tricks = workspace
    terms = terms_of(rules, state, card_points)
    deal_key = deal_hash(rules, state, MAX_N)
    set_up_root(rules, terms, state, position, plies, tricks, card_points)
    ply = 0
    nodes = 1
    between = plies[0, TABLE] == 0
    if not between:
        update_points(rules, terms, tricks, 0)
    while True:
        known = False
        if between:
            at = plies[ply, TRICK]
            if is_over(rules, tricks, at):
                settle_points(rules, terms, position, points, tricks, at)
                _write_points(rules, plies, tricks, ply)
                known = True
            else:
                update_points(rules, terms, tricks, at)
                hashes[at] = position_hash(
                    rules, terms, position, tricks, at, plies[ply, SEAT], deal_key
                )
                known = _probe(rules, keys, values, hashes, plies, tricks, ply)
        if not known:
            first = not plies[ply, TRICK] and not state[TRICKS]
            generate_moves(rules, position, plies, tricks, ply, first)
            plies[ply, UNTRIED] = 1
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _store(rules, keys, values, hashes, plies, tricks, ply)
            if not ply:
                for pile in range(rules.piles):
                    outcome[pile] = plies[0, RESULT + pile]
                return nodes
            ply -= 1
            unmake_move(position, plies, ply)
            _back_up(rules, terms, plies, tricks, ply)
            known = False
        moves = plies[ply, MOVES]
        plies[ply, CARD] = moves & -moves
        plies[ply, MOVES] = moves & moves - 1
        between = make_move(rules, terms, position, plies, tricks, ply, card_points)
        ply += 1
        nodes += 1


@kernel
def _write_points(rules: PackedRules, plies: Ints, tricks: Ints, ply: int) -> None:
    """Write the result of a position in which no card left can count: the points of each pile."""
    at = plies[ply, TRICK]
    for pile in range(rules.piles):
        plies[ply, RESULT + pile] = tricks[at, POINTS + pile]


@kernel
def _probe(
    rules: PackedRules,
    keys: RngState,
    values: TableValues,
    hashes: RngState,
    plies: Ints,
    tricks: Ints,
    ply: int,
) -> bool:
    """Probe the table for a position between tricks: True if it is there; writes its result."""
    at = plies[ply, TRICK]
    place, _ = bounded(hashes[at], len(keys))
    if keys[place] != hashes[at]:
        return False
    for pile in range(rules.piles):
        plies[ply, RESULT + pile] = tricks[at, POINTS + pile] + values[place, pile]
    return True


@kernel
def _store(
    rules: PackedRules,
    keys: RngState,
    values: TableValues,
    hashes: RngState,
    plies: Ints,
    tricks: Ints,
    ply: int,
) -> None:
    """Store the result of a position between tricks, without the points captured already."""
    at = plies[ply, TRICK]
    place, _ = bounded(hashes[at], len(keys))
    keys[place] = hashes[at]
    for pile in range(rules.piles):
        values[place, pile] = plies[ply, RESULT + pile] - tricks[at, POINTS + pile]


@kernel
def _back_up(rules: PackedRules, terms: Terms, plies: Ints, tricks: Ints, ply: int) -> None:
    """Back up the result of the move tried if it is the seat's best so far, and prune the rest if
    it cannot do better."""
    seat = plies[ply, SEAT]
    value = _side_points(rules, plies, ply + 1, seat)
    best = _side_points(rules, plies, ply, seat)
    if plies[ply, UNTRIED] or (value < best if rules.aim_low else value > best):
        best = value
        for pile in range(rules.piles):
            plies[ply, RESULT + pile] = plies[ply + 1, RESULT + pile]
        if plies[ply, MOVES] and best == _bound_of_side(
            rules, terms, tricks, plies[ply, TRICK], seat
        ):
            plies[ply, MOVES] = 0
    plies[ply, UNTRIED] = 0


@kernel
def _side_points(rules: PackedRules, plies: Ints, ply: int, seat: int) -> int:
    """The points of a seat's side in the result of a ply."""
    if rules.partners == SEPARATE:
        side = side_of(rules, seat)
        return plies[ply, RESULT + side] + plies[ply, RESULT + side + rules.sides]
    return plies[ply, RESULT + (seat if rules.piles == rules.players else side_of(rules, seat))]


@kernel
def _bound_of_side(rules: PackedRules, terms: Terms, tricks: Ints, at: int, seat: int) -> int:
    """A bound of the points that a seat's side can reach."""
    if rules.partners == SEPARATE:
        side = side_of(rules, seat)
        own = _bound_of_pile(rules, terms, tricks, at, side)
        return own + _bound_of_pile(rules, terms, tricks, at, side + rules.sides)
    return _bound_of_pile(
        rules, terms, tricks, at, seat if rules.piles == rules.players else side_of(rules, seat)
    )


@kernel
def _bound_of_pile(rules: PackedRules, terms: Terms, tricks: Ints, at: int, pile: int) -> int:
    """A bound of the points that a pile can reach: it takes all that is good of what is left."""
    slam = tricks[at, SLAM]
    if slam in (ANYBODY, pile):
        return -INFINITY if rules.aim_low else INFINITY
    if slam != NO_MORE and rules.pig_with_all_hearts == SWAP:
        return INFINITY
    points = tricks[at, SUMS + pile]
    if tricks[at, LEFT] & terms.sheep:
        points += terms.sheep_points
    if not terms.doubler:
        return points
    doubled = tricks[at, DOUBLED]
    alone = not tricks[at, HELD + pile] & ~terms.doubler
    most = points * terms.times if doubled == pile else points
    if doubled < 0:
        most = max(points, points * terms.times)
    if doubled in (pile, -1) and (alone or terms.cancels):
        most = max(most, terms.lone_points)
    if rules.queen_of_diamonds:
        most += TRICK_AFTER_QUEEN_POINTS * rules.hand_size
    return most
