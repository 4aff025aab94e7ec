"""One real server, and one PostgreSQL, for all tests of this folder that want nothing special of
them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import Postgres, postgres
from tests.support.serving import Server

OPEN = ("--open-tables", "1000", "--open-tables-per-player", "1000")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with plenty of room for everybody."""
    data: Path = tmp_path_factory.mktemp("server") / "data"
    options = ("--processes", "1", "--log-format", "json", "--players-per-hour", "1000")
    with Server(data, *options, "--tables-per-hour", "1000", *OPEN) as running:
        yield running


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """A PostgreSQL of their own, for one test after the other."""
    with postgres() as running:
        yield running
