"""Keeps track of the players who are connected to a table, and on how many devices."""

from collections import Counter
from collections.abc import Iterator

from gongzhu.server.live.connection import Connection


class Presence:
    """The connections to one table."""

    def __init__(self) -> None:
        # In the order in which they came, so that everything goes out in one order.
        self._connections: dict[Connection, None] = {}
        self._devices: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    def __len__(self) -> int:
        return len(self._connections)

    def __contains__(self, connection: object) -> bool:
        return connection in self._connections

    def add(self, connection: Connection) -> bool:
        """Add a connection that has sent `Hello`; returns True if it is its player's first one."""
        self._connections[connection] = None
        player = connection.player
        if player is None:
            return False
        self._devices[player] += 1
        return self._devices[player] == 1

    def remove(self, connection: Connection) -> bool:
        """Remove a connection that is gone; returns True if it was its player's last one."""
        del self._connections[connection]
        player = connection.player
        if player is None:
            return False
        self._devices[player] -= 1
        if self._devices[player]:
            return False
        del self._devices[player]
        return True

    def devices(self, player: str | None) -> int:
        """The number of a player's connections; a visitor without an account counts as one."""
        return 1 if player is None else self._devices[player]

    def players(self) -> tuple[str, ...]:
        """The ids of the players who are connected to the table."""
        return tuple(self._devices)

    def of(self, player: str | None) -> list[Connection]:
        """The connections of the player with this id; none for a visitor without an account."""
        if player is None:
            return []
        return [connection for connection in self._connections if connection.player == player]
