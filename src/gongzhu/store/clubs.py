"""Rows and changes of clubs: the log entries that define each club, the rows that lists and
searches read, finished club games, and scorebooks.

All times are milliseconds since 1970.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

LONGEST_ENTRY = 20_000
"""Largest size of a club's log entry in bytes. The largest entries contain a rule set."""
LONGEST_BOOK = 64 << 10
"""Largest size of a scorebook in bytes."""
LONGEST_RESULT = 100_000
"""Largest size of a game's result in bytes."""
MOST_CLUBS = 20
"""Largest number of clubs that an account may be a member of."""
MOST_OWNED = 5
"""An account that owns this many clubs cannot found another."""
NAMES_AT_ONCE = 100
"""Number of players whose names are read by one SQL query."""


class ClubRow(Struct, frozen=True):
    """One row of the `clubs` table: the club's current name, keys and flags, as lists and searches
    need them. The club's log entries hold everything else."""

    id: str
    """Id of the club, as in its URL."""
    name: str
    number: str
    """The public club number, by which people find the club and join it."""
    code: str
    """The secret code in the club's invitation link."""
    public: bool
    """True if the club is listed and anybody may join."""
    closed: bool
    """True if the club was closed for good: it has no members, and requests for it are refused with
    404."""
    made_ms: int
    """The time at which the club was founded."""
    evening_ms: int | None = None
    """The time of the next club evening, or None if none is planned."""
    table_name: str | None = None
    """Name of the club's standing table, or None if the club has none."""


class ListedClub(Struct, frozen=True):
    """A club as a list shows it to one player: its row, its number of members, and the player's
    role. `ClubStore` reads it."""

    row: ClubRow
    members: int
    """Number of members."""
    role: str | None
    """Role in the club of the player for whom the list was read, or None if not a member."""
    tournament: bool = False
    """True if the club has a tournament that is open for entries or running."""


class ClubGame(Struct, frozen=True):
    """A finished game that counts for a club: a row of the `club_games` table without the club's
    id. `ClubStore` reads it, and seasons and ratings are computed from the results."""

    finished_ms: int
    """The time at which the game was finished, in milliseconds since 1970."""
    game_id: str
    """Id of the game, as in `GameRow.id`."""
    result: bytes | None
    """The encoded result for all seats, as given to `PutClubResult`, or None until it has been
    computed. It says also if the game does not count."""


class BookChange(Struct, frozen=True):
    """A change of a season's scorebooks: one is added, one is deleted, or all are deleted."""

    season: int
    """Number of the season in the club."""
    number: int | None
    """Number of the scorebook in the club, or None to delete all of the season."""
    body: bytes | None
    """The encoded scorebook to add, or None to delete."""


_COLUMNS = ClubRow.__struct_fields__
_SELECTED = ", ".join(f"clubs.{column}" for column in _COLUMNS)
_WRITTEN = tuple(column for column in _COLUMNS if column not in ("number", "table_name"))
_ROW = f"""
    INSERT INTO clubs (number, {", ".join(_WRITTEN)})
    VALUES ($club_number, {", ".join(f"${column}" for column in _WRITTEN)})
    ON CONFLICT (id) DO UPDATE SET number = excluded.number,
        {", ".join(f"{column} = excluded.{column}" for column in _WRITTEN)}
"""
"""SQL statement that inserts or updates a club's row. It does not change `table_name`, the only
column that is written without a log entry (by `PutStandingTable`)."""
_LISTED = f"""
    SELECT {_SELECTED}, (SELECT count(*) FROM members WHERE club_id = clubs.id), mine.role, EXISTS (
        SELECT 1 FROM tournaments
        WHERE club_id = clubs.id AND stage IN ('gathering', 'calling', 'playing')
    )
    FROM clubs LEFT JOIN members AS mine ON mine.club_id = clubs.id AND mine.player_id = $1
"""


