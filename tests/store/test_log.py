"""The log of a table: numbered, in order, whole, and there again after a restart."""

import asyncio

import pytest

from gongzhu.store import Conflict, StoreError, TableSummary
from gongzhu.store.group import LARGEST_GROUP
from tests.support.stores import in_loop, opened, outcomes

BIG = bytes(range(256)) * 256


@in_loop
async def test_what_was_appended_is_read_in_order(place: str) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"one", b"", b"thr\0ee"])
        await store.append("a", 4, [BIG])
        await store.append("b", 1, [b"other"])
        assert await store.read("a") == [b"one", b"", b"thr\0ee", BIG]
        assert await store.read("a", after=2) == [b"thr\0ee", BIG]
        assert await store.read("a", after=4) == []
        assert (await store.last("a"), await store.last("b")) == (4, 1)


@in_loop
async def test_an_unknown_table_is_empty(place: str) -> None:
    async with opened(place) as store:
        assert await store.read("nobody") == []
        assert await store.last("nobody") == 0
        assert await store.snapshot("nobody") is None
        assert await store.tables() == []
        await store.archive("nobody")
        assert await store.tables(archived=True) == []


@in_loop
async def test_all_is_there_after_a_restart(place: str) -> None:
    async with opened(place) as store:
        await store.append("拱猪 ♠Q 🐷", 1, ["红心".encode()], snapshot=b"state", summary=b"{}")
        await store.append("closed", 1, [b"x"])
        await store.archive("closed")
    async with opened(place) as store:
        assert await store.tables() == [TableSummary("拱猪 ♠Q 🐷", 1, b"{}")]
        assert await store.tables(archived=True) == [TableSummary("closed", 1, b"")]
        assert await store.snapshot("拱猪 ♠Q 🐷") == (1, b"state")
        assert await store.read("拱猪 ♠Q 🐷") == ["红心".encode()]
        await store.append("拱猪 ♠Q 🐷", 2, [b"next"])


@in_loop
async def test_checkpoint_and_brief_replace_the_old_ones(place: str) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"1"], snapshot=b"after 1", summary=b"first")
        await store.append("a", 2, [b"2"])
        assert await store.snapshot("a") == (1, b"after 1")
        assert await store.tables() == [TableSummary("a", 2, b"first")]
        await store.append("a", 3, [b"3", b"4"], snapshot=b"after 4", summary=b"second")
        assert await store.snapshot("a") == (4, b"after 4")
        assert await store.tables() == [TableSummary("a", 4, b"second")]


@in_loop
async def test_without_bodies_only_checkpoint_and_brief_change(place: str) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"1"])
        await store.append("a", 2, [], snapshot=b"late", summary=b"listed")
        assert await store.snapshot("a") == (1, b"late")
        assert await store.tables() == [TableSummary("a", 1, b"listed")]
        with pytest.raises(Conflict):
            await store.append("a", 3, [], summary=b"no")


@pytest.mark.parametrize("first", [-1, 0, 1, 2, 4, 2**70])
@in_loop
async def test_only_the_next_number_fits(place: str, first: int) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"1", b"2"])
        with pytest.raises(Conflict) as caught:
            await store.append("a", first, [b"x"], snapshot=b"x", summary=b"x")
        assert (caught.value.table, caught.value.first, caught.value.last) == ("a", first, 2)
        assert await store.read("a") == [b"1", b"2"]
        assert await store.snapshot("a") is None
        assert await store.tables() == [TableSummary("a", 2, b"")]


@in_loop
async def test_a_new_table_begins_with_one(place: str) -> None:
    async with opened(place) as store:
        with pytest.raises(Conflict):
            await store.append("a", 2, [b"x"])
        assert await store.tables() == []


@in_loop
async def test_an_archived_table_is_kept_and_takes_nothing(place: str) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"1"], snapshot=b"state")
        await store.archive("a")
        await store.archive("a")
        with pytest.raises(StoreError, match="table a is closed"):
            await store.append("a", 2, [b"2"])
        assert await store.read("a") == [b"1"]
        assert await store.snapshot("a") == (1, b"state")
        assert await store.tables() == []


