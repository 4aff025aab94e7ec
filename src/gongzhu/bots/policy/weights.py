"""A log-linear policy as arrays."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = NDArray[np.float64]
"""float64 [size]: the factors of a log-linear model, all above 0."""


class Policy(NamedTuple):
    """A log-linear model of a player, as arrays that compiled kernels can use.

    Each array is a row of lookup tables, one for each group of features
    (`gongzhu.bots.policy.feature_indices`). The unnormalised probability of an action is the
    product of one factor from each table; factors are exponentials of learned weights.
    """

    playing: Weights
    """float64 [PLAY_SIZE]: the factors of cards to play."""
    passing: Weights
    """float64 [PASS_SIZE]: the factors of cards to pass."""
    exposing: Weights
    """float64 [EXPOSURE_SIZE]: the factors of the modes in which a key card is exposed."""
