"""Tournaments: the numbered entries that each adds up to, the rows by which they are found, and the
results of their tables."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

LONGEST_ENTRY = 200_000
"""Largest size of an entry in bytes; the largest are those with the numbers of all entrants."""
LONGEST_RESULT = 5_000
"""Largest size in bytes of the result of a table."""
MOST_OPEN = 3
"""The most tournaments of a club that wait or run at the same time."""


class TournamentRow(Struct, frozen=True):
    """What lists show of a tournament, and what it is found by."""

    id: str
    club_id: str
    name: str
    stage: str
    entrants: int
    """Number of those who have entered, bots not included."""
    rounds: int
    round: int
    """The round that is played, or that was played last; 0 before the first."""
    done: int
    """The number of rounds that are over at all tables: their deals may be shown."""
    made_ms: int


_COLUMNS = ", ".join(TournamentRow.__struct_fields__)


class PutTournamentEntry(Change, frozen=True):
    """Append an entry to a tournament, with the tournament's row as the entry leaves it. Refused if
    the tournament has an entry of this number by now, and the first entry also if the club has
    `MOST_OPEN` tournaments that wait or run."""

    tournament: TournamentRow
    number: int
    """The number of the entry, one more than that of the last entry that the writer has read."""
    body: bytes

    longest: ClassVar = {"body": LONGEST_ENTRY}
    others = (
        f"""INSERT INTO tournaments ({_COLUMNS})
        VALUES ({", ".join(f"${column}" for column in TournamentRow.__struct_fields__)})
        ON CONFLICT (id) DO UPDATE SET stage = excluded.stage, entrants = excluded.entrants,
            round = excluded.round, done = excluded.done""",
    )

    def statements(self) -> tuple[str, tuple[str, ...]]:
        """See `Change`."""
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
        """The parameters of the statements, as in `Change`."""
        return {**asdict(self.tournament), "number": self.number, "body": self.body}


class PutBoardResult(Change, frozen=True):
    """Keep the result of a table in a round. Does nothing if the table has one."""

    tournament_id: str
    round: int
    table_number: int
    game_id: str
    body: bytes
    finished_ms: int

    longest: ClassVar = {"body": LONGEST_RESULT}
    others = (
        """INSERT INTO board_results
            (tournament_id, round, table_number, game_id, body, finished_ms)
        VALUES ($tournament_id, $round, $table_number, $game_id, $body, $finished_ms)
        ON CONFLICT DO NOTHING""",
    )


class TournamentStore(Database):
    """Reads tournaments; `change` changes them."""

    async def tournament_entries(self, tournament: str, after: int = 0) -> list[bytes]:
        """The entries of a tournament after number `after`, in order; none for an unknown one."""
        query = """
            SELECT body FROM tournament_entries
            WHERE tournament_id = $1 AND number > $2 ORDER BY number
        """
        return await self._all(bytes, query, tournament, after)

    async def tournament(self, tournament: str) -> TournamentRow | None:
        """What lists show of a tournament; None if there is none of that id."""
        query = f"SELECT {_COLUMNS} FROM tournaments WHERE id = $1"
        return await self._first(TournamentRow, query, tournament)

    async def tournaments_of(self, club: str, most: int) -> list[TournamentRow]:
        """The newest tournaments of a club, the newest first."""
        query = f"""
            SELECT {_COLUMNS} FROM tournaments WHERE club_id = $1
            ORDER BY made_ms DESC, id LIMIT $2
        """
        return await self._all(TournamentRow, query, club, most)

    async def tournaments_to_lead(self) -> list[tuple[str, bool]]:
        """The ids of all tournaments that run, and of those that wait in a club that was closed,
        sorted; each with True if its club was closed."""
        query = """
            SELECT tournaments.id, closed FROM tournaments JOIN clubs ON clubs.id = club_id
            WHERE stage IN ('calling', 'playing') OR (stage = 'gathering' AND closed = $1)
            ORDER BY tournaments.id
        """
        return [(id, bool(closed)) for id, closed in await self._query(query, True)]

    async def rounds_done(self, tournament: str) -> int:
        """The number of rounds of a tournament that are over at all tables; 0 if there is no such
        tournament."""
        row = await self.tournament(tournament)
        return 0 if row is None else row.done

    async def board_results(self, tournament: str, round: int) -> list[tuple[int, str, bytes]]:
        """The results of a round, sorted by the number of the table: the number, the id of the
        game, and the result."""
        query = """
            SELECT table_number, game_id, body FROM board_results
            WHERE tournament_id = $1 AND round = $2 ORDER BY table_number
        """
        rows = await self._query(query, tournament, round)
        return [(number, game, body) for number, game, body in rows]
