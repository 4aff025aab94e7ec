"""Deals to try choices on, drawn from all that fit a view."""

import numpy as np

from gongzhu.bots.search.trying import Deals
from gongzhu.bots.worlds import draw_all, unknown_of
from gongzhu.packed.bits import stir
from gongzhu.packed.layout import new_chance
from gongzhu.view import View


class Supply:
    """Deals that fit a view, the same ones from the same seed."""

    def __init__(self, view: View, seed: int) -> None:
        self._unknown = unknown_of(view)
        self._players = view.public.players
        self._chance = new_chance(seed)
        self._number = stir(seed & (1 << 64) - 1, 1)

    def take(self, count: int) -> Deals:
        """So many deals; other ones each time."""
        hands = np.zeros((count, self._players), np.int64)
        down = np.zeros(count, np.int64)
        draw_all(self._unknown, self._chance, hands, down)
        self._number = stir(self._number, count)
        return Deals(hands, down, new_chance(self._number))


def no_cards(players: int) -> Deals:
    """One deal in which nobody holds a card."""
    return Deals(np.zeros((1, players), np.int64), np.zeros(1, np.int64), new_chance(0))
