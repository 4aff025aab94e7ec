"""A step of the schema is made whole or not at all, and what is there stays."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from gongzhu.store import StoreError, check_store, is_postgres, open_store
from gongzhu.store.schema import SQLITE
from gongzhu.store.sqlite_file import BEFORE_RELEASE, DATABASE
from tests.store.test_packs import ENDED, fill, served
from tests.support.stores import in_loop, one_step_more, opened


async def songs_of(place: str) -> list[str]:
    """The rows that the made-up step leaves; raises the database's error where it was not taken."""
    if is_postgres(place):
        connection = await asyncpg.connect(place)
        try:
            return [row[0] for row in await connection.fetch("SELECT name FROM gongzhu.songs")]
        finally:
            await connection.close()
    with closing(sqlite3.connect(Path(place) / DATABASE)) as file:
        return [name for (name,) in file.execute("SELECT name FROM songs")]


@in_loop
async def test_a_step_keeps_what_is_there(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        before = await served(store)
    with one_step_more():
        async with opened(place) as store:
            assert await served(store) == before
        assert (await check_store(place)).version == len(SQLITE) + 1
    assert ENDED in await songs_of(place)
    with pytest.raises(StoreError, match="newer gongzhu"):
        await open_store(place)


@in_loop
async def test_a_step_that_fails_leaves_the_version_before_whole(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        before = await served(store)
    with one_step_more("INSERT INTO nothing VALUES (1)"), pytest.raises(StoreError):
        await open_store(place)
    with pytest.raises((sqlite3.OperationalError, asyncpg.UndefinedTableError), match="songs"):
        await songs_of(place)
    assert (await check_store(place)).version == len(SQLITE)
    async with opened(place) as store:
        assert await served(store) == before


@in_loop
async def test_a_store_from_before_the_first_release_is_refused_and_left_alone(place: str) -> None:
    async with opened(place):
        pass
    if is_postgres(place):
        connection = await asyncpg.connect(place)
        await connection.execute("ALTER TABLE gongzhu.version RENAME TO format")
        await connection.close()
    else:
        with closing(sqlite3.connect(Path(place) / DATABASE)) as file:
            file.execute(f"PRAGMA application_id = {BEFORE_RELEASE}")
    before = content_of(place)
    with pytest.raises(StoreError, match="before the first release"):
        await open_store(place)
    assert content_of(place) == before


def content_of(place: str) -> bytes:
    """The file of a folder; nothing of a database."""
    return b"" if is_postgres(place) else (Path(place) / DATABASE).read_bytes()
