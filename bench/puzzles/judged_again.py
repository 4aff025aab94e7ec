"""Judges the shipped puzzles again: `master` with twenty times its rollouts, and another belief.

    python -m bench.puzzles.judged_again [--part I/N] [--note]

Prints the puzzles that come out otherwise, and the share that stays; with `--note` a line is added to
bench/results/puzzles.jsonl: date, machine, command, puzzles and the same answers of each game.
"""

import argparse
import json
import sys

from msgspec.structs import replace

from gongzhu.bots.search.config import MASTER
from gongzhu.bots.search.search import best_actions
from gongzhu.puzzles.shipped import FAMILIES, shipped
from tests.support.ledger import Ledger

RESULTS = "bench/results/puzzles.jsonl"
TIMES = 20
TEMPERING = 0.5
"""Between the two strengths of belief that puzzles are made with."""
WANTED = 0.98


def main() -> None:
    """Judge them all, or a part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", default="0/1", help="only every Nth puzzle, from the Ith")
    parser.add_argument("--note", action="store_true", help="note the result")
    asked = parser.parse_args()
    first, step = map(int, asked.part.split("/"))
    config = replace(
        MASTER,
        rollouts=TIMES * MASTER.rollouts,
        rollouts_before_play=TIMES * MASTER.rollouts_before_play,
        tempering=TEMPERING,
    )
    ledger = Ledger(RESULTS, f"python -m bench.puzzles.judged_again --part {asked.part}")
    row: dict[str, object] = {}
    same = total = 0
    for family in FAMILIES:
        puzzles = shipped(family)[first::step]
        kept = 0
        for number, puzzle in enumerate(puzzles):
            best = best_actions(puzzle.view(), seed=number + 1, config=config)
            if puzzle.solved_by(best[0]):
                kept += 1
            else:
                print(f"{puzzle.id} {puzzle.rules} {puzzle.theme}: {puzzle.best}, now {best[0]}")
        row[family] = {"puzzles": len(puzzles), "same": kept}
        same, total = same + kept, total + len(puzzles)
    row["share"] = round(same / total, 4)
    print(json.dumps(row))
    if asked.note:
        ledger.note(**row)
    if same < WANTED * total:
        sys.exit(f"fewer than {WANTED:.0%} of the answers stay")


if __name__ == "__main__":
    main()
