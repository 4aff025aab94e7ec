"""Keeps track of the players who are connected to a table, and on how many devices."""

from collections.abc import Iterator

from gongzhu.server.live.connection import Connection


class Presence:
    """The connections to one table."""

    def __init__(self) -> None:
        # In the order in which they came, so that everything goes out in one order.
        self._connections: dict[Connection, None] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: object) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> bool:
        """Add a connection that has sent `Hello`; returns True if it is its player's first one."""
        self._connections[connection] = None
        return len(self.of(connection.player)) == 1

    def remove(self, connection: Connection) -> bool:
        """Remove a connection that is gone; returns True if it was its player's last one."""
        del self._connections[connection]
        return connection.player is not None and not self.of(connection.player)

    def devices(self, player: str | None) -> int:
        """The number of a player's connections; a visitor without an account counts as one."""
        return 1 if player is None else len(self.of(player))

    def players(self) -> tuple[str, ...]:
        """The ids of the players who are connected to the table."""
        ids = dict.fromkeys(connection.player for connection in self._connections)
        return tuple(player for player in ids if player is not None)

    def of(self, player: str | None) -> list[Connection]:
        """The connections of the player with this id; none for a visitor without an account."""
        if player is None:
            return []
        return [connection for connection in self._connections if connection.player == player]
