"""The harm that an attack does to others: moves at their tables, pages, and memory afterwards.

    .venv/bin/python -m bench.server.attacks --attacks pings,records --pairs 5 --seconds 120

Each pair is a quiet run and an attacked one, each on a server of its own with the limits that every
host has. Players come from 127.0.0.1, the attacker, a process of its own, from other addresses of
this machine. Everybody shares its cores, so what the attacker itself takes weighs on the figures.
Writes a line for each attack to bench/results/attacks.jsonl.

The attacks are those of `bench.server.attackers`.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from bench.server.attackers import ATTACKS, TOGETHER
from bench.server.crowd import Crowd
from bench.server.load import MEGABYTE, more_files, spread
from gongzhu.server.monitoring.process_metrics import descendants
from gongzhu.server.tables.opening import OpenTable
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger
from tests.support.serving import Server, processor, resident

RAMP = 5.0
WARM_UP = 3.0
MOST_P99 = 100.0
"""Milliseconds that moves may take in any case."""
MOST_PAGE = 1000.0
"""Milliseconds for a page."""
REFUSALS = (
    "gongzhu_closed_connections_total",
    "gongzhu_refused_connections_total",
    "gongzhu_refusals_total",
)


async def play(base: str, tables: int, seconds: float) -> dict[str, Any]:
    """Play at tables and load a page every second: the milliseconds that all of it took."""
    crowd = Crowd(base, tables, "attacks", OpenTable(preset="gongzhu-pagat"))
    schedule = asyncio.create_task(crowd.keep_time())
    await crowd.arrive(RAMP)
    await asyncio.sleep(WARM_UP)
    crowd.begin()
    pages, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        began = time.monotonic()
        pages.append(await asyncio.to_thread(load_page, base))
        await asyncio.sleep(max(0.0, 1.0 - (time.monotonic() - began)))
    schedule.cancel()
    return {"moves": sorted(crowd.figures.moves), "pages": sorted(pages)}


def load_page(base: str) -> float:
    """The seconds that a page takes; as many as its patience where it does not come."""
    began = time.monotonic()
    with suppress(OSError):
        _get(f"{base}/")
    return time.monotonic() - began


def refusals(base: str) -> Counter[str]:
    """The number of things that the server has refused or closed, by reason."""
    found: Counter[str] = Counter()
    for line in _get(f"{base}/metrics").decode().splitlines():
        if line.startswith(REFUSALS):
            name, value = line.rsplit(" ", 1)
            found[name.partition('"')[2].partition('"')[0]] += int(float(value))
    return found


def _get(url: str) -> bytes:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=30) as answer:
        body: bytes = answer.read()
    return body


@contextmanager
def attacked(name: str, port: int, seconds: float) -> Iterator[None]:
    """An attack that begins when the players have sat down; no name: none."""
    command = [sys.executable, "-m", "bench.server.attackers", name]
    command += ["--port", str(port), "--seconds", str(seconds), "--after", str(RAMP + WARM_UP)]
    process = subprocess.Popen(command, env=environment()) if name else None
    try:
        yield
    finally:
        if process is not None and process.wait(seconds + 60):
            raise SystemExit(f"{name}: the attacker failed, and nothing was measured")


def run(name: str, asked: argparse.Namespace) -> dict[str, Any]:
    """One run; no name: a quiet one."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
        with attacked(name, server.port, asked.seconds):
            # What the first visitors make it load is no leak.
            before = _used(server.pid)
            found = uvloop.run(play(server.base, asked.tables, asked.seconds))
        spent = _used(server.pid)
        time.sleep(asked.rest)
        after = _used(server.pid)
        told = refusals(server.base)
    return {
        "move_ms": spread(found["moves"]),
        "page_ms": spread(found["pages"]),
        "cpu": round((spent[0] - before[0]) / asked.seconds, 2),
        "rss_mb": [round(size[1] / MEGABYTE) for size in (before, spent, after)],
        "refused": dict(told.most_common(6)),
    }


def _used(pid: int) -> tuple[float, int]:
    """Seconds of the processor, with those of children; bytes of the server's own memory."""
    return processor(pid) + descendants(pid).seconds, resident(pid)


def main() -> None:
    """Measure, tell, and note it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--attacks", default="", help="by name, with commas; else each of them")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--rest", type=float, default=60, help="seconds until memory is compared")
    parser.add_argument("--tables", type=int, default=8)
    asked = parser.parse_args()
    more_files()
    names = asked.attacks.split(",") if asked.attacks else list(ATTACKS)
    known = [*ATTACKS, TOGETHER]
    unknown = set(names) - set(known)
    if unknown:
        parser.error(f"no such attack: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    bad = [name for name in names if not told(name, asked)]
    if bad:
        raise SystemExit(f"noticed by others: {', '.join(bad)}")


def told(name: str, asked: argparse.Namespace) -> bool:
    """Run the pairs of an attack; True if others hardly noticed."""
    command = " ".join(["python -m bench.server.attacks", *sys.argv[1:]])
    ledger = Ledger("bench/results/attacks.jsonl", command)
    pairs = [(run("", asked), run(name, asked)) for _ in range(asked.pairs)]
    quiet, under = (
        median(one["move_ms"].get("p99", float("inf")) for one in side)
        for side in zip(*pairs, strict=True)
    )
    pages = max(one["page_ms"].get("p99", float("inf")) for _, one in pairs)
    worst = max(hit["rss_mb"][2] / still["rss_mb"][2] for still, hit in pairs)
    refused = min(sum(hit["refused"].values()) for _, hit in pairs)
    verdict = {
        "moves": under <= max(2 * quiet, MOST_P99),
        "pages": pages <= MOST_PAGE,
        "memory": worst <= 1.2,
        "counted": refused > 0,
    }
    ledger.note(
        attack=name,
        quiet_p99_ms=quiet,
        attacked_p99_ms=under,
        page_p99_ms=pages,
        memory=round(worst, 2),
        verdict=verdict,
        pairs=[{"quiet": one, "attacked": other} for one, other in pairs],
    )
    print(json.dumps({"attack": name, "quiet": quiet, "attacked": under, "page": pages}), verdict)
    for one, other in pairs:
        print("   quiet", json.dumps(one), "\nattacked", json.dumps(other), flush=True)
    return all(verdict.values())


if __name__ == "__main__":
    main()
