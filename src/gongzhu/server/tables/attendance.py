"""Who is at the page of a tournament: those whose pages have asked for it lately, at whichever
server."""

from collections.abc import Callable

from cachetools import TTLCache

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.cluster.messages import AtTournament

PRESENT_MS = 15_000
"""Milliseconds for which somebody counts as there after a request of their page, which makes one
every few seconds."""
TOLD_MS = 5_000
"""Milliseconds between two messages to other servers about the same person."""
MOST = 10_000
"""The most people who are remembered."""

Key = tuple[str, str]


class Attendance:
    """Remembers who was at which tournament a moment ago."""

    def __init__(self, clock: Callable[[], int], bus: Bus) -> None:
        """`clock` returns milliseconds since 1970."""
        self._bus = bus
        self._there: TTLCache[Key, None] = TTLCache(MOST, PRESENT_MS, clock)
        self._told: TTLCache[Key, None] = TTLCache(MOST, TOLD_MS, clock)

    def see(self, tournament: str, player: str) -> None:
        """Note that a player's page has asked for a tournament, and let other servers know."""
        key = tournament, player
        self._there[key] = None
        if key not in self._told:
            self._told[key] = None
            self._bus.tell(AtTournament(tournament, player))

    def hear(self, message: AtTournament) -> None:
        """Note what another server has seen."""
        self._there[message.tournament, message.player] = None

    def has(self, tournament: str, player: str) -> bool:
        """True if a player was at the page of a tournament a moment ago."""
        return (tournament, player) in self._there
