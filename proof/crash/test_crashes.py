"""A real server, killed while its tables play. `make crashes` does it thousands of times."""

import asyncio
from pathlib import Path

import pytest

from proof.crash.kill_points import POINTS
from proof.crash.kills import ANY_TIME, STARTING, KilledServer
from proof.crash.outcomes import Outcome

TABLES = 4
ENOUGH = 60
"""Commands that are acknowledged before a kill."""
MOST = 10
"""Kills until a lost command is found."""


# A kill waits until the server comes to its point, which takes minutes on a busy machine.
@pytest.mark.timeout(900)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """At each point that has a name, at any time, and while it starts."""

    async def run() -> Outcome:
        crashing = KilledServer(tmp_path / "data", "small", TABLES)
        async with crashing.playing():
            await crashing.wait(ENOUGH)
            for way in (STARTING, *POINTS, ANY_TIME):
                await crashing.kill(way, 2)
            return await crashing.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert outcome.lost == 0
    assert outcome.happened == {ANY_TIME: 1, STARTING: 1} | dict.fromkeys(POINTS, 1)
    assert outcome.acknowledged > ENOUGH
    assert outcome.games >= TABLES


def test_a_server_that_acknowledges_too_early_is_found_out(tmp_path: Path) -> None:
    async def run() -> int:
        crashing = KilledServer(tmp_path / "data", "early", 2, "proof.crash.early_ack_server")
        async with crashing.playing():
            await crashing.wait(ENOUGH)
            # Nobody may have been told of anything in the last moment before a kill.
            for _ in range(MOST):
                await crashing.kill(ANY_TIME)
                if lost := sum(judge.lost for judge in crashing.judges):
                    return lost
            return 0

    assert asyncio.run(run()) > 0
