"""A folder's store in a database: all of it, or nothing."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from gongzhu.store import CopiedRows, DayTry, PasskeyRow, PlayerRow, Store, StoreError, open_store
from gongzhu.store.accounts import AddDevice, PutPuzzleBook
from gongzhu.store.days import BeginDay
from gongzhu.store.moderation import Audit, Ban, Block, Report
from gongzhu.store.moving import ROWS, Progress, move_folder
from gongzhu.store.postgres_link import connect, migrate
from gongzhu.store.schema import SQLITE
from gongzhu.store.sign_in import InsertPasskey, Link
from gongzhu.store.sqlite_file import DATABASE
from tests.store.test_packs import fill, served
from tests.support.postgres import OWNER, Postgres
from tests.support.stores import in_loop, one_step_more, opened

FLAGS = ("archived", "packed", "public", "closed")
"""Columns that are true or false in PostgreSQL."""
MANY = 2 * ROWS + 1
"""Rows of one table: several parts, and a last one that is not full."""


@contextmanager
def unseen(parts: int) -> Iterator[Callable[[], object]]:
    yield lambda: None


def at_part(number: int, act: Callable[[], object]) -> Progress:
    """A progress that acts after so many parts."""

    @contextmanager
    def progress(parts: int) -> Iterator[Callable[[], object]]:
        assert parts > number
        left = iter(range(number - 1, -1, -1))
        yield lambda: act() if next(left, -1) == 0 else None

    return progress


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three rows in every table of the schema, and many in one."""

    async def make() -> None:
        async with opened(str(tmp_path / "data")):
            pass

    asyncio.run(make())
    with closing(sqlite3.connect(tmp_path / "data" / DATABASE)) as file:
        for table in tables_of(file):
            columns = file.execute(
                f"SELECT name, type, [notnull] OR pk FROM pragma_table_info('{table}')"
            ).fetchall()
            places = ", ".join("?" * len(columns))
            for number in range(MANY if table == "settings" else 3):
                row = [value(name, kind, needed, number) for name, kind, needed in columns]
                file.execute(f"INSERT INTO {table} VALUES ({places})", row)
        file.commit()
    return tmp_path / "data"


def tables_of(file: sqlite3.Connection) -> list[str]:
    rows = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return [name for (name,) in rows if not name.startswith("sqlite_")]


def value(column: str, kind: str, needed: int, number: int) -> object:
    """Something that is not easy to carry over, and is another one in each row."""
    if column in FLAGS:
        return number % 2
    if number == 1 and not needed:
        return None
    match kind:
        case "TEXT":
            return f"{column} {number} '\"\\\t\\N\n猪🐖{{}}"
        case "BLOB":
            return b"\0\xff\\x%d\n" % number
        case "INTEGER":
            return (0, -(2**63) + 1, 2**63 - 1)[number]
        case _:
            raise AssertionError(f"{column}: no value of the type {kind}")


async def rows_of(database: str) -> dict[str, set[tuple[Any, ...]]]:
    """All rows of a database that are not of a server, with the columns' names, by table; none
    where there is nothing of gongzhu."""
    found = {}
    connection = await asyncpg.connect(database)
    names = "SELECT tablename FROM pg_tables WHERE schemaname = 'gongzhu'"
    for (table,) in await connection.fetch(names):
        rows = await connection.fetch(f"SELECT * FROM gongzhu.{table}")
        found[table] = {tuple(sorted(row.items())) for row in rows}
        # Numbers that the database counts itself would begin again.
        counting = f"""
            SELECT count(*) FROM pg_attribute JOIN pg_class ON attrelid = pg_class.oid
            WHERE relname = '{table}' AND (attidentity <> '' OR atthasdef AND EXISTS (
                SELECT FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum
                    AND pg_get_expr(adbin, adrelid) LIKE 'nextval%'
            ))
        """
        assert not rows or await connection.fetchval(counting) == 0, table
    await connection.close()
    return found


