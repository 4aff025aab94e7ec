"""A real server over a real PostgreSQL, cut off and restarted while its tables play. `make cuts`
does it hundreds of times."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from proof.crash.cuts import CutOffServer
from proof.crash.outcomes import Outcome
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import new_database

WAYS = ("before commit", "after commit", "connections ended", "database killed", "server killed")
TABLES = 3
MOST = 10
"""Cuts until a lost move is found."""


@asynccontextmanager
async def cutting(
    database: Postgres, module: str = "tests.support.unlimited_server"
) -> AsyncIterator[CutOffServer]:
    async with new_database(database) as (link, folder):
        log = folder / "log"
        tables = CutOffServer(database, link, log, "small", tables=TABLES, module=module)
        async with tables.playing():
            yield tables


def test_nothing_acknowledged_is_lost_when_the_database_is_cut_off(database: Postgres) -> None:
    async def run() -> Outcome:
        async with cutting(database) as tables:
            for how in WAYS:
                await tables.cut(how)
            return await tables.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert outcome.lost == 0
    assert outcome.happened == dict.fromkeys(WAYS, 1)
    assert outcome.acknowledged > 0
    assert outcome.games >= TABLES


def test_a_server_that_believes_in_a_lost_commit_is_found_out(database: Postgres) -> None:
    async def run() -> int:
        async with cutting(database, "proof.crash.assumed_commit_server") as tables:
            # Not every commit holds something that a player was told of.
            for _ in range(MOST):
                await tables.cut("before commit")
                if lost := sum(judge.lost for judge in tables.judges):
                    return lost
            return 0

    assert asyncio.run(run()) > 0
