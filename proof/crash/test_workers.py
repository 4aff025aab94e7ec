"""Workers on one real PostgreSQL that are paused and killed while their tables play. `make workers`
does it hundreds of times."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from proof.crash.workers import GroupOutcome, WorkersUnderLoad
from tests.support.postgres import Postgres, postgres
from tests.support.postgres_proxy import postgres_proxy

TABLES = 3
WAYS = ("killed", "one connection ended", "paused past the lease")
MOST, VISITS = 120, 15
"""Times that all come again until somebody writes without the lease, at most, and after a pause."""


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@asynccontextmanager
async def playing(
    database: Postgres, module: str = "tests.support.unlimited_worker"
) -> AsyncIterator[WorkersUnderLoad]:
    # A short name: the path of a socket has at most about a hundred bytes.
    with TemporaryDirectory(prefix="gongzhu-") as name:
        async with postgres_proxy(database.empty(), Path(name)) as link:
            group = WorkersUnderLoad(
                database, link, Path(name), "small", tables=TABLES, workers=2, module=module
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
