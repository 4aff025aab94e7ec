"""The latency of people's moves at a server that is asked for twice what it can carry, and how soon
it is as before.

    .venv/bin/python -m bench.server.overload
    .venv/bin/python -m bench.server.overload --tables 300 --bot-tables 600

Tables of four people move by an open schedule, as in `bench.server.load`: first quietly, then while
something comes that is too much, then quietly again.

- `bots`: all at once, tables of a guest and three bots of `master` begin, so many that a question
  waits longer than a bot may; those are answered by `steady`, and counted as hurried.
- `files`: people send more files to be read than there is room for in the queue; those that were
  told to come again later are counted as busy.
- `moves`: all tables move as fast as the server lets them, which is what it can carry; then the
  schedule wants twice as much.

Latencies are those of people's moves, from when each was due to its acknowledgement. After each, a
second counts as normal when most of its moves, 99 of 100, keep to twice what they kept to in the
quiet before, or to 50 ms. The server, the players and the bots share this machine. Adds a line to
bench/results/load.jsonl.
"""

import argparse
import asyncio
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import uvloop

from bench.server.costly import BRACES
from bench.server.crowd import Crowd, clock
from bench.server.load import LIMITS, figures_page, more_files, spread
from gongzhu.server.tables.opening import OpenTable
from proof.players.socket_player import Guest, SocketPlayer, http_client
from tests.support.ledger import Ledger
from tests.support.serving import Server

PRESET = "gongzhu-pagat"
QUIET, LOUD, AFTER = 8, 15, 10
"""Seconds before, during, and at most after."""
RAMP = 10.0
NORMAL = 0.05
"""Seconds that count as normal whatever they were before."""
FLAT_OUT = 0.05
"""Seconds from move to move that no server keeps up with."""
FILES = 60
"""Files that are sent at once."""


def main() -> None:
    """Measure once, tell, and note it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=200, help="of four people")
    parser.add_argument("--bot-tables", type=int, default=500, help="of a guest and three bots")
    asked = parser.parse_args()
    more_files()
    ledger = Ledger(
        "bench/results/load.jsonl", " ".join(["python -m", __spec__.name, *sys.argv[1:]])
    )
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", *LIMITS) as server:
        found = uvloop.run(measure(server.base, asked.tables, asked.bot_tables))
    ledger.note(tables=asked.tables, bot_tables=asked.bot_tables, **found)
    for name, figures in found.items():
        print(f"{name:20} {figures}")


async def measure(base: str, tables: int, bot_tables: int) -> dict[str, Any]:
    """The figures of each overload, by its name."""
    crowd = Crowd(base, tables, "overload", OpenTable(preset=PRESET))
    found: dict[str, Any] = {}
    async with schedule(crowd, 1.0):
        await crowd.arrive(RAMP)
        quiet = found["quiet"] = await latencies(crowd, QUIET)
        async with bots_at(base, bot_tables):
            during = await latencies(crowd, LOUD)
        answers = {**during, "thought": thoughts(base), "hurried": hurried(base)}
        found["bots"] = {**answers, "normal_after_s": await until_normal(crowd, quiet)}
        async with httpx2.AsyncClient(trust_env=False, timeout=60) as http:
            sent = [asyncio.create_task(send_file(http, base)) for _ in range(FILES)]
            during = await latencies(crowd, LOUD)
            told = Counter(await asyncio.gather(*sent))
        answers = {**during, "answers": dict(sorted(told.items()))}
        found["files"] = {**answers, "normal_after_s": await until_normal(crowd, quiet)}
    async with schedule(crowd, FLAT_OUT):
        carried = await latencies(crowd, LOUD)
    forget_what_is_due(crowd)
    a_second = carried["moves"] / LOUD
    async with schedule(crowd, tables / a_second / 2):
        during = await latencies(crowd, LOUD)
    forget_what_is_due(crowd)
    async with schedule(crowd, 1.0):
        found["moves"] = {
            **during,
            "carried_a_second": round(a_second),
            "normal_after_s": await until_normal(crowd, quiet),
        }
    found["refused"] = crowd.figures.refused
    return found


@asynccontextmanager
async def schedule(crowd: Crowd, interval: float) -> AsyncIterator[None]:
    """A move at each table in every interval, in seconds, while this lasts."""
    moving = asyncio.create_task(crowd.keep_time(interval))
    try:
        yield
    finally:
        moving.cancel()
        with suppress(asyncio.CancelledError):
            await moving


async def latencies(crowd: Crowd, seconds: float) -> dict[str, Any]:
    """The moves acknowledged in so many seconds, and how long they took, in milliseconds."""
    crowd.begin()
    # What was due before counts as well: it is what somebody waits for.
    crowd.figures.since = 0.0
    await asyncio.sleep(seconds)
    moves = sorted(crowd.figures.moves)
    return {"moves": len(moves), "ms": spread(moves)}


async def until_normal(crowd: Crowd, quiet: dict[str, Any]) -> int | None:
    """Whole seconds until a second is normal again; None if none was."""
    most = max(1000 * NORMAL, 2 * quiet["ms"]["p99"])
    for second in range(AFTER):
        now = await latencies(crowd, 1.0)
        if now["moves"] and now["ms"]["p99"] <= most:
            return second
    return None


def forget_what_is_due(crowd: Crowd) -> None:
    """Take back the moves that the schedule wanted and no table could make."""
    for table in crowd.tables:
        table.forget()


@asynccontextmanager
async def bots_at(base: str, tables: int) -> AsyncIterator[None]:
    """So many guests at tables with three bots each, who play as soon as they are asked."""
    began = clock()
    asked = OpenTable(preset=PRESET, start=True, level="master")
    async with http_client() as http:
        people = [await Guest.arrive(http, base, f"guest {number}") for number in range(tables)]
        playing = []
        for number, person in enumerate(people):
            player = SocketPlayer(person, await person.open(http, asked), f"overload {number}")
            playing.append(asyncio.create_task(player.run()))
    print(f"{tables} tables of bots after {clock() - began:.1f} s", flush=True)
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def send_file(http: httpx2.AsyncClient, base: str) -> str:
    """Send a costly file to be read; the answer's status, with the code of a refusal."""
    answer = await http.post(f"{base}/api/records", content=BRACES, headers={"Origin": base})
    code = re.search(r'"code":"(\w+)"', answer.text)
    return f"{answer.status_code} {code[1]}" if code else str(answer.status_code)


def thoughts(base: str) -> int:
    """Questions that bots have answered."""
    return int(figure(base, "gongzhu_thinking_seconds_count"))


def hurried(base: str) -> int:
    """Choices that `steady` has made for want of a processor; none before there is a first one."""
    return int(figure(base, 'gongzhu_bots_replaced_total{why="busy"}', 0.0))


def figure(base: str, name: str, otherwise: float | None = None) -> float:
    """A figure that the server tells of itself. Raises KeyError where it tells none, and nothing is
    to be taken otherwise."""
    for line in figures_page(base).splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[-1])
    if otherwise is None:
        raise KeyError(name)
    return otherwise


if __name__ == "__main__":
    main()
