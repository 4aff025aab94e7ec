"""Behaviour cloning: learns a policy from a player's actions, for searches that exploit the player.

The policy is fitted to the player's decisions by maximum likelihood: each recorded action has the
advantage 1, and there is no bonus for entropy. A Gaussian prior with mean 0 keeps the log factors
of rare combinations of features near 0. For the method see D. A. Pomerleau, "Efficient training of
artificial neural networks for autonomous navigation", Neural Computation 3, 1991, who cloned a
driver in this way.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy import Policy
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.bots.policy.gradients import (
    FISHER,
    GRADIENT,
    GradientSums,
    TableSums,
    accumulate_card,
    accumulate_exposures,
    accumulate_pass,
    new_gradient_sums,
)
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.beginning import begin, pass_cards
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.jit import advance, bounded, code_of, count, kernel, nth, splitmix64
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODE_BITS,
    MODES,
    NOBODY,
    SIZE,
    Ints,
    RngState,
    new_rng,
)
from gongzhu.packed.packing import MODE_CODES, key_place
from gongzhu.packed.rules import NO_SALE, PackedRules
from gongzhu.packed.tricks import legal_cards, play_card
from gongzhu.records import DealRecord
from gongzhu.rules import pass_steps
from gongzhu.rules.facts import first_lead_by_card
from gongzhu.rules.options import MOST_PLAYERS


class Demonstrations(NamedTuple):
    """Recorded deals under the same rules as arrays for training, one row per deal; made by
    `demonstrations_of`."""

    dealt: Ints
    """int64 [deals, MOST_PLAYERS], bitboards (sets of cards): the hands before passing."""
    passed: Ints
    """int64 [deals, MOST_PLAYERS], bitboards (sets of cards): the cards that each seat passed."""
    steps: Ints
    """int64 [deals]: the number of seats by which cards were passed; 0 means no passing."""
    modes: Ints
    """int64 [deals]: the modes in which key cards were exposed, packed as in the word MODES of a
    state."""
    captors: Ints
    """int64 [deals]: the seat that led first, or NOBODY if the rules let the holder of a certain
    card lead."""
    codes: Ints
    """int64 [deals, 52]: the codes (`code_of_card`) of the cards played, in order of play."""
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

    Returns the sum of the natural log probabilities of the cards played on turns with more than one
    legal card, and the number of these turns. `rng`: uint64 [1].
    """
    state = np.zeros(SIZE, np.int64)
    log_likelihood = 0.0
    decisions = 0
    for deal in range(first, last):
        _accumulate_before_play(rules, policy, deals, deal, state, rng, sums)
        for index in range(deals.lengths[deal]):
            cards = legal_cards(rules, state)
            code = deals.codes[deal, index]
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
    """Add the gradients of the decisions to pass and to expose in row `deal` of `deals` to `sums`,
    and write the position before the first card to `state`, int64 [SIZE]."""
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
    """The cards of a bitboard (8 at most) in a random order, as card codes of 8 bits each from the
    lowest bits up. A record does not say in which order passed cards were chosen, so it is drawn at
    random."""
    order = 0
    index = 0
    while cards:
        rng[0] = advance(rng[0])
        place_drawn, _ = bounded(splitmix64(rng[0]), count(cards))
        card = nth(cards, place_drawn)
        order |= code_of(card) << 8 * index
        index += 1
        cards ^= card
    return order


PARTS = 10
"""Number of equal parts into which the deals are divided: all but the last are mini-batches, and
the last is held out for validation."""
PRIOR_PRECISION = 15.0
"""The precision (1 / variance) of the Gaussian prior of every log factor."""
LEARNING_RATES = (0.5, 0.02)
"""The first and the last learning rate: the fraction of a Newton step with the diagonal Fisher
information."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""The largest change of a log factor in one step, and its largest absolute value."""
MOST_TURNS = 52
"""Greatest number of cards played in a deal."""


class DealSet(NamedTuple):
    """One part of the training data: recorded deals as arrays, with the rules under which they were
    played."""

    rules: PackedRules
    """The packed rules."""
    deals: Demonstrations
    """The deals as arrays."""


