"""Processor time per message over our own protocols and over ASGI's queues, in pairs.

    .venv/bin/python -m bench.server.sockets --pairs 3

The server does nothing but carry messages: it answers each with one frame, as `done` does, and
sends one to each of the four sockets of its table, as `update` does. Both ways take turns, and each
has the same schedule: `--tables` times four sockets, `--rate` messages a second. Whatever else runs
on the machine makes answers late; processor time it changes little.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from typing import Any, Protocol, cast

import uvicorn
import uvloop
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.config import Limits, ServerConfig
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.messages import LONGEST_MESSAGE
from gongzhu.server.metrics import Metrics
from gongzhu.server.origins import Origins
from gongzhu.server.security import SecurityLog
from gongzhu.server.socket_protocol import PROTOCOL, SocketProtocol
from proof.players.fast_socket import FastSocket
from tests.support.fresh_python import environment
from tests.support.serving import free_port, processor

PLENTY = 1_000_000_000
WAYS = ("protocols", "queues")
SEATS = 4
LATE = 30.0
"""Seconds that the last frames may take on a machine that has much to do."""
DONE = b'{"type":"done","id":"1234567890","seq":123}'
UPDATE = b'{"type":"update","seq":123,"at":1800000000000,"facts":[' + b"x" * 180 + b"]}"
MOVE = b'{"type":"act","id":"1234567890","move":{"type":"play","card":"QS"}}'


class Out(Protocol):
    """Sends frames to one socket."""

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        ...


class Queue:
    """Frames that wait for a task to send them one by one."""

    def __init__(self) -> None:
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        self.frames.put_nowait(payload)

    async def run(self, send: Any) -> None:
        """Send what comes."""
        while True:
            payload = await self.frames.get()
            await send({"type": "websocket.send", "text": payload.decode()})


class Tables:
    """The application: its sockets by the path that they were opened at."""

    def __init__(self) -> None:
        self._sockets: dict[str, list[Out]] = {}

    def _hear(self, path: str, out: Out) -> None:
        out.write(DONE)
        for other in self._sockets[path]:
            other.write(UPDATE)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one socket to its end."""
        if scope["type"] == "lifespan":
            await receive()
            scope["state"][ADMISSION] = _admission()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        path = scope["path"]
        here = self._sockets.setdefault(path, [])
        protocol = scope["state"].get(PROTOCOL)
        if protocol is not None:
            here.append(protocol)
            gone = asyncio.Event()
            protocol.listen(lambda data: self._hear(path, protocol), gone.set)
            await gone.wait()
            here.remove(protocol)
            return
        queue = Queue()
        here.append(queue)
        sending = asyncio.create_task(queue.run(send))
        while (event := await receive())["type"] == "websocket.receive":
            event["text"].encode()
            self._hear(path, queue)
        here.remove(queue)
        sending.cancel()


def _admission() -> Admission:
    """Room for every socket and every frame of a bench."""
    limits = Limits(
        connections=PLENTY, handshakes_per_minute=PLENTY, requests_per_minute=PLENTY, frames=PLENTY
    )
    config = ServerConfig(limits=limits)
    return Admission(config, Origins(None, ()), Metrics(), SecurityLog(), lambda: 0)


def serve(way: str, port: int) -> None:
    """Run the server, one way or the other."""
    ours = way == "protocols"
    config = uvicorn.Config(
        cast(Any, Tables()),
        port=port,
        loop="uvloop",
        http=HttpProtocol if ours else HttpToolsProtocol,
        ws=SocketProtocol if ours else WebSocketsSansIOProtocol,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
    )
    uvicorn.Server(config).run()


async def play(port: int, pid: int, asked: argparse.Namespace) -> tuple[float, int]:
    """Send on schedule; the seconds of the processor that the server took, and the messages."""
    loop = asyncio.get_running_loop()
    frames = 0

    def got(_: bytes) -> None:
        nonlocal frames
        frames += 1

    async def opened(number: int) -> FastSocket:
        socket = FastSocket(f"/{number // SEATS}", "bench", {}, got)
        await loop.create_connection(lambda: socket, "127.0.0.1", port)
        await socket.opened
        return socket

    sockets = [await opened(number) for number in range(asked.tables * SEATS)]
    before, began, sent = processor(pid), loop.time(), 0
    while (now := loop.time() - began) < asked.seconds:
        while sent < now * asked.rate:
            # One seat after the other, and one table after the other.
            sockets[sent * SEATS % len(sockets) + sent // asked.tables % SEATS].send(MOVE)
            sent += 1
        await asyncio.sleep(0.001)
    while frames < sent * (1 + SEATS) and loop.time() - began < asked.seconds + LATE:
        await asyncio.sleep(0.01)
    spent = processor(pid) - before
    if frames != sent * (1 + SEATS):
        raise SystemExit(f"{frames} frames came for {sent} messages")
    for made in sockets:
        made.close()
    return spent, sent


def measure(way: str, asked: argparse.Namespace) -> float:
    """Milliseconds of the processor for 1,000 messages."""
    port = free_port()
    command = [sys.executable, "-m", "bench.server.sockets", "--serve", way, "--port", str(port)]
    server = subprocess.Popen(command, env=environment())
    try:
        time.sleep(3)
        spent, sent = uvloop.run(play(port, server.pid, asked))
    finally:
        server.terminate()
        server.wait()
    return 1e6 * spent / sent


def main() -> None:
    """Measure both ways in turn, and print what each message costs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=int, default=1000, help="messages a second")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--serve", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve, asked.port)
        return
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    for pair in range(asked.pairs):
        for way in WAYS if pair % 2 == 0 else reversed(WAYS):
            found[way].append(measure(way, asked))
            print(f"{way:12} {found[way][-1]:7.1f} ms per 1,000 messages", flush=True)
    ratio = statistics.mean(found["protocols"]) / statistics.mean(found["queues"])
    print(f"protocols take {ratio:.2f} of what queues take")


if __name__ == "__main__":
    main()
