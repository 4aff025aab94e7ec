"""Sockets by hand: handshakes and websocket frames that keep to the protocol, or do not."""

import asyncio
import socket
import struct
from base64 import b64encode
from contextlib import suppress
from random import Random

from msgspec import Struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 30.0
"""Seconds for anything that the server does."""


class Frame(Struct, frozen=True):
    """One frame from the server."""

    opcode: int
    payload: bytes

    @property
    def code(self) -> int:
        """Of a close; 1005 where it says none."""
        return int.from_bytes(self.payload[:2], "big") if len(self.payload) > 1 else 1005


def framed(
    payload: bytes,
    opcode: int = TEXT,
    *,
    fin: bool = True,
    reserved: int = 0,
    mask: bytes | None = b"\x1f\x2e\x3d\x4c",
    length: int | None = None,
    wide: bool = False,
) -> bytes:
    """A frame. `mask` None: unmasked; `length`: what its head says, whatever it has; `wide`: in
    eight bytes, though fewer would do."""
    said = len(payload) if length is None else length
    head = bytearray([fin << 7 | reserved << 4 | opcode])
    masked = 0 if mask is None else 0x80
    if wide or said > 0xFFFF:
        head += bytes([masked | 127]) + struct.pack("!Q", said)
    elif said > 125:
        head += bytes([masked | 126]) + struct.pack("!H", said)
    else:
        head.append(masked | said)
    if mask is None:
        return bytes(head) + payload
    stream = (mask * (len(payload) // 4 + 1))[: len(payload)]
    mixed = int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")
    return bytes(head) + mask + mixed.to_bytes(len(payload), "big")


class RawSocket:
    """One connection, after its handshake."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(
        cls, port: int, path: str, headers: dict[str, str], buffer: int = 0
    ) -> "RawSocket":
        """Shake hands. `buffer`: bytes that are taken from the network without being read, where it
        is not the system's choice. Raises OSError."""
        plain = socket.socket()
        if buffer:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        plain.setblocking(False)
        try:
            await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", port))
        except OSError:
            plain.close()
            raise
        limit = max(buffer, 1 << 16)
        reader, writer = await asyncio.open_connection(sock=plain, limit=limit)
        writer.write(handshake(port, path, headers))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        if not head.startswith(b"HTTP/1.1 101 "):
            writer.transport.abort()
            raise ConnectionRefusedError(head.split(b"\r\n")[0].decode("latin-1"))
        return cls(reader, writer)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.writer.write(data)

    async def hear(self) -> Frame | None:
        """The next frame; None when the connection is gone. Raises TimeoutError."""
        try:
            return await asyncio.wait_for(self._read(), PATIENCE)
        except (asyncio.IncompleteReadError, OSError):
            return None

    async def _read(self) -> Frame:
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if length > 125:
            length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
        return Frame(first & 0x0F, await self.reader.readexactly(length))

    async def end(self) -> int | None:
        """Read until the server hangs up; the code that it closed with, None where it gave none.
        Raises TimeoutError."""
        code = None
        while (frame := await self.hear()) is not None:
            if frame.opcode == CLOSE:
                code = frame.code
                # Who closes waits for the other side to do so too.
                with suppress(OSError):
                    self.writer.write(framed(frame.payload[:2], CLOSE))
        return code

    async def bye(self) -> None:
        """Hang up in order."""
        self.writer.write(framed(b"\x03\xe8", CLOSE))
        with suppress(OSError, TimeoutError):
            await self.end()
        self.drop()

    def drop(self) -> None:
        """Be gone at once."""
        self.writer.transport.abort()


def handshake(port: int, path: str, headers: dict[str, str]) -> bytes:
    """The request for a socket."""
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": b64encode(b"0123456789abcdef").decode(),
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    told = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"GET {path} HTTP/1.1\r\n{told}\r\n".encode("latin-1")


async def knock(port: int, data: bytes) -> bytes:
    """Send bytes to the port, hang up half, and hear what the server says, its first bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(data)
        with suppress(OSError, NotImplementedError):
            writer.write_eof()
        return await asyncio.wait_for(reader.read(4096), PATIENCE)
    except OSError:
        return b""
    finally:
        writer.transport.abort()


def bad_handshakes(rng: Random, port: int, path: str, headers: dict[str, str]) -> bytes:
    """A handshake that is none."""
    good = handshake(port, path, headers)
    match rng.randrange(9):
        case 0:
            return rng.randbytes(rng.randrange(1, 3000))
        case 1:
            return good[: rng.randrange(len(good))]
        case 2:
            return good.replace(b"Version: 13", b"Version: 99")
        case 3:
            return good.replace(b"Sec-WebSocket-Key: ", b"Sec-WebSocket-Key: x")
        case 4:
            return good.replace(b"\r\n\r\n", b"\r\nX: " + b"y" * 100_000 + b"\r\n\r\n")
        case 5:
            return good.replace(b"GET ", b"POST ")
        case 6:
            return good.replace(b"HTTP/1.1", b"HTTP/9.9")
        case 7:
            return good.replace(b"Host:", b"\x00\xff:")
        case _:
            data = bytearray(good)
            for _ in range(4):
                data[rng.randrange(len(data))] = rng.randrange(256)
            return bytes(data)
