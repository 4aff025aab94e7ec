"""Kernels for the log-linear policy of passing, in which cards are sampled one after another."""

import numpy as np

from gongzhu.bots.policy.feature_indices import rank_of
from gongzhu.bots.policy.features import losers
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.boards import PIG_BOARD, SPADES_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, select, splitmix64
from gongzhu.packed.layout import RngState
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import suit_of

PassIndices = tuple[int, int, int, int]
"""Indices of the four factors in `Policy.passing`, one from each of its tables, each below
PASS_SIZE."""

CODES = 64
"""Number of codes of cards (bit indices in a bitboard)."""
LENGTHS = 7
"""Number of classes for the length of a suit: 1 to 6, and 7 or more."""
FEW = 4
"""Number of classes for a count of cards: 0, 1, 2, and 3 or more."""
LOSERS = 5
"""Number of classes of `losers_of`."""
DIRECTIONS = 5
"""Number of classes for the receiver of the cards; only TO_NEXT, BETWEEN and TO_PREVIOUS occur."""
_SIZES = (
    CODES * LENGTHS,
    CODES * 2 * FEW * DIRECTIONS,
    CODES * LOSERS,
    12 * LENGTHS * FEW,
)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
PASS_SIZE = sum(_SIZES)
"""The number of factors in all tables of passing."""
RANDOM_BITS = 24
"""Number of random bits in the draw that selects a card."""
TO_NEXT, BETWEEN, TO_PREVIOUS = 1, 2, 3
"""The receiver of the passed cards: the next seat, a seat in between, or the previous seat."""


@kernel
def losers_of(rules: PackedRules, hand: int) -> int:
    """The class, 0 to LOSERS - 1, of the number of tricks that a hand (a bitboard) would lose if it
    led all its cards from the highest down."""
    lost = losers(hand, rules.pack & ~hand)
    return (lost > 2) + (lost > 4) + (lost > 6) + (lost > 8)


@kernel
def direction_of(rules: PackedRules, steps: int) -> int:
    """The receiver of cards that are passed by `steps` seats (1 to players - 1): TO_NEXT, BETWEEN
    or TO_PREVIOUS."""
    return select(steps == 1, TO_NEXT, select(steps == rules.players - 1, TO_PREVIOUS, BETWEEN))


@kernel
def pass_indices(rest: int, lost: int, direction: int, code: int) -> PassIndices:
    """The indices of the factors for choosing a card, given by its card code, among the cards
    `rest` (a bitboard) that are still in the hand.

    `lost`: the class given by `losers_of` for the whole hand; `direction`: the receiver, as given
    by `direction_of`.
    """
    cards = rest & suit_of(code)
    long = min(count(cards), LENGTHS) - 1
    spades = min(count(rest & SPADES_BOARD & ~PIG_BOARD), FEW - 1)
    pig = (rest & PIG_BOARD) != 0
    group = 3 * (code >> 4) + rank_of(1 << code)
    below = min(count(cards & ((1 << code) - 1)), FEW - 1)
    return (
        code * LENGTHS + long,
        _STARTS[1] + ((code * 2 + pig) * FEW + spades) * DIRECTIONS + direction,
        _STARTS[2] + code * LOSERS + lost,
        _STARTS[3] + (group * LENGTHS + long) * FEW + below,
    )


@kernel
def _unnormalised_probability(
    policy: Policy, rest: int, lost: int, direction: int, code: int
) -> float:
    """The product of the four factors for choosing a card next; the parameters are those of
    `pass_indices`."""
    one, two, three, four = pass_indices(rest, lost, direction, code)
    table = policy.passing
    return table[one] * table[two] * table[three] * table[four]


@kernel
def sample_pass(rules: PackedRules, policy: Policy, hand: int, steps: int, rng: RngState) -> int:
    """Sample the cards of a hand to pass by `steps` seats; the hand and the result are bitboards.
    `rng`, uint64 [1], advances."""
    lost = losers_of(rules, hand)
    direction = direction_of(rules, steps)
    rest = hand
    for _ in range(rules.pass_count):
        rest ^= 1 << sample_next_pass(policy, rest, lost, direction, rng)
    return hand ^ rest


@kernel
def sample_next_pass(policy: Policy, rest: int, lost: int, direction: int, rng: RngState) -> int:
    """Sample the next card to pass among the cards `rest` (a bitboard) still in the hand; returns
    its card code. `lost`: the class given by `losers_of` for the whole hand; `direction`: the
    receiver, as given by `direction_of`."""
    rng_state = rng[0]
    total = 0.0
    chosen = 0
    cards = rest
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        weight = _unnormalised_probability(policy, rest, lost, direction, code)
        total += weight
        rng_state = advance(rng_state)
        drawn, _ = bounded(splitmix64(rng_state), 1 << RANDOM_BITS)
        if drawn * total < weight * (1 << RANDOM_BITS):
            chosen = code
    rng[0] = rng_state
    return chosen


@kernel
def pass_probability(
    rules: PackedRules, policy: Policy, hand: int, steps: int, passed: int
) -> float:
    """The probability that `sample_pass` returns `passed`, a bitboard of cards of the hand.

    It is the sum over the orders in which the cards may be sampled, computed by dynamic programming
    over the subsets of `passed`.
    """
    lost = losers_of(rules, hand)
    direction = direction_of(rules, steps)
    sets = 1 << count(passed)
    chances = np.zeros(sets)
    chances[0] = 1.0
    for taken in range(sets - 1):
        gone = 0
        index = 0
        cards = passed
        while cards:
            gone |= select(taken >> index & 1 == 1, cards & -cards, 0)
            cards &= cards - 1
            index += 1
        rest = hand ^ gone
        total = 0.0
        cards = rest
        while cards:
            total += _unnormalised_probability(policy, rest, lost, direction, code_of(cards))
            cards &= cards - 1
        index = 0
        cards = passed
        while cards:
            if not taken >> index & 1:
                code = code_of(cards)
                weight = _unnormalised_probability(policy, rest, lost, direction, code)
                chances[taken | 1 << index] += chances[taken] * (weight / total)
            cards &= cards - 1
            index += 1
    return float(chances[sets - 1])
