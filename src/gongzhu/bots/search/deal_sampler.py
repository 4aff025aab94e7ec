"""Deals to try choices on: those in which a seat believes."""

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.search.config import Strength
from gongzhu.bots.search.rollouts import Deals
from gongzhu.bots.worlds import Belief, Worlds
from gongzhu.packed.bits import stir
from gongzhu.packed.layout import new_chance
from gongzhu.view import View

ENOUGH = 2048
"""How many deals are drawn; from then on they come again, each time with other chance."""


class Supply:
    """Deals that fit a view, the same ones from the same seed."""

    def __init__(self, view: View, habits: Policy, seed: int, level: Strength) -> None:
        """`habits`: how the others are taken to have played."""
        self._belief = Belief(view, habits, seed, breadth=level.breadth, trust=level.trust)
        self._number = stir(seed & (1 << 64) - 1, 1)
        self._drawn = Worlds(
            np.zeros((0, view.public.players), np.int64),
            np.zeros(0, np.int64),
        )
        self._next = 0

    def take(self, count: int) -> Deals:
        """So many deals."""
        self._number = stir(self._number, count)
        missing = min(self._next + count, ENOUGH) - len(self._drawn.down)
        if missing > 0:
            more = self._belief.take(missing)
            self._drawn = Worlds(
                np.concatenate([self._drawn.hands, more.hands]),
                np.concatenate([self._drawn.down, more.down]),
            )
        places = np.arange(self._next, self._next + count) % len(self._drawn.down)
        self._next += count
        return Deals(self._drawn.hands[places], self._drawn.down[places], new_chance(self._number))


def no_cards(players: int) -> Deals:
    """One deal in which nobody holds a card."""
    return Deals(np.zeros((1, players), np.int64), np.zeros(1, np.int64), new_chance(0))
