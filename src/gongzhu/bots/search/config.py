"""The settings of the levels that search."""

from msgspec import Struct

from gongzhu.bots.worlds import OVERSAMPLING, TEMPERING


class SearchConfig(Struct, frozen=True, kw_only=True):
    """The effort of a search without a time budget, and how it samples deals."""

    rollouts: int
    """Rollouts to choose a card."""
    rollouts_before_play: int
    """Rollouts to choose what to pass or to expose, which comes once in a deal."""
    oversampling: int = OVERSAMPLING
    """Deals proposed for each deal that is sampled, see `PosteriorSampler`."""
    tempering: float = TEMPERING
    """The power to which likelihoods are raised; 0: all deals that fit are equally likely."""
    prior: float = 0.0
    """The weight of the network's prior, see `prior_of`: pigs for a nat; 0: none."""


PRIOR = 0.05
"""Of 0.05 and 0.1 what gained more by matches in Gong Zhu, see bench/results."""
STRONG = SearchConfig(rollouts=500, rollouts_before_play=2_000, prior=PRIOR)
MASTER = SearchConfig(rollouts=16_000, rollouts_before_play=20_000, prior=PRIOR)
HINTS = SearchConfig(rollouts=40_000, rollouts_before_play=40_000, prior=PRIOR)
"""Of hints: as `MASTER`, with figures that are known better."""
REVIEWS = SearchConfig(rollouts=8_000, rollouts_before_play=8_000, prior=PRIOR)
"""Of reviews, which judge dozens of decisions at once."""
TOLD = SearchConfig(rollouts=2_000, rollouts_before_play=4_000, oversampling=8, tempering=1.0)
"""Of a search that is told how the others act, and so believes what that says of their cards."""
