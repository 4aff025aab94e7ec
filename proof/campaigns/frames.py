"""Send a server frames that went wrong, at every stage of a table, by everybody who may.

    make frames FRAMES=10000000 FROM=0 JOBS=2
    make frames FRAMES=100000 SOCKETS=1

The first hands them to the server's own logic in this process, and judges each: the answer is the
right one, what is refused has changed nothing, and what is done is written and told. The second
sends them over real sockets to a real server, frames that break the protocol below among them, and
then plays a game there. Both write one line per run to proof/results/frames.jsonl; the last line
of standard output is `N frames, F faults`.
"""

import argparse
import asyncio
import gc
import os
import sys
from collections import Counter
from pathlib import Path

from gongzhu.computing import Pool
from proof.hostile.frame_runs import Found, run_frames
from proof.hostile.real_server import run_sockets
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool

BATCH = 5_000
TOLD = 20
GROWN = 24 * 1024
"""KiB by which a process may grow after its first batches."""
WARM = 20
"""So many batches make a process what it is."""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=100_000, help="in all")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    add_workers(parser)
    parser.add_argument("--sockets", action="store_true", help="to a real server")
    asked = parser.parse_args()
    how = " SOCKETS=1" if asked.sockets else f" JOBS={asked.jobs}"
    ledger = Ledger(
        "proof/results/frames.jsonl", f"make frames FRAMES={asked.frames} FROM={asked.start}{how}"
    )
    if asked.sockets:
        found = asyncio.run(run_sockets(asked.frames, asked.start))
    else:
        found = in_process(asked.frames, asked.start, asked_pool(asked))
    for fault in found.faults[:TOLD]:
        print(fault)
    ledger.note(
        frames=found.frames,
        faults=len(found.faults),
        **dict(sorted(found.figures.items())),
        answers=dict(sorted(found.answers.items())),
    )
    print(f"{found.frames} frames, {len(found.faults)} faults")
    return 1 if found.faults else 0


def in_process(frames: int, start: int, workers: Pool) -> Found:
    """So many frames, a batch of them for each seed."""
    batches = [
        (seed, min(BATCH, frames - at))
        for seed, at in enumerate(range(0, frames, BATCH), start=start)
    ]
    total = Found()
    first: dict[int, tuple[int, int]] = {}
    grown: Counter[int] = Counter()
    with workers as pool, progress("frames", frames) as advance:
        for found, process, kilobytes in pool.map(_batch, batches):
            total.add(found)
            advance(found.frames)
            count, size = first.get(process, (0, kilobytes))
            first[process] = (count + 1, kilobytes if count < WARM else size)
            grown[process] = kilobytes - first[process][1]
    total.figures["grown_kib"] = max(grown.values())
    if total.figures["grown_kib"] > GROWN:
        total.faults.append(f"a process grew by {total.figures['grown_kib']} KiB")
    return total


def _batch(asked: tuple[int, int]) -> tuple[Found, int, int]:
    """The frames of one seed, the process, and the KiB that are its own afterwards."""
    found = run_frames(*asked)
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return found, os.getpid(), pages * os.sysconf("SC_PAGE_SIZE") // 1024


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.frames import main

    sys.exit(main())
