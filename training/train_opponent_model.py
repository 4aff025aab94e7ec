"""Train the opponent model by behaviour cloning on records of deals.

    make train-opponent-model                          on deals of the levels
    make train-opponent-model RECORDS=evening.txt      on these records too

The deals of SIMULATED are played by `gongzhu simulate`, kept in build/opponent-model/ and not
played again. Nine tenths of the deals are trained on, and the likelihood is measured on the last
tenth. The same deals give the same tables. The tables that ship were trained when `strong` weighed
all sampled deals alike: where build/opponent-model/ is empty, the levels of today play other deals,
and other tables come out.
"""

import argparse
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import numpy as np

from gongzhu.bots.cloning import PARTS, CloneTrainer, DealSet, demonstrations_of
from gongzhu.bots.policy import tables
from gongzhu.bots.policy.tables import FAMILIES, OPPONENT_MODEL_FILE, TABLES, family_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.records import DealRecord, records_of, scan_file
from gongzhu.rules import RuleSet
from tests.support.workers import add_workers, given_workers

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="*", type=Path, help="records to learn from as well")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    add_workers(parser, 2)  # for the deals that are played first
    shipped = Path(tables.__file__).with_name(OPPONENT_MODEL_FILE)
    parser.add_argument("--to", type=Path, default=shipped)
    asked = parser.parse_args()
    by_family = read([*simulate(given_workers(asked)), *asked.records])
    logs = {}
    for family in FAMILIES:
        trainer = CloneTrainer(by_family[family])
        for epoch in range(asked.epochs):
            trainer.train_epoch(epoch / asked.epochs)
            found = f"{trainer.accumulate(PARTS - 1):.4f} a card"
            print(f"\r{family}: {epoch + 1} of {asked.epochs}, {found}", end="", flush=True)
        print()
        for name, table in zip(TABLES, trainer.logs, strict=True):
            logs[f"{family}-{name}"] = table.astype(np.float16)
    np.savez_compressed(asked.to, allow_pickle=False, **logs)


def simulate(workers: Sequence[str]) -> list[Path]:
    """The files of the deals of SIMULATED; missing ones are played first."""
    DEALS_FOLDER.mkdir(parents=True, exist_ok=True)
    files = []
    for rules, bots, deals in SIMULATED:
        file = DEALS_FOLDER / f"{Path(rules).stem}-{bots.replace(',', '-')}.jsonl"
        files.append(file)
        if not file.exists():
            print(file.name, file=sys.stderr)
            program = str(Path(sys.executable).with_name("gongzhu"))
            asked = ("--rules", rules, "--bots", bots, "--deals", str(deals), *workers)
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


if __name__ == "__main__":
    main()
