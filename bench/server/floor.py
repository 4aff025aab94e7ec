"""The cost of a move on this server, compared with a bare one that does the same without a game.

    .venv/bin/python -m bench.server.floor
    .venv/bin/python -m bench.server.floor --tables 50 --pairs 1 --seconds 5 --ramp 5

The bare server is uvicorn with its defaults and Starlette's WebSockets. It answers each frame with
the frames that one of our tables sent in answer to it, to the same four sockets, once it has
written the same entries into SQLite: whatever waits goes in one transaction, one in 3 ms, with
`synchronous=FULL`. A deal recorded from our server says which frames and entries these are. Both
servers have the same schedule, one move a second at each table, and take turns; what counts is the
time of the processor that the server's process took, its threads included, for each move.

Prints one line of JSON: `floor_ms` and `ours_ms`, medians of milliseconds a move, `ratio`, the
median of the pairs' ratios, and `tables`. What it runs on, and each pair, goes to standard error.
"""

import argparse
import asyncio
import json
import platform
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec
import uvicorn
import uvloop
from msgspec import Struct
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bench.server.crowd import SEATS, Crowd, clock
from bench.server.load import LIMITS, measure, more_files
from gongzhu.cards import Seat
from gongzhu.server.live.messages import Request
from gongzhu.server.tables.opening import OpenTable
from gongzhu.store import open_store
from proof.players.fast_socket import FastSocket
from tests.support.fresh_python import environment
from tests.support.serving import Server, free_port, processor

PRESET = "gongzhu-pagat"
LIBRARIES = ("uvicorn", "starlette", "websockets", "uvloop")
SPACING = 0.003
"""Seconds from the beginning of one transaction to that of the next, as our server has it."""
DEALS = 3
"""Deals that are recorded; the second one is the script."""
QUICK = 0.02
"""Seconds from move to move while they are."""
PATIENCE = 60.0


class Step(Struct):
    """A command and all that came of it."""

    seat: int
    move: bool
    """False for readiness and for commitments and numbers, which all four send at once."""
    request: bytes
    frames: list[tuple[int, bytes]]
    """Sent in answer, each with the seat that it went to."""
    entries: list[bytes]


# --- the script ----------------------------------------------------------------------------------


class _Told(Struct):
    """The fields of a frame that the benchmark reads."""

    type: str = ""
    id: str | None = None
    seq: int | None = None


async def record(server: Server) -> list[Step]:
    """Play some deals at one table of a server; the steps of one deal."""
    heard: list[tuple[Seat, bytes, bool]] = []
    crowd = Crowd(server.base, 1, "floor", OpenTable(preset=PRESET), lambda *one: heard.append(one))
    schedule = asyncio.create_task(crowd.keep_time(QUICK))
    await crowd.arrive(0.0)
    ends = clock() + PATIENCE
    while sum(b'"deal_scored"' in text for seat, text, _ in heard if seat == 0) < DEALS:
        if clock() > ends:
            raise SystemExit("the deals were not played in time")
        await asyncio.sleep(0.05)
    schedule.cancel()
    name = await asyncio.to_thread(stop_and_name, server)
    store = await open_store(server.data)
    try:
        bodies = await store.read(name)
    finally:
        await store.close()
    return deal_of(heard, bodies)


def stop_and_name(server: Server) -> str:
    """End a server that has one table; the table's name."""
    server.end()
    with sqlite3.connect(server.data / "gongzhu.db") as link:
        (name,) = link.execute("SELECT name FROM tables").fetchone()
    return str(name)


