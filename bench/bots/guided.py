"""Kernel: random deals rolled out by the policy, to measure its speed."""

import numpy as np

from bench.packed.random_playouts import deal_randomly
from gongzhu.bots.policy import Policy, roll_out_while
from gongzhu.packed.beginning import begin
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import NOBODY, SIZE, Ints, RngState
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.scoring import score
from gongzhu.rules.options import MOST_PLAYERS


@kernel
def run_guided(
    rules: PackedRules, policy: Policy, deck: Ints, chance: RngState, deals: int, sums: Ints
) -> None:
    """Deal and roll out so many deals, without passing and exposing, and add the points of each
    pile to `sums`, int64 [piles or more]."""
    state = np.zeros(SIZE, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    for _ in range(deals):
        deal_randomly(rules, state, deck, chance)
        begin(rules, state, NOBODY)
        roll_out_while(rules, policy, state, chance, rules.pack)
        score(rules, state, points)
        for pile in range(rules.piles):
            sums[pile] += points[pile]