class PutClubEntry(Change, frozen=True):
    """Append entry `number` to a club's log, and in the same transaction write the club's row, up
    to two memberships and a change of its scorebooks. Refused if the club has an entry of this
    number already, if another club has the same number or code, or if a player who is given a role
    has no open account."""

    club: ClubRow
    """The club's row after the entry."""
    number: int
    """Number of the new entry, counted from 1: one more than that of the last entry that the writer
    has read."""
    body: bytes
    """The encoded entry."""
    members: tuple[tuple[str, str | None], ...] = ()
    """At most two memberships that change, as pairs of player id and new role. The role None
    removes the member. A row with `closed` set removes all members."""
    book: BookChange | None = None
    """The change of the club's scorebooks, or None for no change."""
    joins: bool = False
    """True if the first player in `members` founds or joins the club. The change is then also
    refused if that player is in MOST_CLUBS clubs, or founds a club and owns MOST_OWNED."""

    longest: ClassVar = {"body": LONGEST_ENTRY, "book": LONGEST_BOOK}

    def statements(self) -> tuple[str, tuple[str, ...]]:
        others = [_ROW]
        exist = """ AND NOT EXISTS
            (SELECT 1 FROM clubs WHERE (number = $club_number OR code = $code) AND id <> $id)"""
        for place, (_, role) in zip("ab", self.members, strict=False):
            if role is None:
                others.append(
                    f"DELETE FROM members WHERE club_id = $id AND player_id = $player_{place}"
                )
                continue
            exist += f""" AND EXISTS
                (SELECT 1 FROM players WHERE id = $player_{place} AND kind <> 'former')"""
            others.append(
                f"""INSERT INTO members (club_id, player_id, role)
                VALUES ($id, $player_{place}, $role_{place})
                ON CONFLICT (club_id, player_id) DO UPDATE SET role = excluded.role"""
            )
        if self.joins:
            of_player = "SELECT count(*) FROM members WHERE player_id = $player_a"
            exist += f" AND ({of_player}) < {MOST_CLUBS}"
            if self.number == 1:
                exist += f" AND ({of_player} AND role = 'owner') < {MOST_OWNED}"
        if self.club.closed:
            others.append("DELETE FROM members WHERE club_id = $id")
        if self.book is not None:
            if self.book.body is not None:
                others.append(
                    """INSERT INTO club_books (club_id, season, number, body)
                    VALUES ($id, $season, $book_number, $book)"""
                )
            else:
                one = "" if self.book.number is None else " AND number = $book_number"
                others.append(
                    f"DELETE FROM club_books WHERE club_id = $id AND season = $season{one}"
                )
        needed = f"""
            INSERT INTO club_entries (club_id, number, body)
            SELECT $id, $number, $body WHERE 1 = 1{exist} ON CONFLICT DO NOTHING
        """
        return needed, tuple(others)

    def values(self) -> Values:
        found: dict[str, Any] = asdict(self.club)
        found |= {
            "club_number": self.club.number,
            "number": self.number,
            "body": self.body,
        }
        for place, (player, role) in zip("ab", self.members, strict=False):
            found[f"player_{place}"], found[f"role_{place}"] = player, role
        if self.book is not None:
            found["season"], found["book_number"] = self.book.season, self.book.number
            found["book"] = self.book.body
        return found


class SeeMember(Change, frozen=True):
    """Set the time at which the player `player_id` last opened the page of a club. Does nothing for
    a player who is not a member."""

    club: str
    """Id of the club."""
    player_id: str
    at: int
    """The time of the visit, in milliseconds since 1970."""

    others = ("UPDATE members SET seen_ms = $at WHERE club_id = $club AND player_id = $player_id",)


class PutStandingTable(Change, frozen=True):
    """Set the name of a club's standing table to `table`. Refused if the stored name is not
    `before` (None: no table yet)."""

    club: str
    """Id of the club."""
    before: str | None
    table: str
    """The new name."""

    def statements(self) -> tuple[str, tuple[str, ...]]:
        old = "IS NULL" if self.before is None else "= $before"
        return f"UPDATE clubs SET table_name = $table WHERE id = $club AND table_name {old}", ()


class FinishClubGame(Change, frozen=True):
    """Record that a game of a club was finished. Its result is stored later, by `PutClubResult`.
    Does nothing if the game is recorded already."""

    club: str
    """Id of the club."""
    finished_ms: int
    """The time at which the game was finished."""
    game_id: str

    others = (
        """INSERT INTO club_games (club_id, finished_ms, game_id)
        VALUES ($club, $finished_ms, $game_id) ON CONFLICT DO NOTHING""",
    )


class PutClubResult(Change, frozen=True):
    """Store the encoded result, for all seats, of a game that `FinishClubGame` has recorded with
    the same club, time and id."""

    club: str
    """Id of the club."""
    finished_ms: int
    """The time at which the game was finished, as in `FinishClubGame`."""
    game_id: str
    result: bytes

    longest: ClassVar = {"result": LONGEST_RESULT}
    others = (
        """UPDATE club_games SET result = $result
        WHERE club_id = $club AND finished_ms = $finished_ms AND game_id = $game_id""",
    )


