"""Kernels: which key cards a good player exposes, and how; each by itself."""

from gongzhu.bots.policy.pass_policy import losers_of
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.boards import KEY_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, splitmix64
from gongzhu.packed.layout import DOWN, MODE_BITS, OPEN, UP, RngState
from gongzhu.packed.rules import NO_SALE, OPEN_SALE, PackedRules
from gongzhu.packed.tricks import suit_of

ExposureIndices = tuple[int, int, int]

FEW = 5
LOSERS = 5
MODES_OF = 4
"""The ways to expose a card, 0 among them."""
_SIZES = (4 * MODES_OF * FEW * FEW, 4 * MODES_OF * LOSERS * FEW, 4 * MODES_OF * 16)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
EXPOSURE_SIZE = sum(_SIZES)
"""How many numbers the tables of exposing have together."""
RANDOM_BITS = 24


@kernel
def exposure_indices(hand: int, lost: int, code: int, mode: int) -> ExposureIndices:
    """The places in the tables for a way to expose a key card in a hand."""
    cards = hand & suit_of(code)
    higher = min(count(cards & -(2 << code)), FEW - 1)
    lower = min(count(cards & ((1 << code) - 1)), FEW - 1)
    way = (code >> 4) * MODES_OF + mode
    others = 0
    keys = hand & KEY_BOARD
    while keys:
        others |= 1 << (code_of(keys) >> 4)
        keys &= keys - 1
    return (
        (way * FEW + lower) * FEW + higher,
        _STARTS[1] + (way * LOSERS + lost) * FEW + lower,
        _STARTS[2] + way * 16 + others,
    )


@kernel
def _unnormalised_probability(policy: Policy, hand: int, lost: int, code: int, mode: int) -> float:
    """How much a way deserves to be chosen where not to expose the card deserves 1."""
    one, two, three = exposure_indices(hand, lost, code, mode)
    table = policy.exposing
    return table[one] * table[two] * table[three]


@kernel
def mode_range(rules: PackedRules) -> tuple[int, int]:
    """The lowest and the highest way to expose a card, where cards are exposed at all."""
    return (OPEN, OPEN) if rules.sale == OPEN_SALE else (DOWN, UP)


@kernel
def sample_exposures(
    rules: PackedRules, policy: Policy, hand: int, chance: RngState
) -> tuple[int, int]:
    """The board of the cards to expose, and how, as `MODES` of a state has it."""
    board = 0
    modes = 0
    if rules.sale == NO_SALE:
        return board, modes
    lost = losers_of(rules, hand)
    numbers = chance[0]
    first, last = mode_range(rules)
    keys = hand & rules.points & KEY_BOARD
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        total = 1.0
        chosen = 0
        for mode in range(first, last + 1):
            deserved = _unnormalised_probability(policy, hand, lost, code, mode)
            total += deserved
            numbers = advance(numbers)
            drawn, _ = bounded(splitmix64(numbers), 1 << RANDOM_BITS)
            if drawn * total < deserved * (1 << RANDOM_BITS):
                chosen = mode
        if chosen:
            board |= 1 << code
            modes |= chosen << MODE_BITS * (code >> 4)
    chance[0] = numbers
    return board, modes


@kernel
def exposure_probability(rules: PackedRules, policy: Policy, hand: int, modes: int) -> float:
    """How likely `choose_exposures` is to choose these ways for the hand: those of the key cards
    in it count, and 0 is not to expose one."""
    likely = 1.0
    if rules.sale == NO_SALE:
        return likely
    lost = losers_of(rules, hand)
    first, last = mode_range(rules)
    keys = hand & rules.points & KEY_BOARD
    while keys:
        code = code_of(keys)
        keys &= keys - 1
        chosen = modes >> MODE_BITS * (code >> 4) & 3
        total = 1.0
        for mode in range(first, last + 1):
            total += _unnormalised_probability(policy, hand, lost, code, mode)
        likely *= (
            _unnormalised_probability(policy, hand, lost, code, chosen) if chosen else 1.0
        ) / total
    return likely
