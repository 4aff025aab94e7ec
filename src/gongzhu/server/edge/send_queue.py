"""Limits on the bytes that the operating system buffers for visitors who do not read.

By default Linux buffers up to 4 MB for each connection, beyond the limits of this program, and
keeps them for minutes after the program has closed the connection.
"""

import asyncio
import fcntl
import socket
import struct
import sys
import termios
from contextlib import suppress

from gongzhu.server.edge.file_socket import is_local

SEND_BUFFER = 128 * 1024
"""Size in bytes of the send buffer of a connection: enough to send half a megabyte a second to the
other side of the world. Linux doubles it for its own bookkeeping."""
NOT_SENT = 16 * 1024
"""Greatest number of unsent bytes of one connection that the operating system accepts."""
_AT_ONCE = struct.pack("ii", 1, 0)


def bound_send_queues(listener: socket.socket) -> None:
    """Limit the send buffers of all connections that the listening socket accepts from now on."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, NOT_SENT)


def kept_by_system(transport: asyncio.BaseTransport) -> int:
    """Number of bytes in the system's buffer of a connection that the visitor's machine has not
    acknowledged, or 0 if the system does not report it."""
    link = transport.get_extra_info("socket")
    if link is not None:
        # The file descriptor of a socket that was just closed is -1.
        with suppress(OSError, ValueError):
            answer = fcntl.ioctl(link.fileno(), termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(answer, sys.byteorder)
    return 0


def drop(transport: asyncio.Transport) -> None:
    """Close a connection at once, and discard all bytes that were not sent."""
    link = transport.get_extra_info("socket")
    if link is not None and not is_local(transport):
        with suppress(OSError, ValueError):
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()
