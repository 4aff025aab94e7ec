"""Play whole worlds in which everything fails that can: wires, disks, clocks, bots and the server.

    make faults SEEDS=100000 FROM=0 JOBS=2

Each seed is a world of its own, in virtual time: the real server over a disk and wires that are
simulated, with 4 to some 30 programs at its tables, and faults at moments that the seed decides. In
one world of five there are two or three servers, on one simulated PostgreSQL.
`proof.simulation.oracles` has what must hold of every world. A seed that fails is shrunk, and
printed with the smallest plan that still fails. One seed in a hundred is run again by another
process, with another seed of Python's hashes, and must come to the same trace.

Writes one line per run to proof/results/faults.jsonl; the last line of standard output is
`N seeds, F failures`.
"""

import argparse
import gc
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct, field

from gongzhu.computing import Pool
from proof.simulation.plan import plan_of, write_plan
from proof.simulation.shrinking import shrink
from proof.simulation.world import Outcome, clearing_away, run
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool

BATCH = 25
AGAIN = 100
"""One seed in so many is run twice."""
SHRUNK = 5
"""So many failures of a batch are shrunk; then it is clear that something is wrong."""
TOLD = 3
"""Faults of a seed that are told in full."""


class Found(Struct):
    """What a batch of seeds came to."""

    seeds: int = 0
    figures: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    """Faults that came about, by kind."""
    failures: dict[int, str] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)
    """Of those that are run again."""
    seconds: float = 0.0
    """Of processor time."""

    def add(self, other: "Found") -> None:
        """The findings of another batch."""
        self.seeds += other.seeds
        self.figures += other.figures
        self.met += other.met
        self.failures |= other.failures
        self.digests |= other.digests
        self.seconds += other.seconds


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    add_workers(parser)
    parser.add_argument("--digests", nargs="*", type=int, help="only tell the traces of these")
    asked = parser.parse_args()
    if asked.digests is not None:
        print(json.dumps({seed: run(plan_of(seed)).digest for seed in asked.digests}))
        return 0
    command = f"make faults SEEDS={asked.seeds} FROM={asked.start} JOBS={asked.jobs}"
    ledger = Ledger("proof/results/faults.jsonl", command)
    found = Found()
    for batch in _play(range(asked.start, asked.start + asked.seeds), asked_pool(asked)):
        found.add(batch)
    found.failures |= _differing(found.digests)
    ledger.note(
        seeds=found.seeds,
        failures=len(found.failures),
        twice=len(found.digests),
        **dict(sorted(found.figures.items())),
        faults=dict(sorted(found.met.items())),
        cpu_ms_per_seed=round(1000 * found.seconds / max(1, found.seeds), 1),
    )
    for seed, failure in sorted(found.failures.items()):
        print(f"seed {seed}: {failure}")
    print(f"{found.seeds} seeds, {len(found.failures)} failures")
    return 1 if found.failures else 0


def _play(seeds: range, workers: Pool) -> Iterator[Found]:
    batches = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    with workers as pool, progress("seeds", len(seeds)) as advance:
        for found in pool.map(play_batch, batches):
            advance(found.seeds)
            yield found


@cache
def _settle() -> None:
    """Leave it to `play` when memory is searched."""
    gc.collect()
    gc.freeze()
    gc.disable()


def play_batch(seeds: Iterable[int]) -> Found:
    """Run these worlds, and clear away what they leave."""
    _settle()
    with clearing_away():
        return play(seeds)


def play(seeds: Iterable[int]) -> Found:
    """Run these worlds."""
    found = Found()
    began = time.process_time()
    for seed in seeds:
        outcome = run(plan_of(seed))
        found.seeds += 1
        found.met += outcome.met
        found.figures.update(
            clients=outcome.plan.clients,
            acknowledged=outcome.acknowledged,
            entries=outcome.entries,
            games=outcome.games,
            starts=outcome.starts,
            several=outcome.plan.servers > 1,
            frames=outcome.frames,
        )
        if seed % AGAIN == 0:
            found.digests[seed] = outcome.digest
        if outcome.faults:
            found.failures[seed] = _told(outcome, len(found.failures) < SHRUNK)
        # What a world leaves is young, and is found without a look at all the rest.
        gc.collect(0)
    found.seconds = time.process_time() - began
    return found


def _told(outcome: Outcome, shrunk: bool) -> str:
    plan = shrink(outcome.plan, lambda plan: bool(run(plan).faults)) if shrunk else outcome.plan
    faults = "; ".join(run(plan).faults[:TOLD])
    return f"{faults}\n  {write_plan(plan)}"


def _differing(digests: dict[int, str]) -> dict[int, str]:
    """The seeds that come to another trace in another process."""
    if not digests:
        return {}
    command = [sys.executable, "-m", "proof.campaigns.faults", "--digests", *map(str, digests)]
    hashed = environment(PYTHONHASHSEED="1234")
    told = subprocess.run(command, env=hashed, check=True, capture_output=True).stdout
    again = json.loads(told)
    return {
        seed: "another trace when run again"
        for seed, digest in digests.items()
        if again[str(seed)] != digest
    }


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.faults import main

    sys.exit(main())
