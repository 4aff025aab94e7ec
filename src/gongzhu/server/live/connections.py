"""All open connections of this server: found by player, closed when sessions end, and messages to
all of them."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import HostSays
from gongzhu.server.live.services import Services


class HostNotice(Struct, frozen=True):
    """A message to all players from the operator of the server."""

    at: int
    text: str


NOTICE = 30 * 60 * 1000
"""Milliseconds for which the lobby shows a message from the operator."""


class Connections:
    """All open WebSocket connections, including those that have not sent their first message."""

    def __init__(self, services: Services) -> None:
        self.endings = 0
        """How many times connections were closed because sessions ended or visitors were banned."""
        self._services = services
        self._open: set[Connection] = set()
        self._said: HostNotice | None = None

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._open))

    def add(self, connection: Connection) -> None:
        """Add a new connection."""
        self._open.add(connection)

    def discard(self, connection: Connection) -> None:
        """Remove a connection that is gone."""
        self._open.discard(connection)

    def end(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close the connections of a player whose sessions have ended: all of them, `only` those of
        one device, or all `but` those of one device. A device is given by the hash of its token."""
        self.endings += 1
        for connection in self._of(player):
            device = connection.visitor.device
            if only in (None, device) and device != but:
                connection.close("closed")

    async def close_ended(self, player: str | None = None) -> None:
        """Close connections whose sessions have ended, those of one player or (None) of everybody.

        Raises StoreError.
        """
        self.endings += 1
        for connection in self if player is None else self._of(player):
            device = connection.visitor.device
            if device and await self._services.store.session(device) is None:
                connection.close("closed")

    def close_banned(self) -> None:
        """Close the connections of players and addresses that are banned now."""
        self.endings += 1
        for connection in self:
            address = connection.visitor.address
            if self._services.moderation.is_banned(connection.player, address):
                connection.close("banned")

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """Move a player's connections from one session to another: `device` and `new` are the
        hashes of the old and the new token."""
        for connection in self._of(player):
            if connection.visitor.device == device:
                connection.visitor = replace(connection.visitor, device=new)

    def say(self, text: str) -> int:
        """Send the operator's message to all connections and show it in the lobby for half an hour.

        Returns the number of connections that it was sent to.
        """
        self._said = HostNotice(self._services.clock(), text)
        message = HostSays(self._said.at, text)
        for connection in self:
            connection.send(message)
        return len(self._open)

    def last_words(self) -> HostNotice | None:
        """The operator's last message to everybody, or None if it is older than half an hour."""
        said = self._said
        return said if said and self._services.clock() - said.at < NOTICE else None

    def _of(self, player: str) -> list[Connection]:
        return [one for one in self if one.player == player]
