"""Who may learn from a finished game: review it, or play on from one of its moments."""

from gongzhu.server.games import KeptGame, day_runs, read_kept
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.problems import ApiError
from gongzhu.store import GameRow


def may_study(tables: OpenTables, row: GameRow, player: str | None) -> bool:
    """True for its players, and where the table was public for everybody once its next game has
    ended, or the table is closed."""
    if player is not None and player in row.players:
        return True
    if not read_kept(row).public:
        return False
    listing = tables.listing(row.table)
    return listing is None or listing.games > row.number + 1


def refuse_day(kept: KeptGame, now: int) -> None:
    """Raise ApiError for the deal of a day that is not over, to its player too."""
    if day_runs(kept, now):
        raise ApiError(403, "day_runs")
