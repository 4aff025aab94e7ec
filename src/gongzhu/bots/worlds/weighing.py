"""How likely the others would have done what they did, in each of many worlds."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, chance_of, chance_of_exposures
from gongzhu.bots.worlds.drawing import Worlds, lay_down
from gongzhu.bots.worlds.past import Past, past_of
from gongzhu.bots.worlds.seen import packed_rules
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import EXPOSED, HANDS, MODES, SIZE, Numbers
from gongzhu.packed.rules import PackedRules
from gongzhu.view import View

Floats: TypeAlias = NDArray[np.float64]

SLIP = 0.02
"""How often anybody may do anything, whatever the policy says of it."""


def weigh(view: View, worlds: Worlds, policy: Policy) -> Floats:
    """For each world the logarithm of how likely the others would have exposed and played in it
    as they did, up to a constant. What they passed is left out."""
    likely = np.ones(len(worlds.down))
    weigh_all(packed_rules(view.rules), policy, past_of(view), worlds.hands, worlds.down, likely)
    return np.log(likely)


@kernel
def weigh_all(
    rules: PackedRules, policy: Policy, past: Past, hands: Numbers, down: Numbers, likely: Floats
) -> None:
    """Multiply how likely each world is by what was exposed and played in it."""
    viewer, exposed, states, codes = past
    here = np.zeros(SIZE, np.int64)
    for row in range(len(codes)):
        if not row and not exposed:
            continue
        for word in range(SIZE):
            here[word] = states[row, word]
        code = codes[row]
        for world in range(len(likely)):
            for seat in range(rules.players):
                here[HANDS + seat] = states[row, HANDS + seat] | hands[world, seat]
            if down[world]:
                here[EXPOSED] = states[row, EXPOSED]
                here[MODES] = states[row, MODES]
                lay_down(here, down[world])
            if row:
                likely[world] *= _allow(chance_of(rules, policy, here, code))
                continue
            for seat in range(rules.players):
                if seat != viewer:
                    hand = here[HANDS + seat]
                    modes = here[MODES]
                    likely[world] *= _allow(chance_of_exposures(rules, policy, hand, modes))


@kernel
def _allow(chance: float) -> float:
    """The chance, where a slip is allowed for."""
    return SLIP + (1 - SLIP) * chance
