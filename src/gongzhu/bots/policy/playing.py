"""Kernels: which card a good player plays, by chance: each legal card as often as it deserves."""

from gongzhu.bots.policy.kinds import kinds
from gongzhu.bots.policy.situation import Situation, read
from gongzhu.bots.policy.tables import Policy, Weights
from gongzhu.packed.jit import advance, choose, code_of, kernel, mixed, spread
from gongzhu.packed.layout import TRICKS, Chance, State
from gongzhu.packed.rules import PackedRules
from gongzhu.packed.tricks import legal, play

RANDOM_BITS = 24
"""How fine chance is: a card may be played out of that many bits."""


@kernel
def weight(table: Weights, now: Situation, code: int) -> float:
    """How much a card that may be played deserves it, above 0; only ratios mean something."""
    one, two, three, four, five, six = kinds(now, code)
    return table[one] * table[two] * table[three] * table[four] * table[five] * table[six]


@kernel
def choose_card(rules: PackedRules, policy: Policy, state: State, chance: Chance) -> int:
    """The code of a card for the seat that is to play."""
    code, chance[0] = pick(rules, policy.playing, state, legal(rules, state), chance[0])
    return code


@kernel
def pick(
    rules: PackedRules, table: Weights, state: State, cards: int, numbers: int
) -> tuple[int, int]:
    """The code of one of the legal cards, and the next state of the random numbers."""
    chosen = code_of(cards)
    if cards & (cards - 1):
        now = read(rules, state, cards)
        total = 0.0
        while cards:
            code = code_of(cards)
            cards &= cards - 1
            deserved = weight(table, now, code)
            total += deserved
            numbers = advance(numbers)
            drawn, _ = spread(mixed(numbers), 1 << RANDOM_BITS)
            chosen = choose(drawn * total < deserved * (1 << RANDOM_BITS), code, chosen)
    return chosen, numbers


@kernel
def chance_of(rules: PackedRules, policy: Policy, state: State, code: int) -> float:
    """How likely `choose_card` is to choose this card, which may be played: above 0, at most 1."""
    table = policy.playing
    cards = legal(rules, state)
    now = read(rules, state, cards)
    total = 0.0
    while cards:
        total += weight(table, now, code_of(cards))
        cards &= cards - 1
    return weight(table, now, code) / total


@kernel
def play_on(rules: PackedRules, policy: Policy, state: State, chance: Chance) -> None:
    """Play to the end of the deal, every card by `choose_card`."""
    table = policy.playing
    numbers = chance[0]
    while state[TRICKS] < rules.hand_size:
        code, numbers = pick(rules, table, state, legal(rules, state), numbers)
        play(rules, state, code)
    chance[0] = numbers
