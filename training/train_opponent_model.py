"""Learn how others play, from records of deals: what the bots that search believe of hidden cards.

    make train-opponent-model                          from deals of the house's own bots
    make train-opponent-model RECORDS=evening.txt      from these records too

`PLAYED` says which bots play what; their deals are kept in build/habits/ and not played again. The
tables of a family are made as likely as may be to have done what was done in its deals, with every
number drawn to zero as if something had been seen against it: what is rare stays near even. Nine
deals of ten teach, the tenth tells how likely the tables find what they have not seen. The same
deals give the same tables. Those that ship were learned while `strong` took all deals alike: where
build/habits/ is empty, the bots of today play other deals, and other tables come out.
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
DEALS_FOLDER = ROOT / "build" / "habits"
MIXED = "strong,steady,novice"
"""Who plays beside `strong` alone: people play in many ways."""
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
"""Rules, bots, and how many deals they play."""
EPOCHS = 60
PARTS = 10
"""In so many parts the deals teach, and the last of them tells how well."""
REGULARISATION = 15.0
"""As if so much had been seen that says a number is zero."""
LEARNING_RATES = (0.5, 0.02)
"""Which part of the way to where it should be a number goes at a time, at first and at last."""
MAX_STEP, MAX_LOG_FACTOR = 0.5, 9.0
"""How far a number moves at a time, and from zero, at most."""
MOST_TURNS = 52


class DealSet(NamedTuple):
    """Deals under the same rules."""

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
    learned = {}
    for family in FAMILIES:
        observer = OpponentModelTrainer(by_family[family])
        for epoch in range(asked.epochs):
            observer.learn(
                LEARNING_RATES[0] + (LEARNING_RATES[1] - LEARNING_RATES[0]) * epoch / asked.epochs
            )
            found = f"{observer.study(PARTS - 1):.4f} a card"
            print(f"\r{family}: {epoch + 1} of {asked.epochs}, {found}", end="", flush=True)
        print()
        for name, table in zip(TABLES, observer.learned, strict=True):
            learned[f"{family}-{name}"] = table.astype(np.float16)
    np.savez_compressed(asked.to, allow_pickle=False, **learned)


def simulate(jobs: str) -> list[Path]:
    """The files of the deals in `PLAYED`, which are played where they are missing."""
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
        Random(0).shuffle(records)  # what tells how well it went is to be like what taught
        by_family[family_of(rules)].append(DealSet(packed_rules(rules), demonstrations_of(records)))
    return by_family


def demonstrations_of(records: Sequence[DealRecord]) -> Demonstrations:
    """Records as numbers; what was moved to another seat or laid open is all in them."""
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
    """Who learns how a family plays."""

    def __init__(self, played: Sequence[DealSet]) -> None:
        self._played = played
        self._lesson = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        self._chance = new_rng(0)
        self.learned = [np.zeros(size) for size in (PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)]
        """Playing, passing, exposing."""

    def study(self, part: int) -> float:
        """Go through one of the `PARTS` of the deals; how likely the tables find a card that was
        played, where there was a choice: the average of the logarithms."""
        policy = Policy(*(np.exp(table) for table in self.learned))
        for seen in self._seen:
            seen[:] = 0
        likely, cards = 0.0, 0
        for rules, deals in self._played:
            first, last = (len(deals.steps) * upto // PARTS for upto in (part, part + 1))
            found = accumulate_demonstrations(
                rules, policy, deals, first, last, self._chance, self._lesson
            )
            likely, cards = likely + found[0], cards + found[1]
        return likely / cards

    def learn(self, pace: float) -> None:
        """Go once through all parts but the last, and after each change the tables."""
        unsure = REGULARISATION / (PARTS - 1)
        for part in range(PARTS - 1):
            self.study(part)
            for table, seen in zip(self.learned, self._seen, strict=True):
                towards, much = (seen[: len(table), column] for column in (GRADIENT, FISHER))
                step = pace * (towards - unsure * table) / (much + unsure + 1)
                table[:] = np.clip(
                    table + np.clip(step, -MAX_STEP, MAX_STEP), -MAX_LOG_FACTOR, MAX_LOG_FACTOR
                )

    @property
    def _seen(self) -> tuple[TableSums, TableSums, TableSums]:
        return self._lesson.playing, self._lesson.passing, self._lesson.exposing


if __name__ == "__main__":
    main()
