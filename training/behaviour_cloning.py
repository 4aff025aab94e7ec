"""Kernels: what deals that others have played teach of how they play.

Every choice they made deserves to become likelier, and that is all: the likelihood of what was seen
is made as great as the tables can.
"""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import EXPOSED, HANDS, MODES, SIZE, Ints, RngState
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.tricks import legal_cards, play_card
from training.gradients import GradientSums, accumulate_card, accumulate_exposures, accumulate_pass


class Demonstrations(NamedTuple):
    """Deals as they were played, all under the same rules: a row for each."""

    dealt: Ints
    """By seat, before passing: boards."""
    passed: Ints
    """By seat; boards."""
    steps: Ints
    """How many seats on; 0: nothing was passed."""
    modes: Ints
    """How cards were exposed, as in a packed state."""
    captors: Ints
    """Who led first, where the last captor of the pig does; or nobody."""
    codes: Ints
    """By turn: the cards played."""
    lengths: Ints
    """How many these are: a deal that was claimed ends early."""


@kernel
def accumulate_demonstrations(
    rules: PackedRules,
    policy: Policy,
    deals: Demonstrations,
    first: int,
    last: int,
    chance: RngState,
    lesson: GradientSums,
) -> tuple[float, int]:
    """Add to the lesson what these deals teach. The sum of the logarithms of how likely each card
    was that was played where there was a choice, and how many these were."""
    state = np.zeros(SIZE, np.int64)
    likely = 0.0
    cards_chosen = 0
    for deal in range(first, last):
        _accumulate_before_play(rules, policy, deals, deal, state, chance, lesson)
        for place in range(deals.lengths[deal]):
            cards = legal_cards(rules, state)
            code = deals.codes[deal, place]
            if cards & (cards - 1):
                likely += np.log(
                    accumulate_card(rules, policy, state, cards, code, 1.0, 0.0, lesson)
                )
                cards_chosen += 1
            play_card(rules, state, code)
    return likely, cards_chosen


@kernel
def _accumulate_before_play(
    rules: PackedRules,
    policy: Policy,
    deals: Demonstrations,
    deal: int,
    state: Ints,
    chance: RngState,
    lesson: GradientSums,
) -> None:
    """Go from the cards dealt to the first lead."""
    steps, modes = deals.steps[deal], deals.modes[deal]
    for seat in range(rules.players):
        hand = deals.dealt[deal, seat]
        state[HANDS + seat] = hand
        if steps:
            order = _random_order(deals.passed[deal, seat], chance)
            accumulate_pass(rules, policy, steps, hand, order, 1.0, 0.0, lesson)
    if steps:
        pass_cards(rules, state, steps, deals.passed[deal])
    begin(rules, state, deals.captors[deal])
    if rules.sale != NO_SALE:
        state[MODES] |= modes
        for seat in range(rules.players):
            hand = state[HANDS + seat]
            state[EXPOSED] |= accumulate_exposures(rules, policy, hand, modes, 1.0, 0.0, lesson)


@kernel
def _random_order(cards: int, chance: RngState) -> int:
    """The codes of these cards in any order, 8 bits each from the first. In which order they were
    chosen nobody has seen."""
    order = 0
    place = 0
    while cards:
        chance[0] = advance(chance[0])
        drawn, _ = bounded(splitmix64(chance[0]), count(cards))
        card = nth(cards, drawn)
        order |= code_of(card) << 8 * place
        place += 1
        cards ^= card
    return order
