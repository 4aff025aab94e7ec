"""Places for stores: every test of `place` is run on SQLite and on a real PostgreSQL."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gongzhu.store import postgres_servers
from tests.support.postgres import Postgres, postgres
from tests.support.stores import NewPlace

_numbers = count(1)

MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where the system has that: tests survive no power cut, so they need not
    wait for the disk."""
    if MEMORY.is_dir():
        with TemporaryDirectory(prefix="gongzhu-", dir=MEMORY) as folder:
            yield Path(folder)
    else:
        yield tmp_path


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No store gives its tables up because a busy machine lets the tests stand still for seconds;
    those that are about that choose bounds of their own."""
    monkeypatch.setattr(postgres_servers, "LATE", 60.0)
    monkeypatch.setattr(postgres_servers, "ANSWER", 60.0)
    monkeypatch.setattr(postgres_servers, "IDLE_MS", 60_000)


@pytest.fixture
def database(server: Postgres) -> str:
    """The address of a database where no store is yet."""
    return server.empty()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.rest)])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> NewPlace:
    """Makes a place where no store is yet; of PostgreSQL there is one at a time."""
    if request.param == "sqlite":
        return lambda: str(tmp_path / f"store{next(_numbers)}")
    server: Postgres = request.getfixturevalue("server")
    return server.empty


@pytest.fixture
def place(new_place: NewPlace) -> str:
    """A place where no store is yet."""
    return new_place()
