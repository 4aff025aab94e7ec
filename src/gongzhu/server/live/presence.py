"""Counts which players are connected to a table, and on how many devices."""

from collections.abc import Iterator

from gongzhu.server.live.connection import Connection


class Presence:
    """The connections to one table that have sent `Hello`, in the order in which they came. `len`
    and iteration cover all of them, visitors without an account included."""

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
        """Add a connection. Returns True if it is its player's first one here, or False for a
        visitor without an account."""
        self._connections[connection] = None
        return len(self.of(connection.player)) == 1

    def remove(self, connection: Connection) -> bool:
        """Remove a connection. Returns True if it was its player's last one here, or False for a
        visitor without an account. Raises KeyError if it was not added."""
        del self._connections[connection]
        return connection.player is not None and not self.of(connection.player)

    def devices(self, player: str | None) -> int:
        """Number of connections of the player with this id, or 1 for a visitor without an account
        (None)."""
        return 1 if player is None else len(self.of(player))

    def players(self) -> tuple[str, ...]:
        """The ids of the players who are connected to the table, without duplicates."""
        ids = dict.fromkeys(connection.player for connection in self._connections)
        return tuple(player for player in ids if player is not None)

    def of(self, player: str | None) -> list[Connection]:
        """The connections of the player with this id, in the order in which they came, or empty for
        None."""
        if player is None:
            return []
        return [connection for connection in self._connections if connection.player == player]
