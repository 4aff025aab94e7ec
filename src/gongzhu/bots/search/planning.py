"""Kernels: a deal played on by the policy, and by what has been found about the plans of one seat.

A plan says what the seat that judges plays at its next turns, by what it sees by then. Its places
are remembered by what matters of that, not by all that happened on the way, so that they are
reached often enough to learn something there.
"""

from math import sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy
from gongzhu.bots.policy.playing import weight
from gongzhu.bots.policy.situation import read
from gongzhu.packed.boards import KEY_BOARD
from gongzhu.packed.jit import advance, code_of, kernel, mixed, spread, stir
from gongzhu.packed.layout import HANDS, PILES, PLAYED, TABLE, TRICKS, Chance, Numbers, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal, play, suit_of

Floats: TypeAlias = NDArray[np.float64]

BITS = 17
"""There is room for 2 to the power of this many cards at places of a plan."""
FINE = 1 << 30
"""How finely chance is cut."""
BOLDNESS = 0.3
"""How much cards that were seldom tried are tried for that, in deviations of the outcome."""
NODE = 64
"""Where a code would stand: the place itself, not one of its cards."""


class Plan(NamedTuple):
    """What has been found about plans."""

    depth: int
    """How many turns ahead; 0: all is left to the policy."""
    salt: Chance
    keys: Chance
    visits: Numbers
    sums: Floats
    weights: Floats
    """Room for those of the cards that may be played, by their codes."""
    path: Numbers
    """The places that the deal went through."""
    outcomes: Floats
    """How many outcomes there were, their sum, and that of their squares."""


def new_plan(depth: int) -> Plan:
    """Nothing found yet."""
    bits = BITS if depth else 0
    return Plan(
        depth,
        salt=np.array([1], np.uint64),
        keys=np.zeros(1 << bits, np.uint64),
        visits=np.zeros(1 << bits, np.int64),
        sums=np.zeros(1 << bits),
        weights=np.zeros(64),
        path=np.zeros(2 * depth + 2, np.int64),
        outcomes=np.zeros(3),
    )


@kernel
def play_planned(
    rules: PackedRules, policy: Policy, plan: Plan, seat: int, state: State, chance: Chance
) -> int:
    """Play to the end of the deal, or until the rest cannot count; how many places of the plan
    it went through."""
    table, weights, path = policy.playing, plan.weights, plan.path
    numbers = chance[0]
    length = 0
    planned = plan.depth > 0
    while state[TRICKS] < rules.hand_size:
        legals = legal(rules, state)
        code = code_of(legals)
        if legals & (legals - 1):
            now = read(rules, state, legals)
            total = 0.0
            cards = legals
            while cards:
                each = code_of(cards)
                cards &= cards - 1
                weights[each] = weight(table, now, each)
                total += weights[each]
            mine = planned and now.seat == seat
            key = plan.salt[0]
            code = -1
            if mine:
                key = _key(rules, state, seat, key)
                path[length] = _place(plan, stir(key, NODE))
                if plan.visits[path[length]] > 1:
                    code = _pick(plan, legals, total, key, path[length])
                planned = code >= 0
            if code < 0:
                numbers = advance(numbers)
                code = _drawn(weights, legals, total, mixed(numbers))
            if mine:
                path[length + 1] = _place(plan, stir(key, code))
                length += 2
                planned = planned and length < 2 * plan.depth
        play(rules, state, code)
        if not state[PLAYED] and _settled(rules, state):
            break
    chance[0] = numbers
    return length


@kernel
def _drawn(weights: Floats, cards: int, total: float, number: int) -> int:
    """A card, as likely as its weight is."""
    place, _ = spread(number, FINE)
    left = total * place / FINE
    code = 0
    while cards and left >= 0:
        code = code_of(cards)
        cards &= cards - 1
        left -= weights[code]
    return code


@kernel
def _settled(rules: PackedRules, state: State) -> bool:
    """Whether no card that is left can count."""
    left = rules.points
    for seat in range(rules.players):
        left &= ~state[PILES + seat]
    return not left | rules.queen_of_diamonds


@kernel
def learn(plan: Plan, length: int, value: float) -> None:
    """Note at the places that a deal went through what came of it."""
    visits, sums, path, outcomes = plan.visits, plan.sums, plan.path, plan.outcomes
    for step in range(length):
        visits[path[step]] += 1
        sums[path[step]] += value
    outcomes[0] += 1
    outcomes[1] += value
    outcomes[2] += value * value


@kernel
def _key(rules: PackedRules, state: State, seat: int, salt: int) -> int:
    number = stir(salt, state[HANDS + seat])
    for at in range(rules.players):
        number = stir(number, state[PILES + at] & KEY_BOARD & rules.points)
    number = stir(number, state[PILES + seat] & rules.points)
    played = state[PLAYED]
    table = state[TABLE]
    if played:
        suit = suit_of(table & 63)
        best = 0
        points = 0
        for _ in range(played):
            card = 1 << (table & 63)
            table >>= 8
            points |= card & rules.points
            if card & suit > best:
                best = card
        number = stir(number, best | points)
        number = stir(number, played)
    return number


@kernel
def _place(plan: Plan, key: int) -> int:
    """The place of a key, emptied where another one was kept there."""
    keys = plan.keys
    place, _ = spread(key, len(keys))
    if keys[place] != key:
        keys[place] = key
        plan.visits[place] = 0
        plan.sums[place] = 0.0
    return place


@kernel
def _pick(plan: Plan, cards: int, total: float, key: int, place: int) -> int:
    """The card that promises most: by what came of it, and by how little that is known."""
    visits, sums, outcomes, weights = plan.visits, plan.sums, plan.outcomes, plan.weights
    mean = outcomes[1] / outcomes[0]
    deviation = sqrt(max(0.0, outcomes[2] / outcomes[0] - mean * mean))
    usual = sums[place] / visits[place]
    bold = BOLDNESS * deviation * sqrt(visits[place]) / total
    best = -1
    most = 0.0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        tried = _place(plan, stir(key, code))
        value = usual
        if visits[tried]:
            value = sums[tried] / visits[tried]
        value += bold * weights[code] / (1 + visits[tried])
        if best < 0 or value > most:
            best = code
            most = value
    return best
