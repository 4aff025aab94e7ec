"""Tries at the deals of the day: one for each player, day and game, with its result.

A day is a number of days since 1 January 1970, by Universal Time.
"""

from msgspec import Struct

from gongzhu.store.accounts import Statement


class DayTry(Struct, frozen=True):
    """A player's one try at the deal of a day."""

    player: str
    day: int
    game: str
    """Which of the day's deals, such as `hearts`."""
    table: str
    """The table at which it is played."""
    score: int | None = None
    """None: it was not finished, or not yet."""
    finished_ms: int | None = None
    game_id: str | None = None
    """The finished game, under which it can be read."""


DAY_TRY_COLUMNS = "player_id, day, game, table_name, score, finished_ms, game_id"


class BeginDay(Struct, frozen=True):
    """Begin a player's try. Refused for a second one, and if there is no such player."""

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
    """End a try, together with the entry that ends it. Does nothing if there is no such try, or if
    it has ended before."""

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
