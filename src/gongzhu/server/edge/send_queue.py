"""Limits on the bytes that the operating system buffers for visitors who do not read them.

By default Linux buffers up to 4 MB for each connection, outside of the program's own limits, and
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
"""Size of a connection's send buffer in bytes, enough for half a megabyte a second to the other
side of the world. Linux doubles it for its own bookkeeping."""
NOT_SENT = 16 * 1024
"""Largest number of bytes of one connection that the system accepts before it can send them."""
_AT_ONCE = struct.pack("ii", 1, 0)


def bound_send_queues(listener: socket.socket) -> None:
    """Limit the send buffer of every connection that this listening socket accepts."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, NOT_SENT)


def kept_by_system(transport: asyncio.BaseTransport) -> int:
    """Number of written bytes that the visitor's machine has not acknowledged; 0 if the system does
    not report it."""
    link = transport.get_extra_info("socket")
    if link is not None:
        # The file descriptor of a socket that was just closed is -1.
        with suppress(OSError, ValueError):
            answer = fcntl.ioctl(link.fileno(), termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(answer, sys.byteorder)
    return 0


def drop(transport: asyncio.Transport) -> None:
    """Close a connection at once, and discard the bytes that the system still buffers for it."""
    link = transport.get_extra_info("socket")
    if link is not None and not is_local(transport):
        with suppress(OSError, ValueError):
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()
