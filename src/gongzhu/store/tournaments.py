"""Rows and changes of tournaments: the log entries that define each tournament, the rows that lists
and searches read, and the results of their tables."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

LONGEST_ENTRY = 200_000
"""Largest size of a tournament's log entry in bytes. The largest entries name all entrants."""
LONGEST_RESULT = 5_000
"""Largest size, in bytes, of the result of one table in one round."""
MOST_OPEN = 3
"""Largest number of tournaments of a club that are unfinished at the same time."""


class TournamentRow(Struct, frozen=True):
    """One row of the `tournaments` table: the current state of a tournament, as lists and searches
    need it. The tournament's log entries hold everything else."""

    id: str
    """Id of the tournament."""
    club_id: str
    """Id of the club whose tournament it is."""
    name: str
    """The name that its organiser gave it."""
    stage: str
    """`gathering` while players enter, `calling` during the steps of fair dealing, `playing` while
    rounds are played, then `ended` or `cancelled`."""
    entrants: int
    """Number of entrants, without the bots that fill tables."""
    rounds: int
    """Number of rounds planned."""
    round: int
    """Number of the current or last round, counted from 1, or 0 before the first."""
    done: int
    """Number of rounds that are finished at all tables, so that their deals may be shown."""
    made_ms: int
    """The time at which the tournament was created, in milliseconds since 1970."""


_COLUMNS = ", ".join(TournamentRow.__struct_fields__)


class PutTournamentEntry(Change, frozen=True):
    """Append entry `number` to a tournament's log, and write the tournament's row in the same
    transaction. Refused if the tournament has an entry of this number already. Entry 1 is refused
    also if the club has MOST_OPEN unfinished tournaments."""

    tournament: TournamentRow
    """The tournament's row after the entry."""
    number: int
    """Number of the new entry, counted from 1: one more than that of the last entry that the writer
    has read."""
    body: bytes
    """The encoded entry."""

    longest: ClassVar = {"body": LONGEST_ENTRY}
    others = (
        f"""INSERT INTO tournaments ({_COLUMNS})
        VALUES ({", ".join(f"${column}" for column in TournamentRow.__struct_fields__)})
        ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, entrants = excluded.entrants,
            round = excluded.round, done = excluded.done""",
    )

    def statements(self) -> tuple[str, tuple[str, ...]]:
        few = f"""WHERE (
            SELECT count(*) FROM tournaments
            WHERE club_id = $club_id AND stage IN ('gathering', 'calling', 'playing')
        ) < {MOST_OPEN}"""
        needed = f"""
            INSERT INTO tournament_entries (tournament_id, number, body)
            SELECT $id, $number, $body {few if self.number == 1 else "WHERE true"}
            ON CONFLICT DO NOTHING
        """
        return needed, self.others

    def values(self) -> Values:
        return {**asdict(self.tournament), "number": self.number, "body": self.body}


class PutBoardResult(Change, frozen=True):
    """Store the encoded result of one table in one round of a tournament. Does nothing if that
    table has a result already."""

    tournament_id: str
    round: int
    """Number of the round, counted from 1."""
    table_number: int
    """Index of the table in the round, from 0."""
    game_id: str
    """Id of the game in which the deal was played."""
    body: bytes
    """The encoded result."""
    finished_ms: int
    """The time at which the game was finished, in milliseconds since 1970."""

    longest: ClassVar = {"body": LONGEST_RESULT}
    others = (
        """INSERT INTO board_results
            (tournament_id, round, table_number, game_id, body, finished_ms)
        VALUES ($tournament_id, $round, $table_number, $game_id, $body, $finished_ms)
        ON CONFLICT DO NOTHING""",
    )


class TournamentStore(Database):
    """Reads tournaments and their results. `change` writes them."""

    async def tournament_entries(self, tournament: str, after: int = 0) -> list[bytes]:
        """The log entries of a tournament with numbers greater than `after`, in order, or empty for
        an unknown tournament."""
        query = """
            SELECT body FROM tournament_entries
            WHERE tournament_id = $1 AND number > $2 ORDER BY number
        """
        return await self._all(bytes, query, tournament, after)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """The row of the tournament with this id, or None if there is none."""
        query = f"SELECT {_COLUMNS} FROM tournaments WHERE id = $1"
        return await self._first(TournamentRow, query, tournament)

    async def tournaments_of(self, club: str, most: int) -> list[TournamentRow]:
        """The tournaments of a club, the newest first, at most `most`."""
        query = f"""
            SELECT {_COLUMNS} FROM tournaments WHERE club_id = $1
            ORDER BY made_ms DESC, id LIMIT $2
        """
        return await self._all(TournamentRow, query, club, most)

    async def tournaments_to_lead(self) -> list[tuple[str, bool]]:
        """The tournaments in which a server must look for the next step: those in the stage
        `calling` or `playing`, and those in the stage `gathering` whose club was closed, which must
        be cancelled. Pairs of id and whether the club is closed, sorted by id."""
        query = """
            SELECT tournaments.id, closed FROM tournaments JOIN clubs ON clubs.id = club_id
            WHERE stage IN ('calling', 'playing') OR (stage = 'gathering' AND closed = $1)
            ORDER BY tournaments.id
        """
        return [(id, bool(closed)) for id, closed in await self._query(query, True)]

    async def rounds_done(self, tournament: str) -> int:
        """Number of a tournament's rounds that are finished at all tables, or 0 for an unknown
        tournament."""
        row = await self.tournament(tournament)
        return 0 if row is None else row.done

    async def board_results(self, tournament: str, round: int) -> list[tuple[int, str, bytes]]:
        """The results of one round (counted from 1) of the tournament with this id, sorted by
        number of the table: table number (from 0), id of the game, and encoded result."""
        query = """
            SELECT table_number, game_id, body FROM board_results
            WHERE tournament_id = $1 AND round = $2 ORDER BY table_number
        """
        rows = await self._query(query, tournament, round)
        return [(number, game, body) for number, game, body in rows]
