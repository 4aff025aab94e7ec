"""Deals to try choices on: those in which a seat believes."""

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.search.trying import Deals
from gongzhu.bots.worlds import Belief
from gongzhu.packed.bits import stir
from gongzhu.packed.layout import new_chance
from gongzhu.view import View


class Supply:
    """Deals that fit a view, the same ones from the same seed."""

    def __init__(self, view: View, policy: Policy, seed: int, breadth: int) -> None:
        self._belief = Belief(view, policy, seed, breadth=breadth)
        self._number = stir(seed & (1 << 64) - 1, 1)

    def take(self, count: int) -> Deals:
        """So many deals; other ones each time."""
        worlds = self._belief.take(count)
        self._number = stir(self._number, count)
        return Deals(worlds.hands, worlds.down, new_chance(self._number))


def no_cards(players: int) -> Deals:
    """One deal in which nobody holds a card."""
    return Deals(np.zeros((1, players), np.int64), np.zeros(1, np.int64), new_chance(0))
