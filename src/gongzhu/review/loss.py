"""The loss of a decision: what the best choice is worth beyond the one that was made."""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy import opponent_model_of, policy_of
from gongzhu.bots.search.analysis import Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.config import REVIEWS
from gongzhu.bots.search.rollouts import MOONS, SampledDeals, new_rollout_stats, roll_out_pair
from gongzhu.bots.search.search import empty_deal
from gongzhu.bots.search.utility import GAME
from gongzhu.bots.worlds import PosteriorSampler
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.bits import hash_combine
from gongzhu.packed.layout import Floats, new_rng
from gongzhu.review.sheet import limits_of
from gongzhu.view import View

BATCH = 256
"""Number of deals sampled at once. The deals of a batch depend on each other, as they are resampled
from the same proposals, so confidence intervals are computed over batches."""
LEAST_BATCHES, STEP, MOST_BATCHES = 8, 4, 32
"""Batches before the first look at the interval, between two looks, and at most."""
SHARE = 3
"""An interval is narrow enough when its width is the nearest limit divided by this."""

STUDENT_95 = {8: 2.365, 12: 2.201, 16: 2.131, 20: 2.093, 24: 2.069, 28: 2.052, 32: 2.040}
"""Quantiles of Student's t distribution, two-sided 95%, by the number of batches."""


class Loss(NamedTuple):
    """What a decision cost, judged by what its seat could know."""

    own: Estimate
    """The loss of the seat's side, in the unit of the aim."""
    given: tuple[float, ...]
    """What the decision gained or lost each side, in the same unit and on the same deals."""


NO_LOSS = Estimate(0.0, 0.0, 0.0)


def loss_of(view: View, candidates: Candidates, pair: tuple[int, int], seed: int) -> Loss:
    """Compare the best candidate and the chosen one, indices, on deals that fit the view; the same
    seed gives the same.

    Deals are sampled until the interval is narrower than a third of the nearest limit of a class,
    or `MOST_BATCHES` are used up. The loss comes out below 0 where the candidate that was found to
    be the best is not better on these deals.
    """
    packed, policy = packed_rules(view.rules), policy_of(view.rules)
    task = candidates.task
    limits = limits_of(view.rules, "game" if task.utility.unit == GAME else "points")
    places = np.array(pair, np.int64)
    sampler = PosteriorSampler(
        view,
        opponent_model_of(view.rules),
        seed,
        oversampling=REVIEWS.oversampling,
        tempering=REVIEWS.tempering,
    )
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
        roll_out_pair(packed, policy, task, deals, places, new_rollout_stats(1, size), values)
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
