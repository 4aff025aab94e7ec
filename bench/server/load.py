"""How many tables a server holds: four sockets each, one move a second at each, all dealt by GZH1.

    .venv/bin/python -m bench.server.load --tables 1000
    .venv/bin/python -m bench.server.load --tables 300 --postgres

With `--postgres` it is over a PostgreSQL that is started for it, whose processor time is told
beside the server's.
The server and the program that plays at it run on this machine, in processes of their own. The
schedule is open: a move is due when its time has come, whether the one before was acknowledged in
time or not, and its latency is counted from there to `done`, which comes when the move is on disk.
With `--interval`, tables move more often or less; a few that do so often are opened more quickly
than many.
With `--page-loads`, so many visitors a second load the page meanwhile, from a process of their own.
A small write and fsync a second beside the database tells how quick the disk was in the same run.
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
from bench.server.disk import Disk
from gongzhu.server.tables.opening import OpenTable
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger
from tests.support.postgres import Postgres, children, postgres
from tests.support.serving import Server, processor, resident

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
WHOLE = {"PYTHONUNBUFFERED": ""}
"""For processes that tell much: after uvloop, an output without a buffer may take only a part."""
MEGABYTE = 1 << 20


def main() -> None:
    """Measure once, tell, and note it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ramp", type=float, default=60)
    parser.add_argument("--warm-up", type=float, default=5)
    parser.add_argument("--interval", type=float, default=1, help="seconds from move to move")
    parser.add_argument("--postgres", action="store_true", help="in place of SQLite")
    parser.add_argument("--page-loads", type=float, default=0, help="a second, all files anew")
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
        data = (asked.data or Path(folder)) / "data"
        database: Postgres | None = None
        if asked.postgres:
            database = opened.enter_context(postgres())
            options += ("--database", database.address)
        with Server(data, *options, port=asked.port) as server:
            figures = measure(server, database, asked)
    ledger.note(**figures)
    for key, value in figures.items():
        print(f"{key:24} {value}")


def more_files() -> None:
    """As many open files as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def measure(server: Server, database: Postgres | None, asked: argparse.Namespace) -> dict[str, Any]:
    """Let the generators play, and look at the server meanwhile."""
    empty = resident(server.pid)
    share = asked.tables // asked.generators
    command = [sys.executable, "-m", "bench.server.load", "--at", server.base]
    command += ["--tables", str(share)]
    for name in ("seconds", "ramp", "warm_up", "interval", "preset"):
        command += [f"--{name.replace('_', '-')}", str(getattr(asked, name))]
    generators = [
        subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(**WHOLE))
        for _ in range(asked.generators)
    ]
    time.sleep(asked.ramp + asked.warm_up)
    commits, stored = committed(server.base), processors(database)
    before = processor(server.pid)
    with Disk(server.data if database is None else database.folder) as disk:
        visitors = come(server.base, asked) if asked.page_loads else None
        time.sleep(asked.seconds)
    spent = processor(server.pid) - before
    stored = processors(database) - stored
    full, after = resident(server.pid), committed(server.base)
    told = [generator.communicate()[0] for generator in generators]
    if any(generator.returncode for generator in generators):
        raise SystemExit("nothing was measured")
    found = [json.loads(text) for text in told]
    moves = sorted(wait for one in found for wait in one["moves"])
    others = sorted(wait for one in found for wait in one["others"])
    lags = sorted(lag for one in found for lag in one["lags"])
    return {
        "tables": share * asked.generators,
        "postgres": asked.postgres,
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
        "database_cpu_ms_a_move": round(1000 * stored / max(1, len(moves)), 3),
        "commit_ms": round(1000 * (after[0] - commits[0]) / max(1.0, after[1] - commits[1]), 2),
        "fsync_ms": spread(disk.fsyncs),
        **pages(visitors),
        "rss_mb": [round(empty / MEGABYTE), round(full / MEGABYTE)],
        "kb_a_table": round((full - empty) / asked.tables / 1024),
        "note": asked.note,
    }


def come(base: str, asked: argparse.Namespace) -> subprocess.Popen[bytes]:
    """Visitors who load the page from now on."""
    command = [sys.executable, "-m", "bench.server.visitors", base]
    command += ["--loads", str(asked.page_loads), "--seconds", str(asked.seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(**WHOLE))


def pages(visitors: subprocess.Popen[bytes] | None) -> dict[str, Any]:
    """The figures of visitors, once they are through; none where nobody came."""
    if visitors is None:
        return {}
    found = json.loads(visitors.communicate()[0])
    figures = {"page_loads": len(found["loads"]), "page_requests": found["requests"]}
    return {**figures, "page_ms": spread(sorted(found["loads"]))}


def processors(database: Postgres | None) -> float:
    """Seconds that all processes of a database have worked."""
    if database is None:
        return 0.0
    return sum(processor(pid) for pid in (database.pid, *children(database.pid)))


async def generate(asked: argparse.Namespace) -> dict[str, Any]:
    """One process that plays: what it measured."""
    rules = OpenTable(preset=asked.preset)
    crowd = Crowd(asked.at, asked.tables, f"load {os.getpid()}", rules)
    schedule = asyncio.create_task(crowd.keep_time(asked.interval))
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
    lines = figures_page(base).splitlines()

    def total(name: str) -> float:
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name + " "))

    return total("gongzhu_commit_seconds_sum"), total("gongzhu_commit_seconds_count")


def figures_page(base: str) -> str:
    """The figures that a server tells of itself."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{base}/metrics", timeout=10) as answer:
        return str(answer.read(), "utf-8")


if __name__ == "__main__":
    main()
