"""Tries at the deals of the day: at most one for each player, day and game, with its result.

A day is a number of days since 1 January 1970, in UTC.
"""

from msgspec import Struct

from gongzhu.store.accounts import Statement


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


DAY_TRY_COLUMNS = "player_id, day, game, table_name, score, finished_ms, game_id"


class BeginDay(Struct, frozen=True):
    """Begin a player's try. Refused if the player has one at this deal, and if there is no such
    player."""

    player_id: str
    day: int
    game: str
    table: str

    def statements(self) -> tuple[Statement, ...]:
        text = (
            "INSERT INTO day_tries (player_id, day, game, table_name) SELECT $1, $2, $3, $4"
            " WHERE EXISTS (SELECT 1 FROM players WHERE id = $1 AND kind <> 'former')"
            " ON CONFLICT DO NOTHING"
        )
        values = (self.player_id, self.day, self.game, self.table)
        return (Statement(text, values, needed=True),)


class FinishDay(Struct, frozen=True):
    """End a player's try at a deal of the day with its score. Does nothing if there is no such
    try, or if it has ended before."""

    player_id: str
    table: str
    score: int
    finished_ms: int
    game_id: str

    def statements(self) -> tuple[Statement, ...]:
        text = (
            "UPDATE day_tries SET score = $3, finished_ms = $4, game_id = $5"
            " WHERE player_id = $1 AND table_name = $2 AND score IS NULL"
        )
        values = (self.player_id, self.table, self.score, self.finished_ms, self.game_id)
        return (Statement(text, values),)


DayWrite = BeginDay | FinishDay
