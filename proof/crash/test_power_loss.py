"""The power fails: what was acknowledged is there, and the database whole."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from gongzhu.store import sqlite_writer
from gongzhu.store.sqlite import SqliteStore
from proof.crash.disk_recording import Step, recording
from proof.crash.power_loss import check, images, write_for_a_while


def test_nothing_that_was_promised_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # So that the log is moved into the database a few times in this short while.
    monkeypatch.setattr(sqlite_writer, "CHECKPOINT_PAGES", 100)
    steps = record(tmp_path / "data", 400)
    moved = [step for step in steps if step.kind == "sync" and step.file == "gongzhu.db"]
    assert len(moved) > 1
    assert not faults_of(steps, tmp_path, 60)


def test_without_syncs_something_is_lost(tmp_path: Path) -> None:
    """The same disk, but a store that tells before it syncs: the images show it."""
    steps = record(tmp_path / "data", 200)
    hasty = [step for step in steps if step.kind != "sync" or step.file != "gongzhu.db-wal"]
    assert faults_of(hasty, tmp_path, 20)


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
