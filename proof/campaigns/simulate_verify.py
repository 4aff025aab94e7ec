"""Simulate random deals of every preset, verify every record, and note the outcome.

    make simulate-verify DEALS=1000000

Writes one line per run to proof/results/simulate_verify.jsonl: date, machine, command, figures.
The records themselves are big and are thrown away; the same seed makes them again.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from gongzhu.rules import PRESETS
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool

PROGRAM = Path(sys.executable).with_name("gongzhu")
BATCH = 5_000
"""Deals in one file: about 10 MB."""

Batch = tuple[str, int, int]
"""A preset, the seed of its games, and how many deals."""


def main() -> int:
    """Run the campaign; the last line of standard output is `N deals, F faults`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=15_000, help="in all, over every preset")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first batch's seed")
    parser.add_argument("--bots", default="random")
    add_workers(parser, os.cpu_count() or 1)
    asked = parser.parse_args()
    batches = list(plan(asked.deals, asked.start))
    ledger = Ledger(
        "proof/results/simulate_verify.jsonl",
        f"make simulate-verify DEALS={asked.deals} FROM={asked.start} BOTS={asked.bots}",
    )
    faults: list[str] = []
    done = 0
    with asked_pool(asked) as pool, progress("deals", asked.deals) as advance:
        for deals, found in pool.map(partial(run, bots=asked.bots), batches):
            done += deals
            faults += found
            advance(deals)
    for fault in faults:
        print(fault)
    ledger.note(presets=len(PRESETS), deals=done, faults=len(faults))
    print(f"{done} deals, {len(faults)} faults")
    return 1 if faults else 0


def plan(deals: int, start: int) -> list[Batch]:
    """Batches that share the deals out evenly over the presets."""
    batches = []
    names = list(PRESETS)
    for place, name in enumerate(names):
        left = deals * (place + 1) // len(names) - deals * place // len(names)
        seed = start
        while left > 0:
            batches.append((name, seed, min(left, BATCH)))
            left -= BATCH
            seed += 1
    return batches


def run(batch: Batch, bots: str) -> tuple[int, list[str]]:
    """Simulate and verify one batch: how many deals it had, and the faults that were found."""
    preset, seed, deals = batch
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records.jsonl"
        wanted = ["--rules", preset, "--deals", str(deals), "--seed", str(seed), "--bots", bots]
        subprocess.run(
            [PROGRAM, "simulate", *wanted, "--out", records], check=True, stderr=subprocess.DEVNULL
        )
        with records.open("rb") as lines:
            written = sum(1 for _ in lines)
        verified = subprocess.run(
            [PROGRAM, "verify", records], check=False, capture_output=True, text=True
        )
    found = verified.stdout.splitlines() if verified.returncode else []
    if written != deals:
        found.append(f"{written} records instead of {deals}")
    return written, [f"{preset} seed {seed}: {fault}" for fault in found]


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.simulate_verify import main

    sys.exit(main())