def demonstrations_of(records: Sequence[DealRecord]) -> Demonstrations:
    """Convert records of deals under the same rules into arrays for training."""
    count = len(records)
    deals = Demonstrations(
        dealt=np.zeros((count, MOST_PLAYERS), np.int64),
        passed=np.zeros((count, MOST_PLAYERS), np.int64),
        steps=np.zeros(count, np.int64),
        modes=np.zeros(count, np.int64),
        captors=np.full(count, NOBODY),
        codes=np.zeros((count, MOST_TURNS), np.int64),
        lengths=np.zeros(count, np.int64),
    )
    for row, record in enumerate(records):
        for seat, hand in enumerate(record.hands):
            deals.dealt[row, seat] = board_of(hand)
        for seat, cards in enumerate(record.passes or ()):
            deals.passed[row, seat] = board_of(cards)
        if record.passes:
            deals.steps[row] = pass_steps(record.rules, record.deal) % record.rules.players
        for shown in record.exposures:
            for card, mode in shown.items():
                deals.modes[row] |= MODE_CODES[mode] << MODE_BITS * key_place(card)
        if not first_lead_by_card(record.rules, record.deal):
            deals.captors[row] = record.first_leader
        codes = [code_of_card(card) for _, card in record.plays]
        deals.codes[row, : len(codes)] = codes
        deals.lengths[row] = len(codes)
    return deals


def clone(records: Sequence[DealRecord], epochs: int) -> tuple[Policy, float]:
    """Train a policy for `epochs` epochs to imitate the players of these records, and validate it.

    There must be at least PARTS records, all under the same rules. Returns the policy and the mean
    natural log probability that it gives to the cards played in held-out deals, on turns with more
    than one legal card.
    """
    rules = packed_rules(records[0].rules)
    trainer = CloneTrainer([DealSet(rules, demonstrations_of(records))])
    for epoch in range(epochs):
        trainer.train_epoch(epoch / epochs)
    return trainer.policy, trainer.accumulate(PARTS - 1)


class CloneTrainer:
    """The training of one policy on all but the last of the PARTS of each set of deals. It holds
    the factors learned so far as logarithms."""

    def __init__(self, played: Sequence[DealSet]) -> None:
        self._deal_sets = played
        self._sums = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self._rng = new_rng(0)
        self.logs = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        """float64 [size], for each of the tables of playing, passing and exposing: the natural
        logarithms of its factors."""

    @property
    def policy(self) -> Policy:
        """The policy with the factors learned so far."""
        playing, passing, exposing = map(np.exp, self.logs)
        return Policy(playing, passing, exposing)

    def accumulate(self, part: int) -> float:
        """Sum the gradients over one part of the deals, `part` from 0 to PARTS - 1, replacing
        earlier sums.

        Returns the mean natural log probability of a card played on a turn with more than one legal
        card.
        """
        policy = self.policy
        for sums in self._table_sums:
            sums[:] = 0
        log_likelihood, cards = 0.0, 0
        for rules, deals in self._deal_sets:
            first, last = (len(deals.steps) * upto // PARTS for upto in (part, part + 1))
            found = accumulate_demonstrations(
                rules, policy, deals, first, last, self._rng, self._sums
            )
            log_likelihood, cards = log_likelihood + found[0], cards + found[1]
        return log_likelihood / cards

    def train_epoch(self, progress: float) -> None:
        """Train on all parts of the deals except the last, and update the tables after each.
        `progress` is the fraction of all epochs that is done, 0 to 1, and sets the learning
        rate."""
        rate = LEARNING_RATES[0] + (LEARNING_RATES[1] - LEARNING_RATES[0]) * progress
        prior = PRIOR_PRECISION / (PARTS - 1)
        for part in range(PARTS - 1):
            self.accumulate(part)
            for table, sums in zip(self.logs, self._table_sums, strict=True):
                gradient, fisher = (sums[: len(table), column] for column in (GRADIENT, FISHER))
                step = rate * (gradient - prior * table) / (fisher + prior + 1)
                table[:] = np.clip(
                    table + np.clip(step, -MAX_STEP, MAX_STEP), -MAX_LOG_FACTOR, MAX_LOG_FACTOR
                )

    @property
    def _table_sums(self) -> tuple[TableSums, TableSums, TableSums]:
        return self._sums.playing, self._sums.passing, self._sums.exposing
