"""Bit operations on boards, and random numbers, in plain Python.

This is their definition, and runs with the JIT off. Compiled kernels have them from
`instructions.py`, with the same results on every processor.

The random numbers are those of splitmix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014): a state of 64 bits, which may begin anywhere and
which `advance` moves on, and the number of a state, `splitmix64`. `bounded` is the multiplication
of D. Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling and
Computer Simulation 29, 2019, without the rejection that removes its bias, which is below the
number of choices over 2 to the power of 64.
"""

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MIX_ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31
"""The constants of splitmix64: its increment, and (shift, factor) of each round of mixing."""

_MASK = (1 << 64) - 1


def count(board: int) -> int:
    """The number of cards of a board."""
    return int(board).bit_count()


def code_of(card: int) -> int:
    """The code of the lowest card of a board that is not empty."""
    return (int(card) & -int(card)).bit_length() - 1


def nth(board: int, place: int) -> int:
    """The card, as a board, at a place of a board that has more cards; 0 is the lowest."""
    for _ in range(place):
        board &= board - 1
    return board & -board


def advance(state: int) -> int:
    """The next state of the random numbers."""
    return (int(state) + GOLDEN_GAMMA) & _MASK


def splitmix64(state: int) -> int:
    """The random number, 64 bits, of a state."""
    x = int(state)
    for shift, factor in MIX_ROUNDS:
        x = ((x ^ (x >> shift)) * factor) & _MASK
    return x ^ (x >> LAST_SHIFT)


def bounded(number: int, choices: int) -> tuple[int, int]:
    """A number from 0 to choices-1, and what is left of the random number that it is made from.

    One random number serves several draws: each uses up as many bits as its choices need.
    """
    product = int(number) * int(choices)
    return product >> 64, product & _MASK


def select(condition: bool, yes: int, no: int) -> int:
    """One of two boards or numbers. Kernels compile it without a branch that might mispredict."""
    return yes if condition else no


def hash_combine(number: int, board: int) -> int:
    """A hash, 64 bits, of a number of 64 bits and a board."""
    return splitmix64((int(number) ^ int(board)) + GOLDEN_GAMMA & _MASK)
