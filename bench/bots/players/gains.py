"""Kernel: points as what each seat plays for."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import Ints
from gongzhu.packed.rules import ALONE, PackedRules
from gongzhu.packed.scoring import side_of

Floats: TypeAlias = NDArray[np.float64]


@kernel
def gain_by_seat(rules: PackedRules, points: Ints, gains: Floats) -> None:
    """For each seat what its side has more than its rivals have on average; more is better
    whatever the aim. `points` are by pile."""
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    better = -1.0 if rules.aim_low else 1.0
    for seat in range(rules.players):
        if rules.partners == ALONE:
            own = points[seat]
            rivals = rules.players - 1
        else:
            side = side_of(rules, seat)
            own = points[side]
            if rules.piles > rules.sides:
                own += points[side + rules.sides]
            rivals = rules.sides - 1
        gains[seat] = better * (own - (total - own) / rivals)
