"""A PostgreSQL for all of these tests."""

from collections.abc import Iterator

import pytest

from tests.support.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """A server of its own, for one test after the other."""
    with postgres() as running:
        yield running
