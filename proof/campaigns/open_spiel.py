"""Play Hearts through our game in OpenSpiel and OpenSpiel's own side by side, and note the outcome.

    make open-spiel DEALS=10000

Deals are numbered, take the flags of OpenSpiel's game in turn, and `DEALS=1 FROM=number` plays one
of them again. Writes one line per run to proof/results/open_spiel.jsonl: date, machine, command,
figures.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.research.spiel_parity import KINDS, Difference, Seen, games, play
from tests.support.ledger import Ledger, progress


def main() -> int:
    """Run the campaign; the last line of standard output is `N deals, D differences`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10_000, help="in all")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal's number")
    asked = parser.parse_args()
    ledger = Ledger(
        "proof/results/open_spiel.jsonl", f"make open-spiel DEALS={asked.deals} FROM={asked.start}"
    )
    seen = Seen()
    differences = 0
    with TemporaryDirectory() as folder, progress("deals", asked.deals) as advance:
        pairs = games(Path(folder))
        for number in range(asked.start, asked.start + asked.deals):
            try:
                play(pairs[number % len(KINDS)], Random(f"deal {number}"), seen)
            except Difference as difference:
                differences += 1
                print(f"deal {number}, {KINDS[number % len(KINDS)]}: {difference}")
            advance(1)
    deals = seen.pop("deals")
    ledger.note(deals=deals, differences=differences, seen=dict(sorted(seen.items())))
    print(f"{deals} deals, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
