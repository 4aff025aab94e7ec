"""A real server, killed while its tables play. `make crashes` does it hundreds of times."""

import asyncio
from pathlib import Path

from support.crashes import Crashing, Outcome

KILLS = 3
TABLES = 4
ENOUGH = 60
"""Commands that are acknowledged before each kill."""


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    async def run() -> Outcome:
        crashing = Crashing(tmp_path / "data", "small", TABLES)
        async with crashing.playing():
            for _ in range(KILLS):
                await crashing.acknowledged(ENOUGH)
                await crashing.kill(0, 0.1, hasty=0)
            return await crashing.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert (outcome.kills, outcome.lost) == (KILLS, 0)
    assert outcome.acknowledged > KILLS * ENOUGH
    assert outcome.games >= TABLES


def test_a_server_that_acknowledges_too_early_is_found_out(tmp_path: Path) -> None:
    async def run() -> int:
        crashing = Crashing(tmp_path / "data", "early", 2, "support.hasty")
        async with crashing.playing():
            await crashing.acknowledged(ENOUGH)
            await crashing.kill(0, 0, hasty=0)
            return sum(judge.lost for judge in crashing.judges)

    assert asyncio.run(run()) > 0
