"""Clubs: the numbered entries that each adds up to, the rows by which clubs are found, their games
and their scorebooks."""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

LONGEST_ENTRY = 20_000
"""Largest size of an entry in bytes; the largest are those with a set of rules."""
LONGEST_BOOK = 64 << 10
"""Largest size of a scorebook in bytes."""
LONGEST_RESULT = 100_000
"""Largest size of the result of a game in bytes."""
MOST_CLUBS = 20
"""The most clubs of which an account may be a member."""
MOST_OWNED = 5
"""The most clubs that an account may own when it founds one."""
NAMES_AT_ONCE = 100
"""Number of players whose names are read at once."""


class ClubRow(Struct, frozen=True):
    """What lists show of a club, and what it is found by."""

    id: str
    name: str
    number: str
    """The club number, by which people find the club and join it."""
    code: str
    """The secret of the invitation link."""
    public: bool
    closed: bool
    made_ms: int
    evening_ms: int | None = None
    """The time of the next evening."""
    table_name: str | None = None
    """The standing table, while it is open."""


class ListedClub(Struct, frozen=True):
    """A club in a list."""

    row: ClubRow
    members: int
    role: str | None
    """The role of the player for whom the list is."""
    tournament: bool = False
    """True if a tournament waits or runs."""


class ClubGame(Struct, frozen=True):
    """A finished game of a club, with its result for all seats once that is computed."""

    finished_ms: int
    game_id: str
    result: bytes | None


class BookChange(Struct, frozen=True):
    """A scorebook that is added to a season or dropped from it."""

    season: int
    number: int | None
    """The number of the scorebook; None for all of the season, to drop them."""
    body: bytes | None
    """The scorebook that is added; None to drop one."""


_COLUMNS = ClubRow.__struct_fields__
_SELECTED = ", ".join(f"clubs.{column}" for column in _COLUMNS)
_WRITTEN = tuple(column for column in _COLUMNS if column not in ("number", "table_name"))
_ROW = f"""
    INSERT INTO clubs (number, {", ".join(_WRITTEN)})
    VALUES ($club_number, {", ".join(f"${column}" for column in _WRITTEN)})
    ON CONFLICT (id) DO UPDATE SET number = excluded.number,
        {", ".join(f"{column} = excluded.{column}" for column in _WRITTEN)}
"""
"""The SQL statement for a club's row. The standing table is not among its columns, since it changes
without an entry."""
_LISTED = f"""
    SELECT {_SELECTED}, (SELECT count(*) FROM members WHERE club_id = clubs.id), mine.role, EXISTS (
        SELECT 1 FROM tournaments
        WHERE club_id = clubs.id AND stage IN ('gathering', 'calling', 'playing')
    )
    FROM clubs LEFT JOIN members AS mine ON mine.club_id = clubs.id AND mine.player_id = $1
"""


class PutClubEntry(Change, frozen=True):
    """Append an entry to a club, and change the club's row, its members and its scorebooks with it.
    Refused if the club has an entry of this number by now, if another club has the same number or
    code, and if somebody who joins has no account."""

    club: ClubRow
    number: int
    """The number of the entry, one more than that of the last entry that the writer has read."""
    body: bytes
    members: tuple[tuple[str, str | None], ...] = ()
    """The ids of at most two members whose roles change, each with the new role, None for one who
    leaves. When the club is closed, all leave."""
    book: BookChange | None = None
    joins: bool = False
    """True if the first of these members founds or joins the club: refused if they are in so many
    clubs already."""

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
    """Record the time at which a member was last seen in a club."""

    club: str
    player_id: str
    at: int

    others = ("UPDATE members SET seen_ms = $at WHERE club_id = $club AND player_id = $player_id",)


class PutStandingTable(Change, frozen=True):
    """Record the standing table of a club, which was `before`. Refused if it is another by now."""

    club: str
    before: str | None
    table: str

    def statements(self) -> tuple[str, tuple[str, ...]]:
        old = "IS NULL" if self.before is None else "= $before"
        return f"UPDATE clubs SET table_name = $table WHERE id = $club AND table_name {old}", ()


class FinishClubGame(Change, frozen=True):
    """Note that a game was played in a club."""

    club: str
    finished_ms: int
    game_id: str

    others = (
        """INSERT INTO club_games (club_id, finished_ms, game_id)
        VALUES ($club, $finished_ms, $game_id) ON CONFLICT DO NOTHING""",
    )


