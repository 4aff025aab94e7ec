"""Cut a server off its PostgreSQL under load, again and again; its players' ledgers are the judges.

    make cuts CUTS=100

The tables of `crashes.py`, over a real PostgreSQL. Connections are ended by the database, or cut
just before or just after it has carried out a COMMIT; it is restarted, crashes, is killed or away
for longer than the server waits for it; and the server itself is killed. It must live through all
else, and play must go on; the judges are those of `crashes.py`, and what was refused must not have
been done.

Writes one line per run to proof/results/cuts.jsonl; the last line of standard output is
`N cuts, A acknowledged, L lost`.
"""

import argparse
import sys

import uvloop

from proof.crash.cuts import CutOffServer
from proof.crash.ending import end_like_ctrl_c
from proof.crash.outcomes import Outcome, figures, tell
from tests.support.ledger import Ledger, progress
from tests.support.postgres import postgres
from tests.support.postgres_proxy import new_database

AT_ONCE = 50
"""Cuts with one database; then the next one begins with an empty one."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--tables", type=int, default=8)
    asked = parser.parse_args()
    end_like_ctrl_c()
    ledger = Ledger("proof/results/cuts.jsonl", f"make cuts CUTS={asked.cuts} FROM={asked.start}")
    outcomes = uvloop.run(campaign(asked.cuts, asked.start, asked.tables))
    ledger.note(tables=asked.tables, cuts=asked.cuts, **figures(outcomes))
    return tell("cuts", outcomes)


async def campaign(cuts: int, start: int, tables: int) -> list[Outcome]:
    """All cuts, in runs that each have a seed and a database of their own."""
    outcomes: list[Outcome] = []
    with progress("cuts", cuts) as advance, postgres() as database:
        for run, first in enumerate(range(0, cuts, AT_ONCE)):
            async with new_database(database) as (link, folder):
                log, seed = folder / "log", f"cuts {start + run}"
                cutting = CutOffServer(database, link, log, seed, tables=tables)
                async with cutting.playing():
                    for _ in range(min(AT_ONCE, cuts - first)):
                        await cutting.cut()
                        advance(1)
                    outcomes.append(await cutting.finish())
    return outcomes


if __name__ == "__main__":
    sys.exit(main())
