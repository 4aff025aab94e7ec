"""How likely the others would have done what they did, in each of many worlds."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, chance_of, chance_of_exposures, chance_of_pass, choose_pass
from gongzhu.bots.worlds.drawing import Worlds, lay_down
from gongzhu.bots.worlds.past import Past, past_of
from gongzhu.bots.worlds.seen import packed_rules
from gongzhu.packed.jit import kernel
from gongzhu.packed.layout import EXPOSED, HANDS, MODES, NOBODY, SIZE, Numbers
from gongzhu.packed.rules import PackedRules
from gongzhu.view import View

Floats: TypeAlias = NDArray[np.float64]

SLIP = 0.02
"""How often anybody may do anything, whatever the policy says of it."""
PASS_SLIP = 0.0005
"""The same for three cards out of thirteen."""


def weigh(view: View, worlds: Worlds, policy: Policy) -> Floats:
    """For each world the logarithm of how likely the others would have done in it as they did:
    passed the viewer its cards, exposed and played. What they passed each other is left out, as
    the viewer has not seen it."""
    likely = np.ones(len(worlds.down))
    weigh_all(packed_rules(view.rules), policy, past_of(view), worlds.hands, worlds.down, likely)
    return np.log(likely)


@kernel
def weigh_all(
    rules: PackedRules, policy: Policy, past: Past, hands: Numbers, down: Numbers, likely: Floats
) -> None:
    """Multiply how likely each world is by what was done in it."""
    viewer, giver, steps, received, passed, exposed, states, codes = past
    here = np.zeros(SIZE, np.int64)
    chance = np.zeros(1, np.uint64)
    for row in range(len(codes)):
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
            if giver != NOBODY:
                hand = here[HANDS + giver]
                got = passed
                if not got:
                    # What it was passed itself is not known: something that may well be passed,
                    # and always the same in the same world.
                    chance[0] = hand
                    got = choose_pass(rules, policy, hand, steps, chance)
                dealt = hand & ~got | received
                likely[world] *= PASS_SLIP + chance_of_pass(rules, policy, dealt, steps, received)
            if exposed:
                for seat in range(rules.players):
                    if seat != viewer:
                        hand = here[HANDS + seat]
                        likely[world] *= _allow(
                            chance_of_exposures(rules, policy, hand, here[MODES])
                        )


@kernel
def _allow(chance: float) -> float:
    """The chance, where a slip is allowed for."""
    return SLIP + (1 - SLIP) * chance
