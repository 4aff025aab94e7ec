"""Play whole tournaments with drops, leavers and kills, and hold each against its logs.

    make tournaments COUNT=1000

Every table ends, every score counts once, the standings are those of a recount, and the cards are
those that the numbers of all players give; see tests/duplicate/evening.py. `FROM=` is the first
seed. Writes one line per run to proof/results/tournaments.jsonl.
"""

import argparse
import os
import sys
import traceback

from msgspec import Struct

from tests.duplicate.evening import Evening, check
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool


class Played(Struct, frozen=True):
    """The outcome of a simulated tournament."""

    tables: int = 0
    by_bot: int = 0
    """Tables at which a bot chose for somebody."""
    kills: int = 0
    failed: int = 0


def main() -> int:
    """Run the campaign; the last line of standard output is `N tournaments, F failed`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    add_workers(parser, os.cpu_count() or 1)
    asked = parser.parse_args()
    command = f"make tournaments COUNT={asked.count} FROM={asked.start}"
    ledger = Ledger("proof/results/tournaments.jsonl", command)
    played = []
    seeds = range(asked.start, asked.start + asked.count)
    with asked_pool(asked) as pool, progress("tournaments", asked.count) as advance:
        for each in pool.map(tournament, seeds):
            played.append(each)
            advance(1)
    figures = {
        field: sum(getattr(each, field) for each in played) for field in Played.__struct_fields__
    }
    ledger.note(tournaments=len(played), **figures)
    print(f"{len(played)} tournaments, {figures['failed']} failed")
    return 1 if figures["failed"] else 0


def tournament(seed: int) -> Played:
    """Play and check the tournament of a seed; says on standard error what is wrong with it."""
    evening = Evening(seed)
    try:
        evening.play()
        check(evening)
    except AssertionError:
        print(f"seed {seed}\n{traceback.format_exc()}", file=sys.stderr)
        return Played(failed=1)
    results = evening.kept.results.values()
    return Played(len(results), sum(1 for each in results if each.by_bot), evening.kills)


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.tournaments import main

    sys.exit(main())
