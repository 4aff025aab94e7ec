"""How likely the others would have done what they did, in each of many worlds."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.bots.policy import Policy, chance_of, chance_of_exposures, chance_of_pass, choose_pass
from gongzhu.bots.worlds.observed_play import Past, past_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.bots.worlds.sampling import Worlds, lay_down
from gongzhu.packed.jit import code_of, kernel, spread, stir
from gongzhu.packed.layout import HANDS, MODES, SIZE, Numbers
from gongzhu.packed.rules import PackedRules
from gongzhu.view import View

Floats: TypeAlias = NDArray[np.float64]

SLIP = 0.02
"""How often anybody may do anything, whatever is known of their habits."""
PASS_SLIP = 0.0005
"""The same for three cards out of thirteen."""


MEMORY = 1 << 12
"""For how many hands is remembered how likely they are."""


class Memory(NamedTuple):
    """How likely hands were found to be. It serves for one past and one kind of player."""

    keys: Numbers
    likely: Floats


def new_memory() -> Memory:
    """Nothing remembered yet."""
    return Memory(np.zeros(MEMORY, np.int64), np.zeros(MEMORY))


def weigh(view: View, worlds: Worlds, habits: Policy) -> Floats:
    """For each world the logarithm of how likely the others would have done in it as they did:
    passed the viewer its cards, exposed and played. What they passed each other is left out, as
    the viewer has not seen it."""
    likely = np.ones(len(worlds.down))
    packed, past = packed_rules(view.rules), past_of(view)
    weigh_all(packed, habits, past, new_memory(), worlds.hands, worlds.down, likely)
    return np.log(likely)


@kernel
def weigh_all(
    rules: PackedRules,
    habits: Policy,
    past: Past,
    memory: Memory,
    hands: Numbers,
    down: Numbers,
    likely: Floats,
) -> None:
    """Multiply how likely each world is by what was done in it.

    What a seat does depends on its own hand and on what everybody has seen. So a world is as
    likely as its hands together, and a hand that comes up again is looked at once.
    """
    viewer, giver, steps, received, passed, exposed, states, seats, codes = past
    keys, found = memory
    here = np.zeros(SIZE, np.int64)
    chance = np.zeros(1, np.uint64)
    start = chance[0]
    for world in range(len(likely)):
        for seat in range(rules.players):
            if seat == viewer:
                continue
            key = _key(seat, hands[world, seat], down[world])
            slot, _ = spread(stir(start, key), len(keys))
            if keys[slot] != key:
                whole = 1.0
                for row in range(len(codes)):
                    if seats[row] != seat and (row or not (exposed or seat == giver)):
                        continue
                    for word in range(SIZE):
                        here[word] = states[row, word]
                    for other in range(rules.players):
                        here[HANDS + other] |= hands[world, other]
                    lay_down(here, down[world])
                    if row:
                        whole *= _allow(chance_of(rules, habits, here, codes[row]))
                        continue
                    hand = here[HANDS + seat]
                    if exposed:
                        whole *= _allow(chance_of_exposures(rules, habits, hand, here[MODES]))
                    if seat == giver:
                        got = passed
                        if not got:
                            # What the giver was passed itself is not known: something that may
                            # well be passed, and always the same out of the same hand.
                            chance[0] = hand
                            got = choose_pass(rules, habits, hand, steps, chance)
                        dealt = hand & ~got | received
                        whole *= PASS_SLIP + chance_of_pass(rules, habits, dealt, steps, received)
                keys[slot] = key
                found[slot] = whole
            likely[world] *= found[slot]


@kernel
def _key(seat: int, hand: int, down: int) -> int:
    """A number for a seat, its hand and which cards of it lie face down: above 0, and other than
    that of any other. Above the cards of each suit there are three bits that no card uses."""
    key = hand | seat + 1 << 13
    cards = hand & down
    while cards:
        key |= 1 << 29 + (code_of(cards) >> 4 & 1) + 16 * (code_of(cards) >> 5)
        cards &= cards - 1
    return key


@kernel
def _allow(chance: float) -> float:
    """The chance, where a slip is allowed for."""
    return SLIP + (1 - SLIP) * chance