class ClubStore(Database):
    """Reads clubs, their members, games and scorebooks. `change` writes them."""

    async def club_entries(self, club: str, after: int = 0) -> list[bytes]:
        """The log entries of a club whose numbers are greater than `after`, in order, or empty for
        an unknown club."""
        query = """
            SELECT body FROM club_entries WHERE club_id = $1 AND number > $2 ORDER BY number
        """
        return await self._all(bytes, query, club, after)

    async def club(self, id: str) -> ClubRow | None:
        """The row of the club with this id, closed or not, or None if there is none."""
        return await self._first(_row, f"SELECT {_SELECTED} FROM clubs WHERE id = $1", id)

    async def club_by(self, key: str) -> ClubRow | None:
        """The open club whose number or invitation code is `key`, or None if there is none."""
        query = f"""
            SELECT {_SELECTED} FROM clubs WHERE (number = $1 OR code = $1) AND closed = $2
        """
        return await self._first(_row, query, key, False)

    async def listed_club(self, id: str, player_id: str) -> ListedClub | None:
        """A club as lists show it to the player `player_id`, or None if no club has this id."""
        return await self._first(_listed, f"{_LISTED} WHERE clubs.id = $2", player_id, id)

    async def clubs_of(self, player_id: str) -> list[ListedClub]:
        """The clubs that the player with this id is a member of, the oldest first."""
        query = f"{_LISTED} WHERE mine.player_id = $1 ORDER BY made_ms, id"
        return await self._all(_listed, query, player_id)

    async def public_clubs(self, player_id: str, limit: int) -> list[ListedClub]:
        """At most `limit` open public clubs that a player is not a member of, the newest first."""
        query = f"""
            {_LISTED} WHERE public = $2 AND closed = $3 AND mine.player_id IS NULL
            ORDER BY made_ms DESC, id LIMIT $4
        """
        return await self._all(_listed, query, player_id, True, False, limit)

    async def find_clubs(self, search: str, limit: int) -> list[ListedClub]:
        """Clubs whose id or number is `search` or whose name contains it, ignoring case, including
        closed clubs. At most `limit` of them, the newest first. `role` is None in all of them."""
        query = f"""
            {_LISTED} WHERE clubs.id = $2 OR number = $2 OR {self.lowered} LIKE $3 ESCAPE '!'
            ORDER BY made_ms DESC, id LIMIT $4
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return await self._all(_listed, query, "", search, f"%{literal}%", limit)

    async def members_of(self, club: str) -> dict[str, tuple[str, int]]:
        """The members of a club: from player id to the name and the time at which the member last
        opened the club (milliseconds since 1970)."""
        query = """
            SELECT id, name, members.seen_ms FROM members JOIN players ON id = player_id
            WHERE club_id = $1
        """
        return {id: (name, seen) for id, name, seen in await self._query(query, club)}

    async def names_of(self, players: Sequence[str]) -> dict[str, str]:
        """The names of players, by player id. Unknown ids and closed accounts are left out."""
        found: dict[str, str] = {}
        for first in range(0, len(players), NAMES_AT_ONCE):
            some = players[first : first + NAMES_AT_ONCE]
            places = ", ".join(f"${place}" for place, _ in enumerate(some, start=1))
            query = f"SELECT id, name FROM players WHERE id IN ({places}) AND kind <> 'former'"
            found |= dict(await self._query(query, *some))
        return found

    async def club_games(
        self, club: str, first_ms: int, before: tuple[int, str], limit: int
    ) -> list[ClubGame]:
        """A club's games that were finished at `first_ms` or later, the newest first, at most
        `limit`. Only games older than `before` are returned, a pair of finishing time and game id
        such as that of the last game of the previous page."""
        query = """
            SELECT finished_ms, game_id, result FROM club_games
            WHERE club_id = $1 AND finished_ms >= $2 AND (finished_ms, game_id) < ($3, $4)
            ORDER BY finished_ms DESC, game_id DESC LIMIT $5
        """
        return await self._all(ClubGame, query, club, first_ms, *before, limit)

    async def uncounted_club_games(self, before_ms: int, most: int) -> list[tuple[str, ClubGame]]:
        """At most `most` club games that were finished before `before_ms` and have no result yet,
        as pairs of club id and game, in no particular order."""
        query = """
            SELECT club_id, finished_ms, game_id, result FROM club_games
            WHERE result IS NULL AND finished_ms < $1 LIMIT $2
        """
        rows = await self._query(query, before_ms, most)
        return [(club, ClubGame(*game)) for club, *game in rows]

    async def count_club_games(self, club: str, first_ms: int, before_ms: int) -> int:
        """Number of a club's games that were finished at `first_ms` or later and before
        `before_ms`."""
        query = """
            SELECT count(*) FROM club_games
            WHERE club_id = $1 AND finished_ms >= $2 AND finished_ms < $3
        """
        ((games,),) = await self._query(query, club, first_ms, before_ms)
        return int(games)

    async def club_books(self, club: str, season: int) -> list[tuple[int, bytes]]:
        """The scorebooks of season `season` of the club with this id, as pairs of number and
        encoded scorebook, sorted by number."""
        query = """
            SELECT number, body FROM club_books WHERE club_id = $1 AND season = $2 ORDER BY number
        """
        return [(number, body) for number, body in await self._query(query, club, season)]


def _row(*columns: Any) -> ClubRow:
    row = ClubRow(*columns)
    # SQLite has no type for true and false.
    return ClubRow(*(*columns[:4], bool(row.public), bool(row.closed), *columns[6:]))


def _listed(*columns: Any) -> ListedClub:
    *row, members, role, tournament = columns
    return ListedClub(_row(*row), members, role, bool(tournament))
