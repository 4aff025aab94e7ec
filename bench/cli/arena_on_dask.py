"""The speed of one match by two processes of `--jobs`, and by two workers of a Dask cluster on this
machine.

    .venv/bin/python -m bench.cli.arena_on_dask --deals 1000 --pairs 3

The two take turns, so that whatever else the machine does falls on both. Besides the seconds, the
processor time of all that takes part is counted: where two cores are not for this alone, it tells
more. Writes one line to bench/results/arena_on_dask.jsonl.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from tests.support.ledger import Ledger
from tests.support.serving import free_port, processor

DASK = Path(sys.executable).with_name("dask")
PROGRAM = Path(sys.executable).with_name("gongzhu")
BOTS = ("steady", "novice")
"""Neither thinks by the clock: the work is the same each time."""
WORKERS = 2
QUIET = {"DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "warning"}


class Run(Struct):
    """One match."""

    seconds: float
    processor: float
    """Seconds of all processes that took part."""
    totals: str
    """The results as they were told, without times."""


@contextmanager
def cluster() -> Iterator[tuple[str, list[int]]]:
    """A scheduler and its workers: its address, and their processes."""
    address = f"tcp://127.0.0.1:{free_port()}"
    commands = [[str(DASK), "scheduler", "--host", address, "--no-dashboard"]]
    single = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
    commands += [[str(DASK), "worker", address, *single] for _ in range(WORKERS)]
    surroundings = os.environ | QUIET | {"PYTHONPATH": "."}
    running = [
        subprocess.Popen(command, env=surroundings, stdout=subprocess.DEVNULL)
        for command in commands
    ]
    try:
        yield address, [process.pid for process in running]
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait()


def play(deals: int, *how: str, others: list[int] | None = None) -> Run:
    """One match; `others` are processes that take part without being its own."""
    before, children = sum(map(processor, others or [])), _of_children()
    began = time.monotonic()
    rules = ("--rules", "gongzhu-pagat", "--deals", str(deals), "--json")
    told = subprocess.run(
        [PROGRAM, "arena", *BOTS, *rules, *how], check=True, stdout=subprocess.PIPE
    ).stdout
    seconds = time.monotonic() - began
    totals = json.loads(told)
    del totals["ms_per_move"]
    used = _of_children() - children + sum(map(processor, others or [])) - before
    return Run(seconds, used, json.dumps(totals, sort_keys=True))


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=3)
    asked = parser.parse_args()
    command = f"python -m bench.cli.arena_on_dask --deals {asked.deals} --pairs {asked.pairs}"
    ledger = Ledger("bench/results/arena_on_dask.jsonl", command)
    jobs: list[Run] = []
    dask: list[Run] = []
    with cluster() as (address, pids):
        for _ in range(asked.pairs):
            jobs.append(play(asked.deals, "--jobs", str(WORKERS)))
            dask.append(play(asked.deals, "--cluster", address, others=pids))
    figures = {
        "bots": BOTS,
        "deals": asked.deals,
        "jobs_s": [round(run.seconds, 1) for run in jobs],
        "dask_s": [round(run.seconds, 1) for run in dask],
        "jobs_cpu_s": [round(run.processor, 1) for run in jobs],
        "dask_cpu_s": [round(run.processor, 1) for run in dask],
        "speed_of_dask": round(_ratio(jobs, dask, "seconds"), 3),
        "speed_of_dask_by_cpu": round(_ratio(jobs, dask, "processor"), 3),
        "equal_totals": len({run.totals for run in jobs + dask}) == 1,
    }
    ledger.note(**figures)
    print(json.dumps(figures))
    return 0


def _ratio(jobs: list[Run], dask: list[Run], what: str) -> float:
    """The median over the pairs of what Dask's run took less than the other: above 1 it is
    faster."""
    pairs = zip(jobs, dask, strict=True)
    return float(statistics.median(getattr(a, what) / getattr(b, what) for a, b in pairs))


if __name__ == "__main__":
    sys.exit(main())
