"""One real server for all tests of this folder that want nothing special of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with plenty of room for everybody."""
    data: Path = tmp_path_factory.mktemp("server") / "data"
    options = ("--thinkers", "1", "--log-format", "json", "--players-per-hour", "1000")
    with Server(data, *options, "--tables-per-hour", "1000") as running:
        yield running
