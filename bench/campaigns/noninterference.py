"""Play pairs of deals over the wire that differ only in what an observer may not know, and compare
every byte that the observer was sent.

    make noninterference PAIRS=100000

Each pair is played twice through the whole application, in virtual time, with the hands put in
below the commitment. Half of the pairs are for a seat, half for those without one; half of them are
under a preset, half under random rules. Writes one line per run to
bench/results/noninterference.jsonl; the last line of standard output is `N pairs, D differences`.
"""

import argparse
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from random import Random

from msgspec import Struct

from support.campaign import Ledger, progress
from support.rulesets import PRESET_RULES, random_rules
from support.wire_pairs import compare_for_nobody, compare_for_seat

BATCH = 20


class Found(Struct):
    """What a batch of pairs came to."""

    pairs: int = 0
    blind: int = 0
    """Pairs that nobody could tell apart."""
    messages: int = 0
    """Sent to observers, and compared."""
    differences: list[str] = []


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    ledger = Ledger(
        "noninterference", f"make noninterference PAIRS={asked.pairs} FROM={asked.start}"
    )
    last = asked.start + asked.pairs
    batches = [range(at, min(at + BATCH, last)) for at in range(asked.start, last, BATCH)]
    found = Found()
    with ProcessPoolExecutor(asked.jobs) as pool, progress("pairs", asked.pairs) as advance:
        for batch in pool.map(compare, batches):
            found.pairs += batch.pairs
            found.blind += batch.blind
            found.messages += batch.messages
            found.differences += batch.differences
            advance(batch.pairs)
    ledger.note(
        pairs=found.pairs,
        differences=len(found.differences),
        blind=found.blind,
        messages=found.messages,
    )
    for difference in found.differences:
        print(difference)
    print(f"{found.pairs} pairs, {len(found.differences)} differences")
    return 1 if found.differences else 0


def compare(seeds: Iterable[int]) -> Found:
    """Play the pairs with these seeds."""
    found = Found()
    for seed in seeds:
        rng = Random(f"rules {seed}")
        name = rng.choice(list(PRESET_RULES)) if seed % 2 else "random"
        rules = PRESET_RULES.get(name) or random_rules(rng)
        for_seat = seed % 4 < 2
        pair = (compare_for_seat if for_seat else compare_for_nobody)(rules, f"pair {seed}")
        found.pairs += 1
        found.blind += pair.others_same
        found.messages += len(pair.transcript)
        if not pair.same:
            who = "a seat" if for_seat else "somebody without a seat"
            found.differences.append(f"seed {seed}: {who} sees a difference, rules: {name}")
    return found


if __name__ == "__main__":
    sys.exit(main())