@in_loop
async def test_every_row_of_every_table_is_there(folder: Path, database: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        file.row_factory = sqlite3.Row
        there = {}
        for table in tables_of(file):
            rows = [dict(row) for row in file.execute(f"SELECT * FROM {table}")]
            there[table] = {tuple(sorted(row.items())) for row in rows}
            assert len(there[table]) == (MANY if table == "settings" else 3)
    await move_folder(folder, database, unseen)
    arrived = await rows_of(database)
    version = arrived.pop("version")
    assert len(version) == 1
    # Who has a table, and where it goes on, is the database's own to know.
    own = ("seq", "server", "visited")
    arrived["tables"] = {
        tuple(pair for pair in row if pair[0] not in own) for row in arrived["tables"]
    }
    assert {table: rows for table, rows in arrived.items() if rows} == there


async def people(store: Store) -> dict[str, Any]:
    """All that is known of people."""
    ids = [player.id for player in await store.find_players("", 99)]
    return {
        "players": [await store.player(id) for id in ids],
        "devices": [await store.devices(id) for id in ids],
        "passkeys": [await store.passkeys(id) for id in ids],
        "links": [await store.link_of(id) for id in ids],
        "puzzles": [await store.puzzle_book(id) for id in ids],
        "days": [await store.day_tries(id, 0, 99) for id in ids],
        "played": [await store.played(id, 99) for id in ids],
        "moderation": [
            *(await store.blocks(), await store.bans()),
            *(await store.reports(99), await store.audit(99)),
        ],
        "tails": await store.stored_tables("", "z"),
        "setting": await store.setting("key"),
    }


async def meet(store: Store, player: str, other: str) -> None:
    """Have a player do what leaves a trace."""
    token = (await store.devices(player))[0].token_hash
    key = PasskeyRow(b"key \0", player, b"credential", b"public", 7, "手机", 1, None)
    await store.change(InsertPasskey(token, key, 2))
    await store.change(Link(player, token, "https://id.example", "subject", 3))
    await store.change(PutPuzzleBook(player, None, b"book"))
    await store.change(BeginDay(player, 5, "hearts", "table"))
    await store.change(Block(player, other, "Bo", 5, 9))
    await store.change(Report(player, other, "Bo", "t", "abuse", "He said 猪", 6, 0, 9))
    await store.change(Ban("192.0.2.1", None, 7))
    await store.change(Audit("host", "ban", "192.0.2.1", 8))
    await store.put_setting("key", b"secret \0")


@in_loop
async def test_a_server_finds_all_in_the_database(tmp_path: Path, database: str) -> None:
    """People signed in; tables open, closed and packed; games."""
    async with opened(str(tmp_path / "data")) as store:
        await fill(store)
        for player in ("ann", "bo"):
            await store.put_player(PlayerRow(player, player.title(), "guest", None, 1, 1))
            await store.change(AddDevice(player, player.encode(), 9))
        await meet(store, "ann", "bo")
        assert await store.pack(1) == 1
        seen, known = await served(store), await people(store)
    assert all(known.values())
    counts = await move_folder(tmp_path / "data", database, unseen)
    assert (counts.tables, counts.archived, counts.games, counts.players) == (2, 1, 2, 2)
    async with opened(database) as store:
        assert await served(store) == seen
        assert await people(store) == known
        # And it goes on: numbers after the last one, entries after the last one.
        await store.change(Report("bo", "ann", "Ann", "t", "abuse", "", 9, 0, 9))
        assert [report.number for report in await store.reports(9)] == [2, 1]
        for table in await store.tables():
            await store.append(table.name, table.last + 1, [b"more"])
        assert await store.pack(99) > 0
        assert await store.day_try("ann", 5, "hearts") == DayTry("ann", 5, "hearts", "table")


@in_loop
async def test_the_folder_stays_as_it_is(folder: Path, database: str) -> None:
    before = (folder / DATABASE).read_bytes()
    await move_folder(folder, database, unseen)
    assert (folder / DATABASE).read_bytes() == before
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        assert file.execute("SELECT count(*) FROM settings").fetchone() == (MANY,)


@in_loop
async def test_what_a_crashed_server_left_in_its_log_is_moved(
    tmp_path: Path, database: str
) -> None:
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with opened(str(tmp_path / "data")) as store:
        await store.append("猪", 1, [b"1", b"2"])
        for part in (tmp_path / "data").glob("gongzhu.db*"):
            if not part.name.endswith("-shm"):
                (crashed / part.name).write_bytes(part.read_bytes())
    assert (await move_folder(crashed, database, unseen)).entries == 2


@in_loop
async def test_an_empty_store_is_moved_into_tables_that_are_there(
    tmp_path: Path, database: str
) -> None:
    async with opened(str(tmp_path / "data")):
        pass
    connection = await connect(database)
    await migrate(connection)
    await connection.close()
    assert await move_folder(tmp_path / "data", database, unseen) == CopiedRows(0, 0, 0, 0, 0)


async def refusal(folder: Path, database: str, progress: Progress = unseen) -> StoreError:
    """The error of a move, of which nothing is left."""
    before = await rows_of(database)
    with pytest.raises(StoreError) as caught:
        await move_folder(folder, database, progress)
    assert await rows_of(database) == before
    assert caught.value.text("zh") != caught.value.text("en")
    return caught.value


@in_loop
async def test_a_database_that_is_not_empty_is_left_alone(folder: Path, database: str) -> None:
    await move_folder(folder, database, unseen)
    assert (await refusal(folder, database)).problem == "not_empty_database"


@in_loop
async def test_a_database_that_is_served_is_left_alone(folder: Path, database: str) -> None:
    """Though nothing is in it yet."""
    async with opened(database):
        pass
    assert (await refusal(folder, database)).problem == "not_empty_database"


@in_loop
async def test_a_folder_that_is_served_is_not_moved(folder: Path, database: str) -> None:
    async with opened(str(folder)):
        told = await refusal(folder, database)
    assert told.text().endswith("another gongzhu is serving this folder")


@in_loop
async def test_a_folder_without_a_store_is_not_moved(tmp_path: Path, database: str) -> None:
    assert (await refusal(tmp_path, database)).problem == "nothing"
    assert list(tmp_path.iterdir()) == []


@in_loop
async def test_an_older_store_is_served_first(tmp_path: Path, database: str) -> None:
    place = tmp_path / "data"
    async with opened(str(place)):
        pass
    with one_step_more():
        told = (await refusal(place, database)).text()
        format = f"has format {len(SQLITE)}, written by an older gongzhu"
        assert f"{format}; serve this folder once" in told
        async with opened(str(place)):
            pass
        await move_folder(place, database, unseen)


@in_loop
async def test_a_damaged_file_is_not_moved(folder: Path, database: str) -> None:
    """Though all of it can be read: it stands in its index otherwise than in its table."""
    content = (folder / DATABASE).read_bytes()
    (folder / DATABASE).write_bytes(content.replace(b"owner_id 0", b"owner_id x", 1))
    assert (await refusal(folder, database)).problem == "damaged"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE players SET name = 'a' || char(0) WHERE rowid = 2", "players.name ('id 1"),
        ("UPDATE packs SET body = 'text' WHERE rowid = 2", "packs.body ('table_name 1"),
        ("UPDATE tables SET archived = 2 WHERE archived = 1", "tables.archived ('name 1"),
        ("CREATE TABLE songs (name TEXT)", "songs cannot"),
        ("ALTER TABLE bans ADD COLUMN song TEXT", "bans cannot"),
    ],
)
@in_loop
async def test_what_postgresql_refuses_is_named(
    folder: Path, database: str, change: str, what: str
) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as file:
        file.execute(change)
        file.commit()
    told = await refusal(folder, database)
    assert (told.problem, what in told.text()) == ("unmovable", True), told.text()


