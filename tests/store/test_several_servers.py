"""Several programs on one PostgreSQL: each table has one that may write it, however long another
one was away."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest

from gongzhu.store import (
    Conflict,
    LockLost,
    MessageReceived,
    News,
    Store,
    StoreError,
    SummariesChanged,
    open_store,
    postgres_servers,
)
from tests.support.fresh_python import environment
from tests.support.postgres_proxy import postgres_proxy
from tests.support.stores import NewPlace, in_loop, opened, outcomes

ENOUGH = 300
"""Entries that are acknowledged before a program is stopped."""
LONGEST = 60.0
"""Seconds after which the tables of a program that is stopped are another's, on a busy machine."""


async def refused(store: Store, table: str, number: int) -> bool:
    """True if an append is refused since another store has the table."""
    (error,) = await outcomes(store.append(table, number, [b"no"]))
    return isinstance(error, StoreError) and error.problem == "moved"


@in_loop
async def test_a_table_is_written_by_whoever_has_it(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        await one.append("a", 1, [b"1"])
        assert await refused(two, "a", 2)
        assert await two.take(["a", "b"]) == set()
        await two.append("b", 1, [b"1"])
        # Two that open the same table at once: one of them does.
        ends = await outcomes(one.append("c", 1, [b"one"]), two.append("c", 1, [b"two"]))
        assert ends.count(None) == 1
        await one.give_back(["a"])
        assert await refused(one, "a", 2)
        assert await two.take(["a"]) == {"a"}
        await two.append("a", 2, [b"2"])
        assert await refused(one, "a", 3)
        await two.archive("a")
        assert await one.read("a") == [b"1", b"2"]


@in_loop
async def test_a_table_that_another_store_wrote_to_meanwhile_goes_on_from_there(
    database: str,
) -> None:
    async with opened(database) as one, opened(database) as two:
        await one.append("a", 1, [b"1"])
        await one.append("a", 2, [b"2"])
        await one.give_back(["a"])
        await two.take(["a"])
        await two.append("a", 3, [b"3"])
        await two.give_back(["a"])
        await one.take(["a"])
        (error,) = await outcomes(one.append("a", 3, [b"no"]))
        assert isinstance(error, Conflict)
        await one.append("a", 4, [b"4"])
        assert await one.read("a") == [b"1", b"2", b"3", b"4"]


@in_loop
async def test_what_a_store_had_is_free_when_it_is_closed(database: str) -> None:
    async with opened(database) as one:
        async with opened(database) as two:
            await two.append("a", 1, [b"1"])
        assert await one.take(["a"]) == {"a"}
        await one.append("a", 2, [b"2"])


async def end_sessions(database: str, which: str) -> None:
    """Have the database end the sessions of stores for which something is so."""
    admin = await asyncpg.connect(database)
    await admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE application_name = 'gongzhu' AND {which}"
    )
    await admin.close()


HOLDS_A_LOCK = (
    "pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'"
    f" AND classid = {postgres_servers.SERVERS} AND objid = %d)"
)


async def news_of(store: Store, kind: type[News]) -> News:
    """The next news of a kind."""
    while True:
        news = await store.news.get()
        if isinstance(news, kind):
            return news


