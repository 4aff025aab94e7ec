"""Backup and restore of a folder."""

import asyncio
import resource
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gongzhu.store import (
    CopiedRows,
    GameRow,
    PlayerRow,
    Store,
    StoreError,
    TableSummary,
    back_up,
    restore,
)
from gongzhu.store.accounts import AddDevice
from gongzhu.store.schema import SQLITE
from tests.support.postgres import Postgres
from tests.support.stores import in_loop, opened, signed_in

ANN = PlayerRow("ann", "安", "guest", None, 1, 2)
GAME = GameRow("g1", "猪", 1, 1, 3, 4, b"summary", ("ann",))


async def fill(store: Store) -> None:
    await store.append(
        "猪", 1, [b"1", b"2", b"\0" * 70_000], snapshot=b"state", summary=b"{}", along=[GAME]
    )
    await store.append("old", 1, [b"x"])
    await store.archive("old")
    await store.put_player(ANN)
    await store.change(AddDevice("ann", b"token", 2))
    await store.put_setting("key", b"secret")


async def check(store: Store) -> None:
    assert await store.tables() == [TableSummary("猪", 3, b"{}")]
    assert await store.tables(archived=True) == [TableSummary("old", 1, b"")]
    assert await store.read("猪") == [b"1", b"2", b"\0" * 70_000]
    assert await store.snapshot("猪") == (3, b"state")
    assert await signed_in(store, b"token") == ANN
    assert await store.games_of("ann", 9) == [GAME]
    assert await store.setting("key") == b"secret"


COUNTS = CopiedRows(tables=1, archived=1, entries=4, players=1, games=1)


