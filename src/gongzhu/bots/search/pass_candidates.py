"""Candidate passes: those that the policy chooses most often, out of the 286 of a hand."""

import numpy as np

from gongzhu.bots.policy import Policy, sample_pass
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import Ints, RngState, new_rng
from gongzhu.packed.rules import PackedRules

POLICY_SAMPLES = 400
"""Number of passes sampled from the policy."""
MAX_PASSES = 24
"""Greatest number of candidate passes."""


def pass_candidates(packed: PackedRules, policy: Policy, hand: int, steps: int) -> list[int]:
    """The passes that the policy chooses most often from a hand (a board), with cards passed
    `steps` seats further: boards, the most frequent first."""
    passes = np.zeros(POLICY_SAMPLES, np.int64)
    _sample_passes(packed, policy, hand, steps, new_rng(hand), passes)
    different, often = np.unique(passes, return_counts=True)
    order = np.argsort(-often, kind="stable")[:MAX_PASSES]
    return [int(board) for board in different[order]]


@kernel
def _sample_passes(
    rules: PackedRules, policy: Policy, hand: int, steps: int, rng: RngState, passes: Ints
) -> None:
    """Fill `passes`, int64 [samples], with boards of sampled passes."""
    for place in range(len(passes)):
        passes[place] = sample_pass(rules, policy, hand, steps, rng)