@in_loop
async def test_a_store_lets_go_of_everything_at_once(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        await one.append("a", 1, [b"1"])
        writing = asyncio.create_task(one.append("a", 2, [b"2"]))
        await asyncio.sleep(0)
        one.let_go()
        assert one.news.get_nowait() == LockLost()
        (end,) = await asyncio.gather(writing, return_exceptions=True)
        assert end is None
        while not await two.take(["a"]):
            await asyncio.sleep(0.01)
        assert await two.read("a") == [b"1", b"2"]
        assert await refused(one, "a", 3)
        # It takes part again.
        await two.give_back(["a"])
        while not await one.take(["a"]):
            await asyncio.sleep(0.01)
        await one.append("a", 3, [b"next"])


@in_loop
async def test_a_lock_that_is_lost_never_comes_back(database: str) -> None:
    async with opened(database) as old, opened(database) as new:
        await old.append("a", 1, [b"1"])
        number = old.server
        await end_sessions(database, HOLDS_A_LOCK % number)
        # The database ends a session a moment after it was asked to.
        while not await new.take(["a"]):
            await asyncio.sleep(0.01)
        assert await refused(old, "a", 2)
        await news_of(old, LockLost)
        await new.append("a", 2, [b"2"])
        while old.server < 0:
            await asyncio.sleep(0.01)
        assert old.server > max(number, new.server)
        assert await old.take(["a"]) == set()


@in_loop
async def test_a_server_that_does_not_ping_loses_its_tables(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(database) as other:
        monkeypatch.setattr(postgres_servers, "PING", 60.0)
        monkeypatch.setattr(postgres_servers, "IDLE_MS", 2000)
        async with opened(database) as silent:
            await silent.append("a", 1, [b"1"])
            while not await other.take(["a"]):
                await asyncio.sleep(0.01)
            await other.append("a", 2, [b"2"])
            assert await refused(silent, "a", 2)


@in_loop
async def test_two_that_take_over_the_same_table_do_not_both_have_it(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        async with opened(database) as gone:
            names = [f"t{number}" for number in range(20)]
            for name in names:
                await gone.append(name, 1, [b"1"])
        mine, yours = await asyncio.gather(one.take(names), two.take(names))
        assert sorted([*mine, *yours]) == sorted(names)


@in_loop
async def test_the_server_that_has_a_table_is_known_by_its_name(database: str) -> None:
    one, two = await open_store(database, "one"), await open_store(database, "two")
    try:
        await one.append("a", 1, [b"1"])
        assert await two.owner("a") == "one"
        assert await one.owner("a") is None
        assert await two.owner("b") is None
    finally:
        await one.close()
        await two.close()


@in_loop
async def test_a_program_that_stops_within_a_statement_keeps_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    with TemporaryDirectory(prefix="gongzhu-") as folder:
        async with postgres_proxy(database, Path(folder)) as link, opened(database) as other:
            await other.append("a", 1, [b"1"])
            await other.give_back(["a"])
            monkeypatch.setattr(postgres_servers, "ANSWER", 1.0)
            monkeypatch.setattr(postgres_servers, "IDLE_MS", 2000)
            stopped = await open_store(link.address)
            assert await stopped.take(["a"]) == {"a"}
            # The statement that holds the row of the table, prepared and no more.
            link.silent_after = b"SELECT name, archived"
            began = loop.time()
            writing = asyncio.gather(
                stopped.append("a", 2, [b"no"]), stopped.put_setting("key", b"no")
            )
            while not await other.take(["a"]):
                assert loop.time() < began + LONGEST
                await asyncio.sleep(0.05)
            await other.append("a", 2, [b"2"])
            link.cut()
            (error,) = await asyncio.gather(writing, return_exceptions=True)
            assert isinstance(error, StoreError)
            assert error.problem == "moved"
            await stopped.close()
            assert await other.read("a") == [b"1", b"2"]


@in_loop
async def test_stores_tell_each_other_what_has_changed(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        await one.append("a", 1, [b"1"], summary=b"new")
        assert await two.news.get() == SummariesChanged(("a",))
        assert [table.summary for table in await two.summaries_of(["a", "b"])] == [b"new"]
        # What everybody can see as it was changes nothing.
        await one.append("a", 2, [b"2"])
        one.tell("拱猪".encode())
        assert await two.news.get() == MessageReceived("拱猪".encode())
        assert await one.share_visited(["a"]) == set()
        assert await two.share_visited([]) == {"a"}
        await one.share_visited([])
        assert await two.share_visited([]) == set()
        await one.archive("a")
        assert await two.news.get() == SummariesChanged(("a",))
        assert await two.summaries_of(["a"]) == []
        # Nobody hears what it has said itself, nor hears anything twice.
        assert one.news.empty()
        assert two.news.empty()


@in_loop
async def test_a_store_that_was_cut_off_may_have_missed_something(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        await end_sessions(database, "true")
        one.tell(b"signed out")
        assert await news_of(two, SummariesChanged) == SummariesChanged(None)
        one.tell(b"signed out again")
        heard: list[News] = []
        while MessageReceived(b"signed out again") not in heard:
            heard.append(await two.news.get())


@in_loop
async def test_stores_count_together_what_may_be_done_so_often(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        spent = [await store.spend("tables:ann", 4, 3600) for store in (one, two) * 3]
        assert spent[:4] == [0] * 4
        assert all(890 < wait <= 900 for wait in spent[4:])
        # All at once: no more than there are.
        more = await asyncio.gather(*(one.spend("tables:bob", 3, 60) for _ in range(6)))
        assert more.count(0) == 3
        # It comes back, evenly.
        admin = await asyncpg.connect(database)
        later = "UPDATE gongzhu.allowances SET taken_until = taken_until - $1::interval"
        later += " WHERE key = 'tries'"
        assert [await two.spend("tries", 2, 600) for _ in range(2)] == [0, 0]
        assert 200 < await one.spend("tries", 2, 600) <= 300
        await admin.execute(later, timedelta(seconds=300))
        assert await two.spend("tries", 2, 600) == 0
        # What is back is forgotten.
        await admin.execute(later, timedelta(seconds=600))
        await one.spend("more", 1, 60)
        kept = await admin.fetch("SELECT key FROM gongzhu.allowances ORDER BY key")
        await admin.close()
        assert [key for (key,) in kept] == ["more", "tables:ann", "tables:bob"]


@in_loop
async def test_a_setting_is_replaced_by_one_of_two(new_place: NewPlace) -> None:
    async with opened(new_place()) as store:
        swaps = (store.swap_setting("key", None, value) for value in (b"1", b"2"))
        assert sorted(await asyncio.gather(*swaps)) == [False, True]
        value = await store.setting("key")
        assert not await store.swap_setting("key", b"3", b"4")
        assert await store.swap_setting("key", value, b"4")
        assert await store.setting("key") == b"4"


@contextmanager
def appender(place: str, tables: int) -> Iterator[subprocess.Popen[str]]:
    """A program that appends until it is killed."""
    command = [sys.executable, "-m", "tests.store.appender", place, str(tables)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment(), text=True) as program:
        try:
            yield program
        finally:
            program.send_signal(signal.SIGCONT)
            program.kill()


def heard(program: "subprocess.Popen[str]", told: dict[str, int], most: int) -> None:
    """Note what a program is told is durable, so many times or to its end."""
    assert program.stdout is not None
    for count, line in enumerate(program.stdout, start=1):
        table, number = line.split()
        told[table] = int(number)
        if count == most:
            break


@pytest.mark.long
@in_loop
async def test_a_program_that_was_stopped_for_long_writes_no_more(
    database: str,
) -> None:
    """It is stopped in the midst of its work, and wakes when another one has its tables."""
    told: dict[str, int] = {}
    with appender(database, 20) as program:
        heard(program, told, ENOUGH)
        program.send_signal(signal.SIGSTOP)
        async with opened(database) as store:
            names, mine = sorted(told), set[str]()
            while len(mine) < len(names):
                mine |= await store.take(names)
                await asyncio.sleep(0.1)
            first = {name: await store.last(name) + 1 for name in names}
            await asyncio.gather(*(store.append(name, first[name], [b"mine"]) for name in names))
            program.send_signal(signal.SIGCONT)
            # What it was told before it was stopped, and then it ends by the first refusal.
            await asyncio.to_thread(heard, program, told, 0)
            assert await asyncio.to_thread(program.wait) != 0
            for name in names:
                await store.append(name, first[name] + 1, [b"mine too"])
                bodies = await store.read(name)
                before = [f"{name} {n}".encode() for n in range(1, first[name])]
                assert bodies == [*before, b"mine", b"mine too"]
                assert told[name] < first[name]
