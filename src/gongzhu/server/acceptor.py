"""Takes connections as they come, a few at a time, and turns away those for which there is no room
before anything is made for them.

Whoever comes thousands of times a second would otherwise keep the loop to themselves: it would take
all of them at one go, and make a protocol and a transport for each to say no with.
"""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress

from gongzhu.server.admission import Admission
from gongzhu.server.file_socket import LOCAL
from gongzhu.server.http_protocol import refusal

AT_ONCE = 16
"""Connections that are taken before others have their turn."""
PAUSE = 0.1
"""Seconds until the next try where the system gives no connection, as there are no descriptors."""


class Acceptor:
    """Takes the connections of a socket that listens."""

    def __init__(
        self,
        listener: socket.socket,
        admission: Admission,
        protocol: Callable[[], asyncio.Protocol],
    ) -> None:
        """`protocol` makes that of a connection that is let in."""
        self._listener = listener
        self._admission = admission
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._coming: set[asyncio.Task[None]] = set()
        self._later: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Take connections from now on."""
        self._later = None
        self._loop.add_reader(self._listener, self._take)

    def close(self) -> None:
        """Take none any more."""
        if self._later is not None:
            self._later.cancel()
        self._loop.remove_reader(self._listener)

    def _take(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, peer = self._listener.accept()
            except (BlockingIOError, ConnectionError):
                return
            except OSError:
                self._loop.remove_reader(self._listener)
                self._later = self._loop.call_later(PAUSE, self.open)
                return
            connection.setblocking(False)
            # A socket of the file system has no addresses.
            why = self._admission.turns_away((peer or LOCAL)[0])
            if why is None:
                task = self._loop.create_task(self._let_in(connection))
                self._coming.add(task)
                task.add_done_callback(self._coming.discard)
                continue
            with connection, suppress(OSError):
                connection.send(refusal(why, self._admission.headers))

    async def _let_in(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._protocol, connection)
        except OSError:
            connection.close()
