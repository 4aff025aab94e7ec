"""Bit operations on bitboards, and random numbers, in plain Python.

These functions define the operations, and run when the JIT is off. Compiled kernels use those of
`instructions.py`, which give the same results on every processor.

The random numbers are those of splitmix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014): `advance` moves a 64-bit state on, from any initial
value, and `splitmix64` computes the random number from a state. `bounded` is the multiplication of
D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and
Computer Simulation 29, 2019, without the rejection that removes its bias, which is below choices /
2**64.
"""

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MIX_ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31
"""Constants of splitmix64: its increment, the pairs of shift and factor by which a state is mixed,
and the last shift."""

_MASK = (1 << 64) - 1


def count(board: int) -> int:
    """The number of cards of a bitboard."""
    return int(board).bit_count()


def code_of(card: int) -> int:
    """The card code, 0 to 60, of the lowest card of a non-empty bitboard."""
    return (int(card) & -int(card)).bit_length() - 1


def nth(board: int, index: int) -> int:
    """The card at `index` (0-based, from the lowest card) of a bitboard, as a bitboard of one
    card."""
    for _ in range(index):
        board &= board - 1
    return board & -board


def advance(state: int) -> int:
    """The state of the random numbers that follows `state`, both 64 bits."""
    return (int(state) + GOLDEN_GAMMA) & _MASK


def splitmix64(state: int) -> int:
    """The 64-bit random number computed from a 64-bit state; `advance` gives the next state."""
    x = int(state)
    for shift, factor in MIX_ROUNDS:
        x = ((x ^ (x >> shift)) * factor) & _MASK
    return x ^ (x >> LAST_SHIFT)


def bounded(number: int, choices: int) -> tuple[int, int]:
    """A number from 0 to choices - 1 drawn from the random number `number`, and the rest of
    `number`: the high and the low 64 bits of number * choices.

    The rest may be used as the random number of the next draw: each draw uses up as many bits as
    its choices need.
    """
    product = int(number) * int(choices)
    return product >> 64, product & _MASK


def select(condition: bool, yes: int, no: int) -> int:
    """`yes` if the condition is true, otherwise `no`. Kernels compile it without a branch that
    might be mispredicted."""
    return yes if condition else no


def hash_combine(number: int, board: int) -> int:
    """A 64-bit hash of a 64-bit number and an int64, such as a bitboard, that is not negative."""
    return splitmix64((int(number) ^ int(board)) + GOLDEN_GAMMA & _MASK)