def deal_of(heard: list[tuple[Seat, bytes, bool]], bodies: list[bytes]) -> list[Step]:
    """The steps from the end of the first deal to that of the second. What the server tells of an
    entry without a command came of the command before it."""
    sent: dict[str, tuple[Seat, bytes]] = {}
    asked: dict[int, tuple[Seat, bytes]] = {}
    frames: dict[int, list[tuple[int, bytes]]] = {}
    scored = []
    for seat, text, out in heard:
        told = msgspec.json.decode(text, type=_Told)
        if out and told.id is not None:
            sent[told.id] = seat, text
        elif told.type in ("done", "update") and told.seq is not None:
            frames.setdefault(told.seq, []).append((seat, text))
            if told.type == "done" and told.id is not None:
                asked[told.seq] = sent[told.id]
            if seat == 0 and b'"deal_scored"' in text:
                scored.append(told.seq)
    steps: list[Step] = []
    for seq in range(scored[0] + 1, scored[1] + 1):
        if seq in asked:
            seat, request = asked[seq]
            command = msgspec.json.decode(request, type=Request).do
            other = type(command).__name__ in ("Ready", "Commit", "Reveal")
            steps.append(Step(seat, not other, request, [], []))
        steps[-1].frames += frames.get(seq, [])
        steps[-1].entries.append(bodies[seq - 1])
    return steps


# --- the bare server -----------------------------------------------------------------------------


Row = tuple[int, int, bytes]


class Commits:
    """Entries on their way to the disk, in groups."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1)
        self._waiting: list[tuple[list[Row], asyncio.Future[None]]] = []
        self._something = asyncio.Event()
        self._link: sqlite3.Connection
        self._task = asyncio.create_task(self._run())

    def _open(self) -> None:
        self._link = sqlite3.connect(self._path, isolation_level=None)
        self._link.execute("PRAGMA journal_mode = WAL")
        self._link.execute("PRAGMA synchronous = FULL")
        self._link.execute("CREATE TABLE entries (place INTEGER, number INTEGER, body BLOB)")

    def _commit(self, rows: list[Row]) -> None:
        self._link.execute("BEGIN IMMEDIATE")
        self._link.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        self._link.execute("COMMIT")

    async def put(self, rows: list[Row]) -> None:
        """Wait until rows are on the disk."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((rows, future))
        self._something.set()
        await future

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._open)
        while True:
            await self._something.wait()
            self._something.clear()
            next_one = loop.time() + SPACING
            group, self._waiting = self._waiting, []
            rows = [row for rows, _ in group for row in rows]
            await loop.run_in_executor(self._thread, self._commit, rows)
            for _, future in group:
                future.set_result(None)
            await asyncio.sleep(max(0.0, next_one - loop.time()))


def bare(script: list[Step], path: Path) -> Starlette:
    """The application: sockets at /TABLE/SEAT. Each frame is the next step of its table."""
    sockets: dict[int, list[WebSocket | None]] = {}
    said = [[(seat, text.decode()) for seat, text in step.frames] for step in script]
    turns: dict[int, Any] = {}
    numbers = count()
    commits: list[Commits] = []

    async def serve(link: WebSocket) -> None:
        table, seat = link.path_params["table"], link.path_params["seat"]
        if not commits:
            commits.append(Commits(path))
        await link.accept()
        here = sockets.setdefault(table, [None] * SEATS)
        here[seat] = link
        turn = turns.setdefault(table, count(beginning(table, script)))
        try:
            while True:
                await link.receive_text()
                step = next(turn) % len(script)
                bodies = script[step].entries
                await commits[0].put([(table, next(numbers), body) for body in bodies])
                for to, text in said[step]:
                    other = here[to]
                    if other is not None:
                        await other.send_text(text)
        except WebSocketDisconnect:
            here[seat] = None

    return Starlette(routes=[WebSocketRoute("/{table:int}/{seat:int}", serve)])


def beginning(table: int, script: list[Step]) -> int:
    """The step with which a table begins: not all of them are to deal at the same moment."""
    return table * 7 % len(script)


# --- its players ---------------------------------------------------------------------------------


class BareTable:
    """Four sockets that go through the script."""

    def __init__(self, script: list[Step], number: int, heard: Callable[[bytes], None]) -> None:
        self._script = script
        self._number = number
        self._heard = heard
        self._sockets: list[FastSocket] = []
        self._at = beginning(number, script)

    async def open(self, port: int) -> None:
        """Connect all four."""
        loop = asyncio.get_running_loop()
        for seat in range(SEATS):
            path = f"/{self._number}/{seat}"
            make = partial(FastSocket, path, "bench", {}, self._heard)
            _, made = await loop.create_connection(make, "127.0.0.1", port)
            await made.opened
            self._sockets.append(made)
        self.others()

    def others(self) -> None:
        """Send what waits for no schedule, up to the next move."""
        while not (step := self._script[self._at]).move:
            self._sockets[step.seat].send(step.request)
            self._at = (self._at + 1) % len(self._script)

    def move(self) -> None:
        """Make the next move, and all that follows from it."""
        step = self._script[self._at]
        self._sockets[step.seat].send(step.request)
        self._at = (self._at + 1) % len(self._script)
        self.others()


