"""Clubs: entries that follow one another, the rows beside them, and games that count once."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import asyncpg
from msgspec.structs import replace

from gongzhu.store import PlayerRow, Store, check_store, is_postgres, sqlite_file
from gongzhu.store.accounts import DropPlayer, Retire
from gongzhu.store.clubs import (
    MOST_CLUBS,
    MOST_OWNED,
    BookChange,
    ClubGame,
    ClubRow,
    FinishClubGame,
    ListedClub,
    PutClubEntry,
    PutClubResult,
    PutStandingTable,
    SeeMember,
)
from gongzhu.store.schema import POSTGRES, SQLITE
from gongzhu.store.sqlite_file import DATABASE
from tests.store.test_packs import ENDED, fill, served
from tests.support.stores import in_loop, opened, outcomes

PIGS = ClubRow("pigs", "Friday pigs", "12345678", "code of the pigs", False, False, 1)
SHEEP = ClubRow("sheep", "羊", "87654321", "code of the sheep", True, False, 2, 500)
NEW_TABLES = (
    *("club_entries", "clubs", "members", "club_games", "club_books"),
    *("tournament_entries", "tournaments", "board_results"),
)


async def people(store: Store, *names: str) -> None:
    for name in names:
        await store.put_player(PlayerRow(name, name, "guest", None, 1, 1))


async def found(store: Store) -> None:
    await people(store, "ann", "bo")
    await store.change(PutClubEntry(PIGS, 1, b"made", (("ann", "owner"),)))
    await store.change(PutClubEntry(PIGS, 2, b"joined", (("bo", "member"),)))
    await store.change(PutClubEntry(SHEEP, 1, b"made", (("bo", "owner"),)))


@in_loop
async def test_nobody_is_in_too_many_clubs_however_they_come(place: str) -> None:
    async with opened(place) as store:
        await people(store, "ann", "bo")

        def club(number: int, player: str, role: str, entry: int = 1) -> PutClubEntry:
            row = replace(PIGS, id=f"c{number}", number=f"{number:08}", code=f"code {number}")
            return PutClubEntry(row, entry, b"in", ((player, role),), joins=True)

        founded = [store.change(club(at, "ann", "owner")) for at in range(MOST_OWNED + 2)]
        assert sum(one is None for one in await outcomes(*founded)) == MOST_OWNED
        clubs = range(MOST_CLUBS + 2)
        joined = [store.change(club(at, "bo", "member", 2)) for at in clubs]
        assert sum(one is None for one in await outcomes(*joined)) == MOST_CLUBS
        # Who is in already may have another role.
        (first, *_) = await store.clubs_of("bo")
        helps = replace(club(int(first.row.id[1:]), "bo", "helper", 3), joins=False)
        assert await outcomes(store.change(helps)) == [None]


@in_loop
async def test_entries_follow_one_another_and_rows_go_with_them(place: str) -> None:
    async with opened(place) as store:
        await found(store)
        ends = await outcomes(
            store.change(PutClubEntry(replace(PIGS, name="A"), 3, b"a")),
            store.change(PutClubEntry(replace(PIGS, name="B"), 3, b"b")),
            store.change(PutClubEntry(PIGS, 3, b"c", (("nobody", "member"),))),
        )
        assert [end is None for end in ends] == [True, False, False]
    async with opened(place) as store:
        assert await store.club_entries("pigs") == [b"made", b"joined", b"a"]
        assert await store.club_entries("pigs", 2) == [b"a"]
        pigs = replace(PIGS, name="A")
        assert await store.club("pigs") == pigs
        assert await store.club("none") is None
        assert await store.club_by("12345678") == pigs
        assert await store.club_by("code of the sheep") == SHEEP
        assert await store.clubs_of("bo") == [
            ListedClub(pigs, 2, "member"),
            ListedClub(SHEEP, 1, "owner"),
        ]
        assert await store.listed_club("pigs", "ann") == ListedClub(pigs, 2, "owner")
        assert await store.public_clubs("ann", 9) == [ListedClub(SHEEP, 1, None)]
        assert await store.public_clubs("bo", 9) == []
        assert await store.find_clubs("a", 9) == [ListedClub(pigs, 2, None)]


@in_loop
async def test_those_who_leave_are_no_members_and_a_closed_club_has_none(place: str) -> None:
    async with opened(place) as store:
        await found(store)
        handed = (("ann", None), ("bo", "owner"))
        await store.change(PutClubEntry(PIGS, 3, b"left", handed))
        assert await store.clubs_of("ann") == []
        assert await store.listed_club("pigs", "bo") == ListedClub(PIGS, 1, "owner")
        # The account is closed first; then its clubs are left, and its last rows go.
        await store.change(Retire("bo"))
        assert await store.names_of(["bo"]) == {}
        assert len(await store.clubs_of("bo")) == 2
        await store.change(DropPlayer("bo"))
        assert await store.clubs_of("bo") == []
        closed = replace(SHEEP, closed=True)
        await store.change(PutClubEntry(closed, 2, b"closed"))
        assert await store.public_clubs("ann", 9) == []
        assert await store.club_by("87654321") is None


@in_loop
async def test_members_are_seen_and_the_standing_table_is_one(place: str) -> None:
    async with opened(place) as store:
        await found(store)
        await store.change(SeeMember("pigs", "bo", 70))
        assert await store.members_of("pigs") == {"ann": ("ann", 0), "bo": ("bo", 70)}
        assert await store.names_of(["bo", "nobody"]) == {"bo": "bo"}
        assert await store.names_of([]) == {}
        ends = await outcomes(
            store.change(PutStandingTable("pigs", None, "one")),
            store.change(PutStandingTable("pigs", None, "two")),
            store.change(PutStandingTable("pigs", "one", "three")),
        )
        assert [end is None for end in ends] == [True, False, True]
        # An entry by a server that has read an older row leaves it alone.
        await store.change(PutClubEntry(PIGS, 3, b"more"))
        row = await store.club("pigs")
        assert row is not None
        assert row.table_name == "three"


@in_loop
async def test_a_game_counts_once_with_the_entry_that_ends_it(place: str) -> None:
    async with opened(place) as store:
        await found(store)
        for first, game, at in ((1, "g", 50), (2, "g", 50), (3, "f", 50), (4, "h", 60)):
            end = FinishClubGame("pigs", at, game)
            await store.append("table", first, [b"end"], along=[end])
        late = await outcomes(
            store.append("table", 9, [b"end"], along=[FinishClubGame("pigs", 70, "i")])
        )
        assert late != [None]
        await store.change(PutClubResult("pigs", 50, "g", b"result"))
    async with opened(place) as store:
        games = [
            ClubGame(50, "f", None),
            ClubGame(50, "g", b"result"),
            ClubGame(60, "h", None),
        ]
        assert await store.club_games("pigs", 0, (99, ""), 9) == games[::-1]
        assert await store.club_games("pigs", 50, (50, "g"), 9) == games[:1]
        assert await store.club_games("pigs", 51, (99, ""), 9) == games[2:]
        assert await store.club_games("pigs", 0, (60, ""), 1) == [games[1]]
        assert await store.count_club_games("pigs", 0, 99) == 3
        assert await store.count_club_games("pigs", 51, 60) == 0
        assert await store.count_club_games("sheep", 0, 99) == 0


@in_loop
async def test_scorebooks_belong_to_a_season(place: str) -> None:
    async with opened(place) as store:
        await found(store)
        changes: Sequence[BookChange] = (
            BookChange(1, 1, b"one"),
            BookChange(1, 2, b"two"),
            BookChange(2, 3, b"three"),
            BookChange(2, 4, b"four"),
            BookChange(1, 1, None),
            BookChange(2, None, None),
        )
        for number, change in enumerate(changes, start=3):
            await store.change(PutClubEntry(PIGS, number, b"book", book=change))
        assert await store.club_books("pigs", 1) == [(2, b"two")]
        assert await store.club_books("pigs", 2) == []


@in_loop
async def test_a_store_of_version_1_becomes_one_of_version_2_with_all_its_rows(
    place: str,
) -> None:
    """As the store of a server before there were clubs: what that had is served as before."""
    async with opened(place) as store:
        await fill(store)
        await people(store, "ann")
        before = await served(store)
    await without_clubs(place)
    assert (await check_store(place)).version == 1
    async with opened(place) as store:
        assert await served(store) == before
        assert ENDED in before
        await store.change(PutClubEntry(PIGS, 1, b"made", (("ann", "owner"),)))
    assert (await check_store(place)).version == len(SQLITE) == len(POSTGRES) == 2
    async with opened(place) as store:
        assert await store.clubs_of("ann") == [ListedClub(PIGS, 1, "owner")]


async def without_clubs(place: str) -> None:
    """Bring a store back to the first version."""
    if is_postgres(place):
        connection = await asyncpg.connect(place)
        for table in NEW_TABLES:
            await connection.execute(f"DROP TABLE gongzhu.{table}")
        await connection.execute("UPDATE gongzhu.version SET number = 1")
        await connection.close()
        return
    with closing(sqlite3.connect(Path(place) / DATABASE)) as file:
        for table in NEW_TABLES:
            file.execute(f"DROP TABLE {table}")
        file.execute("PRAGMA user_version = 1")
        file.commit()
        assert sqlite_file.version_of(file, Path(place)) == 1
