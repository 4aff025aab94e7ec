"""Attempts at the daily deals: a player has at most one for each day and game.

A day is a number of days since 1970-01-01 in UTC.
"""

from msgspec import Struct

from gongzhu.store.database import Database
from gongzhu.store.writes import Change


class DayTry(Struct, frozen=True):
    """A player's only attempt at a daily deal, with its result once finished."""

    player: str
    """The player's id."""
    day: int
    """Number of days since 1970-01-01 (UTC)."""
    game: str
    """The kind of game, such as `hearts`: each day has one deal for each of them."""
    table: str
    """Name of the table at which the player plays the deal."""
    score: int | None = None
    """The player's score, or None while the deal is not finished."""
    finished_ms: int | None = None
    """The time at which the deal was finished, in milliseconds since 1970, or None until then."""
    game_id: str | None = None
    """Id of the finished game, by which it can be read, or None until then."""


_COLUMNS = "player_id, day, game, table_name, score, finished_ms, game_id"


class BeginDay(Change, frozen=True):
    """Record that a player has begun a daily deal at a table. Refused if the player has an attempt
    at this deal already, or if no open account has this id."""

    player_id: str
    day: int
    game: str
    """The kind of game, as in `DayTry.game`."""
    table: str
    """Name of the table."""

    needed = """
        INSERT INTO day_tries (player_id, day, game, table_name)
        SELECT $player_id, $day, $game, $table
        WHERE EXISTS (SELECT 1 FROM players WHERE id = $player_id AND kind <> 'former')
        ON CONFLICT DO NOTHING
    """


class FinishDay(Change, frozen=True):
    """Record the score and the finished game of the attempt that a player makes at `table`. Does
    nothing if there is no such attempt, or if it has a score already."""

    player_id: str
    table: str
    """Name of the table."""
    score: int
    finished_ms: int
    """The time at which the deal was finished, in milliseconds since 1970."""
    game_id: str

    others = (
        """UPDATE day_tries SET score = $score, finished_ms = $finished_ms, game_id = $game_id
        WHERE player_id = $player_id AND table_name = $table AND score IS NULL""",
    )


class DayStore(Database):
    """Reads attempts at the daily deals. `change` writes them."""

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """A player's attempt at the deal of `day` (days since 1970-01-01) in `game`, such as
        `hearts`, or None if there is none."""
        query = f"""
            SELECT {_COLUMNS} FROM day_tries WHERE player_id = $1 AND day = $2 AND game = $3
        """
        return await self._first(DayTry, query, player_id, day, game)

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """The attempts of the player with this id from day `first` to day `last` (days since
        1970-01-01), both included, sorted by day and game."""
        query = f"""
            SELECT {_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, game
        """
        return await self._all(DayTry, query, player_id, first, last)

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """Pairs of score and number of players who reached it in the deal of `day` (days since
        1970-01-01) and `game`, sorted by score. Only attempts finished before `before_ms`
        (milliseconds since 1970) are counted."""
        query = """
            SELECT score, count(*) FROM day_tries
            WHERE day = $1 AND game = $2 AND score IS NOT NULL AND finished_ms < $3
            GROUP BY score ORDER BY score
        """
        return [(score, count) for score, count in await self._query(query, day, game, before_ms)]