@pytest.mark.parametrize("served", [True, False])
@in_loop
async def test_what_is_backed_up_is_restored(tmp_path: Path, served: bool) -> None:
    file = tmp_path / "copy"
    async with opened(str(tmp_path / "data")) as store:
        await fill(store)
        if served:
            assert back_up(tmp_path / "data", file) == COUNTS
    if not served:
        assert back_up(tmp_path / "data", file) == COUNTS
    assert file.stat().st_mode & 0o777 == 0o600
    assert restore(file, tmp_path / "new") == COUNTS
    async with opened(str(tmp_path / "new")) as store:
        await check(store)
        await store.append("猪", 4, [b"goes on"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "data", "new"]


@in_loop
async def test_a_backup_under_load_is_one_moment(tmp_path: Path) -> None:
    """Each table is as it was at some time between the call and its return, and the server goes
    on meanwhile."""
    last = dict.fromkeys((f"t{n}" for n in range(100)), 0)
    stop = asyncio.Event()

    async def player(store: Store, name: str) -> None:
        while not stop.is_set():
            number = last[name] + 1
            await store.append(name, number, [b"%d" % number])
            last[name] = number

    async with opened(str(tmp_path / "data")) as store:
        players = [asyncio.create_task(player(store, name)) for name in last]
        while sum(last.values()) < 3000:
            await asyncio.sleep(0)
        # On a busy machine a copy may be made before anybody gets to write: then once more.
        before = after = dict(last)
        copies = 0
        while after == before:
            copies += 1
            assert copies <= 20, "nobody can write while copies are made"
            before = dict(last)
            await asyncio.to_thread(back_up, tmp_path / "data", tmp_path / f"copy {copies}")
            after = dict(last)
        goal = sum(after.values()) + 100
        while sum(last.values()) < goal:
            await asyncio.sleep(0)
        stop.set()
        await asyncio.gather(*players)
    restore(tmp_path / f"copy {copies}", tmp_path / "new")
    async with opened(str(tmp_path / "new")) as store:
        for name in last:
            bodies = await store.read(name)
            assert before[name] <= len(bodies) <= after[name] + 1
            assert bodies == [b"%d" % n for n in range(1, len(bodies) + 1)]


@in_loop
async def test_a_crashed_servers_folder_is_backed_up(tmp_path: Path) -> None:
    """Its log has not been moved into the database."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with opened(str(tmp_path / "data")) as store:
        await fill(store)
        for part in (tmp_path / "data").glob("gongzhu.db*"):
            if not part.name.endswith("-shm"):
                (crashed / part.name).write_bytes(part.read_bytes())
    assert (crashed / "gongzhu.db-wal").stat().st_size
    assert back_up(crashed, tmp_path / "copy") == COUNTS


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A sound copy."""

    async def make() -> None:
        async with opened(str(tmp_path / "data")) as store:
            await fill(store)

    asyncio.run(make())
    back_up(tmp_path / "data", tmp_path / "copy")
    return tmp_path / "copy"


def refusal(work: Callable[[], object]) -> StoreError:
    with pytest.raises(StoreError) as caught:
        work()
    assert caught.value.text("zh") != caught.value.text("en")
    return caught.value


def test_a_folder_with_something_in_it_is_left_alone(copy: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "notes").write_text("mine", "utf-8")
    assert refusal(lambda: restore(copy, folder)).problem == "not_empty"
    assert refusal(lambda: restore(copy, tmp_path / "data")).problem == "not_empty"
    assert not (folder / "gongzhu.db").exists()


@in_loop
async def test_a_folder_that_is_served_is_left_alone(tmp_path: Path) -> None:
    async with opened(str(tmp_path / "data")) as store:
        await fill(store)
        back_up(tmp_path / "data", tmp_path / "copy")
    async with opened(str(tmp_path / "other")):
        told = refusal(lambda: restore(tmp_path / "copy", tmp_path / "other"))
        assert told.text().endswith("another gongzhu is serving this folder")


def test_an_empty_folder_is_as_good_as_a_new_one(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert restore(copy, tmp_path / "new") == COUNTS


def test_a_backup_does_not_replace_a_file(copy: Path, tmp_path: Path) -> None:
    before = copy.read_bytes()
    assert refusal(lambda: back_up(tmp_path / "data", copy)).problem == "exists"
    assert copy.read_bytes() == before


def test_a_folder_without_a_store_is_not_backed_up(tmp_path: Path) -> None:
    assert refusal(lambda: back_up(tmp_path, tmp_path / "copy")).problem == "nothing"
    assert refusal(lambda: back_up(tmp_path / "no", tmp_path / "copy")).problem == "nothing"
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_told(copy: Path, tmp_path: Path) -> None:
    told = refusal(lambda: back_up(tmp_path / "data", tmp_path / "no" / "copy"))
    assert told.text() == f"{tmp_path / 'no' / 'copy.part'}: No such file or directory"
    told = refusal(lambda: restore(copy, copy / "below"))
    assert told.text() == f"{copy / 'below'}: Not a directory"


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    told = refusal(lambda: restore(tmp_path / "no", tmp_path / "new"))
    assert told.text() == f"{tmp_path / 'no'}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


def test_a_copy_for_which_there_is_no_room(copy: Path, tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
    try:
        told = refusal(lambda: restore(copy, tmp_path / "new"))
        assert (told.problem, told.details["file"]) == (
            "disk",
            str(tmp_path / "new" / "gongzhu.db.part"),
        )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    # Nothing is left of it, and another try succeeds.
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["gongzhu.lock"]
    assert restore(copy, tmp_path / "new") == COUNTS


def garbage(copy: Path) -> None:
    copy.write_bytes(b"no database, " * 1000)


def half(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def scratched(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4096 * 2 : 4096 * 9] = b"\xaa" * (4096 * 7)
    copy.write_bytes(content)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def newer(copy: Path) -> None:
    connection = sqlite3.connect(copy)
    connection.execute(f"PRAGMA user_version = {len(SQLITE) + 1}")
    connection.close()


def another_programs(copy: Path) -> None:
    connection = sqlite3.connect(copy)
    connection.execute("PRAGMA application_id = 7")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (garbage, "damaged"),
        (half, "damaged"),
        (scratched, "damaged"),
        (empty, "foreign"),
        (newer, "newer"),
        (another_programs, "foreign"),
    ],
)
def test_a_bad_copy_is_not_restored(
    copy: Path, tmp_path: Path, spoil: Callable[[Path], None], problem: str
) -> None:
    spoil(copy)
    told = refusal(lambda: restore(copy, tmp_path / "new"))
    assert told.problem == problem
    assert str(copy) in told.text()
    assert not (tmp_path / "new").exists()


def test_a_damaged_store_is_not_backed_up(copy: Path, tmp_path: Path) -> None:
    scratched(tmp_path / "data" / "gongzhu.db")
    told = refusal(lambda: back_up(tmp_path / "data", tmp_path / "second"))
    assert told.problem == "damaged"
    assert told.details["file"] == str(tmp_path / "data" / "gongzhu.db")
    assert not (tmp_path / "second").exists()


@in_loop
async def test_postgresql_is_copied_with_its_own_programs(server: Postgres, database: str) -> None:
    """As `gongzhu backup` says to do, and while it is served."""
    async with opened(database) as store:
        await fill(store)
        file = server.folder / "copy"
        server.run("pg_dump", "-Fc", "--schema=gongzhu", "-f", file, database)
    server.empty()
    server.run("pg_restore", "-d", database, file)
    file.unlink()
    async with opened(database) as store:
        await check(store)
        await store.append("猪", 4, [b"goes on"])