@in_loop
async def test_what_arrives_otherwise_than_it_was_sent_is_not_taken(
    folder: Path, database: str
) -> None:
    connection = await connect(database)
    await migrate(connection)
    await connection.execute(
        """
        CREATE FUNCTION garble() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN new.name := lower(new.name) || new.id; RETURN new; END $$;
        CREATE TRIGGER garble BEFORE INSERT ON players FOR EACH ROW EXECUTE FUNCTION garble();
        """
    )
    await connection.close()
    told = await refusal(folder, database)
    assert told.text().startswith("table players: the database does not hold what was sent")


@in_loop
async def test_a_row_too_few_is_noticed(folder: Path, database: str) -> None:
    connection = await connect(database)
    await migrate(connection)
    await connection.execute(
        """
        CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
        CREATE TRIGGER lose BEFORE INSERT ON bans FOR EACH ROW WHEN (new.until_ms IS NULL)
            EXECUTE FUNCTION lose();
        """
    )
    await connection.close()
    assert (await refusal(folder, database)).details["table"] == "bans"


@in_loop
async def test_a_connection_that_is_lost_halfway_leaves_nothing(
    folder: Path, server: Postgres, database: str
) -> None:
    cut = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'gongzhu' AND pid <> pg_backend_pid()
    """
    command = ("psql", "-h", server.folder, "-U", OWNER, "-qc", cut, "postgres")
    told = await refusal(folder, database, at_part(9, lambda: server.run(*command)))
    assert told.problem == "unreachable"
    await move_folder(folder, database, unseen)


def move_and_crash(folder: Path, database: str) -> None:
    crash = at_part(9, lambda: os.kill(os.getpid(), signal.SIGKILL))
    asyncio.run(move_folder(folder, database, crash))


def test_a_crash_halfway_leaves_nothing(folder: Path, database: str) -> None:
    moving = get_context("spawn").Process(target=move_and_crash, args=(folder, database))
    moving.start()
    moving.join()
    assert moving.exitcode == -signal.SIGKILL
    assert asyncio.run(rows_of(database)) == {}
    # The database finds out by itself, and lets the next one in.
    asyncio.run(move_folder(folder, database, unseen))


@in_loop
async def test_a_server_that_starts_meanwhile_finds_everything(folder: Path, database: str) -> None:
    """It waits for its tables, which are not there yet."""
    starting: list[asyncio.Task[Store]] = []

    def start() -> None:
        starting.append(asyncio.create_task(open_store(database)))

    await move_folder(folder, database, at_part(1, start))
    store = await starting[0]
    assert len(await store.find_players("", 9)) == 3
    await store.close()
