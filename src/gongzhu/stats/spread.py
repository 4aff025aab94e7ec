"""Counts and sums that can be added up over deals, and means with confidence intervals."""

from math import sqrt
from typing import Any, ClassVar, Self

from msgspec import Struct

_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Half the width of a 95% confidence interval in standard errors, by Student's t distribution, for
1 to 10 degrees of freedom."""
Z95 = 1.959964
"""Half the width of a 95% confidence interval in standard errors, by the normal distribution."""


class Average(Struct, frozen=True):
    """The mean of `count` values with its 95% confidence interval, rounded to two decimals."""

    count: int
    mean: float | None
    """The mean, or None if `count` is 0."""
    low: float | None = None
    """Lower end of the interval. It is None, like `high`, until there are two different values."""
    high: float | None = None


class Sums:
    """Base class of structs with counts and sums over deals. `a + b` adds them field by field, and
    dictionaries key by key (keys of the result are sorted), which gives the counts and sums over
    the deals of both."""

    __slots__ = ()
    __struct_fields__: ClassVar[tuple[str, ...]]

    def __add__(self, other: Self) -> Self:
        fields = self.__struct_fields__
        return type(self)(*(_sum(getattr(self, name), getattr(other, name)) for name in fields))


def _sum(one: Any, other: Any) -> Any:
    if not isinstance(one, dict):
        return one + other
    merged = {**one, **other, **{key: _sum(one[key], other[key]) for key in one.keys() & other}}
    return {key: merged[key] for key in sorted(merged)}


class Spread(Sums, Struct, frozen=True):
    """Number, sum and sum of squares of whole numbers, all exact."""

    count: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, value: int, times: int = 1) -> "Spread":
        """The summary of one value that occurred `times` times."""
        return cls(times, times * value, times * value * value)

    @property
    def mean(self) -> float | None:
        """The mean, or None if there are no values."""
        return self.total / self.count if self.count else None

    @property
    def average(self) -> Average:
        """The mean with its 95% confidence interval by Student's t distribution."""
        mean = self.mean
        # `count` times the sum of squared deviations: a whole number, so no precision is lost.
        apart = self.count * self.squares - self.total * self.total
        if mean is None or self.count < 2 or not apart:
            return Average(self.count, _rounded(mean))
        free = self.count - 1
        half = t95(free) * sqrt(apart / free) / self.count
        return Average(self.count, _rounded(mean), _rounded(mean - half), _rounded(mean + half))


def t95(free: int) -> float:
    """Half the width of a 95% confidence interval in standard errors, by Student's t distribution,
    for `free` (at least 1) degrees of freedom. Accurate to three digits."""
    if free <= len(_T95):
        return _T95[free - 1]
    z = Z95
    # The Cornish–Fisher expansion in powers of 1 / free.
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