@in_loop
async def test_tables_are_listed_by_name(place: str) -> None:
    names = ["b", "B", "a-1", "a1", "é", "猪", "a"]
    async with opened(place) as store:
        await asyncio.gather(*(store.append(name, 1, [b"x"]) for name in names))
        assert [table.name for table in await store.tables()] == sorted(names)


@in_loop
async def test_hundreds_write_at_once_and_each_keeps_its_order(place: str) -> None:
    async def player(store_table: str) -> None:
        for number in range(1, 16):
            await store.append(store_table, number, [b"%d" % number])
            assert await store.last(store_table) == number

    names = [f"table-{number}" for number in range(300)]
    async with opened(place) as store:
        await asyncio.gather(*map(player, names))
        listed = await store.tables()
        assert {table.name: table.last for table in listed} == dict.fromkeys(names, 15)
        for name in names[::50]:
            assert await store.read(name) == [b"%d" % number for number in range(1, 16)]


@in_loop
async def test_more_than_a_group_may_wait(place: str) -> None:
    most = 2 * LARGEST_GROUP + 1
    async with opened(place) as store:
        assert set(
            await outcomes(*(store.append("a", n + 1, [b"%d" % n]) for n in range(most)))
        ) == {None}
        assert await store.read("a") == [b"%d" % n for n in range(most)]


@in_loop
async def test_a_conflict_is_nobody_elses(place: str) -> None:
    async with opened(place) as store:
        await store.append("a", 1, [b"1"])
        ends = await outcomes(
            store.append("a", 2, [b"mine"]),
            store.append("a", 2, [b"yours"]),
            store.append("b", 1, [b"b"]),
            store.append("a", 3, [b"next"]),
            store.append("c", 7, [b"c"]),
            store.archive("b"),
            store.append("b", 2, [b"late"]),
        )
        assert [type(end) for end in ends] == [
            type(None),
            Conflict,
            type(None),
            type(None),
            Conflict,
            type(None),
            StoreError,
        ]
        assert await store.read("a") == [b"1", b"mine", b"next"]
        assert await store.read("b") == [b"b"]
        assert [table.name for table in await store.tables()] == ["a"]


@pytest.mark.parametrize("name", ["with\0nul", "half \ud83d", "x" * 201])
@in_loop
async def test_a_name_that_cannot_be_kept_is_refused_alone(place: str, name: str) -> None:
    async with opened(place) as store:
        ends = await outcomes(store.append(name, 1, [b"x"]), store.append("a", 1, [b"x"]))
        assert isinstance(ends[0], StoreError)
        assert ends[1] is None
        with pytest.raises(StoreError, match="cannot be stored"):
            await store.read(name)


@in_loop
async def test_names_of_two_hundred_characters_are_kept(place: str) -> None:
    name = "🐷" * 200
    async with opened(place) as store:
        await store.append(name, 1, [b"x"])
        assert await store.last(name) == 1


@in_loop
async def test_a_write_goes_on_when_its_writer_is_cancelled(place: str) -> None:
    async with opened(place) as store:
        writing = asyncio.create_task(store.append("a", 1, [b"1"]))
        await asyncio.sleep(0)
        writing.cancel()
        await store.append("a", 2, [b"2"])
        assert await store.read("a") == [b"1", b"2"]


@in_loop
async def test_closing_carries_out_what_waits_and_takes_no_more(place: str) -> None:
    async with opened(place) as store:
        writing = [asyncio.create_task(store.append("a", n, [b"x"])) for n in range(1, 50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writing)
        with pytest.raises(StoreError, match="closed"):
            await store.append("a", 50, [b"x"])
        with pytest.raises(StoreError, match="closed"):
            await store.read("a")
        await store.close()
    async with opened(place) as store:
        assert await store.last("a") == 49
