"""Who may open a store, and which."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from gongzhu.store import (
    StoreError,
    check_store,
    open_store,
    opening,
    postgres_link,
    postgres_writer,
)
from gongzhu.store.schema import POSTGRES, SQLITE
from tests.support.postgres import OWNER, Postgres
from tests.support.stores import in_loop, one_step_more, opened


async def refusal(place: str | Path) -> StoreError:
    """Faults for which a store is not opened; whoever only looks is told them as well."""
    with pytest.raises(StoreError) as told:
        await check_store(place)
    with pytest.raises(StoreError) as caught:
        await open_store(place)
    assert caught.value.text("zh") != caught.value.text("en")
    assert told.value.problem == caught.value.problem
    return caught.value


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder, but for the index in which readers of the log note that they read."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".db-shm"}


@in_loop
async def test_a_look_changes_nothing_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "data"
    assert (await check_store(folder)).version == 0
    assert contents(tmp_path) == {}
    async with opened(str(folder)) as store:
        await store.append("a", 1, [b"x"])
        # As a server leaves its files that is killed.
        shutil.copytree(folder, tmp_path / "killed")
    for place in (folder, tmp_path / "killed"):
        before = contents(place)
        found = await check_store(place)
        assert found.version == found.known == len(SQLITE)
        assert contents(place) == before
        async with opened(str(place)) as store:
            assert await store.last("a") == 1


@in_loop
async def test_a_look_finds_an_older_store_and_leaves_it(tmp_path: Path) -> None:
    async with opened(str(tmp_path)):
        pass
    before = contents(tmp_path)
    with one_step_more():
        found = await check_store(tmp_path)
    assert (found.version, found.known) == (len(SQLITE), len(SQLITE) + 1)
    assert contents(tmp_path) == before


@in_loop
async def test_a_newer_file_is_told_rather_than_its_owner(tmp_path: Path) -> None:
    async with opened(str(tmp_path)):
        with closing(sqlite3.connect(file_of(tmp_path))) as connection:
            connection.execute(f"PRAGMA user_version = {len(SQLITE) + 1}")
        with pytest.raises(StoreError) as told:
            await check_store(tmp_path)
        assert told.value.problem == "newer"


@in_loop
async def test_a_look_changes_nothing_in_a_database(database: str) -> None:
    assert (await check_store(database)).version == 0
    connection = await asyncpg.connect(database)
    assert await connection.fetchval("SELECT to_regnamespace('gongzhu')") is None
    await connection.close()
    async with opened(database):
        found = await check_store(database)
    assert found.version == found.known == len(POSTGRES)


@in_loop
async def test_a_database_in_which_nothing_may_be_made_is_refused(
    server: Postgres, database: str
) -> None:
    for statement in ("DROP ROLE IF EXISTS reader", "CREATE ROLE reader LOGIN"):
        server.run("psql", "-h", server.folder, "-U", OWNER, "-qc", statement, "postgres")
    told = (await refusal(database.replace(OWNER, "reader"))).text()
    assert "permission denied" in told


@in_loop
async def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    async with opened(str(tmp_path)) as store:
        assert (await refusal(tmp_path)).text().startswith(f"{tmp_path}: another")
        await store.append("a", 1, [b"x"])
    async with opened(str(tmp_path)) as store:
        assert await store.last("a") == 1


@in_loop
async def test_a_database_needs_a_package_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    assert (
        "pip install 'gongzhu[postgres]'" in (await refusal("postgresql://nobody@nowhere/x")).text()
    )


def file_of(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder / "gongzhu.db"


@in_loop
async def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    async with opened(str(tmp_path)):
        pass
    file = file_of(tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {len(SQLITE) + 1}")
    connection.close()
    before = file.read_bytes()
    told = (await refusal(tmp_path)).text()
    assert told == (
        f"{file}: has format {len(SQLITE) + 1}, written by a newer gongzhu; "
        f"this one reads formats up to {len(SQLITE)}"
    )
    assert file.read_bytes() == before


@in_loop
async def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(file_of(tmp_path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    assert (await refusal(tmp_path)).problem == "foreign"


@in_loop
async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    file_of(tmp_path).write_bytes(b"not a database at all, " * 100)
    assert (await refusal(tmp_path)).problem == "damaged"


@in_loop
async def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    file_of(tmp_path).touch()
    async with opened(str(tmp_path)) as store:
        await store.append("a", 1, [b"x"])


@in_loop
async def test_a_new_folder_is_for_the_owners_eyes(tmp_path: Path) -> None:
    folder = tmp_path / "猪" / "data"
    async with opened(str(folder)):
        assert folder.stat().st_mode & 0o777 == 0o700


@in_loop
async def test_the_files_are_for_the_owners_eyes_in_any_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    async with opened(str(tmp_path)) as store:
        await store.put_setting("key", b"secret")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("*.db*")}
    assert modes == dict.fromkeys(("gongzhu.db", "gongzhu.db-shm", "gongzhu.db-wal"), 0o600)


@in_loop
async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert (await refusal(file)).text() == f"{file}: File exists"
    assert (await refusal(file / "below")).text() == f"{file / 'below'}: Not a directory"


@pytest.mark.parametrize("name", ["gongzhu.db", "gongzhu.lock"])
@in_loop
async def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    assert str(tmp_path / name) in (await refusal(tmp_path)).text()


@in_loop
async def test_a_newer_database_is_refused(database: str) -> None:
    async with opened(database):
        pass
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE gongzhu.version SET number = number + 1")
    await connection.close()
    told = (await refusal(database)).text()
    assert told.startswith(
        f"the database has format {len(POSTGRES) + 1}, written by a newer gongzhu"
    )


@in_loop
async def test_a_database_that_cannot_hold_every_name_is_refused(
    server: Postgres, database: str
) -> None:
    settings = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    for statement in ("DROP DATABASE IF EXISTS latin", f"CREATE DATABASE latin {settings}"):
        server.run("psql", "-h", server.folder, "-U", OWNER, "-qc", statement, "postgres")
    told = await refusal(database.replace("/postgres", "/latin"))
    assert told.problem == "encoding"
    assert "LATIN1" in told.text()


@in_loop
async def test_a_database_is_shared_with_other_programs_tables(database: str) -> None:
    connection = await asyncpg.connect(database)
    await connection.execute("CREATE TABLE public.entries (song text)")
    async with opened(database) as store:
        await store.append("a", 1, [b"x"])
    assert await connection.fetchval("SELECT count(*) FROM public.entries") == 0
    await connection.close()


@in_loop
async def test_a_database_out_of_reach_is_told(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (postgres_link, postgres_writer):
        monkeypatch.setattr(module, "OPENING_PATIENCE", 0.0)
    assert (await refusal(f"postgresql://tester@/x?host={tmp_path}")).problem == "unreachable"
    nowhere = await refusal(database.replace("/postgres", "/nowhere"))
    assert nowhere.problem == "failed"
    assert "does not exist" in nowhere.text()
    told = (await refusal("postgresql://tester:secret@127.0.0.1:1/x")).text("zh")
    assert told == "连接不上数据库：连接被拒绝（127.0.0.1:1）"


@in_loop
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tester@host:port/x",
        "postgresql://tester:s/ecret@host/x",
        "postgresql://tester:1/2@host/x",
        "postgresql://tester:1?2@host/x",
        "postgresql://tester:1#2@host/x",
    ],
)
async def test_what_may_be_part_of_a_password_is_never_shown(address: str) -> None:
    told = await refusal(address)
    assert told.problem == "no_database"
    assert "%2F" in told.text()
    assert "tester" not in told.text()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("postgresql://me:secret@db.example/x", "db.example:5432"),
        ("postgresql://me:secret@db.example:77/x", "db.example:77"),
        ("postgresql://me@[::1]/x", "[::1]:5432"),
        ("postgresql://me@[::1]:77,b/x", "[::1]:77, b:5432"),
        ("postgresql://me@/x?host=/run/pg&port=77", "/run/pg/.s.PGSQL.77"),
        ("postgresql://%2Frun%2Fpg/x", "/run/pg/.s.PGSQL.5432"),
        ("postgresql:///x", "localhost:5432"),
    ],
)
def test_a_place_is_told_without_user_and_password(address: str, place: str) -> None:
    assert postgres_link.place_of(address, {}) == place
    elsewhere = {"PGHOST": "there", "PGPORT": "9"}
    if "@" not in address and "%" not in address:
        assert postgres_link.place_of(address, elsewhere) == "there:9"


@in_loop
async def test_another_kind_of_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = await refusal("mysql://me:secret@host/name")
    assert told.text().startswith("mysql: must be a folder")
    assert "secret" not in told.text()
    assert list(tmp_path.iterdir()) == []
