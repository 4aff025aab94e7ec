"""Keep a real server busy with tables that are opened, played and closed, and watch its memory.

    make soak MINUTES=60

Programs play over sockets, with each other and with bots, a bounded load of some tens of moves a
second. What the server and its workers hold in memory is looked at every few seconds. The first
sixth of the time is left out; a line is laid through the rest, and the drift is by how much that
line rises, in percent of where it begins. The last tenth against the first one after the warm-up
is noted beside it.

Writes one line per run to proof/results/soak.jsonl; the last line of standard output is
`M minutes, T tables, D % drift`.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path
from statistics import fmean, linear_regression

import uvloop

from proof.crash.ending import end_like_ctrl_c
from proof.soak.soaking import Soaked, Soaking
from tests.support.ledger import Ledger, progress
from tests.support.serving import Server, processor, resident

LOOK = 5.0
"""Seconds between two looks at the memory."""
WARM = 6
"""One part in so many is warm-up."""
TOLD = 20
MEGABYTE = 1 << 20


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=48, help="at a time")
    asked = parser.parse_args()
    end_like_ctrl_c()
    ledger = Ledger("proof/results/soak.jsonl", f"make soak MINUTES={asked.minutes:g}")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", module="proof.soak.short_idle_server")
        with server:
            soaked, samples = uvloop.run(soak(server, asked.minutes * 60, asked.tables))
            spent = processor(server.pid)
    own, all_ = ([sample[place] / MEGABYTE for sample in samples] for place in (0, 1))
    for fault in soaked.faults[:TOLD]:
        print(fault)
    ledger.note(
        minutes=asked.minutes,
        at_once=asked.tables,
        tables=soaked.tables,
        games=soaked.games,
        moves=soaked.moves,
        connections=soaked.connections,
        faults=len(soaked.faults),
        drift_percent=round(drift(own), 2),
        ends_percent=round(ends(own), 2),
        with_workers_percent=round(drift(all_), 2),
        rss_mb=[round(own[round(len(own) * part)], 1) for part in (0.05, 0.2, 0.4, 0.6, 0.8)]
        + [round(own[-1], 1)],
        server_cpu=round(spent / (asked.minutes * 60), 3),
        own_cpu=round(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]) / (asked.minutes * 60), 3),
    )
    print(f"{asked.minutes:g} minutes, {soaked.tables} tables, {drift(own):.2f}% drift")
    return 1 if soaked.faults else 0


async def soak(server: Server, seconds: float, tables: int) -> tuple[Soaked, list[tuple[int, int]]]:
    """Play, and look at the memory: of the server, and with its workers."""
    soaking = Soaking(server.base, "soak")
    playing = asyncio.create_task(soaking.run(tables))
    samples = []
    with progress("looks", round(seconds / LOOK)) as advance:
        for _ in range(round(seconds / LOOK)):
            await asyncio.sleep(LOOK)
            if playing.done():
                playing.result()
            samples.append(memory(server.pid))
            advance(1)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return soaking.soaked, samples


def drift(samples: list[float]) -> float:
    """By how much a line through all but the warm-up rises, in percent of where it begins."""
    rest = samples[len(samples) // WARM :]
    slope, begins = linear_regression(range(len(rest)), rest)
    return 100 * slope * len(rest) / begins


def ends(samples: list[float]) -> float:
    """The last tenth against the first one after the warm-up, in percent."""
    rest = samples[len(samples) // WARM :]
    tenth = max(1, len(rest) // 10)
    return 100 * (fmean(rest[-tenth:]) / fmean(rest[:tenth]) - 1)


def memory(pid: int) -> tuple[int, int]:
    """Bytes that a process has in memory, and that it has together with its children."""
    own = resident(pid)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return own, own + sum(resident(int(child)) for child in children)


if __name__ == "__main__":
    sys.exit(main())
