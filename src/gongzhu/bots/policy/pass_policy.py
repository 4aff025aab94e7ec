"""Kernels: which three cards a good player passes, chosen one after another."""

from gongzhu.bots.policy.feature_indices import rank_of
from gongzhu.bots.policy.features import losers
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.boards import PIG_BOARD, SPADES_BOARD
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, splitmix64
from gongzhu.packed.layout import RngState
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import suit_of

PassIndices = tuple[int, int, int, int]

CODES = 64
LENGTHS = 7
FEW = 4
LOSERS = 5
DIRECTIONS = 5
_SIZES = (
    CODES * LENGTHS,
    CODES * 2 * FEW * DIRECTIONS,
    CODES * LOSERS,
    12 * LENGTHS * FEW,
)
_STARTS = tuple(sum(_SIZES[:table]) for table in range(len(_SIZES)))
PASS_SIZE = sum(_SIZES)
"""How many numbers the tables of passing have together."""
RANDOM_BITS = 24


@kernel
def losers_of(rules: PackedRules, hand: int) -> int:
    """How far a hand is from capturing everything, 0 to 4."""
    lost = losers(hand, rules.pack & ~hand)
    return (lost > 2) + (lost > 4) + (lost > 6) + (lost > 8)


@kernel
def pass_indices(rest: int, lost: int, steps: int, code: int) -> PassIndices:
    """The places in the tables for one of the cards left in a hand."""
    cards = rest & suit_of(code)
    long = min(count(cards), LENGTHS) - 1
    spades = min(count(rest & SPADES_BOARD & ~PIG_BOARD), FEW - 1)
    pig = (rest & PIG_BOARD) != 0
    group = 3 * (code >> 4) + rank_of(1 << code)
    below = min(count(cards & ((1 << code) - 1)), FEW - 1)
    return (
        code * LENGTHS + long,
        _STARTS[1] + ((code * 2 + pig) * FEW + spades) * DIRECTIONS + steps,
        _STARTS[2] + code * LOSERS + lost,
        _STARTS[3] + (group * LENGTHS + long) * FEW + below,
    )


@kernel
def _unnormalised_probability(policy: Policy, rest: int, lost: int, steps: int, code: int) -> float:
    one, two, three, four = pass_indices(rest, lost, steps, code)
    table = policy.passing
    return table[one] * table[two] * table[three] * table[four]


@kernel
def sample_pass(rules: PackedRules, policy: Policy, hand: int, steps: int, chance: RngState) -> int:
    """The board of three cards to pass so many seats on."""
    lost = losers_of(rules, hand)
    rest = hand
    for _ in range(3):
        rest ^= 1 << sample_next_pass(policy, rest, lost, steps, chance)
    return hand ^ rest


@kernel
def sample_next_pass(policy: Policy, rest: int, lost: int, steps: int, chance: RngState) -> int:
    """The code of one card to pass, of those left in a hand that was `lost` from a slam."""
    numbers = chance[0]
    total = 0.0
    chosen = 0
    cards = rest
    while cards:
        code = code_of(cards)
        cards &= cards - 1
        deserved = _unnormalised_probability(policy, rest, lost, steps, code)
        total += deserved
        numbers = advance(numbers)
        drawn, _ = bounded(splitmix64(numbers), 1 << RANDOM_BITS)
        if drawn * total < deserved * (1 << RANDOM_BITS):
            chosen = code
    chance[0] = numbers
    return chosen


@kernel
def pass_probability(
    rules: PackedRules, policy: Policy, hand: int, steps: int, passed: int
) -> float:
    """How likely `choose_pass` is to choose these three cards of the hand, in any order."""
    lost = losers_of(rules, hand)
    likely = 0.0
    firsts = passed
    while firsts:
        first = code_of(firsts)
        firsts &= firsts - 1
        one = _probability(policy, hand, lost, steps, first)
        rest = hand ^ 1 << first
        seconds = passed & rest
        while seconds:
            second = code_of(seconds)
            seconds &= seconds - 1
            two = _probability(policy, rest, lost, steps, second)
            last = rest ^ 1 << second
            likely += one * two * _probability(policy, last, lost, steps, code_of(passed & last))
    return likely


@kernel
def _probability(policy: Policy, rest: int, lost: int, steps: int, code: int) -> float:
    """How likely this card is the next."""
    total = 0.0
    cards = rest
    while cards:
        total += _unnormalised_probability(policy, rest, lost, steps, code_of(cards))
        cards &= cards - 1
    return _unnormalised_probability(policy, rest, lost, steps, code) / total
