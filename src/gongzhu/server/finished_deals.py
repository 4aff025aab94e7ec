"""The one way in which deals that are over leave a server; those of a day that is not over stay."""

from collections.abc import Callable

from msgspec import UNSET

from gongzhu.server.games import KeptGame, day_runs, read_kept
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.problems import ApiError
from gongzhu.store import GameArchive, GameRow
from gongzhu.table import Table


class FinishedDeals:
    """Reads the finished deals that a server keeps. Others are still to play the deal of today, so
    that nobody is shown it, nor what it follows from, not even its player."""

    def __init__(self, store: GameArchive, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock

    async def game(self, game: str) -> tuple[GameRow, KeptGame]:
        """A finished game whose deals may be told. Raises ApiError and StoreError."""
        row = await self._store.game(game)
        if row is None:
            raise ApiError(404, "no_game")
        kept = read_kept(row)
        self.check_day(kept.day)
        return row, kept

    async def of_game(self, game: str) -> bytes:
        """The deals of a finished game, as `kept_game` has them. Raises ApiError and StoreError."""
        await self.game(game)
        deals = await self._store.deals(game)
        if deals is None:
            raise ApiError(404, "no_game")
        return deals

    def withheld(self, table: Table) -> bool:
        """True where the deals of an open table may not be told."""
        day = table.state.settings.day
        return day is not UNSET and not day.practice and day_runs(day.day, self._clock())

    def check_day(self, day: str) -> None:
        """Raise ApiError for a day, such as `2026-11-23`, that is not over. No day at all, for a
        game that is of none, is as good as over."""
        if day_runs(day, self._clock()):
            raise ApiError(403, "day_runs")


def may_study(tables: OpenTables, row: GameRow, player: str | None) -> bool:
    """True if a player may learn from a finished game: review it, or play on from one of its
    moments. Its own players may, and where the table was public everybody once its next game has
    ended, or the table is closed."""
    if player is not None and player in row.players:
        return True
    if not read_kept(row).public:
        return False
    listing = tables.listing(row.table)
    return listing is None or listing.games > row.number + 1
