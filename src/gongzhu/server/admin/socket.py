"""The Unix socket `admin.sock` in the data folder, through which the operator's commands reach the
server.

It has mode 0600, so that only root and the user that the server runs as can open it, and it cannot
be reached over the network.
"""

import asyncio
import os
import pwd
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import msgspec
import structlog

from gongzhu.server.admin.commands import AdminAnswer, Asked
from gongzhu.server.edge.file_socket import listen_at
from gongzhu.store import StoreError

NAME = "admin.sock"
BACKLOG = 8
"""Greatest number of connections that wait to be accepted."""
LONGEST_LINE = 8 * 1024
"""Greatest size of a command in bytes."""
LONGEST_ANSWER = 4 * 1024 * 1024
"""Greatest size of an answer in bytes."""
PATIENCE = 30.0
"""Seconds within which a command must arrive and be answered."""

log = structlog.get_logger()
_decode = msgspec.json.Decoder(Asked).decode
_encode = msgspec.json.Encoder().encode
_read_answer = msgspec.json.Decoder(AdminAnswer).decode


class AdminSocket:
    """Receives the operator's commands while the server runs, one for each connection."""

    def __init__(
        self, carry_out: Callable[[Asked, str], Awaitable[AdminAnswer]], folder: Path
    ) -> None:
        """`carry_out(command, user)` answers a command of a user of this machine, as
        `AdminDesk.carry_out` does. The socket is created in `folder`."""
        self._carry_out = carry_out
        self._path = folder / NAME
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Create the socket and listen on it. If that fails, an error is logged, and the server
        runs without the socket."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            listener = listen_at(self._path, 0o600, BACKLOG)
            self._server = await asyncio.start_unix_server(
                self._serve, sock=listener, limit=LONGEST_LINE
            )
        except OSError as error:
            log.error("no_admin_socket", problem=error.strerror or str(error))

    async def close(self) -> None:
        """Stop listening, and delete the socket."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the command of one connection, and close the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                writer.write(_encode(await self._answer(reader, writer)) + b"\n")
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> AdminAnswer:
        try:
            asked = _decode(await reader.readline())
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return AdminAnswer((), "misfit", failed=True)
        try:
            return await self._carry_out(asked, _user(writer))
        except StoreError as error:
            log.error("admin_failed", problem=error.problem)
            return AdminAnswer((), "not_stored", failed=True)


def _user(writer: asyncio.StreamWriter) -> str:
    """The name of the user of this machine who has opened the connection."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return pwd.getpwuid(os.geteuid()).pw_name
    found = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, option, 12)
    _, user, _ = struct.unpack("3i", found)
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


def ask(folder: Path, asked: Asked) -> AdminAnswer:
    """Send a command to the server whose data folder is `folder`, and return its answer. Raises
    OSError if no server can be reached there, and msgspec.MsgspecError if its answer cannot be
    read, as from a server of another version."""
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(PATIENCE)
        link.connect(str(folder / NAME))
        link.sendall(_encode(asked) + b"\n")
        with link.makefile("rb") as answer:
            return _read_answer(answer.readline(LONGEST_ANSWER))
