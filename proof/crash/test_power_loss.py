"""The power fails: what was acknowledged is there, and the database whole."""

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from gongzhu.store import sqlite, sqlite_writer
from gongzhu.store.schema import SQLITE
from gongzhu.store.sqlite import SqliteStore
from gongzhu.store.sqlite_file import DATABASE, connect
from gongzhu.store.sqlite_writer import SqliteWriter
from proof.crash.disk_recording import Step, recording
from proof.crash.power_loss import check, images, write_for_a_while
from tests.store.test_packs import fill, served
from tests.support.stores import one_step_more, opened


@pytest.mark.parametrize(
    ("module", "often", "value"),
    [(sqlite_writer, "CHECKPOINT_PAGES", 100), (sqlite, "CHECKPOINT_WRITES", 30)],
)
def test_nothing_that_was_promised_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, often: str, value: int
) -> None:
    # So that the log is moved into the database a few times in this short while.
    monkeypatch.setattr(module, often, value)
    steps = record(tmp_path / "data", 400)
    moved = [step for step in steps if step.kind == "sync" and step.file == "gongzhu.db"]
    assert len(moved) > 1
    assert not faults_of(steps, tmp_path, 60)


def test_without_syncs_something_is_lost(tmp_path: Path) -> None:
    """The same disk, but a store that tells before it syncs: the images show it."""
    steps = record(tmp_path / "data", 200)
    hasty = [step for step in steps if step.kind != "sync" or step.file != "gongzhu.db-wal"]
    assert faults_of(hasty, tmp_path, 20)


def test_a_step_to_a_newer_schema_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "data" / DATABASE
    then = asyncio.run(filled(file.parent))
    content = file.read_bytes()
    with one_step_more(), recording(file.parent) as noted:
        SqliteWriter(file).close()
    before = [Step("write", DATABASE, 0, content), Step("sync", DATABASE)]
    versions = set()
    for place, image in enumerate(images([*before, *noted.steps], 40, Random(1))):
        if image.step >= len(before):
            home = tmp_path / str(place)
            home.mkdir()
            for name, data in image.files.items():
                (home / name).write_bytes(data)
            with closing(connect(home / DATABASE, "rw")) as connection:
                versions |= set(connection.execute("PRAGMA user_version"))
            with one_step_more():
                assert asyncio.run(found_in(home)) == then
    assert versions == {(len(SQLITE),), (len(SQLITE) + 1,)}


async def filled(folder: Path) -> dict[str, Any]:
    async with opened(str(folder)) as store:
        await fill(store)
        return await served(store)


async def found_in(folder: Path) -> dict[str, Any]:
    async with opened(str(folder)) as store:
        return await served(store)


def record(folder: Path, acknowledgements: int) -> list[Step]:
    async def run() -> list[Step]:
        with recording(folder) as noted:
            store = await SqliteStore.open(folder)
            try:
                await write_for_a_while(store, noted, acknowledgements)
                return list(noted.steps)
            finally:
                await store.close()

    return asyncio.run(run())


def faults_of(steps: list[Step], folder: Path, number: int) -> list[str]:
    faults = []
    for place, image in enumerate(images(steps, number, Random(number))):
        home = folder / str(place)
        home.mkdir()
        faults += check(image, home)
    return faults
