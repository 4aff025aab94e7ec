"""The players who are connected to a table, and their devices."""

from collections import Counter
from collections.abc import Iterator

from gongzhu.server.connection import Connection


class Presence:
    """The connections of one table."""

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
        """A connection has said hello; whether it is the first one of its player."""
        self._connections[connection] = None
        player = connection.player
        if player is None:
            return False
        self._devices[player] += 1
        return self._devices[player] == 1

    def remove(self, connection: Connection) -> bool:
        """A connection is gone; whether it was the last one of its player."""
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
        """The number of a player's connections; somebody without an account has one."""
        return 1 if player is None else self._devices[player]

    def players(self) -> tuple[str, ...]:
        """The ids of the players who are connected."""
        return tuple(self._devices)

    def of(self, player: str | None) -> list[Connection]:
        """The connections of a player."""
        if player is None:
            return []
        return [connection for connection in self._connections if connection.player == player]
