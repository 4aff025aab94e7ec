"""Kill a real server under load, again and again; its players' ledgers are the judges.

    make crashes KILLS=300

Four players at each of the tables move as fast as they can, under four presets with near limits, so
that games end all the time. The server is killed with SIGKILL at random moments and started again
on the same data. After each kill the log is held against everything that any player was told:

* what was acknowledged stands in the log, in the entry that was named, and only once;
* every update was the seat's cut of its entry, every snapshot and every folded view that of the
  table that the log comes to;
* in the end, every table ends one more game, all records verify, and so does all evidence.

Writes one line per run to bench/results/crashes.jsonl; the last line of standard output is
`N kills, A acknowledged, L lost`.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from support.campaign import Ledger, progress
from support.crashes import Crashing, Outcome

AT_ONCE = 50
"""Kills with one folder of data; then the next one begins with an empty one."""
TOLD = 20
"""Faults that are told in full."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--tables", type=int, default=20)
    asked = parser.parse_args()
    ledger = Ledger("crashes", f"make crashes KILLS={asked.kills} FROM={asked.start}")
    outcomes = asyncio.run(campaign(asked.kills, asked.start, asked.tables))
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    kills, acknowledged, lost = (
        sum(getattr(outcome, name) for outcome in outcomes)
        for name in ("kills", "acknowledged", "lost")
    )
    ledger.note(
        tables=asked.tables,
        kills=kills,
        acknowledged=acknowledged,
        lost=lost,
        faults=len(faults),
        resent=sum(outcome.resent for outcome in outcomes),
        entries=sum(outcome.entries for outcome in outcomes),
        games=sum(outcome.games for outcome in outcomes),
        deals=sum(outcome.deals for outcome in outcomes),
        slowest_start_s=round(max((outcome.restart for outcome in outcomes), default=0), 2),
    )
    for fault in faults[:TOLD]:
        print(fault)
    print(f"{kills} kills, {acknowledged} acknowledged, {lost} lost")
    return 1 if faults else 0


async def campaign(kills: int, start: int, tables: int) -> list[Outcome]:
    """All kills, in runs that each have a seed and a folder of their own."""
    outcomes: list[Outcome] = []
    with progress("kills", kills) as advance:
        for run, first in enumerate(range(0, kills, AT_ONCE)):
            with tempfile.TemporaryDirectory() as folder:
                crashing = Crashing(Path(folder) / "data", f"crashes {start + run}", tables)
                async with crashing.playing():
                    for _ in range(min(AT_ONCE, kills - first)):
                        await crashing.kill()
                        advance(1)
                    outcomes.append(await crashing.finish())
    return outcomes


if __name__ == "__main__":
    sys.exit(main())
