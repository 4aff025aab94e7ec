"""Adds floating-point numbers with the same result in every version of Python."""

from collections.abc import Iterable
from functools import reduce
from operator import add


def add_up(numbers: Iterable[float]) -> float:
    """The sum of the numbers, added one after the other; 0 if there are none.

    Since Python 3.12 the built-in `sum` compensates for rounding errors. A bot that compares such
    sums would play some deals differently than under 3.11, and data sets would differ.
    """
    return reduce(add, numbers, 0.0)
