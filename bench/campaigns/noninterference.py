"""Play pairs of deals over the wire that differ only in what an observer may not know, and compare
every byte that the observer was sent, and every line that the server wrote to its log.

    make noninterference PAIRS=100000 FROM=0 JOBS=2

Each pair is played twice through the whole application, in virtual time, with the hands put in
below the commitment. A quarter of the pairs each is for a player, for one who plays against bots
and asks for hints, for a bot, and for those without a seat; half of them are under a preset, half
under random rules. Batch by batch two servers stay open and go through the same tables, so that
what one table leaves behind would be seen at the next. Writes one line per run to
bench/results/noninterference.jsonl; the last line of standard output is `N pairs, D differences`.
"""

import argparse
import gc
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from msgspec import Struct, field

from support.campaign import Ledger, progress
from support.rulesets import PRESET_RULES, random_rules
from support.wire_pairs import Compared, Houses, houses
from support.wire_worlds import KINDS

BATCH = 40


class Found(Struct):
    """What a batch of pairs came to."""

    pairs: Counter[str] = field(default_factory=Counter)
    """By who must not tell them apart."""
    blind: int = 0
    """Pairs that nobody could tell apart."""
    messages: int = 0
    """Sent to observers, and compared."""
    lines: int = 0
    """Of the log, and compared."""
    differences: list[str] = []
    seconds: float = 0.0
    """Of processor time."""

    def add(self, other: "Found") -> None:
        """The findings of another batch."""
        self.pairs += other.pairs
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
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    command = f"make noninterference PAIRS={asked.pairs} FROM={asked.start} JOBS={asked.jobs}"
    ledger = Ledger("noninterference", command)
    last = asked.start + asked.pairs
    batches = [range(at, min(at + BATCH, last)) for at in range(asked.start, last, BATCH)]
    found = Found()
    with (
        ProcessPoolExecutor(asked.jobs, initializer=_settle) as pool,
        progress("pairs", asked.pairs) as advance,
    ):
        for batch in pool.map(compare, batches):
            found.add(batch)
            advance(batch.pairs.total())
    pairs = found.pairs.total()
    ledger.note(
        pairs=pairs,
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


def _settle() -> None:
    """Search memory between batches, and not while pairs are played."""
    gc.collect()
    gc.freeze()
    gc.disable()


def compare(seeds: range) -> Found:
    """Play the pairs with these seeds."""
    found = Found()
    began = time.process_time()
    with houses(f"batch {seeds.start}") as both:
        for seed in seeds:
            kind, pair = _compared(both, seed)
            found.pairs[kind] += 1
            found.blind += pair.others_same
            found.messages += len(pair.transcript)
            found.lines += len(pair.log)
            if not pair.same:
                found.differences.append(f"seed {seed}, for {kind}: {_alone(seed)}")
    gc.collect()
    found.seconds = time.process_time() - began
    return found


def _compared(both: Houses, seed: int) -> tuple[str, Compared]:
    rng = Random(f"rules {seed}")
    rules = PRESET_RULES[rng.choice(list(PRESET_RULES))] if seed % 2 else random_rules(rng)
    kind = KINDS[seed // 2 % len(KINDS)]
    return kind, both.compare(kind, rules, f"pair {seed}")


def _alone(seed: int) -> str:
    """Whether the pair differs where no others went before it, and in what first."""
    with houses("alone") as both:
        _, pair = _compared(both, seed)
    return pair.difference or "only after those before it"


if __name__ == "__main__":
    sys.exit(main())
