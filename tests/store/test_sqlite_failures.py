"""A disk that fails: the group fails, nothing of it is there, and later writes go on."""

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gongzhu.store import Store, StoreError
from gongzhu.store import sqlite_file as file
from gongzhu.store.sqlite import SqliteStore
from tests.support.stores import in_loop, opened, outcomes

BIG = b"x" * 200_000


async def check_failure(store: Store, problem: str) -> None:
    """A group in which one write is too much fails as a whole, and is not there."""
    ends = await outcomes(
        store.append("a", 2, [b"small"]),
        store.append("big", 1, [BIG], snapshot=BIG, summary=b"summary"),
        store.put_setting("key", b"value"),
    )
    assert [getattr(end, "problem", None) for end in ends] == [problem] * 3
    assert await store.read("a") == [b"before"]
    assert await store.last("big") == 0
    assert await store.setting("key") is None
    assert [table.name for table in await store.tables()] == ["a"]


async def check_going_on(store: Store) -> None:
    ends = await outcomes(store.append("a", 2, [b"after"]), store.append("big", 1, [BIG]))
    assert ends == [None, None]
    assert await store.read("a") == [b"before", b"after"]


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """The system refuses to let a file of this program grow beyond this, as a disk would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@in_loop
async def test_a_full_disk(tmp_path: Path) -> None:
    async with opened(str(tmp_path)) as store:
        await store.append("a", 1, [b"before"])
        # SQLite itself takes the disk for full at a number of pages.
        assert isinstance(store, SqliteStore)
        run = store._writer.connection.execute
        ((pages,),) = run("PRAGMA page_count")
        run(f"PRAGMA max_page_count = {pages + 10}")
        await check_failure(store, "disk_full")
        run("PRAGMA max_page_count = 1000000")
        await check_going_on(store)
    async with opened(str(tmp_path)) as store:
        assert await store.last("big") == 1


@in_loop
async def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    async with opened(str(tmp_path)) as store:
        await store.append("a", 1, [b"before"])
        log = tmp_path / "gongzhu.db-wal"
        with largest_file(log.stat().st_size + 50_000):
            await check_failure(store, "disk")
        await check_going_on(store)
    async with opened(str(tmp_path)) as store:
        assert await store.last("big") == 1


@in_loop
async def test_a_copy_made_after_a_failure_holds_nothing_of_it(tmp_path: Path) -> None:
    """What is in the files after a crash at this moment is what was acknowledged."""
    async with opened(str(tmp_path / "served")) as store:
        await store.append("a", 1, [b"before"])
        log = tmp_path / "served" / "gongzhu.db-wal"
        with largest_file(log.stat().st_size + 50_000):
            await check_failure(store, "disk")
        left = tmp_path / "left"
        left.mkdir()
        for part in (tmp_path / "served").glob("gongzhu.db*"):
            (left / part.name).write_bytes(part.read_bytes())
    async with opened(str(left)) as store:
        assert await store.read("a") == [b"before"]
        assert await store.last("big") == 0


@in_loop
async def test_a_file_that_somebody_else_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "WAIT_SECONDS", 0.0)
    async with opened(str(tmp_path)) as store:
        await store.append("a", 1, [b"before"])
        other = sqlite3.connect(tmp_path / "gongzhu.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await check_failure(store, "busy")
        other.execute("ROLLBACK")
        other.close()
        await check_going_on(store)


@in_loop
async def test_a_failure_while_hundreds_write(tmp_path: Path) -> None:
    """Whoever was told that it is written finds it there, and nobody finds more."""
    written: dict[str, int] = {}
    problems: set[str] = set()

    async def player(store: Store, name: str) -> None:
        for number in range(1, 12):
            try:
                await store.append(name, number, [b"x" * 1000])
            except StoreError as error:
                problems.add(error.problem)
                return
            written[name] = number

    names = [f"t{number}" for number in range(200)]
    async with opened(str(tmp_path)) as store:
        with largest_file(1_000_000):
            await asyncio.gather(*(player(store, name) for name in names))
        assert problems == {"disk"}
        listed = {table.name: table.last for table in await store.tables()}
        assert listed == written
        for name in names:
            await store.append(name, written.get(name, 0) + 1, [b"y"])
