"""The settings of the levels that search."""

from msgspec import Struct

from gongzhu.bots.worlds import OVERSAMPLING, TEMPERING


class SearchConfig(Struct, frozen=True, kw_only=True):
    """The settings of a search: its numbers of rollouts if it has no time budget, the sampling of
    deals, and the weight of the prior."""

    rollouts: int
    """Number of rollouts to choose a card to play."""
    rollouts_before_play: int
    """Number of rollouts to choose cards to pass or expose, which happens once in a deal."""
    oversampling: int = OVERSAMPLING
    """Number of deals proposed at random for each deal that is used, from which `PosteriorSampler`
    picks by likelihood."""
    tempering: float = TEMPERING
    """The power to which the likelihoods of deals are raised; with 0, all deals that fit the view
    are equally likely."""
    prior: float = 0.0
    """The weight of the network's prior in `prior_of`, in pigs (the points that Q♠ costs) per nat;
    0 for no prior."""


PRIOR = 0.05
"""The weight of the network's prior; of 0.05 and 0.1, the one that won more matches in Gong Zhu
(see bench/results)."""
STRONG = SearchConfig(rollouts=500, rollouts_before_play=2_000, prior=PRIOR)
MASTER = SearchConfig(rollouts=16_000, rollouts_before_play=20_000, prior=PRIOR)
HINTS = SearchConfig(rollouts=40_000, rollouts_before_play=40_000, prior=PRIOR)
"""Settings for hints: like `MASTER`, but with more rollouts for more accurate figures."""
REVIEWS = SearchConfig(rollouts=8_000, rollouts_before_play=8_000, prior=PRIOR)
"""Settings for reviews, which judge dozens of decisions at once."""
EXPLOITER = SearchConfig(rollouts=2_000, rollouts_before_play=4_000, oversampling=8, tempering=1.0)
"""Settings for a search that is given models of the other players (see `arena.exploit`), and
therefore relies more on the likelihood of their actions."""
