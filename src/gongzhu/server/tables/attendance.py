"""Which players are at the page of a tournament: those whose pages have requested it recently, from
any server on the database."""

from collections.abc import Callable

from cachetools import TTLCache

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.cluster.messages import AtTournament

PRESENT_MS = 15_000
"""Milliseconds for which a player counts as present after a request of the page, which makes one
every few seconds."""
TOLD_MS = 5_000
"""Shortest time, in milliseconds, between two messages to other servers about the same player."""
MOST = 10_000
"""Largest number of players remembered."""

Key = tuple[str, str]


class Attendance:
    """Remembers which players were at which tournament's page within the last PRESENT_MS
    milliseconds."""

    def __init__(self, clock: Callable[[], int], bus: Bus) -> None:
        """`clock` returns milliseconds since 1970, and `bus` carries messages to the other
        servers."""
        self._bus = bus
        self._there: TTLCache[Key, None] = TTLCache(MOST, PRESENT_MS, clock)
        self._told: TTLCache[Key, None] = TTLCache(MOST, TOLD_MS, clock)

    def see(self, tournament: str, player: str) -> None:
        """Record that a player's page has requested a tournament, and inform the other servers."""
        key = tournament, player
        self._there[key] = None
        if key not in self._told:
            self._told[key] = None
            self._bus.tell(AtTournament(tournament, player))

    def hear(self, message: AtTournament) -> None:
        """Record that another server has seen a player at a tournament's page."""
        self._there[message.tournament, message.player] = None

    def has(self, tournament: str, player: str) -> bool:
        """True if the player with this id was at the tournament's page within the last PRESENT_MS
        milliseconds."""
        return (tournament, player) in self._there
