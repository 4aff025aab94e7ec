"""The few things that boards need of the processor, and chance.

Here in plain Python, which says what each means and runs with the JIT off. Compiled kernels have
them from `instructions.py`, with the same results on every processor.
"""

GOLDEN_GAMMA = 0x9E3779B97F4A7C15
MIX_ROUNDS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31
"""The constants of splitmix64."""

_MASK = (1 << 64) - 1


def count(board: int) -> int:
    """How many cards a board has."""
    return int(board).bit_count()


def code_of(card: int) -> int:
    """The code of the lowest card of a board, which is not empty."""
    return (int(card) & -int(card)).bit_length() - 1


def nth(board: int, place: int) -> int:
    """The card at a place of a board, from 0 for the lowest; the board has more cards."""
    for _ in range(place):
        board &= board - 1
    return board & -board


def advance(state: int) -> int:
    """The next state of the random numbers: 64 bits, any of which will do to begin with."""
    return (int(state) + GOLDEN_GAMMA) & _MASK


def splitmix64(state: int) -> int:
    """The random number of a state (splitmix64): 64 bits."""
    x = int(state)
    for shift, factor in MIX_ROUNDS:
        x = ((x ^ (x >> shift)) * factor) & _MASK
    return x ^ (x >> LAST_SHIFT)


def bounded(number: int, choices: int) -> tuple[int, int]:
    """One of so many places, from 0, taken out of a random number, and what is left of that.

    A number is good for several draws: each uses up as many bits as its choices need.
    """
    product = int(number) * int(choices)
    return product >> 64, product & _MASK


def select(condition: bool, yes: int, no: int) -> int:
    """One of two boards or numbers. Kernels make no jump of it, where a guess would often fail."""
    return yes if condition else no


def hash_combine(number: int, board: int) -> int:
    """A number that depends on all of another and of a board."""
    return splitmix64((int(number) ^ int(board)) + GOLDEN_GAMMA & _MASK)
