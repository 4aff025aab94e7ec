"""The harm that an attack does to others: moves at their tables, pages, and memory afterwards.

    .venv/bin/python -m bench.server.attacks --attacks pings,records --pairs 5 --seconds 120

Each pair is a quiet run and an attacked one, each on a server of its own with the limits that every
host has. Players come from 127.0.0.1, the attacker, a process of its own, from other addresses of
this machine. Everybody shares its cores, so what the attacker itself takes weighs on the figures.
Writes a line for each attack to bench/results/attacks.jsonl.

An attack is a function of `ATTACKS` that goes on until it is cancelled, whatever it is answered;
`together` is all of them at once, an attacker at each limit.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from base64 import b64encode
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from msgspec import Struct

from bench.server.crowd import Crowd
from bench.server.load import MEGABYTE, more_files, spread
from gongzhu.server.bodies import OpenTable
from gongzhu.server.vitals import descendants
from proof.hostile.raw_sockets import PING, TEXT, framed
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger
from tests.support.serving import Server, processor, resident

ADDRESSES = [f"127.0.0.{number}" for number in range(66, 69)]
RAMP = 5.0
WARM_UP = 3.0
PAUSE = 0.001
"""Seconds before an attacker that was refused tries again."""
ANSWER = 5.0
MOST_P99 = 100.0
"""Milliseconds that moves may take in any case."""
MOST_PAGE = 1000.0
"""Milliseconds for a page."""
HUNG_UP = (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError, RuntimeError)
"""The errors that tell an attacker that the server has enough."""
REFUSALS = (
    "gongzhu_closed_connections_total",
    "gongzhu_refused_connections_total",
    "gongzhu_refusals_total",
)


class Target(Struct, frozen=True):
    """A server from an attacker's side."""

    port: int
    address: str
    """The attacker's own."""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection. Raises OSError."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 20
        )

    def head(self, method: str, path: str, *headers: str) -> bytes:
        """A request up to the end of its headers."""
        own = f"127.0.0.1:{self.port}"
        lines = [f"{method} {path} HTTP/1.1", f"Host: {own}", f"Origin: http://{own}", *headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def post(self, path: str, body: bytes) -> bytes:
        """A whole request."""
        return self.head("POST", path, f"Content-Length: {len(body)}") + body

    def handshake(self) -> bytes:
        """The request for a socket at no table."""
        key = b64encode(b"0123456789abcdef").decode()
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        return self.head("GET", "/api/tables/none/socket", *upgrade, f"Sec-WebSocket-Key: {key}")


TOGETHER = "together"
Attack = Callable[[Target], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}
WORKERS: dict[str, int] = {}
"""How many of an attack go on at once from each address."""


def attack(workers: int) -> Callable[[Attack], Attack]:
    """Add an attack under the name of its function."""

    def add(function: Attack) -> Attack:
        name = getattr(function, "__name__", "")
        ATTACKS[name], WORKERS[name] = function, workers
        return function

    return add


async def hold(target: Target, sent: bytes, again: bytes = b"", every: float = 1.0) -> None:
    """Keep a connection for as long as the server lets it."""
    reader, writer = await target.connect()
    try:
        writer.write(sent)
        while again:
            await asyncio.sleep(every)
            writer.write(again)
            await writer.drain()
        await reader.read(4096)
    finally:
        writer.transport.abort()


async def repeat(target: Target, request: bytes) -> None:
    """Send a request over and over, over one connection."""
    reader, writer = await target.connect()
    try:
        while True:
            writer.write(request)
            async with asyncio.timeout(ANSWER):
                head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"content-length: ")[2].partition(b"\r")[0]
            await reader.readexactly(int(length or 0))
    finally:
        writer.transport.abort()


