"""Kernels: what one choice teaches the tables, for learning of any kind.

Each is studied with its `worth`, how much it deserves to become likelier, and a `temperature`, how
much an even spread of chances is worth. From these follows how each number of the tables should
change, the gradient, and how much was seen of it.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.exposure_policy import exposure_indices, mode_range
from gongzhu.bots.policy.feature_indices import TABLES, feature_indices, role_of
from gongzhu.bots.policy.features import features_of, trick_state_of
from gongzhu.bots.policy.pass_policy import losers_of, pass_indices
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.boards import KEY_BOARD
from gongzhu.packed.jit import code_of, kernel
from gongzhu.packed.layout import MODE_BITS, Ints, State
from gongzhu.packed.rules import PackedRules

Floats = NDArray[np.float64]

TableSums = NDArray[np.float32]
"""For each number of a table: where it should go, how much was seen of it, and scratch. They
stand side by side, for what takes time here is memory."""
GRADIENT, FISHER, SCORE = range(3)

MOST_CARDS = 13
"""In a hand."""


class GradientSums(NamedTuple):
    """Where learning keeps what it sees; `new_lesson` makes one."""

    playing: TableSums
    passing: TableSums
    exposing: TableSums
    """With a place at the end for not to expose a card, which teaches nothing."""
    chances: Floats
    """Of what one choice was between."""
    logs: Floats
    places: Ints
    """And their places in the tables."""


def new_gradient_sums(playing: int, passing: int, exposing: int) -> GradientSums:
    """Nothing seen yet, for tables of these sizes."""
    return GradientSums(
        np.zeros((playing, 4), np.float32),
        np.zeros((passing, 4), np.float32),
        np.zeros((exposing + 1, 4), np.float32),
        np.zeros(MOST_CARDS),
        np.zeros(MOST_CARDS),
        np.zeros((MOST_CARDS, TABLES), np.int64),
    )


@kernel
def accumulate_card(
    rules: PackedRules,
    policy: Policy,
    state: State,
    cards: int,
    played: int,
    worth: float,
    temperature: float,
    lesson: GradientSums,
) -> float:
    """Learn from a card played, by its code, where these were legal; how likely it was."""
    chances, places, table = lesson.chances, lesson.places, policy.playing
    now = features_of(rules, state, trick_state_of(rules, state), cards)
    count = 0
    chosen = 0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        if code == played:
            chosen = count
        one, two, three, four, five, six = feature_indices(now, role_of(now), code)
        places[count, 0] = one
        places[count, 1] = two
        places[count, 2] = three
        places[count, 3] = four
        places[count, 4] = five
        places[count, 5] = six
        deserved = table[one] * table[two] * table[three] * table[four]
        chances[count] = deserved * table[five] * table[six]
        count += 1
    return _accumulate(lesson, lesson.playing, count, TABLES, chosen, worth, temperature)


@kernel
def accumulate_pass(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    hand: int,
    order: int,
    worth: float,
    temperature: float,
    lesson: GradientSums,
) -> None:
    """Learn from three cards passed out of a hand: their codes in the order in which they were
    chosen, 8 bits each from the first."""
    chances, places = lesson.chances, lesson.places
    lost = losers_of(rules, hand)
    rest = hand
    for place in range(3):
        passed = order >> 8 * place & 255
        cards = rest
        count = 0
        chosen = 0
        while cards:
            code = code_of(cards)
            cards &= cards - 1
            if code == passed:
                chosen = count
            at = pass_indices(rest, lost, steps, code)
            deserved = 1.0
            for table in range(4):
                places[count, table] = at[table]
                deserved *= policy.passing[at[table]]
            chances[count] = deserved
            count += 1
        _accumulate(lesson, lesson.passing, count, 4, chosen, worth, temperature)
        rest ^= 1 << passed


@kernel
def accumulate_exposures(
    rules: PackedRules,
    policy: Policy,
    hand: int,
    modes: int,
    worth: float,
    temperature: float,
    lesson: GradientSums,
) -> int:
    """Learn from how the key cards of a hand were exposed; the board of those that were."""
    chances, places = lesson.chances, lesson.places
    lost = losers_of(rules, hand)
    first, last = mode_range(rules)
    keys = hand & rules.points & KEY_BOARD
    board = 0
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        chosen = modes >> MODE_BITS * (code >> 4) & 3
        if chosen:
            board |= 1 << code
            chosen -= first - 1
        for table in range(3):
            places[0, table] = len(policy.exposing)  # not to expose a card always deserves 1
        chances[0] = 1.0
        for mode in range(first, last + 1):
            at = exposure_indices(hand, lost, code, mode)
            deserved = 1.0
            for table in range(3):
                places[mode - first + 1, table] = at[table]
                deserved *= policy.exposing[at[table]]
            chances[mode - first + 1] = deserved
        count = last - first + 2
        _accumulate(lesson, lesson.exposing, count, 3, chosen, worth, temperature)
    return board


@kernel
def _accumulate(
    lesson: GradientSums,
    learned: TableSums,
    count: int,
    tables: int,
    chosen: int,
    worth: float,
    temperature: float,
) -> float:
    """Add what a choice between so many teaches. How likely it was."""
    chances, logs, places = lesson.chances, lesson.logs, lesson.places
    total = 0.0
    for choice in range(count):
        total += chances[choice]
    evenness = 0.0
    for choice in range(count):
        share = chances[choice] / total
        chances[choice] = share
        logs[choice] = np.log(share)
        evenness -= share * logs[choice]
    for choice in range(count):
        share = chances[choice]
        evened = -temperature * share * (logs[choice] + evenness)
        taken = (choice == chosen) - share
        for table in range(tables):
            at = places[choice, table]
            learned[at, GRADIENT] += evened
            learned[at, SCORE] += taken
    for choice in range(count):
        for table in range(tables):
            at = places[choice, table]
            difference = learned[at, SCORE]
            learned[at, GRADIENT] += worth * difference
            learned[at, FISHER] += difference * difference
            learned[at, SCORE] = 0
    return chances[chosen]
