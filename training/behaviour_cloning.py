"""Kernels: what deals that others have played teach of how they play.

Every choice they made deserves to become likelier, and that is all: the likelihood of what was seen
is made as great as the tables can.
"""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, code_of, count, kernel, mixed, nth, spread
from gongzhu.packed.layout import EXPOSED, HANDS, MODES, SIZE, Chance, Numbers
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.tricks import legal, play
from training.gradients import Lesson, study_card, study_exposures, study_pass


class Deals(NamedTuple):
    """Deals as they were played, all under the same rules: a row for each."""

    dealt: Numbers
    """By seat, before passing: boards."""
    passed: Numbers
    """By seat; boards."""
    steps: Numbers
    """How many seats on; 0: nothing was passed."""
    modes: Numbers
    """How cards were exposed, as in a packed state."""
    captors: Numbers
    """Who led first, where the last captor of the pig does; or nobody."""
    codes: Numbers
    """By turn: the cards played."""
    lengths: Numbers
    """How many these are: a deal that was claimed ends early."""


@kernel
def imitate(
    rules: PackedRules,
    policy: Policy,
    deals: Deals,
    first: int,
    last: int,
    chance: Chance,
    lesson: Lesson,
) -> tuple[float, int]:
    """Add to the lesson what these deals teach. The sum of the logarithms of how likely each card
    was that was played where there was a choice, and how many these were."""
    state = np.zeros(SIZE, np.int64)
    likely = 0.0
    cards_chosen = 0
    for deal in range(first, last):
        _study_beforehand(rules, policy, deals, deal, state, chance, lesson)
        for place in range(deals.lengths[deal]):
            cards = legal(rules, state)
            code = deals.codes[deal, place]
            if cards & (cards - 1):
                likely += np.log(study_card(rules, policy, state, cards, code, 1.0, 0.0, lesson))
                cards_chosen += 1
            play(rules, state, code)
    return likely, cards_chosen


@kernel
def _study_beforehand(
    rules: PackedRules,
    policy: Policy,
    deals: Deals,
    deal: int,
    state: Numbers,
    chance: Chance,
    lesson: Lesson,
) -> None:
    """Go from the cards dealt to the first lead."""
    steps, modes = deals.steps[deal], deals.modes[deal]
    for seat in range(rules.players):
        hand = deals.dealt[deal, seat]
        state[HANDS + seat] = hand
        if steps:
            order = _some_order(deals.passed[deal, seat], chance)
            study_pass(rules, policy, steps, hand, order, 1.0, 0.0, lesson)
    if steps:
        pass_cards(rules, state, steps, deals.passed[deal])
    begin(rules, state, deals.captors[deal])
    if rules.sale != NO_SALE:
        state[MODES] |= modes
        for seat in range(rules.players):
            hand = state[HANDS + seat]
            state[EXPOSED] |= study_exposures(rules, policy, hand, modes, 1.0, 0.0, lesson)


@kernel
def _some_order(cards: int, chance: Chance) -> int:
    """The codes of these cards in any order, 8 bits each from the first. In which order they were
    chosen nobody has seen."""
    order = 0
    place = 0
    while cards:
        chance[0] = advance(chance[0])
        drawn, _ = spread(mixed(chance[0]), count(cards))
        card = nth(cards, drawn)
        order |= code_of(card) << 8 * place
        place += 1
        cards ^= card
    return order
