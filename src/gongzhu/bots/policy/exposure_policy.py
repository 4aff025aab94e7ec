"""Kernels for the log-linear policy of exposing, which decides about each key card independently of
the others."""

from gongzhu.bots.policy.pass_policy import losers_of
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.beginning import key_of
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, splitmix64
from gongzhu.packed.layout import DOWN, MODE_BITS, OPEN, UP, RngState
from gongzhu.packed.rules import NO_SALE, OPEN_SALE, PackedRules
from gongzhu.packed.tricks import suit_of

ExposureIndices = tuple[int, int, int]
"""Indices of the three factors in `Policy.exposing`, one from each of its tables, each below
EXPOSURE_SIZE."""

FEW = 5
"""Number of classes for a count of cards of the key card's suit: 0, 1, 2, 3, and 4 or more."""
LOSERS = 5
"""Number of classes of `losers_of`."""
MODES_OF = 4
"""The number of options for a key card: 0 (not exposed), OPEN, DOWN and UP."""
_SIZES = (4 * MODES_OF * FEW * FEW, 4 * MODES_OF * LOSERS * FEW, 4 * MODES_OF * 16)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
EXPOSURE_SIZE = sum(_SIZES)
"""The number of factors in all tables of exposing."""
RANDOM_BITS = 24
"""Number of random bits that decide whether a card is exposed."""


@kernel
def exposure_indices(hand: int, lost: int, code: int, mode: int, held: int) -> ExposureIndices:
    """The indices of the factors for exposing a key card of a hand in the mode OPEN, DOWN or UP.

    `hand`: bitboard; `lost`: the class given by `losers_of(hand)`; `code`: the card code of the key
    card; `held`: the key cards of the hand, a bitboard.
    """
    cards = hand & suit_of(code)
    higher = min(count(cards & -(2 << code)), FEW - 1)
    lower = min(count(cards & ((1 << code) - 1)), FEW - 1)
    way = key_of(1 << code) * MODES_OF + mode
    others = 0
    while held:
        others |= 1 << key_of(held & -held)
        held &= held - 1
    return (
        (way * FEW + lower) * FEW + higher,
        _STARTS[1] + (way * LOSERS + lost) * FEW + lower,
        _STARTS[2] + way * 16 + others,
    )


@kernel
def _unnormalised_probability(
    policy: Policy, hand: int, lost: int, code: int, mode: int, held: int
) -> float:
    """The product of the three factors for exposing a key card in a mode; the product for not
    exposing it would be 1. The parameters are those of `exposure_indices`."""
    one, two, three = exposure_indices(hand, lost, code, mode, held)
    table = policy.exposing
    return table[one] * table[two] * table[three]


@kernel
def mode_range(rules: PackedRules) -> tuple[int, int]:
    """The lowest and the highest mode in which cards may be exposed under these rules: (OPEN, OPEN)
    if cards are exposed openly, (DOWN, UP) if they are put up for sale face down or face up. The
    rules must allow exposing."""
    return (OPEN, OPEN) if rules.sale == OPEN_SALE else (DOWN, UP)


@kernel
def sample_exposures(
    rules: PackedRules, policy: Policy, hand: int, rng: RngState
) -> tuple[int, int]:
    """Sample the key cards of a hand (a bitboard) to expose. Returns their bitboard and the MODES
    word with their modes; both are 0 if nothing is exposed.

    `rng`, uint64 [1], advances.
    """
    board = 0
    modes = 0
    if rules.sale == NO_SALE:
        return board, modes
    lost = losers_of(rules, hand)
    rng_state = rng[0]
    first, last = mode_range(rules)
    keys = held = hand & rules.keys
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        total = 1.0
        chosen = 0
        for mode in range(first, last + 1):
            weight = _unnormalised_probability(policy, hand, lost, code, mode, held)
            total += weight
            rng_state = advance(rng_state)
            drawn, _ = bounded(splitmix64(rng_state), 1 << RANDOM_BITS)
            if drawn * total < weight * (1 << RANDOM_BITS):
                chosen = mode
        if chosen:
            board |= 1 << code
            modes |= chosen << MODE_BITS * key_of(1 << code)
    rng[0] = rng_state
    return board, modes


@kernel
def exposure_probability(rules: PackedRules, policy: Policy, hand: int, modes: int) -> float:
    """The probability, 0 to 1, that `sample_exposures` exposes the key cards of a hand (a bitboard)
    in the modes of the MODES word `modes`; the bits of key cards that the hand lacks are
    ignored."""
    probability = 1.0
    if rules.sale == NO_SALE:
        return probability
    lost = losers_of(rules, hand)
    first, last = mode_range(rules)
    keys = held = hand & rules.keys
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        chosen = modes >> MODE_BITS * key_of(1 << code) & 3
        total = 1.0
        for mode in range(first, last + 1):
            total += _unnormalised_probability(policy, hand, lost, code, mode, held)
        probability *= (
            _unnormalised_probability(policy, hand, lost, code, chosen, held) if chosen else 1.0
        ) / total
    return probability
