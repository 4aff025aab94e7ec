"""Play deals over the wire that differ only in what an observer may not know, and compare every
byte that the observer was sent, and every line that the server wrote to its log.

    make noninterference PAIRS=100000 FROM=0 JOBS=2

A seed makes one deal and up to twelve partners of it, no two of them the same. All are played
through the whole application, in virtual time, with the hands put in below the commitment, and
every partner is compared with the first deal: each makes one pair. Seeds are taken until there are
PAIRS. An eighth of the seeds each is for a player, for one who plays against bots and asks for
hints, for a bot, for those without a seat, for one who plays the deal of the day, for those who
have not played it yet, for one who plays a deal of a tournament that another table has played, and
for those at neither table. At tables half of them are under a preset, half under random rules; days
and tournaments have rules of their own, and each a server of its own. Batch by batch thirteen
servers stay open and go through the same tables, so that what one table leaves behind would be seen
at the next. Writes one line per run to proof/results/noninterference.jsonl; the last line of
standard output is `N pairs, D differences`.
"""

import argparse
import gc
import sys
import time
from collections import Counter
from functools import cache
from math import ceil
from random import Random

from msgspec import Struct, field

from proof.secrecy.deals import KINDS
from proof.secrecy.pairs import Compared, WorldServers, world_servers
from tests.support.ledger import Ledger, progress
from tests.support.rulesets import PRESET_RULES, random_rules
from tests.support.workers import add_workers, asked_pool

PARTNERS = 12
"""Of each deal, at most: with more a pair would hardly cost less."""
BATCH = 20
"""Seeds that go through the same servers."""


class Found(Struct):
    """What a batch of pairs came to."""

    pairs: Counter[str] = field(default_factory=Counter)
    """By who must not tell them apart."""
    seeds: int = 0
    """Deals that were played first, and compared with others."""
    blind: int = 0
    """Pairs that nobody could tell apart."""
    messages: int = 0
    """Sent to observers, and compared, pair by pair."""
    lines: int = 0
    """Of the log, and compared, pair by pair."""
    differences: list[str] = []
    seconds: float = 0.0
    """Of processor time."""

    def add(self, other: "Found") -> None:
        """The findings of another batch."""
        self.pairs += other.pairs
        self.seeds += other.seeds
        self.blind += other.blind
        self.messages += other.messages
        self.lines += other.lines
        self.differences += other.differences
        self.seconds += other.seconds


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    add_workers(parser)
    asked = parser.parse_args()
    command = f"make noninterference PAIRS={asked.pairs} FROM={asked.start} JOBS={asked.jobs}"
    ledger = Ledger("proof/results/noninterference.jsonl", command)
    size = min(BATCH, ceil(asked.pairs / PARTNERS))
    starts = range(asked.start, asked.start + asked.pairs, size)
    batches = (range(start, start + size) for start in starts)
    found = Found()
    with asked_pool(asked) as pool, progress("pairs", asked.pairs) as advance:
        for batch in pool.map(compare, batches):
            found.add(batch)
            advance(batch.pairs.total())
            if found.pairs.total() >= asked.pairs:
                break
    pairs = found.pairs.total()
    ledger.note(
        pairs=pairs,
        seeds=found.seeds,
        differences=len(found.differences),
        blind=found.blind,
        messages=found.messages,
        log_lines=found.lines,
        kinds=dict(sorted(found.pairs.items())),
        cpu_ms_per_pair=round(1000 * found.seconds / max(1, pairs), 1),
    )
    for difference in found.differences:
        print(difference)
    print(f"{pairs} pairs, {len(found.differences)} differences")
    return 1 if found.differences else 0


@cache
def _settle() -> None:
    """Search memory between batches, and not while pairs are played."""
    gc.collect()
    gc.freeze()
    gc.disable()


def compare(seeds: range) -> Found:
    """Play the pairs with these seeds."""
    _settle()
    found = Found()
    began = time.process_time()
    with world_servers(f"batch {seeds.start}", PARTNERS) as servers:
        for seed in seeds:
            kind, pairs = _compared(servers, seed)
            found.seeds += 1
            found.pairs[kind] += pairs.pairs
            found.blind += pairs.blind
            found.messages += pairs.pairs * len(pairs.transcript)
            found.lines += pairs.pairs * len(pairs.log)
            if pairs.differences:
                said = f"seed {seed}, for {kind}: {_alone(seed)}"
                found.differences += [said] * len(pairs.differences)
    gc.collect()
    found.seconds = time.process_time() - began
    return found


def _compared(servers: WorldServers, seed: int) -> tuple[str, Compared]:
    rng = Random(f"rules {seed}")
    rules = PRESET_RULES[rng.choice(list(PRESET_RULES))] if seed % 2 else random_rules(rng)
    kind = KINDS[seed // 2 % len(KINDS)]
    return kind, servers.compare(kind, rules, f"pair {seed}")


def _alone(seed: int) -> str:
    """Whether the pairs differ where no others went before them, and in what first."""
    with world_servers("alone", PARTNERS) as servers:
        _, pairs = _compared(servers, seed)
    return next(iter(pairs.differences), "only after those before them")


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.noninterference import main

    sys.exit(main())
