"""Stores written by older versions of the program lose nothing when this one opens them."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import asyncpg
import pytest

from gongzhu.dealing import check_deals
from gongzhu.server.hashes import Hashes
from gongzhu.server.identity import Identity
from gongzhu.server.recovery import RecoveryCodes
from gongzhu.store import (
    Store,
    StoreError,
    is_postgres,
    open_store,
    postgres_link,
    restore,
    sqlite_file,
)
from gongzhu.store.schema import POSTGRES, SQLITE
from gongzhu.table import OlderTable, read_table, step_server, write_table
from gongzhu.table.commands import Expire
from gongzhu.table.facts import DealAborted
from tests.store.older_stores import (
    Device,
    as_far_as_known,
    expected,
    observe,
    read_whole,
    unpacked,
    version_in,
)
from tests.support.postgres import Postgres
from tests.support.stores import in_loop, opened

pytestmark = pytest.mark.rest

Load = Callable[[str], str]

NAMES = ("sqlite-1", "postgres-1", "sqlite-2", "postgres-2", "sqlite-3", "postgres-3")
SECOND = 1000
"""Databases tell the time of a migration in whole seconds."""
UNFINISHED = 7
"""Deals that were called or played in each of them."""


@pytest.fixture
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """Puts an older store of that name back, and gives its place."""

    def sqlite(name: str) -> str:
        (tmp_path / "copy").write_bytes(unpacked(f"{name}.db"))
        restore(tmp_path / "copy", tmp_path / "data")
        return str(tmp_path / "data")

    def postgres(name: str) -> str:
        server: Postgres = request.getfixturevalue("server")
        address = server.empty()
        dump = unpacked(f"{name}.sql").decode()
        server.run("psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-", address, text=dump)
        return address

    return lambda name: sqlite(name) if name.startswith("sqlite") else postgres(name)


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_all_of_an_older_store_is_there(load: Load, name: str) -> None:
    then = expected(name)
    async with opened(load(name)) as store:
        found = await observe(store, then.devices)
        assert as_far_as_known(found, then.observed) == then.observed


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_the_deals_of_an_older_store_come_to_a_fair_end(load: Load, name: str) -> None:
    """The secrets that nobody was shown are there too: a deal that is broken off can be checked."""
    aborted = 0
    async with opened(load(name)) as store:
        for brief in await store.tables():
            table = await read_whole(store, brief.name)
            closed = step_server(table, Expire(), at=0)
            assert closed is not None
            evidence = [
                fact.evidence
                for fact in closed[1].facts
                if isinstance(fact, DealAborted) and fact.evidence is not None
            ]
            assert check_deals(evidence) == ()
            aborted += len(evidence)
    assert aborted == UNFINISHED


def codes_of(store: Store, seed: str) -> RecoveryCodes:
    """The recovery codes of a server over a store."""
    parts = store, lambda: 0, Random(seed).randbytes, Hashes()
    return RecoveryCodes(*parts, Identity(*parts))


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_the_recovery_codes_of_an_older_store_are_good(load: Load, name: str) -> None:
    then = expected(name)
    async with opened(load(name)) as store:
        codes = codes_of(store, name)
        for player, code in then.codes.items():
            recovered = await codes.recover(code, "")
            session = recovered.session
            assert session.player.name == player
            device = Device("new", cookie=recovered.cookie)
            found = await observe(store, (*then.devices, device))
            assert found["signed in"]["new"] == session.player.id


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_every_session_of_an_older_store_begins_anew(load: Load, name: str) -> None:
    """How long it was not used was never written down: nobody is signed out by the upgrade."""
    then = expected(name)
    before = time.time_ns() // 1_000_000 - SECOND
    async with opened(load(name)) as store:
        for player in then.observed["players"]:
            devices = await store.devices(player)
            assert devices
            assert all(one.made_ms == 0 and one.seen_ms >= before for one in devices)


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_an_aborted_migration_leaves_the_older_version_whole(
    load: Load, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    then = expected(name)
    place = load(name)
    with monkeypatch.context() as broken:
        for module, steps in ((sqlite_file, "SQLITE"), (postgres_link, "POSTGRES")):
            *released, last = getattr(module, steps)
            broken.setattr(module, steps, (*released, (*last, "INSERT INTO nothing VALUES (1)")))
        with pytest.raises(StoreError, match="nothing"):
            await open_store(place)
        assert await version_of(place) == int(name[-1])
    async with opened(place) as store:
        found = await observe(store, then.devices)
        assert as_far_as_known(found, then.observed) == then.observed
    assert await version_of(place) == len(SQLITE) == len(POSTGRES)


@pytest.mark.parametrize("name", NAMES)
@in_loop
async def test_checkpoints_of_an_older_format_are_passed_over(load: Load, name: str) -> None:
    async with opened(load(name)) as store:
        for brief in await store.tables():
            saved = await store.checkpoint(brief.name)
            assert saved is not None
            with pytest.raises(OlderTable):
                read_table(saved[1])
            table = await read_whole(store, brief.name)
            bodies: list[bytes] = []
            await store.append(brief.name, brief.last + 1, bodies, checkpoint=write_table(table))
            assert await read_whole(store, brief.name) == table


async def version_of(place: str) -> int:
    """The version of the schema in a place that nobody serves."""
    if is_postgres(place):
        connection = await asyncpg.connect(place)
        version: int = await connection.fetchval("SELECT version FROM gongzhu.format")
        await connection.close()
        return version
    return version_in(Path(place))


@in_loop
async def test_only_the_newest_devices_of_an_older_store_stay_when_one_is_added(
    tmp_path: Path, load: Load
) -> None:
    """Dev had one more than are kept now."""
    then = expected("sqlite-1")
    async with opened(load("sqlite-1")) as store:
        await codes_of(store, "1").recover(then.codes["Dev"], "")
        found = (await observe(store, then.devices))["signed in"]
    gone = {label for label, id in then.observed["signed in"].items() if id != found[label]}
    assert gone == {"Dev's first device", "Dev's device 3"}
