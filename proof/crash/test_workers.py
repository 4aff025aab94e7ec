"""Workers on one real PostgreSQL that are paused and killed while their tables play. `make workers`
does it hundreds of times."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from proof.crash.workers import GroupOutcome, WorkersUnderLoad
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import new_database

TABLES = 3
NEIGHBOURS = 4
"""Programs beside the workers that want a core each."""
REPLACED = 3
"""Times that all workers are replaced beside them."""
PAUSE = 2.0
"""Seconds without a move at a table, at most, when its worker is replaced."""
WAYS = ("killed", "one connection ended", "paused past the lease")
MOST, VISITS = 120, 15
"""Times that all come again until somebody writes without the lease, at most, and after a pause."""


@asynccontextmanager
async def playing(
    database: Postgres, module: str = "tests.support.unlimited_worker"
) -> AsyncIterator[WorkersUnderLoad]:
    async with new_database(database) as (link, folder):
        group = WorkersUnderLoad(
            database, link, folder, "small", tables=TABLES, workers=2, module=module
        )
        async with group.playing():
            yield group


def test_nothing_acknowledged_is_lost_when_workers_die_and_pause(database: Postgres) -> None:
    async def run() -> GroupOutcome:
        async with playing(database) as group:
            for how in WAYS:
                await group.run(how)
            return await group.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert (outcome.lost, outcome.twice, outcome.two_owners) == (0, 0, 0)
    assert outcome.happened == dict.fromkeys(WAYS, 1)
    assert outcome.acknowledged > 0


@contextmanager
def neighbours() -> Iterator[None]:
    """Programs that leave little of the machine to others."""
    busy = [subprocess.Popen((sys.executable, "-c", "while True: pass")) for _ in range(NEIGHBOURS)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()


@contextmanager
def watched_disk(folder: Path) -> Iterator[list[float]]:
    """The seconds of the longest sync: while the disk stands still, nobody can go on."""
    longest, over = [0.0], Event()

    def watch() -> None:
        with (folder / "synced").open("wb", buffering=0) as file:
            while not over.wait(0.05):
                began = time.monotonic()
                file.write(b"x")
                os.fdatasync(file.fileno())
                longest[0] = max(longest[0], time.monotonic() - began)

    watching = Thread(target=watch)
    watching.start()
    try:
        yield longest
    finally:
        over.set()
        watching.join()


@pytest.mark.long
def test_nobody_waits_for_long_when_workers_are_replaced_on_a_full_machine(
    database: Postgres, tmp_path: Path
) -> None:
    async def run() -> GroupOutcome:
        async with playing(database) as group:
            for _ in range(REPLACED):
                await group.run("replaced")
            return await group.finish()

    with neighbours(), watched_disk(tmp_path) as synced:
        outcome = asyncio.run(run())
    assert outcome.faults == []
    assert outcome.slowest["replaced"] < PAUSE + synced[0], (outcome.slowest, synced)


def test_a_worker_that_writes_without_the_lease_is_found_out(database: Postgres) -> None:
    async def run() -> int:
        async with playing(database, "proof.crash.unfenced_worker") as group:
            for turn in range(MOST):
                # It may be one without any table.
                if turn % VISITS == 0:
                    await group.paused()
                # Some of them come to the one that was paused, and it still has their tables.
                await group.come_again()
                if foreign := await group.foreign():
                    return foreign
            return 0

    assert asyncio.run(run()) > 0
