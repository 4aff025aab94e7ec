"""Ratings by Glicko-2 of puzzles, which bots attempt, and of people, who attempt puzzles.

M. E. Glickman, "Example of the Glicko-2 system", 2012; the step numbers in `rated` are those of
that paper. `web/src/puzzles/glicko.ts` computes the same.
"""

from collections.abc import Iterable
from math import comb, exp, log, pi, sqrt
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots import make_bot
from gongzhu.dealing import child_seed
from gongzhu.puzzles.puzzle import Puzzle, Tried
from gongzhu.rules import Action, Pass, Phase
from gongzhu.view import View

SCALE = 173.7178
"""Rating points in one unit of the scale on which the paper computes."""
CENTRE = 1500.0
TAU = 0.5
"""The paper's τ, which limits the speed at which volatilities change."""
MOST_DEVIATION = 350.0
PRECISION = 1e-6


class GlickoRating(Struct, frozen=True):
    """The rating of a person, a puzzle or a bot: 1500 in the middle; larger is stronger, or
    harder."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    """The standard error of the rating, in points."""
    volatility: float = 0.06


PLAYER = GlickoRating(deviation=200.0)
"""The rating of a person who has attempted no puzzle yet. The paper's deviation of 350 covers the
range from beginners to masters of chess; here 95% of people are assumed to be between 1100 and
1900, so that one miss costs about 80 points at a puzzle of 1500, and never 200."""


def after_puzzle(before: GlickoRating, puzzle: Puzzle, solved: bool) -> GlickoRating:
    """A person's rating after the first attempt at a puzzle, which is a rating period of its own.
    `solved` is the result."""
    # Ratings stored by earlier versions began with the deviation of the paper.
    known = replace(before, deviation=min(before.deviation, PLAYER.deviation))
    return rated(known, [(GlickoRating(puzzle.rating, puzzle.deviation), float(solved))])


def rated(before: GlickoRating, results: Iterable[tuple[GlickoRating, float]]) -> GlickoRating:
    """The rating after a rating period with these results: pairs of an opponent's rating and the
    score against it, 0 to 1. Without results only the deviation grows."""
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
        return GlickoRating(before.rating, min(widened, MOST_DEVIATION), before.volatility)
    variance = 1 / information
    volatility = _volatility(before.volatility, phi, variance, variance * gained)
    widened = sqrt(phi**2 + volatility**2)  # step 6
    phi = 1 / sqrt(1 / widened**2 + information)  # step 7
    mu += phi**2 * gained
    return GlickoRating(CENTRE + SCALE * mu, min(SCALE * phi, MOST_DEVIATION), volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(before: float, phi: float, variance: float, change: float) -> float:
    """Step 5 of the paper: the new volatility, found by the Illinois algorithm. `phi` and
    `variance` are the paper's φ and v; `change` is the estimate Δ of step 4."""
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


LEVELS: dict[str, tuple[int, GlickoRating]] = {
    "random": (0, GlickoRating(600, 50)),
    "novice": (1, GlickoRating(1200, 50)),
    "steady": (1, GlickoRating(1500, 50)),
    "strong": (8, GlickoRating(1900, 50)),
    "master": (2, GlickoRating(2200, 50)),
}
"""For each bot level, the number of its attempts at a puzzle, and its assumed rating. 0 means that
its result is calculated; more than 1 only makes sense for a bot that acts randomly."""
PERIODS = 8
"""Number of rating periods; in each of them every level attempts the puzzle once."""


def attempts_at(view: View, best: tuple[Action, ...], seed: str) -> dict[str, Tried]:
    """The results of each bot level at a puzzle with the view `view`: the fraction of attempts that
    miss the best choice, which is given as several equivalent actions."""
    found = {"random": Tried(round(1 - len(best) / _legal_count(view), 4))}
    for level, (attempts, _) in LEVELS.items():
        if not attempts:
            continue
        bot = make_bot(level)
        rngs = (Random(child_seed(seed, level, number)) for number in range(attempts))
        chosen = [ordered(bot.choose(view, rng, 0.0)) for rng in rngs]
        missed = [each for each in chosen if each not in best]
        found[level] = Tried(
            len(missed) / attempts, max(missed, key=missed.count) if missed else None
        )
    return found


def rating_of(results: dict[str, Tried]) -> GlickoRating:
    """The rating of a puzzle from the results of bots by level: the puzzle plays against every
    level, and wins when that level misses the best choice."""
    games = [(LEVELS[level][1], tried.missed) for level, tried in results.items()]
    rating = GlickoRating()
    for _ in range(PERIODS):
        rating = rated(rating, games)
    return rating


def _legal_count(view: View) -> int:
    """The number of legal actions of the seat."""
    if view.public.phase is Phase.PASSING:
        assert view.own is not None
        return comb(len(view.own.hand), view.rules.pass_count)
    return len(view.legal_actions())


def ordered(action: Action) -> Action:
    """The action with passed cards in ascending order, so that it can be compared with those of
    candidates."""
    return Pass(tuple(sorted(action.cards))) if isinstance(action, Pass) else action
