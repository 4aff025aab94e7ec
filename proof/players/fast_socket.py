"""A WebSocket client for crowds: text frames only, and as little work for each as can be."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
KEY = bytes(4)
"""The key that frames are masked with: any will do, and with zeros they stay as they are."""


class FastSocket(asyncio.Protocol):
    """Hands each text frame to `got`, as bytes; knows no compression and no fragments."""

    def __init__(self, path: str, host: str, headers: dict[str, str], got: Callable[[bytes], None]):
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Set when frames may be sent; an error when the server does not open."""
        # Whoever was killed before it could wait leaves an error that nobody asks for, and asyncio
        # would log that at some time later, in the midst of another test.
        self.opened.add_done_callback(lambda opened: opened.cancelled() or opened.exception())
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Set when the connection is gone."""
        self._got = got
        self._ask = "".join(
            f"{line}\r\n"
            for line in (
                f"GET {path} HTTP/1.1",
                f"Host: {host}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
                "Sec-WebSocket-Version: 13",
                *(f"{name}: {value}" for name, value in headers.items()),
                "",
            )
        ).encode()
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be let in."""
        # uvloop's transports are no subclass.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._ask)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits for the opening waits in vain."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("not opened"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Take whole frames, and keep the rest."""
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self.opened.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        start, end = 0, len(data)
        while end - start >= 2:
            size, body = data[start + 1], start + 2
            if size == 126:
                body = start + 4
                size = int.from_bytes(data[start + 2 : body], "big")
            elif size == 127:
                body = start + 10
                size = int.from_bytes(data[start + 2 : body], "big")
            if body + size > end:
                break
            kind = data[start] & 15
            start = body + size
            if kind == TEXT:
                self._got(data[body:start])
            elif kind == PING:
                self._send(PONG, data[body:start])
            elif kind == CLOSE:
                self.close()
        return data[start:]

    def send(self, text: bytes) -> None:
        """Send a frame of at most 65,535 bytes."""
        self._send(TEXT, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        length = bytes((128 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        if self._transport is not None:
            self._transport.write(bytes((128 | kind,)) + length + KEY + body)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()
