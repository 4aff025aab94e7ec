"""Kernel: the value of an endgame for one side that all others together play against.

With more than two sides the coalition of the others makes it a paranoid search (N. Sturtevant,
R. Korf, "On pruning techniques for multi-player games", AAAI 2000), so that it is minimax:
alpha-beta (D. Knuth, R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6,
1975) with null windows set by MTD(f) (A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first
fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). Moves are ordered by the
transposition table, then by the history heuristic (J. Schaeffer, "The history heuristic and
alpha-beta search enhancements in practice", IEEE PAMI 11, 1989), which adds the square of the
number of cards left at a cutoff. The search keeps its rows in arrays instead of calling itself.
"""

from typing import NamedTuple

from bench.endgame.bounds import INFINITY, bounds_of, paranoid_value
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
from gongzhu.packed.jit import bounded, code_of, count, kernel, routine
from gongzhu.packed.layout import TRICKS, Ints, RngState, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import side_of

PARANOID = 16
"""The mark of this solver in the keys of the transposition table; the side is added to it."""
ALPHA, BETA, BEST, BEST_CODE, CAPTURED, TABLE_MOVE = range(RESULT, RESULT + 6)
"""Columns of a ply: its window, the best value of its moves so far and the code of that move, the
value of the cards captured already, and the code of the table's move or -1."""
LOWER, UPPER, MOVE = range(3)
"""Columns of an entry: bounds of the value still to come, and the code of the best move."""


class Solution(NamedTuple):
    """The result of a search."""

    complete: int
    """1 if the search was completed; 0 if the node budget did not suffice: no `value`."""
    value: int
    """Points: those of the side times the number of the other sides, less the sum of theirs; in
    Hearts the negative of that."""
    nodes: int
    """The number of positions searched."""


@routine
def solve_paranoid(
    rules: PackedRules, state: State, workspace: Workspace, seat: int, node_budget: int
) -> Solution:
    """The value of a deal in play for the side of a seat, within about `node_budget` positions.

    `state`: int64 [SIZE], unchanged.
    """
    card_points, history, plies, tricks = (
        workspace.card_points,
        workspace.history,
        workspace.plies,
        workspace.tricks,
    )
    terms = terms_of(rules, state, card_points)
    side = side_of(rules, seat)
    set_up_root(rules, terms, state, workspace.position, plies, tricks, card_points)
    for place in range(len(history)):
        history[place] = 0
    update_points(rules, terms, tricks, 0)
    target = paranoid_value(rules, tricks, 0, side)
    lower = -INFINITY
    upper = INFINITY
    nodes = 0
    while lower < upper:
        found, searched = _alpha_beta(
            rules, terms, state, workspace, side, target, node_budget - nodes
        )
        nodes += searched
        if nodes >= node_budget:
            return Solution(0, 0, nodes)
        if found < target:
            upper = found
            target = found
        else:
            lower = found
            target = found + 1
    return Solution(1, lower, nodes)


@kernel
def _alpha_beta(
    rules: PackedRules,
    terms: Terms,
    state: State,
    workspace: Workspace,
    side: int,
    target: int,
    node_budget: int,
) -> tuple[int, int]:
    """One null-window search, fail-soft: a bound of the value, and the positions searched.

    A bound of at least `target` is a lower one, a smaller bound an upper one. If `node_budget` did
    not suffice, the bound means nothing and the positions are not fewer than it.
    """
    # Numba counts the references of an array each time it is taken out of a tuple.
    keys, values, card_points, history, position, points, hashes, plies, tricks = workspace
    deal_key = deal_hash(rules, state, PARANOID + side)
    ply = 0
    nodes = 1
    between = plies[0, TABLE] == 0
    plies[0, ALPHA] = target - 1
    plies[0, BETA] = target
    while True:
        known = False
        plies[ply, TABLE_MOVE] = -1
        if between:
            at = plies[ply, TRICK]
            if is_over(rules, tricks, at):
                settle_points(rules, terms, position, points, tricks, at)
                plies[ply, BEST] = paranoid_value(rules, tricks, at, side)
                known = True
            else:
                update_points(rules, terms, tricks, at)
                known = _probe(
                    rules, terms, keys, values, position, hashes, plies, tricks, side, deal_key, ply
                )
        if not known:
            first = not plies[ply, TRICK] and not state[TRICKS]
            generate_moves(rules, position, plies, tricks, ply, first)
            maximising = side_of(rules, plies[ply, SEAT]) == side
            plies[ply, BEST] = -INFINITY if maximising else INFINITY
        while known or not plies[ply, MOVES]:
            if not known and not plies[ply, TABLE]:
                _store(keys, values, hashes, plies, ply)
            if not ply:
                return plies[0, BEST], nodes
            ply -= 1
            unmake_move(position, plies, ply)
            maximising = side_of(rules, plies[ply, SEAT]) == side
            _back_up(plies, ply, maximising, history, count(tricks[plies[ply, TRICK], LEFT]))
            known = False
        if nodes >= node_budget:
            return 0, nodes
        _select_move(plies, ply, history)
        maximising = side_of(rules, plies[ply, SEAT]) == side
        low = plies[ply, ALPHA]
        high = plies[ply, BETA]
        plies[ply + 1, ALPHA] = max(low, plies[ply, BEST]) if maximising else low
        plies[ply + 1, BETA] = high if maximising else min(high, plies[ply, BEST])
        between = make_move(rules, terms, position, plies, tricks, ply, card_points)
        ply += 1
        nodes += 1


