"""The figures of a reviewed decision: its loss, and the choices of the seat with their
estimates."""

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from gongzhu.bots.policy import opponent_model_of, policy_of
from gongzhu.bots.search.action_stats import ActionStats, summarise
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis, Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.playouts import roll_out_points
from gongzhu.bots.search.rollouts import (
    MOONS,
    NOTHING,
    RolloutTask,
    SampledDeals,
    new_rollout_stats,
    roll_out_pair,
)
from gongzhu.bots.search.search import empty_deal
from gongzhu.bots.search.utility import GAME, utility_of
from gongzhu.bots.worlds import PosteriorSampler
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.bits import hash_combine
from gongzhu.packed.layout import Floats, new_rng, new_state
from gongzhu.review.sheet import ReviewedChoice, limits_of
from gongzhu.rules import RuleSet
from gongzhu.view import View

BATCH = 256
"""Number of deals sampled at once. The deals of a batch depend on each other, as they are resampled
from the same proposals, so confidence intervals are computed over batches."""
LEAST_BATCHES, STEP, MOST_BATCHES = 8, 4, 32
"""Numbers of batches: before the confidence interval of a loss is first tested, between two tests,
and at most."""
SHARE = 3
"""The confidence interval of a loss is narrow enough when its width is at most the closest of the
limits between classes of losses, divided by this."""

STUDENT_95 = {8: 2.365, 12: 2.201, 16: 2.131, 20: 2.093, 24: 2.069, 28: 2.052, 32: 2.040}
"""Quantiles of Student's t distribution, two-sided 95%, by the number of batches."""


class Loss(NamedTuple):
    """The cost of a decision compared with the best choice, on deals that fit the view of its
    seat."""

    own: Estimate
    """The loss of the seat's side, in points or in value of the game; below 0 if the choice was
    better than the supposed best."""
    given: tuple[float, ...]
    """By side, its gain (positive) or loss by the decision, in the same unit and on the same
    deals."""


NO_LOSS = Estimate(0.0, 0.0, 0.0)


def loss_of(view: View, candidates: Candidates, pair: tuple[int, int], seed: int) -> Loss:
    """The loss of a decision: the best candidate and the chosen one, whose indices are `pair` in
    this order, are compared on deals that fit the view. The same seed gives the same result.

    Deals are sampled until the width of the confidence interval is less than a third of the closest
    limit between classes of losses, or `MOST_BATCHES` batches are used. The loss is below 0 if the
    supposed best candidate is worse on these deals.
    """
    packed, policy = packed_rules(view.rules), policy_of(view.rules)
    task = candidates.task
    limits = limits_of(view.rules, "game" if task.utility.unit == GAME else "points")
    indices = np.array(pair, np.int64)
    sampler = PosteriorSampler(view, opponent_model_of(view.rules), seed)
    certain = task.kind == MOONS
    means: list[Floats] = []
    while True:
        if certain:
            deals = empty_deal(packed.players)
        else:
            worlds = sampler.sample(BATCH)
            number = hash_combine(seed & (1 << 64) - 1, len(means))
            deals = SampledDeals(worlds.hands, worlds.down, new_rng(number))
        size = len(deals.down)
        values = np.zeros((2, size, packed.sides))
        roll_out_pair(packed, policy, task, deals, indices, new_rollout_stats(1, size), values)
        means.append((values[1] - values[0]).mean(axis=0))
        if certain:
            (given,) = means
            mean = -float(given[task.utility.side])
            return Loss(Estimate(mean, mean, mean), tuple(given.tolist()))
        if len(means) < LEAST_BATCHES or (len(means) - LEAST_BATCHES) % STEP:
            continue
        own = _estimate(-np.array(means)[:, task.utility.side])
        nearest = min(limits, key=lambda limit: abs(limit - own.mean))
        if len(means) == MOST_BATCHES or own.high - own.low < nearest / SHARE:
            return Loss(own, tuple(np.mean(means, axis=0).tolist()))


