"""The bytes that the system keeps for visitors who do not read them.

Left alone, Linux takes up to 4 MB for each connection, where no limit of the program sees them, and
keeps them for minutes after the program has hung up.
"""

import asyncio
import fcntl
import socket
import struct
import sys
import termios
from contextlib import suppress

from gongzhu.server.file_socket import is_local

SEND_BUFFER = 128 * 1024
"""Bytes of one connection that may be on their way, enough for half a megabyte a second to the
other side of the world. With what the system adds for itself, it counts twice as many."""
NOT_SENT = 16 * 1024
"""Bytes of one connection that the system takes while the visitor has no room for them."""
_AT_ONCE = struct.pack("ii", 1, 0)


def bound_send_queues(listener: socket.socket) -> None:
    """Bound what the system keeps for each connection that is accepted here."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, NOT_SENT)


def kept_by_system(transport: asyncio.BaseTransport) -> int:
    """Bytes written that the visitor's machine has not confirmed; 0 where the system does not
    tell."""
    link = transport.get_extra_info("socket")
    if link is not None:
        # The number of a socket that is just gone is -1.
        with suppress(OSError, ValueError):
            answer = fcntl.ioctl(link.fileno(), termios.TIOCOUTQ, bytes(4))
            return int.from_bytes(answer, sys.byteorder)
    return 0


def drop(transport: asyncio.Transport) -> None:
    """Hang up on somebody who does not read, and have the system forget the rest as well."""
    link = transport.get_extra_info("socket")
    if link is not None and not is_local(transport):
        with suppress(OSError, ValueError):
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
    transport.abort()
