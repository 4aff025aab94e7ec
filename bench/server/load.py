"""How many tables a server holds: four sockets each, one move a second at each, all dealt by GZH1.

    .venv/bin/python -m bench.server.load --tables 1000
    .venv/bin/python -m bench.server.load --tables 300 --workers 2

With `--workers` it is a group of so many on one port, over a PostgreSQL that is started for it; one
worker is a server by itself over that PostgreSQL.
The server and the program that plays at it run on this machine, in processes of their own. The
schedule is open: a move is due when its time has come, whether the one before was acknowledged in
time or not, and its latency is counted from there to `done`, which comes when the move is on disk.
Tables come one after the other over `--ramp` seconds, about as long as a deal, so that not all of
them deal at the same moment; what happens until then, and `--warm-up` seconds longer, is left out.
Writes one line to bench/results/load.jsonl.
"""

import argparse
import asyncio
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import uvloop

from bench.server.crowd import Crowd
from gongzhu.server.bodies import OpenTable
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger
from tests.support.postgres import children, postgres
from tests.support.serving import PAUSE, Server, processor, resident

PLENTY = "1000000"
LIMITS = (
    *("--connections", PLENTY),
    *("--connections-per-address", PLENTY),
    *("--handshakes-per-minute", PLENTY),
    *("--requests-per-minute", PLENTY),
    *("--tables-per-hour", PLENTY),
    *("--open-tables", PLENTY),
    *("--open-tables-per-player", PLENTY),
    *("--players-per-hour", PLENTY),
)
MEGABYTE = 1 << 20


def main() -> None:
    """Measure once, tell, and note it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ramp", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=5)
    parser.add_argument("--workers", type=int, default=0, help="over PostgreSQL; 0: over SQLite")
    parser.add_argument("--generators", type=int, default=1, help="processes that play")
    parser.add_argument("--preset", default="gongzhu-pagat")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", type=Path, help="folder of the database; else a temporary one")
    parser.add_argument("--note", default="", help="for the ledger")
    parser.add_argument("--at", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    more_files()
    if asked.at is not None:
        print(json.dumps(uvloop.run(generate(asked))))
        return
    command = " ".join(["python -m bench.server.load", *sys.argv[1:]])
    ledger = Ledger("bench/results/load.jsonl", command)
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        options: tuple[str, ...] = LIMITS
        if asked.workers:
            address = opened.enter_context(postgres()).address
            options += ("--database", address, "--workers", str(asked.workers))
        data = (asked.data or Path(folder)) / "data"
        server = Server(data, *options, port=asked.port)
        with server:
            figures = measure(server, asked)
    ledger.note(**figures)
    for key, value in figures.items():
        print(f"{key:24} {value}")


def more_files() -> None:
    """As many open files as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def measure(server: Server, asked: argparse.Namespace) -> dict[str, Any]:
    """Let the generators play, and look at the server meanwhile."""
    pids = [server.pid]
    while asked.workers > 1 and len(pids) < asked.workers:
        time.sleep(PAUSE)
        pids = children(server.pid)
    empty = sum(map(resident, pids))
    share = asked.tables // asked.generators
    command = [sys.executable, "-m", "bench.server.load", "--at", server.base]
    command += ["--tables", str(share)]
    for name in ("seconds", "ramp", "warm_up", "preset"):
        command += [f"--{name.replace('_', '-')}", str(getattr(asked, name))]
    generators = [
        subprocess.Popen(command, stdout=subprocess.PIPE, env=environment())
        for _ in range(asked.generators)
    ]
    time.sleep(asked.ramp + asked.warm_up)
    before, commits = sum(map(processor, pids)), committed(server.base)
    time.sleep(asked.seconds)
    spent = sum(map(processor, pids)) - before
    full, after = sum(map(resident, pids)), committed(server.base)
    told = [generator.communicate()[0] for generator in generators]
    if any(generator.returncode for generator in generators):
        raise SystemExit("nothing was measured")
    found = [json.loads(text) for text in told]
    moves = sorted(wait for one in found for wait in one["moves"])
    others = sorted(wait for one in found for wait in one["others"])
    lags = sorted(lag for one in found for lag in one["lags"])
    return {
        "tables": share * asked.generators,
        "workers": asked.workers,
        "moves_a_second": round(len(moves) / asked.seconds, 1),
        "move_ms": spread(moves),
        "other_ms": spread(others),
        "late_moves": sum(one["late"] for one in found),
        "refused": [one["refused"] for one in found],
        "frames_a_second": round(sum(one["frames"] for one in found) / asked.seconds),
        "schedule_lag_ms": spread(lags),
        "generator_cpu": [one["cpu"] for one in found],
        "server_cpu": round(spent / asked.seconds, 2),
        "cpu_ms_a_move": round(1000 * spent / max(1, len(moves)), 3),
        "commit_ms": round(1000 * (after[0] - commits[0]) / max(1.0, after[1] - commits[1]), 2),
        "rss_mb": [round(empty / MEGABYTE), round(full / MEGABYTE)],
        "kb_a_table": round((full - empty) / asked.tables / 1024),
        "note": asked.note,
    }


async def generate(asked: argparse.Namespace) -> dict[str, Any]:
    """One process that plays: what it measured."""
    rules = OpenTable(preset=asked.preset)
    crowd = Crowd(asked.at, asked.tables, f"load {os.getpid()}", rules)
    schedule = asyncio.create_task(crowd.keep_time())
    began = time.monotonic()
    await crowd.arrive(asked.ramp)
    if time.monotonic() - began > asked.ramp + asked.warm_up:
        raise SystemExit("the tables could not be opened in time; give them a longer --ramp")
    gc.collect()
    gc.freeze()
    await asyncio.sleep(max(0.0, began + asked.ramp + asked.warm_up - time.monotonic()))
    crowd.begin()
    before = time.process_time()
    await asyncio.sleep(asked.seconds)
    schedule.cancel()
    figures = crowd.figures
    return {
        "moves": figures.moves,
        "others": figures.others,
        "lags": figures.lags,
        "late": figures.late,
        "refused": figures.refused,
        "frames": figures.frames,
        "cpu": round((time.process_time() - before) / asked.seconds, 2),
    }


def spread(seconds: list[float]) -> dict[str, float]:
    """Sorted times as milliseconds that half, most and all of them keep to."""
    if not seconds:
        return {}
    places = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    last = len(seconds) - 1
    return {name: round(1000 * seconds[int(part * last)], 1) for name, part in places.items()}


def committed(base: str) -> tuple[float, float]:
    """How long entries took to the disk, in seconds all together, and how many there were."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{base}/metrics", timeout=10) as answer:
        lines = answer.read().decode().splitlines()

    def total(name: str) -> float:
        """Over all workers, whose names stand in braces."""
        found = (line for line in lines if line.partition(" ")[0].partition("{")[0] == name)
        return sum(float(line.rpartition(" ")[2]) for line in found)

    return total("gongzhu_commit_seconds_sum"), total("gongzhu_commit_seconds_count")


if __name__ == "__main__":
    main()
