"""Kernels for the gradient of one decision, used by both policy gradient and behaviour cloning.

The objective of an action a is A log π(a) + β H(π), with an `advantage` A, an `entropy_bonus` β and
the entropy H of the policy at the decision. Its gradient is summed for each log factor θ of the
tables, together with the square of the score ∂ log π(a) / ∂θ, which estimates the diagonal of the
Fisher information. A trainer divides the first by the second: this is the natural gradient (S.
Amari, "Natural gradient works efficiently in learning", Neural Computation 10, 1998) with only the
diagonal.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy.exposure_policy import exposure_indices, mode_range
from gongzhu.bots.policy.feature_indices import TABLES, feature_indices, role_of
from gongzhu.bots.policy.features import features_of
from gongzhu.bots.policy.pass_policy import direction_of, losers_of, pass_indices
from gongzhu.bots.policy.trick_state import trick_state_of
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.beginning import key_of
from gongzhu.packed.jit import code_of, kernel
from gongzhu.packed.layout import MODE_BITS, Floats, Ints, State
from gongzhu.packed.rules import PackedRules

TableSums = NDArray[np.float32]
"""float32 [size, 4]: for each factor of a table, a row with the columns GRADIENT, FISHER, SCORE and
one unused. They are stored side by side because memory access is the bottleneck."""
GRADIENT, FISHER, SCORE = range(3)
"""The columns of `TableSums`: the sum of the gradient, the sum of squared scores, and the score at
the present decision (0 between decisions). The fourth column only aligns the rows."""

MOST_CARDS = 17
"""The greatest number of cards in a hand: with three players."""


class GradientSums(NamedTuple):
    """Sums over the decisions so far, and working memory for one decision; made by
    `new_gradient_sums`."""

    playing: TableSums
    """float32 [PLAY_SIZE, 4]: the sums for the factors of playing."""
    passing: TableSums
    """float32 [PASS_SIZE, 4]: the sums for the factors of passing."""
    exposing: TableSums
    """float32 [EXPOSURE_SIZE + 1, 4]: the sums for the factors of exposing; the last row is for not
    exposing, which has no factor."""
    probabilities: Floats
    """float64 [MOST_CARDS]: the probability of each action of a decision."""
    log_probabilities: Floats
    """float64 [MOST_CARDS]: the logarithm of each of these probabilities."""
    indices: Ints
    """int64 [MOST_CARDS, TABLES]: for each action of a decision, the indices of its factors."""


def new_gradient_sums(playing: int, passing: int, exposing: int) -> GradientSums:
    """Gradient sums that are all 0, for tables of playing, passing and exposing with these numbers
    of factors."""
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
    advantage: float,
    entropy_bonus: float,
    sums: GradientSums,
) -> float:
    """Add the gradient of playing the card with the code `played`, when the cards of the bitboard
    `cards` were legal.

    `state`: int64 [SIZE], before the card; `advantage` and `entropy_bonus`: A and β of the
    objective. Returns the probability of the card.
    """
    probabilities, indices, table = sums.probabilities, sums.indices, policy.playing
    features = features_of(rules, state, trick_state_of(rules, state), cards)
    count = 0
    chosen = 0
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        if code == played:
            chosen = count
        one, two, three, four, five, six = feature_indices(features, role_of(features), code)
        indices[count, 0] = one
        indices[count, 1] = two
        indices[count, 2] = three
        indices[count, 3] = four
        indices[count, 4] = five
        indices[count, 5] = six
        weight = table[one] * table[two] * table[three] * table[four]
        probabilities[count] = weight * table[five] * table[six]
        count += 1
    return _accumulate(sums, sums.playing, count, TABLES, chosen, advantage, entropy_bonus)


@kernel
def accumulate_pass(
    rules: PackedRules,
    policy: Policy,
    steps: int,
    hand: int,
    order: int,
    advantage: float,
    entropy_bonus: float,
    sums: GradientSums,
) -> None:
    """Add the gradient of passing cards from a hand, given as a bitboard.

    `steps`: the number of seats by which cards are passed; `order`: the codes of the passed cards
    in the order in which they were chosen, 8 bits each from the lowest; `advantage` and
    `entropy_bonus`: A and β of the objective.
    """
    probabilities, indices = sums.probabilities, sums.indices
    lost = losers_of(rules, hand)
    direction = direction_of(rules, steps)
    rest = hand
    for index in range(rules.pass_count):
        passed = order >> 8 * index & 255
        cards = rest
        count = 0
        chosen = 0
        while cards:
            code = code_of(cards)
            cards &= cards - 1
            if code == passed:
                chosen = count
            at = pass_indices(rest, lost, direction, code)
            weight = 1.0
            for table in range(4):
                indices[count, table] = at[table]
                weight *= policy.passing[at[table]]
            probabilities[count] = weight
            count += 1
        _accumulate(sums, sums.passing, count, 4, chosen, advantage, entropy_bonus)
        rest ^= 1 << passed


@kernel
def accumulate_exposures(
    rules: PackedRules,
    policy: Policy,
    hand: int,
    modes: int,
    advantage: float,
    entropy_bonus: float,
    sums: GradientSums,
) -> int:
    """Add the gradient of exposing the key cards of a hand (a bitboard) in the modes of the MODES
    word `modes`; `advantage` and `entropy_bonus` are A and β of the objective.

    Returns the bitboard of the cards that were exposed.
    """
    probabilities, indices = sums.probabilities, sums.indices
    lost = losers_of(rules, hand)
    first, last = mode_range(rules)
    keys = held = hand & rules.keys
    board = 0
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        chosen = modes >> MODE_BITS * key_of(1 << code) & 3
        if chosen:
            board |= 1 << code
            chosen -= first - 1
        for table in range(3):
            indices[0, table] = len(policy.exposing)  # not to expose a card has the weight 1
        probabilities[0] = 1.0
        for mode in range(first, last + 1):
            at = exposure_indices(hand, lost, code, mode, held)
            weight = 1.0
            for table in range(3):
                indices[mode - first + 1, table] = at[table]
                weight *= policy.exposing[at[table]]
            probabilities[mode - first + 1] = weight
        count = last - first + 2
        _accumulate(sums, sums.exposing, count, 3, chosen, advantage, entropy_bonus)
    return board


@kernel
def _accumulate(
    sums: GradientSums,
    table_sums: TableSums,
    count: int,
    tables: int,
    chosen: int,
    advantage: float,
    entropy_bonus: float,
) -> float:
    """Add one decision between `count` actions, of which the one at index `chosen` was taken, to
    `table_sums`: to GRADIENT the gradient of the objective A log π(chosen) + β H(π) in the log
    factors, with the sign for ascent (adding it to the log factors increases the objective), and to
    FISHER the squared score.

    `advantage` and `entropy_bonus` are A and β. `table_sums`: float32 [size, 4], one of the tables
    of `sums`. The caller has written the decision into `sums`: the unnormalised probabilities of
    the actions into `probabilities[:count]`, and into `indices[:count, :tables]` the rows of
    `table_sums` of the `tables` factors whose product each probability is. Normalises these
    probabilities in place. Returns that of the chosen action.
    """
    probabilities, log_probabilities, indices = (
        sums.probabilities,
        sums.log_probabilities,
        sums.indices,
    )
    total = 0.0
    for choice in range(count):
        total += probabilities[choice]
    entropy = 0.0
    for choice in range(count):
        share = probabilities[choice] / total
        probabilities[choice] = share
        log_probabilities[choice] = np.log(share)
        entropy -= share * log_probabilities[choice]
    for choice in range(count):
        share = probabilities[choice]
        entropy_gradient = -entropy_bonus * share * (log_probabilities[choice] + entropy)
        score = (choice == chosen) - share
        for table in range(tables):
            at = indices[choice, table]
            table_sums[at, GRADIENT] += entropy_gradient
            table_sums[at, SCORE] += score
    for choice in range(count):
        for table in range(tables):
            at = indices[choice, table]
            total_score = table_sums[at, SCORE]
            table_sums[at, GRADIENT] += advantage * total_score
            table_sums[at, FISHER] += total_score * total_score
            table_sums[at, SCORE] = 0
    return probabilities[chosen]
