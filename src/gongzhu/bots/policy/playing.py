"""Kernels: which card a good player plays, by chance: each legal card as often as it deserves."""

from gongzhu.bots.policy.kinds import kinds
from gongzhu.bots.policy.situation import Situation, read
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.jit import advance, code_of, kernel, mixed, spread
from gongzhu.packed.layout import TRICKS, Chance, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import play

RANDOM_BITS = 24
"""How fine chance is: a card may be played out of that many bits."""


@kernel
def weight(policy: Policy, now: Situation, code: int) -> float:
    """How much a card that may be played deserves it, above 0; only ratios mean something."""
    one, two, three, four, five = kinds(policy, now, code)
    table = policy.playing
    return table[one] * table[two] * table[three] * table[four] * table[five]


@kernel
def choose_card(rules: PackedRules, policy: Policy, state: State, chance: Chance) -> int:
    """The code of a card for the seat that is to play."""
    now = read(rules, policy, state)
    cards = now.legal
    chosen = code_of(cards)
    if cards & (cards - 1):
        numbers = chance[0]
        total = 0.0
        while cards:
            code = code_of(cards)
            cards &= cards - 1
            deserved = weight(policy, now, code)
            total += deserved
            numbers = advance(numbers)
            drawn, _ = spread(mixed(numbers), 1 << RANDOM_BITS)
            if drawn * total < deserved * (1 << RANDOM_BITS):
                chosen = code
        chance[0] = numbers
    return chosen


@kernel
def chance_of(rules: PackedRules, policy: Policy, state: State, code: int) -> float:
    """How likely `choose_card` is to choose this card, which may be played: above 0, at most 1."""
    now = read(rules, policy, state)
    cards = now.legal
    total = 0.0
    while cards:
        total += weight(policy, now, code_of(cards))
        cards &= cards - 1
    return weight(policy, now, code) / total


@kernel
def play_on(rules: PackedRules, policy: Policy, state: State, chance: Chance) -> None:
    """Play to the end of the deal, every card by `choose_card`."""
    while state[TRICKS] < rules.hand_size:
        play(rules, state, choose_card(rules, policy, state, chance))
