"""Which passes are worth a try: those that the policy thinks of, out of hundreds."""

import numpy as np

from gongzhu.bots.policy import Policy, choose_pass
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import Chance, Numbers, new_chance
from gongzhu.packed.rules import PackedRules

THOUGHTS = 400
"""How often the policy is asked."""
PROMISING = 24
"""How many passes are tried at most."""


def likely_passes(packed: PackedRules, policy: Policy, hand: int, steps: int) -> list[int]:
    """The passes that the policy chooses most often from a hand, as boards."""
    passes = np.zeros(THOUGHTS, np.int64)
    _think(packed, policy, hand, steps, new_chance(hand), passes)
    different, often = np.unique(passes, return_counts=True)
    order = np.argsort(-often, kind="stable")[:PROMISING]
    return [int(board) for board in different[order]]


@kernel
def _think(
    rules: PackedRules, policy: Policy, hand: int, steps: int, chance: Chance, passes: Numbers
) -> None:
    for thought in range(len(passes)):
        passes[thought] = choose_pass(rules, policy, hand, steps, chance)
