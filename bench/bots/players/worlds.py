"""Deals that fit what a seat knows, as states for kernels."""

from random import Random

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.worlds import place_face_down, sample_worlds
from gongzhu.packed.layout import HANDS, SIZE
from gongzhu.packed.packing import pack_position
from gongzhu.packed.rules import PackedRules
from gongzhu.view import View

States = NDArray[np.int64]


def draw_states(view: View, packed: PackedRules, count: int, rng: Random) -> States:
    """So many deals, a state in each row, that fit the view of a seat that is to play; each deal
    is as likely as every other."""
    assert view.own is not None
    exposed = (*view.public.exposed, *(view.own.exposures or ()))
    modes = {shown.card: shown.mode for shown in exposed}
    worlds = sample_worlds(view, count, rng.getrandbits(63))
    players = packed.players
    known = pack_position(packed, view.rules, view.public, [0] * players, modes)
    states = np.empty((count, SIZE), np.int64)
    states[:] = known
    states[:, HANDS : HANDS + players] = worlds.hands
    if sum(view.public.face_down):
        for state, down in zip(states, worlds.down, strict=True):
            place_face_down(state, down)
    return states
