"""What fair deals of 52 cards to four seats look like when there are many of them.

A `Tally` adds up deals and asks of each law: how likely is a tally at least as odd as this one,
if the deals are fair? Cards are numbers 0 to 51 in sorted order, so 13 to a suit; a deal is a row
of 52 of them, and seat 0 is given the first thirteen.

The counts of a law hang together, as each deal gives every seat 13 cards. By symmetry all that is
left free varies alike; so the sum of squares over that variance has a χ² law with as many degrees
of freedom as are left.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, permutations
from math import comb, erfc, exp, lgamma, log, prod, sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

CARDS, SEATS, HAND = 52, 4, 13
PAIRS = CARDS * (CARDS - 1) // 2
RARE = 5.0
"""Kinds of hands that are expected less often are counted together."""

Rows = NDArray[np.uint8]
Counts = NDArray[np.int64]


class Law(Struct, frozen=True):
    """How well a tally keeps to one law."""

    name: str
    statistic: float
    chance: float
    """How likely fair deals are as odd as this or more, 0 to 1."""


def broken(laws: Iterable[Law]) -> list[Law]:
    """Those that fair deals would not come to in a thousand tallies, too good ones among them."""
    asked = list(laws)
    doubt = 0.001 / len(asked)
    return [law for law in asked if not doubt < law.chance <= 1 - doubt * (law.chance < 1)]


class Tally:
    """Deals added up."""

    def __init__(self) -> None:
        self.deals = 0
        self._places: Counts = np.zeros((CARDS, CARDS), np.int64)
        self._together: Counts = np.zeros((CARDS, CARDS), np.int64)
        self._shapes: Counts = np.zeros((SEATS, len(SHAPES)), np.int64)
        self._stays: list[int] = [0, 0]
        self._neighbours = 0
        self._last: Rows | None = None
        self._marks: list[NDArray[np.uint64]] = []

    def add(self, deals: Rows) -> None:
        """Count these deals, which follow on those before; shape (deals, 52)."""
        self.deals += len(deals)
        place = np.arange(CARDS)
        pairs = (deals.astype(np.int64) * CARDS + place).ravel()
        self._places += np.bincount(pairs, minlength=CARDS**2).reshape(CARDS, CARDS)
        holder = np.empty_like(deals)
        np.put_along_axis(holder, deals, (place // HAND).astype(np.uint8)[None, :], axis=1)
        for seat in range(SEATS):
            held = (holder == seat).astype(np.float32)
            self._together += np.rint(held.T @ held).astype(np.int64)
            lengths = held.reshape(-1, 4, HAND).sum(axis=2).astype(np.int64)
            shape = SHAPE_OF[tuple(np.sort(lengths, axis=1).T[1:])]
            self._shapes[seat] += np.bincount(shape, minlength=len(SHAPES))
        line = holder if self._last is None else np.vstack([self._last, holder])
        stays = (line[1:] == line[:-1]).sum(axis=1)
        self._stays[0] += int(stays.sum())
        self._stays[1] += len(stays)
        self._last = holder[-1:]
        self._neighbours += int((deals[:, 1:] == deals[:, :-1] + 1).sum())
        self._marks.append(_marks(holder))

    def laws(self) -> Iterator[Law]:
        """How the deals keep to every law."""
        yield self._card_by_place()
        yield self._card_by_seat()
        yield self._pairs()
        for seat in range(SEATS):
            yield self._hand_shapes(seat)
        yield self._successions()
        yield self._serial()
        yield self._duplicates()

    def _card_by_place(self) -> Law:
        apart = self._places - self.deals / CARDS
        free = (CARDS - 1) ** 2
        return _squares("card by place", apart, self.deals / (CARDS - 1), free)

    def _card_by_seat(self) -> Law:
        seats = self._places.reshape(CARDS, SEATS, HAND).sum(axis=2)
        free = (CARDS - 1) * (SEATS - 1)
        spread = CARDS * (SEATS - 1) / SEATS / free
        return _squares("card by seat", seats - self.deals / SEATS, self.deals * spread, free)

    def _pairs(self) -> Law:
        met = self._together[np.triu_indices(CARDS, 1)]
        chance = (HAND - 1) / (CARDS - 1)
        # Every card has 12 companions in every deal: 52 of the 1,326 are not free.
        free = PAIRS - CARDS
        spread = PAIRS * chance * (1 - chance) / free
        return _squares("pairs in a hand", met - self.deals * chance, self.deals * spread, free)

    def _hand_shapes(self, seat: int) -> Law:
        expected = self.deals * SHAPE_CHANCES
        usual = expected >= RARE
        seen = np.append(self._shapes[seat][usual], self._shapes[seat][~usual].sum())
        wanted = np.append(expected[usual], expected[~usual].sum())
        if wanted[-1] < RARE:  # even together they are too few to be asked
            seen[-2] += seen[-1]
            wanted[-2] += wanted[-1]
            seen, wanted = seen[:-1], wanted[:-1]
        statistic = float(((seen - wanted) ** 2 / wanted).sum())
        free = len(wanted) - 1
        return Law(f"hand shapes of seat {seat}", statistic, chi_squared_above(statistic, free))

    def _successions(self) -> Law:
        """Whether cards that were neighbours in the sorted pack are so after the shuffle."""
        mean = (CARDS - 1) / CARDS
        variance = (CARDS - 2) / CARDS + mean - mean**2
        return _normal("cards still side by side", self._neighbours, self.deals, mean, variance)

    def _serial(self) -> Law:
        """Whether cards stay with a seat from one deal to the next more or less than by chance."""
        total, steps = self._stays
        same, other = HAND - 1, HAND
        squares = HAND + (CARDS * same * same + CARDS * (CARDS - HAND) * other) / (4 * (CARDS - 1))
        variance = squares - HAND**2
        return _normal("cards that stay with a seat", total, steps, HAND, variance)

    def _duplicates(self) -> Law:
        marks = np.sort(np.concatenate(self._marks))
        twice = int((marks[1:] == marks[:-1]).sum())
        # Marks of 64 bits meet by chance too; deals as such hardly ever do.
        expected = self.deals**2 / 2**65
        above = 1.0 if not twice else -np.expm1(-expected)
        return Law("deals that come twice", twice, float(above))


def chi_squared_above(statistic: float, free: int) -> float:
    """How likely a χ² variable with so many degrees of freedom is at least this: the regularised
    upper gamma function, by its series or its continued fraction (Lentz)."""
    a, x = free / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - total * scale)
    b = x + 1 - a
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 100_000):
        b += 2
        d = 1 / (b - i * (i - a) * d)
        c = b - i * (i - a) / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return fraction * scale


def _normal(name: str, total: int, terms: int, mean: float, variance: float) -> Law:
    z = (total - terms * mean) / sqrt(terms * variance)
    return Law(name, z, erfc(abs(z) / sqrt(2)))


def _squares(name: str, apart: NDArray[np.floating[Any]], spread: float, free: int) -> Law:
    statistic = float((apart**2).sum() / spread)
    return Law(name, statistic, chi_squared_above(statistic, free))


def _marks(holder: Rows) -> NDArray[np.uint64]:
    """A number for each deal by who holds what, the same for the same deal."""
    marks: NDArray[np.uint64] = _MARKS[np.arange(CARDS), holder].sum(axis=1, dtype=np.uint64)
    return marks


def _ways(shape: tuple[int, ...]) -> int:
    """In how many ways thirteen cards have these suit lengths, in any order of the suits."""
    return len(set(permutations(shape))) * prod(comb(13, length) for length in shape)


_MARKS = np.random.default_rng(0).integers(0, 2**64, (CARDS, SEATS), np.uint64)

SHAPES = [
    shape for shape in combinations_with_replacement(range(HAND + 1), 4) if sum(shape) == HAND
]
"""The lengths of the four suits of a hand, shortest first: 39 kinds."""
SHAPE_CHANCES = np.array([_ways(shape) for shape in SHAPES]) / comb(CARDS, HAND)
SHAPE_OF = np.zeros((HAND + 1,) * 3, np.int64)
"""The place of a shape in `SHAPES` by its three longer suits."""
for _place, _shape in enumerate(SHAPES):
    SHAPE_OF[_shape[1:]] = _place