@kernel
def _probe(
    rules: PackedRules,
    terms: Terms,
    keys: RngState,
    values: TableValues,
    position: State,
    hashes: RngState,
    plies: Ints,
    tricks: Ints,
    side: int,
    deal_key: int,
    ply: int,
) -> bool:
    """Probe the table for a position between tricks, and narrow its window by what is known.

    Returns True if that settles its value.
    """
    at = plies[ply, TRICK]
    now = paranoid_value(rules, tricks, at, side)
    low, high = bounds_of(rules, terms, tricks, at, side, now)
    least = plies[ply, ALPHA]
    most = plies[ply, BETA]
    if low < high and low < most and high > least:
        key = position_hash(rules, terms, position, tricks, at, plies[ply, SEAT], deal_key)
        hashes[at] = key
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
def _back_up(plies: Ints, ply: int, maximising: bool, history: Ints, left: int) -> None:
    """Back up the value of the move tried; after a cutoff no move is left to try.

    `maximising`: the side itself is to play; `left`: the number of cards left before the trick.
    """
    value = plies[ply + 1, BEST]
    if value > plies[ply, BEST] if maximising else value < plies[ply, BEST]:
        plies[ply, BEST] = value
        code = code_of(plies[ply, CARD])
        plies[ply, BEST_CODE] = code
        if value >= plies[ply, BETA] if maximising else value <= plies[ply, ALPHA]:
            plies[ply, MOVES] = 0
            history[plies[ply, SEAT] << 6 | code] += left * left


@kernel
def _select_move(plies: Ints, ply: int, history: Ints) -> None:
    """Select the move to try next: the table's, or the one with the highest history score."""
    moves = plies[ply, MOVES]
    card = moves & -moves
    table_move = plies[ply, TABLE_MOVE]
    if table_move >= 0 and moves >> table_move & 1:
        card = 1 << table_move
    else:
        first = plies[ply, SEAT] << 6
        most = history[first | code_of(card)]
        rest = moves ^ card
        while rest:
            code = code_of(rest)
            rest &= rest - 1
            if history[first | code] > most:
                most = history[first | code]
                card = 1 << code
    plies[ply, CARD] = card
    plies[ply, MOVES] = moves ^ card


@kernel
def _store(keys: RngState, values: TableValues, hashes: RngState, plies: Ints, ply: int) -> None:
    """Store the bounds of a position between tricks whose moves have been tried."""
    key = hashes[plies[ply, TRICK]]
    place, _ = bounded(key, len(keys))
    best = plies[ply, BEST] - plies[ply, CAPTURED]
    if keys[place] != key:
        keys[place] = key
        values[place, LOWER] = -INFINITY
        values[place, UPPER] = INFINITY
    if plies[ply, BEST] > plies[ply, ALPHA]:
        values[place, LOWER] = best
    if plies[ply, BEST] < plies[ply, BETA]:
        values[place, UPPER] = best
    values[place, MOVE] = plies[ply, BEST_CODE]
