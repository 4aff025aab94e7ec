"""A real server for the tests of this folder, and one inside the test for what needs its inside."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with plenty of room for every test of a module."""
    data: Path = tmp_path_factory.mktemp("server") / "data"
    options = ("--thinkers", "1", "--log-format", "json", "--players-per-hour", "1000")
    with Server(data, *options, "--tables-per-hour", "1000") as running:
        yield running
