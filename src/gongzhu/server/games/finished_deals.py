"""The only access to finished deals. It withholds a daily deal until the day is over, and a
tournament's deal until its round is over."""

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

    A daily deal is withheld from everyone, even from its own players, until the day is over. A
    tournament's deal is withheld until its round is over at all tables. Other people have yet to
    play it.
    """

    def __init__(self, services: Services) -> None:
        self._store = services.store
        self._clock = services.clock
        self._pool = services.pool

    async def game(self, game: str) -> tuple[GameRow, KeptGame]:
        """The row and the decoded summary of the finished game with the id `game`.

        Raises StoreError, ApiError 404 if there is no such game, and ApiError 403 while its deal is
        withheld.
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
        """The deals of a finished game: a JSON list of `FinishedDeal`.

        Raises the errors of `game`, and ApiError 404 if the deals are no longer stored.
        """
        await self.game(game)
        deals = await self._store.deals(game)
        if deals is None:
            raise ApiError(404, "no_game")
        return deals

    async def written(self, games: Iterable[str], form: FileForm, who: str) -> AsyncIterator[str]:
        """Yield the text of finished games, one after the other, as parts of one file in the format
        `form`. Games that were deleted or whose deals are withheld are left out. `who` is the
        network address that the computing time is charged to. At most two games are in memory at a
        time. Raises StoreError and ApiError."""
        before = b""
        for game in games:
            try:
                deals = await self.of_game(game)
            except ApiError:
                continue
            # In the text format a record leaves out tags that are the same as in the record before.
            after = before if form == "txt" else b""
            asker = Asker("", who)
            written = await self._pool.do_patiently(write_game, asker, deals, form, after)
            yield written.decode()
            before = deals

    async def withheld(self, table: Table) -> bool:
        """True if the finished deals of this open table may not be shown yet, since it plays the
        deal of a day or tournament round that is not over. Raises StoreError."""
        day, board = table.state.settings.day, table.state.settings.board
        if board is not UNSET:
            return board.round > await self._store.rounds_done(board.tournament)
        return day is not UNSET and not day.practice and day_runs(day.day, self._clock())

    def check_day(self, day: str) -> None:
        """Raise ApiError 403 if the day, such as `2026-11-23`, is not over.

        An empty string, for a game that is not a daily deal, never raises.
        """
        if day_runs(day, self._clock()):
            raise ApiError(403, "day_runs")


def may_study(row: GameRow, table: Listing | None, player: str | None) -> bool:
    """True if a player may review a finished game, or fork its deals. `table` is the summary of the
    game's table, or None if that is closed. `player` is None for a visitor without an account.

    The game's own players always may. Everybody may study a tournament's game, since its id is
    shown only to people who may see the results. If the table was public, everybody may once the
    table has finished its next game or is closed.
    """
    if player is not None and player in row.players:
        return True
    kept = read_kept(row)
    if kept.tournament:
        return True
    if not kept.public:
        return False
    return table is None or table.games > row.number + 1
