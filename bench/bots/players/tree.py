"""Kernel: a tree of upper confidence bounds over one deal with all cards open, random playouts."""

from typing import NamedTuple

import numpy as np

from bench.bots.players.gains import Floats, gain_by_seat
from bench.packed.random_playouts import play_randomly
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import (
    SIZE,
    TRICKS,
    Ints,
    RngState,
    State,
    new_rng,
    new_state,
)
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules.options import MOST_PLAYERS

PLIES = 52
WIDEST = 13
"""Cards that may be played at most."""


class Tree(NamedTuple):
    """Room for a tree of so many nodes; an edge is a card that may be played at a node."""

    first: Ints
    """By node: its first edge."""
    edges: Ints
    """By node: how many edges it has; 0 before it is opened."""
    codes: Ints
    """By edge: the card's code."""
    below: Ints
    """By edge: the node it leads to, 0 before there is one."""
    visits_below: Ints
    sums: Floats
    """By edge: what the seat that plays the card gained, over all visits."""
    path: Ints
    """By ply of an iteration: the edge it followed."""
    movers: Ints
    """By ply: the seat that played."""
    state: State
    points: Ints
    gains: Floats
    chance: RngState
    visits: Ints
    """By code: how often a card was played at the root, over all positions since `new_tree`."""


def new_tree(iterations: int, seed: int) -> Tree:
    """Room for so many iterations in each position."""
    nodes, edges = iterations + 2, (iterations + 2) * WIDEST
    return Tree(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.float64),
        np.zeros(PLIES, np.int64),
        np.zeros(PLIES, np.int64),
        new_state(),
        np.zeros(MOST_PLAYERS, np.int64),
        np.zeros(MOST_PLAYERS, np.float64),
        new_rng(seed),
        np.zeros(64, np.int64),
    )


@kernel
def grow(rules: PackedRules, root: State, tree: Tree, iterations: int, exploring: float) -> None:
    """Grow a tree from a position, and add to the visits of the cards that may be played there.

    `exploring` is the constant of UCB1, in standard deviations of what a playout gains.
    """
    first, edges, codes, below, seen, sums, path, movers, state, points, gains, chance, visits = (
        tree
    )
    nodes = 1
    used = 0
    edges[0] = 0
    total = 0.0
    squares = 0.0
    for iteration in range(iterations):
        for place in range(SIZE):
            state[place] = root[place]
        tried = max(1, iteration)
        spread_out = exploring * np.sqrt(max(0.0, squares - total * total / tried) / tried)
        depth = 0
        node = 0
        fresh = False
        while state[TRICKS] < rules.hand_size and not fresh:
            if edges[node] == 0:
                _open(rules, tree, node, used)
                used += edges[node]
            edge = _pick(tree, node, spread_out)
            path[depth] = edge
            movers[depth] = seat_to_play(rules, state)
            depth += 1
            play_card(rules, state, codes[edge])
            if below[edge] == 0:
                below[edge] = nodes
                edges[nodes] = 0
                nodes += 1
                fresh = True
            node = below[edge]
        play_randomly(rules, state, chance)
        score(rules, state, points)
        gain_by_seat(rules, points, gains)
        total += gains[movers[0]]
        squares += gains[movers[0]] * gains[movers[0]]
        for place in range(depth):
            seen[path[place]] += 1
            sums[path[place]] += gains[movers[place]]
    for edge in range(first[0], first[0] + edges[0]):
        visits[codes[edge]] += seen[edge]


@kernel
def _open(rules: PackedRules, tree: Tree, node: int, used: int) -> None:
    """Give a node its edges, which stand from place `used` on."""
    cards = legal_cards(rules, tree.state)
    tree.first[node] = used
    tree.edges[node] = count(cards)
    while cards:
        tree.codes[used] = code_of(cards)
        tree.below[used] = 0
        tree.visits_below[used] = 0
        tree.sums[used] = 0.0
        used += 1
        cards &= cards - 1


@kernel
def _pick(tree: Tree, node: int, spread_out: float) -> int:
    """The edge to follow: any that has not been tried, or the one with the highest bound."""
    seen, sums, chance = tree.visits_below, tree.sums, tree.chance
    start = tree.first[node]
    end = start + tree.edges[node]
    untried = 0
    total = 0
    for edge in range(start, end):
        untried |= 1 << edge - start if seen[edge] == 0 else 0
        total += seen[edge]
    if untried:
        chance[0] = advance(chance[0])
        place, _ = bounded(splitmix64(chance[0]), count(untried))
        return start + code_of(nth(untried, place))
    best = start
    highest = -np.inf
    for edge in range(start, end):
        bound = sums[edge] / seen[edge] + spread_out * np.sqrt(np.log(total) / seen[edge])
        if bound > highest:
            highest = bound
            best = edge
    return best
