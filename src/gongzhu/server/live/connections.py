"""All open connections of this server: closed when sessions end or visitors are banned, and sent
messages of the operator."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import HostSays
from gongzhu.server.live.services import Services


class HostNotice(Struct, frozen=True):
    """A message from the server's operator to everybody, with the time at which it was sent."""

    at: int
    """Milliseconds since 1970."""
    text: str


NOTICE = 30 * 60 * 1000
"""Milliseconds for which the lobby shows a message of the operator."""


class Connections:
    """All open WebSocket connections of this server, including those that have not sent `Hello`
    yet."""

    def __init__(self, services: Services) -> None:
        self.endings = 0
        """Number of calls that closed connections of ended sessions or bans. If it changes while a
        new connection is checked, the check must be repeated."""
        self._services = services
        self._open: set[Connection] = set()
        self._said: HostNotice | None = None

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._open))

    def add(self, connection: Connection) -> None:
        self._open.add(connection)

    def discard(self, connection: Connection) -> None:
        """Remove a connection that is gone."""
        self._open.discard(connection)

    def end(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close connections of a player whose sessions have ended: all of them by default. A token
        hash in `only` closes just those of that device, one in `but` spares those of that
        device."""
        self.endings += 1
        for connection in self._of(player):
            device = connection.visitor.device
            if only in (None, device) and device != but:
                connection.close("closed")

    async def close_ended(self, player: str | None = None) -> None:
        """Check the sessions of one player's connections, or of all if `player` is None, and close
        the connections whose session no longer exists.

        Raises StoreError.
        """
        self.endings += 1
        for connection in self if player is None else self._of(player):
            device = connection.visitor.device
            if device and await self._services.store.session(device) is None:
                connection.close("closed")

    def close_banned(self) -> None:
        """Close all connections of players and addresses that are banned now."""
        self.endings += 1
        for connection in self:
            address = connection.visitor.address
            if self._services.moderation.is_banned(connection.player, address):
                connection.close("banned")

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """Assign the player's connections that were opened with the session token of the hash
        `device` to the player's new token, whose hash is `new`, so that they stay open when the old
        token ends."""
        for connection in self._of(player):
            if connection.visitor.device == device:
                connection.visitor = replace(connection.visitor, device=new)

    def say(self, text: str) -> int:
        """Send a message of the operator to all connections, and let the lobby show it for NOTICE
        milliseconds.

        Returns the number of connections it was sent to.
        """
        self._said = HostNotice(self._services.clock(), text)
        message = HostSays(self._said.at, text)
        for connection in self:
            connection.send(message)
        return len(self._open)

    def last_words(self) -> HostNotice | None:
        """The operator's last message, or None if there is none or it is older than NOTICE
        milliseconds."""
        said = self._said
        return said if said and self._services.clock() - said.at < NOTICE else None

    def _of(self, player: str) -> list[Connection]:
        return [one for one in self if one.player == player]
