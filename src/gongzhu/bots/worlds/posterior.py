"""Samples deals from the posterior of a seat: the prior times the tempered likelihood.

This is sampling-importance-resampling. The prior is uniform over the deals that fit the view, and
deals are proposed from it. Each is weighted by the likelihood of the others' actions, raised to a
power below 1. Systematic resampling turns them into a sample with equal weights:

- D. B. Rubin, "Using the SIR algorithm to simulate posterior distributions", Bayesian Statistics 3,
  1988;
- G. Kitagawa, "Monte Carlo filter and smoother for non-Gaussian nonlinear state space models", J.
  Computational and Graphical Statistics 5, 1996: systematic (there called stratified) resampling.
"""

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.worlds.constraints import constraints_of
from gongzhu.bots.worlds.likelihood import multiply_likelihoods, new_likelihood_cache
from gongzhu.bots.worlds.observed_play import observed_play
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.bots.worlds.sampling import Worlds, sample_into, uniform
from gongzhu.packed.jit import advance, bounded, kernel, splitmix64
from gongzhu.packed.layout import Floats, Ints, RngState, new_rng
from gongzhu.view import View

OVERSAMPLING = 4
"""Number of deals proposed for each deal that is returned."""
TEMPERING = 0.75
"""The power to which likelihoods are raised: below 1, since the others may not play like the
opponent model."""


class PosteriorSampler:
    """Samples deals from the posterior of one view; the same seed gives the same deals."""

    def __init__(
        self,
        view: View,
        opponent_model: Policy,
        seed: int,
        *,
        oversampling: int = OVERSAMPLING,
        tempering: float = TEMPERING,
    ) -> None:
        self._constraints = constraints_of(view)
        self._played = observed_play(view)
        self._rules = packed_rules(view.rules)
        self._opponent_model = opponent_model
        self._cache = new_likelihood_cache()
        self._rng = new_rng(seed)
        self._oversampling = oversampling
        self._tempering = tempering

    def sample(self, count: int) -> Worlds:
        """Sample `count` more deals, of equal weight and in random order."""
        proposed = count * self._oversampling
        hands = np.zeros((proposed, self._rules.players), np.int64)
        down = np.zeros(proposed, np.int64)
        likelihoods = np.ones(proposed)
        sample_into(self._constraints, self._rng, hands, down)
        multiply_likelihoods(
            self._rules,
            self._opponent_model,
            self._played,
            self._cache,
            hands,
            down,
            likelihoods,
        )
        weights = likelihoods**self._tempering
        places = np.zeros(count, np.int64)
        systematic_resample(weights, self._rng, places)
        return Worlds(hands[places], down[places])


@kernel
def systematic_resample(weights: Floats, rng: RngState, places: Ints) -> None:
    """Fill `places`, int64 [count], with indices into `weights`, float64 [samples], > 0.

    Each index comes as often as its share of `count`, rounded up or down: one random offset, then
    equal steps through the cumulative weights (Kitagawa 1996). The order is random: every new
    index is swapped with a random earlier one, as in an inside-out Fisher-Yates shuffle.
    """
    total = 0.0
    for weight in weights:
        total += weight
    rng_state = advance(rng[0])
    step = total / len(places)
    target = step * uniform(splitmix64(rng_state))
    place = 0
    cumulative = weights[0]
    for taken in range(len(places)):
        while cumulative <= target and place < len(weights) - 1:
            place += 1
            cumulative += weights[place]
        target += step
        rng_state = advance(rng_state)
        other, _ = bounded(splitmix64(rng_state), taken + 1)
        places[taken] = places[other]
        places[other] = place
    rng[0] = rng_state
