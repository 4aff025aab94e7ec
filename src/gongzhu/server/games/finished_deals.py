"""The single access to finished deals; it withholds the deal of a day until that day is over, and a
deal of a tournament until its round is."""

from collections.abc import AsyncIterator, Iterable

from msgspec import UNSET

from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.files import FileForm, write_game
from gongzhu.server.live.finished_game import KeptGame, day_runs, read_kept
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing
from gongzhu.store import GameRow
from gongzhu.table import Table


class FinishedDeals:
    """Reads finished games and their deals from the store.

    The deal of a day is withheld from everyone, even from its own players, until the day is over,
    and that of a tournament until its round is over at all tables, since other people have yet to
    play it.
    """

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._clock = services.clock
        self._pool = services.pool

    async def game(self, game: str) -> tuple[GameRow, KeptGame]:
        """A finished game: its row in the store and its decoded summary.

        Raises StoreError, and ApiError if there is no such game, or its day or its round is not
        over.
        """
        row = await self._store.game(game)
        if row is None:
            raise ApiError(404, "no_game")
        kept = read_kept(row)
        self.check_day(kept.day)
        if kept.tournament and kept.round > await self._store.rounds_done(kept.tournament):
            raise ApiError(403, "round_runs")
        return row, kept

    async def of_game(self, game: str) -> bytes:
        """The deals of a finished game, a JSON list of `FinishedDeal`.

        Raises StoreError and ApiError, as `game` does.
        """
        await self.game(game)
        deals = await self._store.deals(game)
        if deals is None:
            raise ApiError(404, "no_game")
        return deals

    async def written(self, games: Iterable[str], form: FileForm, who: str) -> AsyncIterator[str]:
        """Yield the text of finished games, one after the other, for a file; those that were
        deleted, and those that others have still to play, are left out. `who` is the address that
        asks. No more than two games are in memory at once. Raises StoreError and ApiError."""
        before = b""
        for game in games:
            try:
                deals = await self.of_game(game)
            except ApiError:
                continue
            # In the text format a record leaves out what is the same as in the one before.
            after = before if form == "txt" else b""
            asker = Asker("", who)
            written = await self._pool.do_patiently(write_game, asker, deals, form, after)
            yield written.decode()
            before = deals

    async def withheld(self, table: Table) -> bool:
        """True if the deals of this open table may not be shown yet, as it plays the deal of a day
        or of a round that is not over. Raises StoreError."""
        day, board = table.state.settings.day, table.state.settings.board
        if board is not UNSET:
            return board.round > await self._store.rounds_done(board.tournament)
        return day is not UNSET and not day.practice and day_runs(day.day, self._clock())

    def check_day(self, day: str) -> None:
        """Raise ApiError if a day, such as `2026-11-23`, is not over.

        An empty string, for a game that is not the deal of a day, never raises.
        """
        if day_runs(day, self._clock()):
            raise ApiError(403, "day_runs")


def may_study(row: GameRow, table: Listing | None, player: str | None) -> bool:
    """True if a player may review a finished game, or play on from one of its moments; `table` is
    the summary of its table, None if that is closed.

    The game's own players always may, and everybody may study a deal of a tournament, whose games
    only those are told of who may see its results. If the table was public, everybody may after the
    next game at the table has ended or the table is closed.
    """
    if player is not None and player in row.players:
        return True
    kept = read_kept(row)
    if kept.tournament:
        return True
    if not kept.public:
        return False
    return table is None or table.games > row.number + 1
