"""A database that is cut off, restarted or taken over: what is acknowledged is there, once."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from gongzhu.store import (
    Conflict,
    Store,
    StoreError,
    group,
    open_store,
    postgres_writer,
)
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import Moment, postgres_proxy
from tests.support.stores import in_loop, opened, outcomes


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a name that is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="gongzhu-") as name:
        yield Path(name)


async def play(store: Store, name: str, most: int, told: dict[str, int]) -> None:
    """Append one after the other; an append that fails is made again."""
    while told.get(name, 0) < most:
        number = told.get(name, 0) + 1
        try:
            await store.append(name, number, [b"%d" % number])
        except Conflict:
            # Then it was refused before, and had been carried out.
            raise
        except StoreError as error:
            if error.problem == "moved":
                await store.take([name])
            continue
        told[name] = number


async def again(store: Store, table: str) -> None:
    """Have a table again after the connections were lost."""
    while not await store.take([table]):
        await asyncio.sleep(0.01)


async def check(store: Store, told: dict[str, int]) -> None:
    for name, number in told.items():
        assert await store.read(name) == [b"%d" % n for n in range(1, number + 1)]


@in_loop
async def test_connections_that_are_ended_while_hundreds_write(database: str) -> None:
    told: dict[str, int] = {}
    ended = 0

    async def end_them() -> None:
        nonlocal ended
        admin = await asyncpg.connect(database)
        for part in range(1, 6):
            while sum(told.values()) < 600 * part:
                await asyncio.sleep(0)
            now = 0
            while not now:  # the one that was ended before may not have been replaced yet
                now = await admin.fetchval(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE application_name = 'gongzhu'"
                )
            ended += now
        await admin.close()

    async with opened(database) as store:
        names = [f"t{number}" for number in range(200)]
        await asyncio.gather(end_them(), *(play(store, name, 20, told) for name in names))
        assert ended >= 5
        assert told == dict.fromkeys(names, 20)
        await check(store, told)


@in_loop
async def test_a_restart_of_the_database_is_waited_for(server: Postgres, database: str) -> None:
    told: dict[str, int] = {}
    async with opened(database) as store:
        writing = [asyncio.create_task(play(store, f"t{n}", 100, told)) for n in range(20)]
        while sum(told.values()) < 100:
            await asyncio.sleep(0)
        # A crash, in the midst of it.
        await asyncio.to_thread(server.stop, "immediate")
        await asyncio.to_thread(server.start)
        await asyncio.gather(*writing)
        await check(store, told)


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_a_lost_commit_is_looked_up(database: str, folder: Path, moment: Moment) -> None:
    """Whether it came through or not: it is there once in the end, and acknowledged."""
    async with postgres_proxy(database, folder) as link, opened(link.address) as store:
        await store.append("a", 1, [b"1"])
        link.cut_at = moment
        writing = asyncio.gather(
            outcomes(store.append("a", 2, [b"2"]), store.append("a", 2, [b"no"])),
            outcomes(store.append("b", 1, [b"b"])),
        )
        while not link.cuts:
            await asyncio.sleep(0)
        # Nobody is told anything while it is not known.
        assert not writing.done()
        link.plugged = True
        (mine, other), (third,) = await writing
        assert mine is third is None
        assert isinstance(other, StoreError)
        assert await store.read("a") == [b"1", b"2"]
        await again(store, "a")
        await store.append("a", 3, [b"3"])


@in_loop
async def test_a_database_that_stays_away(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "PATIENCE", 0.0)
    monkeypatch.setattr("gongzhu.store.postgres.PATIENCE", 0.0)
    async with postgres_proxy(database, folder) as link, opened(link.address) as store:
        await store.append("a", 1, [b"1"])
        link.unplug()
        ends = await outcomes(store.append("a", 2, [b"2"]), store.append("b", 1, [b"b"]))
        assert [getattr(end, "problem", None) for end in ends] == ["unreachable"] * 2
        with pytest.raises(StoreError, match="cannot be reached"):
            await store.last("a")
        link.plugged = True
        assert await store.last("a") == 1
        monkeypatch.undo()
        await again(store, "a")
        await store.append("a", 2, [b"2"])


@in_loop
async def test_others_do_not_wait_for_ever_for_a_lost_commit(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "PATIENCE", 0.0)
    async with postgres_proxy(database, folder) as link, opened(link.address) as store:
        monkeypatch.setattr(group, "PATIENCE", 0.01)
        link.cut_at = "after"
        lost = asyncio.create_task(store.append("a", 1, [b"1"]))
        while not link.cuts:
            await asyncio.sleep(0)
        with pytest.raises(StoreError, match="has not answered"):
            await store.append("b", 1, [b"b"])
        while link.refused < 3:
            await asyncio.sleep(0)
        assert not lost.done()
        link.plugged = True
        await lost
        assert [table.name for table in await store.tables()] == ["a"]


@in_loop
async def test_a_lost_commit_that_is_never_found_out(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "PATIENCE", 0.0)
    async with postgres_proxy(database, folder) as link:
        store = await open_store(link.address)
        link.cut_at = "after"
        lost = asyncio.create_task(store.append("a", 1, [b"1"]))
        while not link.cuts:
            await asyncio.sleep(0)
        await store.close()
        with pytest.raises(StoreError, match="is not known"):
            await lost


WHEN = {
    "at_once": "CREATE TRIGGER poison BEFORE INSERT ON gongzhu.entries",
    "at_commit": "CREATE CONSTRAINT TRIGGER poison AFTER INSERT ON gongzhu.entries "
    "DEFERRABLE INITIALLY DEFERRED",
}
WHAT = {
    "failed": "RAISE disk_full USING MESSAGE = 'no space left on device'",
    "unreachable": "PERFORM pg_terminate_backend(pg_backend_pid())",
}


@pytest.mark.parametrize("problem", WHAT)
@pytest.mark.parametrize("when", WHEN)
@in_loop
async def test_a_group_that_the_database_cannot_take(
    database: str, when: str, problem: str
) -> None:
    """It fails as a whole, nothing of it is there, and what comes later goes on."""
    async with opened(database) as store:
        await store.append("a", 1, [b"1"])
        admin = await asyncpg.connect(database)
        await admin.execute(f"""
            CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.table_name = 'bad' THEN {WHAT[problem]}; END IF; RETURN NEW;
            END $$;
            {WHEN[when]} FOR EACH ROW EXECUTE FUNCTION poison();
        """)
        ends = await outcomes(
            store.append("a", 2, [b"2"]),
            store.append("bad", 1, [b"x"]),
            store.put_setting("key", b"value"),
        )
        assert [getattr(end, "problem", None) for end in ends] == [problem] * 3
        assert await store.read("a") == [b"1"]
        assert await store.setting("key") is None
        await store.append("a", 2, [b"2"])
        await admin.execute("DROP TRIGGER poison ON gongzhu.entries")
        await admin.close()
        await store.append("bad", 1, [b"x"])


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_a_server_that_was_cut_off_gives_way_to_the_next(
    database: str, folder: Path, moment: Moment
) -> None:
    async with postgres_proxy(database, folder) as link, opened(link.address) as old:
        await old.append("a", 1, [b"old 1"])
        link.cut_at = moment
        lost = asyncio.create_task(old.append("a", 2, [b"old 2"]))
        while not link.cuts:
            await asyncio.sleep(0)
        async with opened(database) as new:
            number = await new.last("a") + 1
            assert number == {"before": 2, "after": 3}[moment]
            await new.append("a", number, [b"new"])
            link.plugged = True
            # The old server cannot know what became of it, and can write no more there.
            (end,) = await asyncio.gather(lost, return_exceptions=True)
            assert isinstance(end, StoreError)
            assert end.problem == "moved"
            with pytest.raises(StoreError, match="another server may have it"):
                await old.append("a", number + 1, [b"old"])
            assert await old.take(["a"]) == set()
            await old.append("fresh", 1, [b"old"])
            old_entries = [b"old 1", b"old 2"][: number - 1]
            assert await new.read("a") == await old.read("a") == [*old_entries, b"new"]
            await new.append("a", number + 1, [b"newer"])