def _estimate(means: Floats) -> Estimate:
    mean = float(means.mean())
    error = float(means.std(ddof=1)) / len(means) ** 0.5 * STUDENT_95[len(means)]
    return Estimate(mean, mean - error, mean + error)


BINS = 24
"""Number of bins in a histogram of points."""
STEPS = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000)
"""Possible widths of a bin, in points; the smallest that is wide enough for BINS bins is used."""
SHUFFLES = 512
"""Number of shuffled deals that are played to choose the bins."""
USUAL = (2.0, 98.0)
"""Percentiles of a side's points in these deals; all bins but the two outer ones are between
them."""
DIGITS, DIGITS_GAME = 2, 4
"""Number of decimals to which points, and values of the game, are rounded."""


def choices_of(view: View, candidates: Candidates, stats: ActionStats) -> list[ReviewedChoice]:
    """The choices of a search with their estimates, the best first and the others in ascending
    order of their distance behind it."""
    found = on_equal_deals(view, candidates, stats)
    limits = np.array(bins_of(view.rules))
    histograms = [
        np.bincount(
            np.searchsorted(limits, stats.points(index), side="right"), minlength=BINS
        ).tolist()
        for index in range(len(candidates.actions))
    ]
    return [
        ReviewedChoice(
            each.action,
            rounded(each.behind, found.aim),
            rounded(each.points, "points"),
            each.samples,
            next(
                tuple(histogram)
                for histogram, actions in zip(histograms, candidates.actions, strict=True)
                if each.action in actions
            ),
        )
        for each in found.choices
    ]


def on_equal_deals(view: View, candidates: Candidates, stats: ActionStats) -> Analysis:
    """The analysis of a search, with the points of all choices estimated on the same deals as the
    best one.

    An eliminated choice was rolled out on fewer deals, which may have been easier. So its points
    are those of the best choice minus their difference on common deals.
    """
    found = summarise(view, candidates, stats)
    best = stats.points(stats.best()[0])

    def moved(choice: AnalysedChoice) -> AnalysedChoice:
        kinder = float(best[: choice.samples].mean() - best.mean())
        points = choice.points
        moved = Estimate(points.mean - kinder, points.low - kinder, points.high - kinder)
        return replace(choice, points=moved)

    choices = (moved(each) if each.samples < len(best) else each for each in found.choices)
    return replace(found, choices=tuple(choices))


def rounded(found: Estimate, aim: Aim) -> Estimate:
    """An estimate rounded to the decimals of its unit, points or value of the game."""
    digits = DIGITS_GAME if aim == "game" else DIGITS
    return found.rounded(digits)


@lru_cache(maxsize=16)
def bins_of(rules: RuleSet) -> tuple[int, ...]:
    """The BINS - 1 limits between the bins of histograms, in points, ascending. They come from
    shuffled deals played by the policy, so they depend on the rules alone."""
    packed = packed_rules(rules)
    pack = [1 << bit for bit in range(64) if packed.pack >> bit & 1]
    rng = Random(0)
    hands = np.zeros((SHUFFLES, packed.players), np.int64)
    for deal in range(SHUFFLES):
        rng.shuffle(pack)
        for seat in range(packed.players):
            for card in pack[seat :: packed.players]:
                hands[deal, seat] |= card
    task = RolloutTask(NOTHING, utility_of(packed, 0, (0,) * packed.sides, 0), new_state())
    deals = SampledDeals(hands, np.zeros(SHUFFLES, np.int64), new_rng(0))
    points = np.zeros((SHUFFLES, packed.sides))
    stats = new_rollout_stats(1, SHUFFLES)
    roll_out_points(packed, policy_of(rules), task, deals, stats, points)
    low, high = np.percentile(points, USUAL)
    step = next((step for step in STEPS if _first(low, step) + BINS * step > high), STEPS[-1])
    return tuple(_first(low, step) + step * index for index in range(1, BINS))


def _first(low: float, step: int) -> int:
    """The lower limit of the bin that contains `low`: the greatest multiple of the bin width `step`
    that is at most `low`, in points."""
    return int(low // step) * step
