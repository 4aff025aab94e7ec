"""Servers that die, pause and lose their links behind HAProxy: the campaign in short."""

import asyncio

from proof.crash.workers import GroupOutcome, ServersUnderLoad
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import new_database

TABLES = 4
WAYS = ("killed", "one connection ended", "paused past the timeout")


def test_nothing_acknowledged_is_lost_when_servers_die_and_pause(database: Postgres) -> None:
    async def run() -> GroupOutcome:
        async with new_database(database) as (link, folder):
            group = ServersUnderLoad(database, link, folder, "small", tables=TABLES, servers=2)
            async with group.playing():
                for how in WAYS:
                    await group.run(how)
                return await group.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert (outcome.lost, outcome.twice, outcome.two_owners) == (0, 0, 0)
    assert outcome.happened == dict.fromkeys(WAYS, 1)
    assert outcome.acknowledged > 0
