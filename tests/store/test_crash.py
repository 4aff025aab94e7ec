"""A program that is killed: all that it was told is durable is there, and nothing half done."""

import subprocess
import sys

import pytest

from tests.support.fresh_python import environment
from tests.support.stores import in_loop, opened

pytestmark = pytest.mark.rest

ENOUGH = 1000
"""Entries that are acknowledged before the program is killed."""


def run_and_kill(place: str) -> dict[str, int]:
    """The number of the last entry of each table that the program was told is durable."""
    told: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", place, "20"],
        stdout=subprocess.PIPE,
        env=environment(),
        text=True,
    ) as program:
        assert program.stdout is not None
        for count, line in enumerate(program.stdout):
            table, number = line.split()
            told[table] = int(number)
            if count == ENOUGH:
                program.kill()
    assert sum(told.values()) > ENOUGH
    return told


@in_loop
async def test_what_was_acknowledged_outlives_a_kill(place: str) -> None:
    told: dict[str, int] = {}
    for _ in range(2):
        told |= run_and_kill(place)
        async with opened(place) as store:
            for table, number in told.items():
                bodies = await store.read(table)
                assert len(bodies) in {number, number + 1}
                assert bodies == [f"{table} {n + 1}".encode() for n in range(len(bodies))]
