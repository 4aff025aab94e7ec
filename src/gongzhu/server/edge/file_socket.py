"""Unix domain sockets, by which programs on the same machine connect to the server."""

import asyncio
import os
import socket
from errno import EADDRINUSE, EEXIST
from pathlib import Path

LOCAL = ("127.0.0.1", 0)
"""The address and port under which connections through a Unix socket are counted."""


def bind_at(path: Path, mode: int) -> socket.socket:
    """Create a Unix socket at `path` with the file permissions `mode`; it does not listen yet.

    A socket that no process listens on is replaced. Raises OSError: EADDRINUSE if a process listens
    on it, EEXIST if the path is a file of another kind.
    """
    if path.exists() and not path.is_socket():
        raise OSError(EEXIST, os.strerror(EEXIST), str(path))
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()  # It was left by a server that was killed.
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
    """Create a Unix socket at `path` as `bind_at` does, and listen on it. Raises OSError."""
    return listening(bind_at(path, mode), backlog)


def listening(bound: socket.socket, backlog: int) -> socket.socket:
    """Let a bound socket listen, in non-blocking mode, and return it; `backlog` connections may
    wait to be accepted. Closes the socket and raises OSError if that fails."""
    try:
        bound.listen(backlog)
    except OSError:
        bound.close()
        raise
    bound.setblocking(False)
    return bound


def is_local(transport: asyncio.BaseTransport) -> bool:
    """True if the connection came through a Unix socket."""
    link = transport.get_extra_info("socket")
    return link is not None and link.family == socket.AF_UNIX
