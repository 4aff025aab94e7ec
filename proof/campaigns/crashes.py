"""Kill a real server under load, again and again; its players' ledgers are the judges.

    make crashes KILLS=300

Four players at each of the tables move as fast as they can, under four presets with near limits, so
that games end all the time. The server is killed with SIGKILL and started again on the same data:
mostly by itself, at points that have names, in the midst of a commit or of a broadcast for instance
(`proof.crash.kill_points`), else at any time, or while it still starts. After each kill the log is
held against everything that any player was told:

* what was acknowledged stands in the log, in the entry that was named, and only once;
* every update was the seat's cut of its entry, every snapshot and every folded view that of the
  table that the log comes to;
* in the end, every table ends one more game, all records verify, and so does all evidence.

Writes one line per run to proof/results/crashes.jsonl; the last line of standard output is
`N kills, A acknowledged, L lost`.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

import uvloop

from proof.crash.ending import end_like_ctrl_c
from proof.crash.kills import KilledServer
from proof.crash.outcomes import Outcome, figures, tell
from tests.support.ledger import Ledger, progress

AT_ONCE = 25
"""Kills with one folder of data; then the next one begins with an empty one."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=1, help="servers at a time")
    asked = parser.parse_args()
    end_like_ctrl_c()
    command = f"make crashes KILLS={asked.kills} FROM={asked.start} JOBS={asked.jobs}"
    ledger = Ledger("proof/results/crashes.jsonl", command)
    outcomes = uvloop.run(campaign(asked.kills, asked.start, asked.tables, asked.jobs))
    ledger.note(tables=asked.tables, kills=asked.kills, **figures(outcomes))
    return tell("kills", outcomes)


async def campaign(kills: int, start: int, tables: int, jobs: int = 1) -> list[Outcome]:
    """All kills, in runs that each have a seed and a folder of their own, so many at a time."""
    free = asyncio.Semaphore(jobs)
    with progress("kills", kills) as advance:

        async def run(seed: int, count: int) -> Outcome:
            async with free:
                with tempfile.TemporaryDirectory() as folder:
                    crashing = KilledServer(Path(folder) / "data", f"crashes {seed}", tables)
                    async with crashing.playing():
                        async for _ in crashing.kills(count):
                            advance(1)
                        return await crashing.finish()

        firsts = range(0, kills, AT_ONCE)
        runs = [run(start + n, min(AT_ONCE, kills - first)) for n, first in enumerate(firsts)]
        return await asyncio.gather(*runs)


if __name__ == "__main__":
    sys.exit(main())
