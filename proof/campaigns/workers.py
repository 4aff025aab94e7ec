"""Pause, kill, renew and cut off servers on one PostgreSQL under load, again and again;
their players' ledgers and the log of who wrote what are the judges.

    make workers RUNS=1000 JOBS=2

The tables of `crashes.py`, at two to four servers behind HAProxy, over a real PostgreSQL. Each run
is one of `proof.crash.workers.FAULTS`. The judges are those of `crashes.py`; besides, each entry is
noted by the database itself with the server whose its table is and with the one that writes it.

Writes one line to proof/results/workers.jsonl; the last line of standard output is
`N runs, A acknowledged, L lost, T twice, O with two owners`.
"""

import argparse
import asyncio
import sys

import uvloop

from proof.crash.ending import end_like_ctrl_c
from proof.crash.outcomes import TOLD, figures
from proof.crash.workers import GroupOutcome, ServersUnderLoad
from tests.support.ledger import Ledger, progress
from tests.support.postgres import postgres
from tests.support.postgres_proxy import new_database

AT_ONCE = 25
"""Runs with one database and one group; then the next ones begin with new ones."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--jobs", type=int, default=1, help="groups at a time")
    asked = parser.parse_args()
    end_like_ctrl_c()
    command = f"make workers RUNS={asked.runs} FROM={asked.start} JOBS={asked.jobs}"
    ledger = Ledger("proof/results/workers.jsonl", command)
    outcomes = uvloop.run(campaign(asked.runs, asked.start, asked.tables, asked.jobs))
    totals = {
        name: sum(getattr(outcome, name) for outcome in outcomes)
        for name in ("twice", "two_owners", "late")
    }
    slowest = {
        how: round(max(outcome.slowest.get(how, 0.0) for outcome in outcomes), 2)
        for how in sorted({how for outcome in outcomes for how in outcome.slowest})
    }
    ledger.note(
        tables=asked.tables, runs=asked.runs, **figures(outcomes), **totals, slowest_back_s=slowest
    )
    return tell(outcomes)


async def campaign(runs: int, start: int, tables: int, jobs: int = 1) -> list[GroupOutcome]:
    """All runs, in groups that each have a seed and a database of their own, so many at a time."""
    free = asyncio.Semaphore(jobs)
    with progress("runs", runs) as advance:

        async def play(seed: int, count: int) -> GroupOutcome:
            with postgres() as database:
                async with new_database(database) as (link, folder):
                    seeded = f"workers {seed}"
                    group = ServersUnderLoad(database, link, folder, seeded, tables=tables)
                    async with group.playing():
                        for _ in range(count):
                            await group.run()
                            advance(1)
                        return await group.finish()

        async def turn(seed: int, count: int) -> GroupOutcome:
            async with free:
                return await play(seed, count)

        firsts = range(0, runs, AT_ONCE)
        return await asyncio.gather(
            *(turn(start + n, min(AT_ONCE, runs - first)) for n, first in enumerate(firsts))
        )


def tell(outcomes: list[GroupOutcome]) -> int:
    """Print what the runs came to, with their faults; the exit status."""
    faults = [fault for outcome in outcomes for fault in outcome.faults]
    for fault in faults[:TOLD]:
        print(fault)
    runs = sum(outcome.happened.total() for outcome in outcomes)
    acknowledged = sum(outcome.acknowledged for outcome in outcomes)
    lost = sum(outcome.lost for outcome in outcomes)
    twice = sum(outcome.twice for outcome in outcomes)
    owners = sum(outcome.two_owners for outcome in outcomes)
    print(
        f"{runs} runs, {acknowledged} acknowledged, {lost} lost, {twice} twice,"
        f" {owners} with two owners"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
