"""Glicko-2 ratings of puzzles, which bots try, and of people, who try puzzles.

M. E. Glickman, "Example of the Glicko-2 system", 2012; the step numbers are those of that paper.
`web/src/puzzles/glicko.ts` computes the same.
"""

from collections.abc import Iterable
from math import exp, log, pi, sqrt

from msgspec import Struct

SCALE = 173.7178
"""Points of rating in a unit of the paper's inner scale."""
CENTRE = 1500.0
TAU = 0.5
"""How fast volatilities change."""
MOST_DEVIATION = 350.0
PRECISION = 1e-6


class Rating(Struct, frozen=True):
    """A rating: 1500 in the middle, more is better."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    """The standard error of the rating, in points."""
    volatility: float = 0.06


def rated(before: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """The rating after a period with these results: pairs of an opponent's rating and the score
    against it, 0 to 1."""
    mu = (before.rating - CENTRE) / SCALE
    phi = before.deviation / SCALE
    information = gained = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)  # step 3
        gained += weight * (score - expected)
    if not information:
        widened = sqrt(phi**2 + before.volatility**2) * SCALE
        return Rating(before.rating, min(widened, MOST_DEVIATION), before.volatility)
    variance = 1 / information
    volatility = _volatility(before.volatility, phi, variance, variance * gained)
    widened = sqrt(phi**2 + volatility**2)  # step 6
    phi = 1 / sqrt(1 / widened**2 + information)  # step 7
    mu += phi**2 * gained
    return Rating(CENTRE + SCALE * mu, min(SCALE * phi, MOST_DEVIATION), volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(before: float, phi: float, variance: float, change: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm. `change`: step 4's estimate."""
    start = log(before**2)

    def slope(x: float) -> float:
        grown = phi**2 + variance + exp(x)
        return exp(x) * (change**2 - grown) / (2 * grown**2) - (x - start) / TAU**2

    low = start
    if change**2 > phi**2 + variance:
        high = log(change**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
