"""Whole numbers added up so that two sums can be joined, and the mean with its interval."""

from math import sqrt

from msgspec import Struct

_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""By degrees of freedom from 1: standard errors that hold 95% of Student's law."""
_Z95 = 1.959964


class Average(Struct, frozen=True):
    """A mean, with its 95% confidence interval."""

    count: int
    mean: float | None
    """None where there is nothing to take it of."""
    low: float | None = None
    """None before there are two values that differ."""
    high: float | None = None


class Spread(Struct, frozen=True):
    """Values by their number, their sum and the sum of their squares, all exact."""

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, value: int, times: int = 1) -> "Spread":
        """A value that came `times` times."""
        return cls(times, times * value, times * value * value)

    def __add__(self, other: "Spread") -> "Spread":
        return Spread(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float | None:
        """The mean; None of nothing."""
        return self.total / self.count if self.count else None

    @property
    def average(self) -> Average:
        """The mean with Student's interval, which is wide where there are few values: it allows
        for the deviation being measured from the same few."""
        mean = self.mean
        # Times count, so that it stays whole: no digits are lost.
        apart = self.count * self.squares - self.total * self.total
        if mean is None or self.count < 2 or not apart:
            return Average(self.count, _rounded(mean))
        free = self.count - 1
        half = t95(free) * sqrt(apart / free) / self.count
        return Average(self.count, _rounded(mean), _rounded(mean - half), _rounded(mean + half))


def t95(free: int) -> float:
    """Standard errors on either side of the mean that hold 95% of Student's law with so many
    degrees of freedom, at least 1; right to three digits."""
    if free <= len(_T95):
        return _T95[free - 1]
    z = _Z95
    # The expansion of Cornish and Fisher, in powers of 1 / free.
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def _rounded(value: float | None) -> float | None:
    """To two digits after the point: more would only seem exact."""
    return None if value is None else round(value, 2)
