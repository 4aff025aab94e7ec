"""The program of `proof.players.socket_player` over a socket that costs less, for servers that are
ended again and again: most of what such a run takes is its own players."""

import asyncio

from gongzhu.server.live.messages import FromPlayer, Goodbye, Hello, Refused
from proof.players.fast_socket import FastSocket
from proof.players.socket_player import AGAIN, Guest, SocketPlayer, decode, encode


class FastPlayer(SocketPlayer):
    """A seat's program."""

    def __init__(
        self, person: Guest, table: str, seed: str, up: asyncio.Event, duplicates: float
    ) -> None:
        """`up`: set while there is a server; nobody knocks at one that is not there."""
        super().__init__(person, table, seed, duplicates)
        self.repeated: set[str] = set()
        """The ids of what it sent more than once."""
        self._up = up
        self._quick: FastSocket | None = None
        self._dismissed = False
        self._server = ""
        """The server that the last one has said has the table."""

    async def run(self) -> None:
        """Play on, over as many connections as it takes, until the task is cancelled or the
        server says not to come again."""
        while not self._dismissed:
            await self._up.wait()
            try:
                await self._visit()
            except OSError:
                pass
            finally:
                self.hang_up()
                self._quick = None
            await asyncio.sleep(AGAIN)

    def hang_up(self) -> None:
        """Lose the connection, and come again."""
        if self._quick is not None:
            self._quick.close()

    def told(self) -> str:
        """The state of its connection and its game, for whoever looks for a mistake."""
        connection = "none"
        if self._quick is not None:
            connection = "open" if self._quick.opened.done() else "not answered"
        asked = "asked" if self.ask is not None else "not asked"
        pending = ", ".join(self._pending) or "nothing"
        return (
            f"{self.person.name}: connection {connection}, entry {self.seq}, {asked}, waits for"
            f" {pending} and entry {self._wait_for}"
        )

    async def _visit(self) -> None:
        """One connection."""
        address = self.person.base.removeprefix("http://")
        host, _, port = address.rpartition(":")
        path = f"/api/tables/{self.table}/socket"
        if self._server:
            path += f"?server={self._server}"
        self._server = ""
        socket = FastSocket(path, address, self.person.headers, self._got)
        await asyncio.get_running_loop().create_connection(lambda: socket, host, int(port))
        self._quick = socket
        await socket.opened
        # Mostly from where it was, sometimes as somebody who knows nothing any more.
        since = self.seq if self.view is not None and self._rng.random() < 0.7 else None
        self._say(Hello(since=since))
        for request in self._pending.values():
            self.resent += 1
            self.repeated.add(request.id)
            self._say(request)
        await socket.closed

    def _got(self, frame: bytes) -> None:
        try:
            message = decode(frame)
            if isinstance(message, Goodbye):
                self._dismissed = not message.again
                self._server = message.server or ""
                return
            self._take(message)
            if isinstance(message, Refused):
                # What made it come too late may be known already, and nothing more would come.
                self._say(Hello())
            for request in self._answers():
                self._pending[request.id] = request
                self._say(request)
                if self._rng.random() < self._duplicates:
                    self.repeated.add(request.id)
                    self._say(request)
        except Exception as error:  # what cannot be followed is the server's fault
            self._fault(f"{type(error).__name__}: {error}")
            self._dismissed = True
            self.hang_up()

    def _say(self, message: FromPlayer) -> None:
        if self._quick is not None:
            self._quick.send(encode(message))
