"""Tries at the deals of the day: at most one for each player, day and game, with its result.

A day is a number of days since 1 January 1970, in UTC.
"""

from msgspec import Struct

from gongzhu.store.database import Database
from gongzhu.store.writes import Change


class DayTry(Struct, frozen=True):
    """A player's only try at a deal of the day, with its result."""

    player: str
    day: int
    game: str
    """The game of the deal, such as `hearts`: a day has one deal for each game."""
    table: str
    """The table at which the deal is played."""
    score: int | None = None
    """The player's score; None if the deal was not finished, or not yet."""
    finished_ms: int | None = None
    """The time at which the deal was finished, in milliseconds since 1970."""
    game_id: str | None = None
    """The id of the finished game, by which it can be read."""


_COLUMNS = "player_id, day, game, table_name, score, finished_ms, game_id"


class BeginDay(Change, frozen=True):
    """Begin a player's try. Refused if the player has one at this deal, and if there is no such
    player."""

    player_id: str
    day: int
    game: str
    table: str

    needed = """
        INSERT INTO day_tries (player_id, day, game, table_name)
        SELECT $player_id, $day, $game, $table
        WHERE EXISTS (SELECT 1 FROM players WHERE id = $player_id AND kind <> 'former')
        ON CONFLICT DO NOTHING
    """


class FinishDay(Change, frozen=True):
    """End a player's try at a deal of the day with its score. Does nothing if there is no such
    try, or if it has ended before."""

    player_id: str
    table: str
    score: int
    finished_ms: int
    game_id: str

    others = (
        """UPDATE day_tries SET score = $score, finished_ms = $finished_ms, game_id = $game_id
        WHERE player_id = $player_id AND table_name = $table AND score IS NULL""",
    )


class DayStore(Database):
    """Reads tries at the deals of the day; `change` changes them."""

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """A player's try at the deal of a day, if there is one."""
        query = f"""
            SELECT {_COLUMNS} FROM day_tries WHERE player_id = $1 AND day = $2 AND game = $3
        """
        rows = await self._query(query, player_id, day, game)
        return DayTry(*rows[0]) if rows else None

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """A player's tries at the deals from day `first` to `last`, sorted by day and game."""
        query = f"""
            SELECT {_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, game
        """
        return [DayTry(*row) for row in await self._query(query, player_id, first, last)]

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """Each score in the deal of a day, and how many players had finished with it before a
        time; sorted by score."""
        query = """
            SELECT score, count(*) FROM day_tries
            WHERE day = $1 AND game = $2 AND score IS NOT NULL AND finished_ms < $3
            GROUP BY score ORDER BY score
        """
        return [(score, count) for score, count in await self._query(query, day, game, before_ms)]