async def play_bare(port: int, pid: int, script: list[Step], asked: argparse.Namespace) -> float:
    """Keep the schedule; milliseconds of the server's processor for each move."""
    heard = moves = 0

    def got(_: bytes) -> None:
        nonlocal heard
        heard += 1

    tables = [BareTable(script, number, got) for number in range(asked.tables)]
    began = clock()
    for number, table in enumerate(tables):
        await asyncio.sleep(max(0.0, began + asked.ramp / 4 * number / len(tables) - clock()))
        await table.open(port)
    before = processor(pid)
    began = clock()
    while (now := clock() - began) < asked.seconds:
        while moves < now * len(tables):
            tables[moves % len(tables)].move()
            moves += 1
        await asyncio.sleep(0.001)
    spent = processor(pid) - before
    if not heard:
        raise SystemExit("the bare server has sent nothing")
    return 1000 * spent / moves


def floor_once(script: Path, asked: argparse.Namespace) -> float:
    """Milliseconds a move of the bare server."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.server.floor", "--bare", str(script)]
        command += ["--at", str(port), "--file", f"{folder}/floor.db"]
        server = subprocess.Popen(command, env=environment(), stdout=sys.stderr)
        try:
            wait_for(port)
            return uvloop.run(play_bare(port, server.pid, read(script), asked))
        finally:
            server.terminate()
            server.wait()


def wait_for(port: int) -> None:
    """Wait until somebody listens there."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise SystemExit("the bare server has not begun")


def ours_once(asked: argparse.Namespace) -> float:
    """Milliseconds a move of our server."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data", *LIMITS) as server:
        return float(measure(server, None, asked)["cpu_ms_a_move"])


def read(path: Path) -> list[Step]:
    """A script that was written."""
    return msgspec.json.decode(path.read_bytes(), type=list[Step])


def main() -> None:
    """Measure both in turn, and print the line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--ramp", type=float, default=40, help="seconds for the tables to come")
    parser.add_argument("--bare", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--at", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.set_defaults(
        warm_up=5.0,
        interval=1.0,
        preset=PRESET,
        generators=1,
        page_loads=0.0,
        note="",
        postgres=False,
    )
    asked = parser.parse_args()
    more_files()
    if asked.bare is not None:
        app = bare(read(asked.bare), asked.file)
        uvicorn.run(app, port=asked.at, log_level="warning")
        return
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    print(f"{libraries}, Python {platform.python_version()}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder) / "data", *LIMITS) as server:
            steps = uvloop.run(record(server))
        script = Path(folder) / "script.json"
        script.write_bytes(msgspec.json.encode(steps))
        found = [pair(number, script, asked) for number in range(asked.pairs)]
    figures = {
        "floor_ms": round(statistics.median(floor for floor, _ in found), 3),
        "ours_ms": round(statistics.median(ours for _, ours in found), 3),
        "ratio": round(statistics.median(ours / floor for floor, ours in found), 2),
        "tables": asked.tables,
    }
    print(json.dumps(figures))


def pair(number: int, script: Path, asked: argparse.Namespace) -> tuple[float, float]:
    """One measurement of each, the bare server's and ours; every other time ours comes first."""
    ways: list[Literal["floor", "ours"]] = ["floor", "ours"]
    found: dict[str, float] = {}
    for way in ways if number % 2 == 0 else ways[::-1]:
        found[way] = floor_once(script, asked) if way == "floor" else ours_once(asked)
    print(f"floor {found['floor']:.3f} ms, ours {found['ours']:.3f} ms", file=sys.stderr)
    return found["floor"], found["ours"]


if __name__ == "__main__":
    main()
