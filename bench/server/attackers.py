"""The attackers of `bench.server.attacks`: each goes on until cancelled, whatever it is answered.

    .venv/bin/python -m bench.server.attackers pings --port 8000 --seconds 120

They come from addresses of this machine that no player has. `together` is all of them at once, an
attacker at each limit.
"""

import argparse
import asyncio
import time
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress

import uvloop
from msgspec import Struct

from bench.server.load import more_files
from proof.hostile.raw_sockets import PING, TEXT, framed

ADDRESSES = [f"127.0.0.{number}" for number in range(66, 69)]
PAUSE = 0.001
"""Seconds before an attacker that was refused tries again."""
ANSWER = 5.0
HUNG_UP = (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError, RuntimeError)
"""The errors that tell an attacker that the server has enough."""


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
"""The number of attackers of a kind that go on at once from each address."""


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


def main() -> None:
    """Attack a server."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("attack", choices=(*ATTACKS, TOGETHER))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--after", type=float, default=0, help="seconds until it begins")
    asked = parser.parse_args()
    more_files()
    time.sleep(asked.after)
    uvloop.run(assail(asked.attack, asked.port, asked.seconds))


if __name__ == "__main__":
    main()
