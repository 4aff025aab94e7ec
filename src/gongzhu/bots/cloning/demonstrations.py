"""Kernels: behaviour cloning, the imitation of recorded decisions.

The policy is fitted to them by maximum likelihood (D. A. Pomerleau, "Efficient training of
artificial neural networks for autonomous navigation", Neural Computation 3, 1991, cloned a driver
so): each recorded action has the advantage 1, and entropy no bonus.
"""

from typing import NamedTuple

import numpy as np

from gongzhu.bots.cloning.gradients import (
    GradientSums,
    accumulate_card,
    accumulate_exposures,
    accumulate_pass,
)
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import EXPOSED, HANDS, MODES, SIZE, Ints, RngState
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.tricks import legal_cards, play_card


class Demonstrations(NamedTuple):
    """Recorded deals under the same rules, one row per deal."""

    dealt: Ints
    """int64 [deals, MOST_PLAYERS], boards: the hands before passing."""
    passed: Ints
    """int64 [deals, MOST_PLAYERS], boards: the cards that each seat passed."""
    steps: Ints
    """int64 [deals]: how many seats further the cards were passed; 0 means no passing."""
    modes: Ints
    """int64 [deals]: MODES words."""
    captors: Ints
    """int64 [deals]: the first leader if that was the last captor of the pig, otherwise NOBODY."""
    codes: Ints
    """int64 [deals, 52]: the codes of the cards played, turn by turn."""
    lengths: Ints
    """int64 [deals]: the number of cards played; smaller than 52 if the deal ended by a claim."""


@kernel
def accumulate_demonstrations(
    rules: PackedRules,
    policy: Policy,
    deals: Demonstrations,
    first: int,
    last: int,
    rng: RngState,
    sums: GradientSums,
) -> tuple[float, int]:
    """Add the gradients of the deals from row `first` up to but not including `last` to `sums`.

    Returns the sum of the log probabilities of the cards played, where more than one was legal, and
    the number of these decisions. `rng`: uint64 [1].
    """
    state = np.zeros(SIZE, np.int64)
    log_likelihood = 0.0
    decisions = 0
    for deal in range(first, last):
        _accumulate_before_play(rules, policy, deals, deal, state, rng, sums)
        for place in range(deals.lengths[deal]):
            cards = legal_cards(rules, state)
            code = deals.codes[deal, place]
            if cards & (cards - 1):
                log_likelihood += np.log(
                    accumulate_card(rules, policy, state, cards, code, 1.0, 0.0, sums)
                )
                decisions += 1
            play_card(rules, state, code)
    return log_likelihood, decisions


@kernel
def _accumulate_before_play(
    rules: PackedRules,
    policy: Policy,
    deals: Demonstrations,
    deal: int,
    state: Ints,
    rng: RngState,
    sums: GradientSums,
) -> None:
    """Add the gradients of passing and exposing, and bring `state` to the first lead."""
    steps, modes = deals.steps[deal], deals.modes[deal]
    for seat in range(rules.players):
        hand = deals.dealt[deal, seat]
        state[HANDS + seat] = hand
        if steps:
            order = _random_order(deals.passed[deal, seat], rng)
            accumulate_pass(rules, policy, steps, hand, order, 1.0, 0.0, sums)
    if steps:
        pass_cards(rules, state, steps, deals.passed[deal])
    begin(rules, state, deals.captors[deal])
    if rules.sale != NO_SALE:
        state[MODES] |= modes
        for seat in range(rules.players):
            hand = state[HANDS + seat]
            state[EXPOSED] |= accumulate_exposures(rules, policy, hand, modes, 1.0, 0.0, sums)


@kernel
def _random_order(cards: int, rng: RngState) -> int:
    """These cards in a random order, as codes of 8 bits each from the lowest. It stands for the
    order in which they were chosen, which is not recorded."""
    order = 0
    place = 0
    while cards:
        rng[0] = advance(rng[0])
        place_drawn, _ = bounded(splitmix64(rng[0]), count(cards))
        card = nth(cards, place_drawn)
        order |= code_of(card) << 8 * place
        place += 1
        cards ^= card
    return order
