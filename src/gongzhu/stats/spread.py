"""Sums of whole numbers that can be added together, and their mean with its interval."""

from math import sqrt

from msgspec import Struct

_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Half the width of a 95% interval in standard errors, by degrees of freedom from 1 (Student's t
distribution)."""
_Z95 = 1.959964


class Average(Struct, frozen=True):
    """A mean, with its 95% confidence interval."""

    count: int
    mean: float | None
    """The mean; None if there are no values."""
    low: float | None = None
    """Lower end of the interval; None until there are two different values."""
    high: float | None = None


class Spread(Struct, frozen=True):
    """Summary of values: their number, sum and sum of squares, all exact."""

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, value: int, times: int = 1) -> "Spread":
        """A value that occurred `times` times."""
        return cls(times, times * value, times * value * value)

    def __add__(self, other: "Spread") -> "Spread":
        return Spread(
            self.count + other.count, self.total + other.total, self.squares + other.squares
        )

    @property
    def mean(self) -> float | None:
        """The mean; None if there are no values."""
        return self.total / self.count if self.count else None

    @property
    def average(self) -> Average:
        """The mean with a 95% interval from Student's t distribution, which is wide when there are
        few values."""
        mean = self.mean
        # Times count, so that it stays whole: no digits are lost.
        apart = self.count * self.squares - self.total * self.total
        if mean is None or self.count < 2 or not apart:
            return Average(self.count, _rounded(mean))
        free = self.count - 1
        half = t95(free) * sqrt(apart / free) / self.count
        return Average(self.count, _rounded(mean), _rounded(mean - half), _rounded(mean + half))


def t95(free: int) -> float:
    """Half the width of a 95% interval in standard errors, for at least 1 degree of freedom
    (Student's t distribution); accurate to three digits."""
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
    """A value rounded to two decimals."""
    return None if value is None else round(value, 2)
