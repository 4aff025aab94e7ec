"""Deal very often, and ask whether the deals keep to the laws of chance.

    make shuffle DEALS=10000000

Deals are those of the protocol GZH1 for seeds that are numbered; `FROM=` goes on with others.
Writes one line per run to proof/results/shuffle.jsonl: date, machine, command, figures.
"""

import argparse
import os
import sys

import numpy as np

from gongzhu.dealing import child_seed
from gongzhu.dealing.shuffle import shuffled
from tests.dealing.deal_laws import CARDS, Rows, Tally, broken
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool

BATCH = 5_000


def main() -> int:
    """Run the campaign; the last line of standard output is `N deals, L laws broken`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal's number")
    add_workers(parser, os.cpu_count() or 1)
    asked = parser.parse_args()
    ledger = Ledger(
        "proof/results/shuffle.jsonl", f"make shuffle DEALS={asked.deals} FROM={asked.start}"
    )
    end = asked.start + asked.deals
    batches = [range(at, min(at + BATCH, end)) for at in range(asked.start, end, BATCH)]
    tally = Tally()
    with asked_pool(asked) as pool, progress("deals", asked.deals) as advance:
        for deals in pool.map(deal, batches):
            tally.add(deals)
            advance(len(deals))
    laws = list(tally.laws())
    failed = broken(laws)
    for law in laws:
        print(f"{law.name:26} {law.statistic:12.2f}   chance {law.chance:.4f}")
    ledger.note(
        deals=tally.deals,
        broken=[law.name for law in failed],
        chances={law.name: round(law.chance, 4) for law in laws},
    )
    print(f"{tally.deals} deals, {len(failed)} laws broken")
    return 1 if failed else 0


def deal(numbers: range) -> Rows:
    """The packs that the seeds of these numbers give, a row for each."""
    pack = bytes(range(CARDS))
    rows = b"".join(bytes(shuffled(pack, child_seed("campaign", n))) for n in numbers)
    return np.frombuffer(rows, np.uint8).reshape(-1, CARDS)


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.shuffle import main

    sys.exit(main())
