"""Kernel: points as what each seat plays for."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import Ints
from gongzhu.packed.rules import ALONE, PackedRules

Floats: TypeAlias = NDArray[np.float64]


@kernel
def gain_by_seat(rules: PackedRules, points: Ints, gains: Floats) -> None:
    """For each seat what its side has more than its rivals have on average; more is better in
    either game. `points` are by pile."""
    total = 0
    for pile in range(rules.piles):
        total += points[pile]
    better = -1.0 if rules.hearts_game else 1.0
    for seat in range(rules.players):
        if rules.partners == ALONE:
            own = points[seat]
            rivals = rules.players - 1
        else:
            own = points[seat & 1]
            if rules.piles > 2:
                own += points[(seat & 1) + 2]
            rivals = 1
        gains[seat] = better * (own - (total - own) / rivals)
