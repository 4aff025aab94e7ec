"""Kernel: deals that the policy plays, to see how fast it is."""

import numpy as np

from bench.packed.random_playouts import deal_at_random
from gongzhu.bots.policy import Policy, play_on
from gongzhu.packed.beginning import begin
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import MOST_PLAYERS, NOBODY, SIZE, Chance, Numbers
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score


@kernel
def run_guided(
    rules: PackedRules, policy: Policy, deck: Numbers, chance: Chance, deals: int, sums: Numbers
) -> None:
    """Deal and play so many deals by the policy, nothing passed or exposed, and add up what each
    pile scores."""
    state = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    for _ in range(deals):
        deal_at_random(rules, state, deck, chance)
        begin(rules, state, NOBODY)
        play_on(rules, policy, state, chance)
        score(rules, state, points)
        for pile in range(rules.piles):
            sums[pile] += points[pile]
