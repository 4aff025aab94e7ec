"""Trains the tables of a policy to imitate recorded players.

Their log factors maximise the likelihood of the recorded decisions under a Gaussian prior with mean
0, so that factors for rare combinations of features stay near 0.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gongzhu.bots.cloning.demonstrations import Demonstrations, accumulate_demonstrations
from gongzhu.bots.cloning.gradients import FISHER, GRADIENT, TableSums, new_gradient_sums
from gongzhu.bots.policy import Policy
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.layout import MODE_BITS, MOST_PLAYERS, NOBODY, new_rng
from gongzhu.packed.packing import MODE_CODES
from gongzhu.packed.rules import PackedRules
from gongzhu.records import DealRecord
from gongzhu.rules import pass_steps
from gongzhu.rules.legal import first_lead_by_card

PARTS = 10
"""Number of mini-batches in an epoch; the last of them is held out for validation."""
PRIOR_PRECISION = 15.0
"""The precision of the Gaussian prior of every log factor."""
LEARNING_RATES = (0.5, 0.02)
"""The first and the last learning rate: the fraction of a Newton step with the diagonal Fisher
information."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""The largest change of a log factor in one step, and its largest absolute value."""
MOST_TURNS = 52


class DealSet(NamedTuple):
    """Recorded deals with the rules under which they were played."""

    rules: PackedRules
    deals: Demonstrations


def demonstrations_of(records: Sequence[DealRecord]) -> Demonstrations:
    """Convert records into arrays."""
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
                deals.modes[row] |= MODE_CODES[mode] << MODE_BITS * card.suit.order
        if not first_lead_by_card(record.rules, record.deal):
            deals.captors[row] = record.first_leader
        codes = [code_of_card(card) for _, card in record.plays]
        deals.codes[row, : len(codes)] = codes
        deals.lengths[row] = len(codes)
    return deals


def clone(records: Sequence[DealRecord], epochs: int) -> tuple[Policy, float]:
    """A policy trained for `epochs` epochs to imitate the players of these records (at least PARTS,
    all under the same rules), and how well it predicts held-out deals: the mean log probability of
    the cards played where more than one was legal."""
    rules = packed_rules(records[0].rules)
    trainer = CloneTrainer([DealSet(rules, demonstrations_of(records))])
    for epoch in range(epochs):
        trainer.train_epoch(epoch / epochs)
    return trainer.policy, trainer.accumulate(PARTS - 1)


class CloneTrainer:
    """The tables of a family during training on nine tenths of the deals."""

    def __init__(self, played: Sequence[DealSet]) -> None:
        self._deal_sets = played
        self._sums = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self._rng = new_rng(0)
        self.logs = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        """float64 [size]: the log factors of playing, passing, exposing."""

    @property
    def policy(self) -> Policy:
        """The policy at this stage of training."""
        playing, passing, exposing = map(np.exp, self.logs)
        return Policy(playing, passing, exposing)

    def accumulate(self, part: int) -> float:
        """Sum the gradients over one of the PARTS of the deals.

        Returns the mean log probability of a card played where more than one was legal.
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
        """Train on all parts except the last, and update the tables after each; `progress` is the
        share of all epochs that is done, 0 to 1."""
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
