"""Kernel: one tree over many deals that fit what a seat knows (ISMCTS), each seat for itself.

An edge is a card that may be played at a node in some of the deals; it competes only where it may
be played, by how often that was so (P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set
Monte Carlo tree search", 2012, with a single observer).
"""

from typing import NamedTuple

import numpy as np

from bench.bots.players.ducking import play_ducking
from bench.bots.players.gains import Floats, gain_by_seat
from bench.packed.random_playouts import play_randomly
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, routine, splitmix64
from gongzhu.packed.layout import (
    SIZE,
    TRICKS,
    Ints,
    RngState,
    State,
    new_rng,
)
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules.options import MOST_PLAYERS

PLIES = 52
ITERATIONS, SUM, SQUARES, EDGES = range(4)
"""Places in `SharedTree.counts`."""


class SharedTree(NamedTuple):
    """Room for a tree of so many edges; every iteration adds one at most."""

    first: Ints
    """By node: its newest edge, 0 before there is one. Node 0 is the root, edge 0 is none."""
    known: Ints
    """By node: the board of the cards that it has edges for."""
    codes: Ints
    """By edge: the card's code; it leads to the node of its own number."""
    following: Ints
    """By edge: the next one of the same node, or 0."""
    visits: Ints
    available: Ints
    """By edge: how often it might have been followed."""
    sums: Floats
    """By edge: what the seat that plays the card gained, over all visits."""
    counts: Floats
    """float64 [4]: iterations, sum and squares of what the root's seat gained, edges in use."""
    chance: RngState


def new_shared_tree(iterations: int, seed: int) -> SharedTree:
    """Room for so many iterations."""
    ints = np.zeros((6, iterations + 1), np.int64)
    return SharedTree(
        ints[0],
        ints[1],
        ints[2],
        ints[3],
        ints[4],
        ints[5],
        np.zeros(iterations + 1, np.float64),
        np.zeros(4, np.float64),
        new_rng(seed),
    )


@routine
def grow_shared(
    rules: PackedRules, states: State, tree: SharedTree, exploring: float, ducking: bool
) -> None:
    """Grow the tree by an iteration in each deal, a row of `states`.

    `exploring` is the constant of UCB1, in standard deviations of what a playout gains; playouts
    are ducking or random.
    """
    counts = tree.counts
    state = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    gains = np.zeros(MOST_PLAYERS, np.float64)
    path = np.zeros(PLIES, np.int64)
    movers = np.zeros(PLIES, np.int64)
    root_seat = seat_to_play(rules, states[0])
    for row in range(len(states)):
        for place in range(SIZE):
            state[place] = states[row, place]
        tried = max(1.0, counts[ITERATIONS])
        variance = (counts[SQUARES] - counts[SUM] * counts[SUM] / tried) / tried
        spread_out = exploring * np.sqrt(max(0.0, variance))
        depth = 0
        node = 0
        fresh = False
        while state[TRICKS] < rules.hand_size and not fresh:
            cards = legal_cards(rules, state)
            fresh = cards & ~tree.known[node] != 0
            edge = _new_edge(tree, node, cards) if fresh else _pick(tree, node, cards, spread_out)
            path[depth] = edge
            movers[depth] = seat_to_play(rules, state)
            depth += 1
            play_card(rules, state, tree.codes[edge])
            node = edge
        if ducking:
            play_ducking(rules, state, tree.chance)
        else:
            play_randomly(rules, state, tree.chance)
        score(rules, state, points)
        gain_by_seat(rules, points, gains)
        counts[ITERATIONS] += 1
        counts[SUM] += gains[root_seat]
        counts[SQUARES] += gains[root_seat] * gains[root_seat]
        for place in range(depth):
            tree.visits[path[place]] += 1
            tree.sums[path[place]] += gains[movers[place]]


@kernel
def _new_edge(tree: SharedTree, node: int, cards: int) -> int:
    """A new edge for one of the cards that have none at a node; the others are available too."""
    first, chance = tree.first, tree.chance
    edge = first[node]
    while edge:
        tree.available[edge] += cards >> tree.codes[edge] & 1
        edge = tree.following[edge]
    new = cards & ~tree.known[node]
    chance[0] = advance(chance[0])
    place, _ = bounded(splitmix64(chance[0]), count(new))
    card = nth(new, place)
    tree.counts[EDGES] += 1
    edge = int(tree.counts[EDGES])
    tree.codes[edge] = code_of(card)
    tree.following[edge] = first[node]
    tree.available[edge] = 1
    first[node] = edge
    tree.known[node] |= card
    return edge


@kernel
def _pick(tree: SharedTree, node: int, cards: int, spread_out: float) -> int:
    """The edge with the highest bound, of those whose cards may be played."""
    chosen = 0
    most = -np.inf
    edge = tree.first[node]
    while edge:
        if cards >> tree.codes[edge] & 1:
            tree.available[edge] += 1
            seen = tree.visits[edge]
            bound = tree.sums[edge] / seen
            bound += spread_out * np.sqrt(np.log(tree.available[edge]) / seen)
            if bound > most:
                most = bound
                chosen = edge
        edge = tree.following[edge]
    return chosen


def most_visited(tree: SharedTree) -> int:
    """The code of the card that was played most often at the root."""
    edge = int(tree.first[0])
    best = edge
    while edge:
        if tree.visits[edge] > tree.visits[best]:
            best = edge
        edge = int(tree.following[edge])
    return int(tree.codes[best])
