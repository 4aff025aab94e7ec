"""Samples the deals of a search from the seat's posterior; all candidates share the same deals."""

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.search.config import SearchConfig
from gongzhu.bots.search.rollouts import SampledDeals
from gongzhu.bots.worlds import PosteriorSampler, Worlds
from gongzhu.packed.bits import hash_combine
from gongzhu.packed.layout import new_rng
from gongzhu.view import View

MAX_DEALS = 2048
"""Greatest number of different deals that are sampled; after that they are reused with other random
numbers."""


class DealSampler:
    """Samples deals that fit a view; the same seed gives the same ones."""

    def __init__(self, view: View, opponent_model: Policy, seed: int, config: SearchConfig) -> None:
        self._posterior = PosteriorSampler(
            view,
            opponent_model,
            seed,
            oversampling=config.oversampling,
            tempering=config.tempering,
        )
        self._number = hash_combine(seed & (1 << 64) - 1, 1)
        self._sampled = Worlds(
            np.zeros((0, view.public.players), np.int64),
            np.zeros(0, np.int64),
        )
        self._next = 0

    def sample(self, count: int) -> SampledDeals:
        """The next `count` deals."""
        self._number = hash_combine(self._number, count)
        missing = min(self._next + count, MAX_DEALS) - len(self._sampled.down)
        if missing > 0:
            more = self._posterior.sample(missing)
            self._sampled = Worlds(
                np.concatenate([self._sampled.hands, more.hands]),
                np.concatenate([self._sampled.down, more.down]),
            )
        places = np.arange(self._next, self._next + count) % len(self._sampled.down)
        self._next += count
        return SampledDeals(
            self._sampled.hands[places], self._sampled.down[places], new_rng(self._number)
        )


def empty_deal(players: int) -> SampledDeals:
    """A single deal in which all hands are empty."""
    return SampledDeals(np.zeros((1, players), np.int64), np.zeros(1, np.int64), new_rng(0))
