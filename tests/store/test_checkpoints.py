"""SQLite's log is moved into the database while writes go on, and begins anew."""

import sqlite3
from pathlib import Path

import pytest

from gongzhu.store import sqlite, sqlite_writer
from gongzhu.store.sqlite_file import DATABASE
from tests.support.stores import in_loop, opened, outcomes

WRITES = 2_000


def begun_anew(folder: Path) -> int:
    """Times that the log has begun anew, as its header counts them."""
    return int.from_bytes((folder / f"{DATABASE}-wal").read_bytes()[12:16], "big")


async def write_much(folder: Path) -> int:
    """Write in groups of 20; the times that the log began anew meanwhile."""
    async with opened(str(folder)) as store:
        await store.append("t", 1, [b"body"])
        before = begun_anew(folder)
        for first in range(2, WRITES, 20):
            writes = [store.append("t", first + n, [b"body" * 200]) for n in range(20)]
            assert not any(await outcomes(*writes))
        return begun_anew(folder) - before


@in_loop
async def test_the_log_begins_anew_while_writes_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The writer has not to do it.
    monkeypatch.setattr(sqlite_writer, "CHECKPOINT_PAGES", 1_000_000)
    monkeypatch.setattr(sqlite, "CHECKPOINT_WRITES", 100)
    assert await write_much(tmp_path) >= 5
    with sqlite3.connect(tmp_path / DATABASE) as whole:
        ((entries,),) = whole.execute("SELECT count(*) FROM entries")
    whole.close()
    assert entries >= WRITES


@in_loop
async def test_the_writer_moves_a_log_that_nobody_else_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "CHECKPOINT_PAGES", 100)
    monkeypatch.setattr("gongzhu.store.sqlite.Checkpointer.move", lambda self: None)
    monkeypatch.setattr(sqlite, "CHECKPOINT_WRITES", 100)
    assert await write_much(tmp_path) >= 2
