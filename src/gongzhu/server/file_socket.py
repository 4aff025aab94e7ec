"""Sockets of the file system: ways into the server that are on no network."""

import asyncio
import os
import socket
from errno import EADDRINUSE, EEXIST
from pathlib import Path

LOCAL = ("127.0.0.1", 0)
"""Whoever comes by such a socket counts as this machine."""


def bind_at(path: Path, mode: int) -> socket.socket:
    """A socket there that only those may open whom the mode lets in, and at which nobody can come
    in yet. One that a server left when it was killed makes way. Raises OSError, with EADDRINUSE
    where another server has it, and with EEXIST for a file of another kind."""
    if path.exists() and not path.is_socket():
        raise OSError(EEXIST, os.strerror(EEXIST), str(path))
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()  # Of a server that was killed.
            else:
                raise OSError(EADDRINUSE, os.strerror(EADDRINUSE), str(path))
    bound = socket.socket(socket.AF_UNIX)
    try:
        bound.bind(str(path))
        path.chmod(mode)
    except OSError:
        bound.close()
        raise
    return bound


def listen_at(path: Path, mode: int, backlog: int) -> socket.socket:
    """The same, which listens. Raises OSError."""
    listener = bind_at(path, mode)
    try:
        listener.listen(backlog)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def is_local(transport: asyncio.BaseTransport) -> bool:
    """True for a connection that came by such a socket."""
    link = transport.get_extra_info("socket")
    return link is not None and link.family == socket.AF_UNIX