async def flood(target: Target, frame: bytes) -> None:
    """Send frames over a socket, as fast as they are taken."""
    reader, writer = await target.connect()
    try:
        writer.write(target.handshake())
        async with asyncio.timeout(ANSWER):
            await reader.readuntil(b"\r\n\r\n")
        while True:
            writer.write(frame * 1000)
            await writer.drain()
            await asyncio.sleep(0)
    finally:
        writer.transport.abort()


@attack(workers=900)
async def silent(target: Target) -> None:
    """Connections without a byte."""
    await hold(target, b"")


@attack(workers=900)
async def slow_headers(target: Target) -> None:
    """Headers of which a byte comes now and then."""
    await hold(target, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"x")


@attack(workers=900)
async def slow_body(target: Target) -> None:
    """Bodies of which a byte comes now and then."""
    await hold(target, target.head("POST", "/api/records", "Content-Length: 99999"), b"x")


@attack(workers=50)
async def large_headers(target: Target) -> None:
    """Headers without end."""
    await hold(target, b"GET / HTTP/1.1\r\nX: ", b"x" * (1 << 18), 0.001)


@attack(workers=50)
async def connections(target: Target) -> None:
    """New connections, one after the other."""
    _, writer = await target.connect()
    writer.transport.abort()


@attack(workers=50)
async def requests(target: Target) -> None:
    """Requests for a page."""
    await repeat(target, target.head("GET", "/"))


@attack(workers=50)
async def pipelined(target: Target) -> None:
    """Requests without waiting for answers."""
    await hold(target, target.head("GET", "/healthz") * 1000)


@attack(workers=20)
async def records(target: Target) -> None:
    """Files that are nothing but braces."""
    await repeat(target, target.post("/api/records", b'[Event "x"]\n' + b"{" * 1_000_000))


@attack(workers=20)
async def explain(target: Target) -> None:
    """Rule sets to be put into words."""
    await repeat(target, target.post("/api/rules/explain", b'{"rules":{}}'))


@attack(workers=20)
async def lobby(target: Target) -> None:
    """Looks at the lobby."""
    await repeat(target, target.head("GET", "/api/lobby"))


@attack(workers=20)
async def guests(target: Target) -> None:
    """New guests."""
    await repeat(target, target.post("/api/me", b'{"name":"Eve"}'))


@attack(workers=20)
async def recovery(target: Target) -> None:
    """Recovery codes that nobody has."""
    await repeat(target, target.post("/api/me/recover", b'{"code":"0000"}'))


@attack(workers=20)
async def handshakes(target: Target) -> None:
    """Sockets that are opened and left."""
    await hold(target, target.handshake())


@attack(workers=20)
async def pings(target: Target) -> None:
    """Control frames."""
    await flood(target, framed(b"", PING))


@attack(workers=20)
async def fragments(target: Target) -> None:
    """A message that never ends."""
    await flood(target, framed(b"", 0, fin=False))


@attack(workers=20)
async def messages(target: Target) -> None:
    """Messages."""
    await flood(target, framed(b'{"type":"ping","n":1}', TEXT))


def at_once(name: str) -> list[str]:
    """The attacks that go on at once under this name: one, or all there are."""
    return list(ATTACKS) if name == TOGETHER else [name]


async def assail(name: str, port: int, seconds: float) -> None:
    """Attack for a time."""

    async def go_on(one: str, target: Target) -> None:
        while True:
            with suppress(*HUNG_UP):
                await ATTACKS[one](target)
            await asyncio.sleep(PAUSE)

    attackers = [
        go_on(one, Target(port, address))
        for one in at_once(name)
        for address in ADDRESSES
        for _ in range(WORKERS[one])
    ]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*attackers)


# --- the others ---------------------------------------------------------------------------------


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
    command = [sys.executable, "-m", "bench.server.attacks", "--assail", name]
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
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--after", type=float, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--assail", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    more_files()
    if asked.assail:
        time.sleep(asked.after)
        uvloop.run(assail(asked.assail, asked.port, asked.seconds))
        return
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