class PutClubResult(Change, frozen=True):
    """Store the result of a club's game for all its seats."""

    club: str
    finished_ms: int
    game_id: str
    result: bytes

    longest: ClassVar = {"result": LONGEST_RESULT}
    others = (
        """UPDATE club_games SET result = $result
        WHERE club_id = $club AND finished_ms = $finished_ms AND game_id = $game_id""",
    )


class ClubStore(Database):
    """Reads clubs; `change` changes them."""

    async def club_entries(self, club: str, after: int = 0) -> list[bytes]:
        """The entries of a club after number `after`, in order; none for an unknown club."""
        query = """
            SELECT body FROM club_entries WHERE club_id = $1 AND number > $2 ORDER BY number
        """
        return await self._all(bytes, query, club, after)

    async def club(self, id: str) -> ClubRow | None:
        """The row of a club, if there is one with this id."""
        return await self._first(_row, f"SELECT {_SELECTED} FROM clubs WHERE id = $1", id)

    async def club_by(self, key: str) -> ClubRow | None:
        """The club with this number or invitation code that is not closed."""
        query = f"""
            SELECT {_SELECTED} FROM clubs WHERE (number = $1 OR code = $1) AND closed = $2
        """
        return await self._first(_row, query, key, False)

    async def listed_club(self, id: str, player_id: str) -> ListedClub | None:
        """A club as lists show it to a player, if there is one with this id."""
        return await self._first(_listed, f"{_LISTED} WHERE clubs.id = $2", player_id, id)

    async def clubs_of(self, player_id: str) -> list[ListedClub]:
        """The clubs of which a player is a member, the oldest first."""
        query = f"{_LISTED} WHERE mine.player_id = $1 ORDER BY made_ms, id"
        return await self._all(_listed, query, player_id)

    async def public_clubs(self, player_id: str, limit: int) -> list[ListedClub]:
        """At most `limit` public clubs of which a player is no member, the newest first."""
        query = f"""
            {_LISTED} WHERE public = $2 AND closed = $3 AND mine.player_id IS NULL
            ORDER BY made_ms DESC, id LIMIT $4
        """
        return await self._all(_listed, query, player_id, True, False, limit)

    async def find_clubs(self, search: str, limit: int) -> list[ListedClub]:
        """At most `limit` clubs whose id or number is `search` or whose name contains it, in
        capital or small letters; the newest first."""
        query = f"""
            {_LISTED} WHERE clubs.id = $2 OR number = $2 OR {self.lowered} LIKE $3 ESCAPE '!'
            ORDER BY made_ms DESC, id LIMIT $4
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return await self._all(_listed, query, "", search, f"%{literal}%", limit)

    async def members_of(self, club: str) -> dict[str, tuple[str, int]]:
        """The members of a club by id: their names, and when they were last seen in the club."""
        query = """
            SELECT id, name, members.seen_ms FROM members JOIN players ON id = player_id
            WHERE club_id = $1
        """
        return {id: (name, seen) for id, name, seen in await self._query(query, club)}

    async def names_of(self, players: Sequence[str]) -> dict[str, str]:
        """The names of players by id; those whose accounts were deleted are left out."""
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
        """The newest games of a club that were finished from `first_ms` on, at most `limit` of
        them, the newest first; `before`, a time and the id of a game, leaves out that game and all
        newer ones."""
        query = """
            SELECT finished_ms, game_id, result FROM club_games
            WHERE club_id = $1 AND finished_ms >= $2 AND (finished_ms, game_id) < ($3, $4)
            ORDER BY finished_ms DESC, game_id DESC LIMIT $5
        """
        return await self._all(ClubGame, query, club, first_ms, *before, limit)

    async def uncounted_club_games(self, before_ms: int, most: int) -> list[tuple[str, ClubGame]]:
        """At most `most` games of clubs that were finished before a time and have no result yet,
        each with the id of its club."""
        query = """
            SELECT club_id, finished_ms, game_id, result FROM club_games
            WHERE result IS NULL AND finished_ms < $1 LIMIT $2
        """
        rows = await self._query(query, before_ms, most)
        return [(club, ClubGame(*game)) for club, *game in rows]

    async def count_club_games(self, club: str, first_ms: int, before_ms: int) -> int:
        """The number of a club's games that were finished from `first_ms` on and before
        `before_ms`."""
        query = """
            SELECT count(*) FROM club_games
            WHERE club_id = $1 AND finished_ms >= $2 AND finished_ms < $3
        """
        ((games,),) = await self._query(query, club, first_ms, before_ms)
        return int(games)

    async def club_books(self, club: str, season: int) -> list[tuple[int, bytes]]:
        """The scorebooks of a season, each with its number, in order."""
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
