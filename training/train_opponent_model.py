"""Train the opponent model by behaviour cloning on records of deals.

    make train-opponent-model                          on deals of the levels
    make train-opponent-model RECORDS=evening.txt      on these records too

The deals of SIMULATED are played by `gongzhu simulate`, kept in build/opponent-model/ and not
played again. The log factors of a family maximise the likelihood of the recorded decisions under a
Gaussian prior with mean 0, so that those of rare combinations of features stay near it. Nine tenths
of the deals are trained on, and the likelihood is measured on the last tenth. The same deals give
the same tables. The tables that ship were trained when `strong` weighed all sampled deals alike:
where build/opponent-model/ is empty, the levels of today play other deals, and other tables come
out.
"""

import argparse
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from gongzhu.bots.policy import Policy, tables
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.policy.tables import FAMILIES, OPPONENT_MODEL_FILE, TABLES, family_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.packed.layout import MODE_BITS, MOST_PLAYERS, NOBODY, new_rng
from gongzhu.packed.packing import MODE_CODES
from gongzhu.packed.rules import PackedRules
from gongzhu.records import DealRecord, records_of, scan_file
from gongzhu.rules import RuleSet, pass_steps
from gongzhu.rules.legal import first_lead_by_card
from training.behaviour_cloning import Demonstrations, accumulate_demonstrations
from training.gradients import FISHER, GRADIENT, TableSums, new_gradient_sums

ROOT = Path(__file__).parents[1]
DEALS_FOLDER = ROOT / "build" / "opponent-model"
MIXED = "strong,steady,novice"
"""The levels of the mixed tables: people play in many ways."""
MAIN = (
    "gongzhu-pagat",
    "gongzhu-pagat-partners",
    "bench/bots/rules/partners-closed.toml",
    "hearts-denexa",
)
SIDE = ("gongzhu-hwa", "gongzhu-boulder", "gongzhu-pagat-5", "hearts-omnibus")
SIMULATED = [
    *((rules, bots, deals) for rules in MAIN for bots, deals in (("strong", 1500), (MIXED, 500))),
    *((rules, bots, deals) for rules in SIDE for bots, deals in (("strong", 600), (MIXED, 200))),
]
"""Rules, levels, and the number of deals that they play."""
EPOCHS = 60
PARTS = 10
"""Mini-batches of an epoch, the last of them held out."""
PRIOR_PRECISION = 15.0
"""The precision of the Gaussian prior of every log factor."""
LEARNING_RATES = (0.5, 0.02)
"""The fraction of a Newton step, with the diagonal Fisher information, at first and at last."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""The largest change of a log factor at a time, and its largest absolute value."""
MOST_TURNS = 52


class DealSet(NamedTuple):
    """Recorded deals, and the rules that they were played by."""

    rules: PackedRules
    deals: Demonstrations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="*", type=Path, help="records to learn from as well")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--jobs", default="2", help="for the deals that are played first")
    shipped = Path(tables.__file__).with_name(OPPONENT_MODEL_FILE)
    parser.add_argument("--to", type=Path, default=shipped)
    asked = parser.parse_args()
    by_family = read([*simulate(asked.jobs), *asked.records])
    logs = {}
    for family in FAMILIES:
        trainer = OpponentModelTrainer(by_family[family])
        for epoch in range(asked.epochs):
            trainer.train_epoch(
                LEARNING_RATES[0] + (LEARNING_RATES[1] - LEARNING_RATES[0]) * epoch / asked.epochs
            )
            found = f"{trainer.accumulate(PARTS - 1):.4f} a card"
            print(f"\r{family}: {epoch + 1} of {asked.epochs}, {found}", end="", flush=True)
        print()
        for name, table in zip(TABLES, trainer.logs, strict=True):
            logs[f"{family}-{name}"] = table.astype(np.float16)
    np.savez_compressed(asked.to, allow_pickle=False, **logs)


def simulate(jobs: str) -> list[Path]:
    """The files of the deals of SIMULATED; missing ones are played first."""
    DEALS_FOLDER.mkdir(parents=True, exist_ok=True)
    files = []
    for rules, bots, deals in SIMULATED:
        file = DEALS_FOLDER / f"{Path(rules).stem}-{bots.replace(',', '-')}.jsonl"
        files.append(file)
        if not file.exists():
            print(file.name, file=sys.stderr)
            program = str(Path(sys.executable).with_name("gongzhu"))
            asked = ("--rules", rules, "--bots", bots, "--deals", str(deals), "--jobs", jobs)
            command = [program, "simulate", *asked, "--seed", "habits", "--out", str(file)]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return files


def read(files: Iterable[Path]) -> dict[str, list[DealSet]]:
    """The deals of these records by family, those under the same rules together."""
    by_rules: dict[RuleSet, list[DealRecord]] = defaultdict(list)
    for file in files:
        with file.open("rb") as lines:
            for record in records_of(scan_file(lines)):
                by_rules[record.rules].append(record)
    by_family: dict[str, list[DealSet]] = defaultdict(list)
    for rules, records in by_rules.items():
        Random(0).shuffle(records)  # the part held out is to be like the others
        by_family[family_of(rules)].append(DealSet(packed_rules(rules), demonstrations_of(records)))
    return by_family


def demonstrations_of(records: Sequence[DealRecord]) -> Demonstrations:
    """The records as arrays."""
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


class OpponentModelTrainer:
    """The tables of a family in training."""

    def __init__(self, played: Sequence[DealSet]) -> None:
        self._deal_sets = played
        self._sums = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self._rng = new_rng(0)
        self.logs = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        """float64 [size]: the log factors of playing, passing, exposing."""

    def accumulate(self, part: int) -> float:
        """Sum the gradients of one of the PARTS of the deals.

        Returns the mean log probability of a card played where more than one was legal.
        """
        policy = Policy(*(np.exp(table) for table in self.logs))
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

    def train_epoch(self, rate: float) -> None:
        """Go once through all parts but the last, and update the tables after each."""
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


if __name__ == "__main__":
    main()
