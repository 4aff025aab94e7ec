"""Deal very often, and ask whether the deals keep to the laws of chance.

    make shuffle DEALS=10000000

Deals are those of the protocol GZH1 for seeds that are numbered; `FROM=` goes on with others.
Writes one line per run to bench/results/shuffle.jsonl: date, machine, command, figures.
"""

import argparse
import datetime
import json
import os
import platform
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from gongzhu.dealing import child_seed
from gongzhu.dealing.shuffle import shuffled
from support.deal_laws import CARDS, Rows, Tally, broken

LEDGER = Path(__file__).parents[1] / "results" / "shuffle.jsonl"
BATCH = 5_000


def main() -> int:
    """Run the campaign; the last line of standard output is `N deals, L laws broken`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal's number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    began = time.monotonic()
    end = asked.start + asked.deals
    batches = [range(at, min(at + BATCH, end)) for at in range(asked.start, end, BATCH)]
    tally = Tally()
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        ProcessPoolExecutor(asked.jobs) as pool,
        Progress(*columns, disable=not sys.stderr.isatty()) as bar,
    ):
        task = bar.add_task("deals", total=asked.deals)
        for deals in pool.map(deal, batches):
            tally.add(deals)
            bar.advance(task, len(deals))
    laws = list(tally.laws())
    failed = broken(laws)
    for law in laws:
        print(f"{law.name:26} {law.statistic:12.2f}   chance {law.chance:.4f}")
    entry = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}",
        "command": f"make shuffle DEALS={asked.deals} FROM={asked.start}",
        "deals": tally.deals,
        "broken": [law.name for law in failed],
        "chances": {law.name: round(law.chance, 4) for law in laws},
        "seconds": round(time.monotonic() - began),
    }
    with LEDGER.open("a", encoding="utf-8") as ledger:
        ledger.write(json.dumps(entry) + "\n")
    print(f"{tally.deals} deals, {len(failed)} laws broken")
    return 1 if failed else 0


def deal(numbers: range) -> Rows:
    """The packs that the seeds of these numbers give, a row for each."""
    pack = bytes(range(CARDS))
    rows = b"".join(bytes(shuffled(pack, child_seed("campaign", n))) for n in numbers)
    return np.frombuffer(rows, np.uint8).reshape(-1, CARDS)


if __name__ == "__main__":
    sys.exit(main())
