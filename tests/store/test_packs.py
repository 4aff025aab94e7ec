"""Packed games are served as they were before, and nothing can come between."""

import asyncio
from typing import Any

import pytest

from gongzhu.server.live.finished_game import kept_game
from gongzhu.store import PlayerRow, Store, StoreError
from gongzhu.store.days import BeginDay
from gongzhu.store.game_archive import Pack, key_of_review
from gongzhu.table import evolve, read_entry, write_entry, write_table
from tests.store.packed_games import played, write
from tests.support.stores import in_loop, opened

ENDED, CLOSED, RUNNING = "0123456789abcdef01", "0123456789abcdef02", "0123456789abcdef03"
PRESET = "gongzhu-pagat"
BEGUN = 60
"""Entries of the game that goes on."""


async def fill(store: Store) -> None:
    """A table with a game that is over, one that is closed, one in the midst of a game."""
    await write(store, PRESET, ENDED, -1)
    # Its last snapshot is older than the end of the game.
    entry, last, listing = played(PRESET, ENDED)[-1]
    await store.append(ENDED, last.seq, [write_entry(entry)], along=kept_game(last, listing, 0))
    await write(store, "hearts-denexa", CLOSED)
    await store.archive(CLOSED)
    await write(store, PRESET, RUNNING, BEGUN)


async def served(store: Store) -> dict[str, Any]:
    """All that a server asks of a store."""
    found: dict[str, Any] = {}
    for archived in (False, True):
        tables = await store.tables(archived=archived)
        found[f"tables {archived}"] = tables
        for name in (table.name for table in tables):
            last = await store.last(name)
            starts = (0, 1, last // 2, last - 1, last, last + 5)
            found[name] = [last, *[await store.read(name, after) for after in starts]]
    for game in await store.games_of("ann", 9):
        found[game.id] = game, await store.deals(game.id)
    found["tails"] = await store.stored_tables("0", "z")
    return found


async def unpacked(store: Store) -> tuple[int, int]:
    """The number of rows of the log, and of games whose deals are not packed."""
    ((entries,),) = await store._fetch("SELECT count(*) FROM entries", ())
    ((games,),) = await store._fetch(
        "SELECT count(*) FROM settings WHERE substr(key, 1, 5) = 'game:'", ()
    )
    return entries, games


@in_loop
async def test_what_is_packed_is_served_as_before(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        before = await served(store)
        _, last, _ = played(PRESET, ENDED)[-1]
        assert await store.pack(9) == 2
        assert await served(store) == before
        await store.append(ENDED, last.seq + 1, [], snapshot=write_table(last))
        before = await served(store)
        assert await store.pack(9) == 1
        assert await store.pack(9) == 0
        assert await served(store) == before
        assert await unpacked(store) == (BEGUN, 0)
    async with opened(place) as store:
        assert await served(store) == before
        # The table goes on, and is the same as if nothing had been packed.
        await store.append(ENDED, last.seq + 1, [b"next"])
        assert await store.last(ENDED) == last.seq + 1
        assert (await store.read(ENDED))[-1] == b"next"
        table = None
        for body in (await store.read(ENDED))[:-1]:
            table = evolve(table, read_entry(body))
        assert table == last


@in_loop
async def test_a_few_are_packed_at_a_time(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        before = await served(store)
        for _ in range(2):
            assert await store.pack(1) == 1
            assert await served(store) == before
        assert await store.pack(1) == 0


@in_loop
async def test_readers_and_writers_see_nothing_of_the_packing(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        _, last, _ = played(PRESET, ENDED)[-1]
        await store.append(ENDED, last.seq + 1, [], snapshot=write_table(last))
        before = await served(store)
        packing = asyncio.create_task(store.pack(9))
        added = 0
        while not packing.done():
            added += 1
            await store.append(RUNNING, BEGUN + added, [b"%d" % added])
            assert await store.read(CLOSED) == before[CLOSED][1]
            assert await store.deals(last.state.game or "") == before[str(last.state.game)][1]
        assert packing.result() == 3
        assert await store.last(RUNNING) == BEGUN + added


@in_loop
async def test_rows_that_are_not_those_of_the_pack_stay(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        before = await served(store)
        with pytest.raises(StoreError, match="1 to 9"):
            await store._group.put(Pack(CLOSED, 1, 9, None, b"pack", b"another digest"))
        assert await served(store) == before


@in_loop
async def test_one_damaged_game_keeps_no_other_from_being_packed(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        _, last, _ = played("hearts-denexa", CLOSED)[-1]
        await write(store, PRESET, "0123456789abcdef04")
        await store.archive("0123456789abcdef04")
        await store.put_setting(f"game:{last.state.game}", b"damaged")
        with pytest.raises(StoreError, match=CLOSED):
            await store.pack(9)
        entries, games = await unpacked(store)
        assert games == 2
        assert entries == BEGUN + len(played(PRESET, ENDED)) + len(played("hearts-denexa", CLOSED))


@in_loop
async def test_only_old_games_of_closed_tables_are_purged(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        await store.put_setting("another", b"setting")
        await store.pack(9)
        (old,) = [game for game in await store.games_of("ann", 9) if game.table == CLOSED]
        await store.put_result("ann", old.id, b"summary")
        await store.put_setting(key_of_review(old.id), b"review")
        before = await served(store)
        assert await store.purge(old.finished_ms) == 0
        assert await served(store) == before
        assert await store.purge(old.finished_ms + 10**12) == 1
        assert await store.deals(old.id) is None
        assert await store.setting(key_of_review(old.id)) is None
        assert await store.read(CLOSED) == []
        assert await store.tables(archived=True) == []
        assert [game.table for game in await store.games_of("ann", 9)] == [ENDED]
        assert b"summary" in {game.result for game in await store.played("ann", 9)}
        assert await store.setting("another") == b"setting"
        assert (await served(store))[ENDED] == before[ENDED]


@pytest.mark.parametrize("packed", [False, True])
@in_loop
async def test_closed_tables_without_a_finished_game_are_purged(place: str, packed: bool) -> None:
    """Not open ones, nor those with a game, nor the tries of a day that is not over."""
    gone, tried, open_still = (f"0123456789abcdef1{n}" for n in range(3))
    async with opened(place) as store:
        await fill(store)
        await store.put_player(PlayerRow("ann", "ann", "guest", None, 1, 1))
        for table in (gone, tried, open_still):
            await write(store, PRESET, table, BEGUN)
        await store.change(BeginDay("ann", 20_780, "gongzhu", tried))
        for table in (gone, tried):
            await store.archive(table)
        if packed:
            await store.pack(9)
        assert await store.purge_unplayed(20_780) == 1
        assert await store.read(gone) == []
        assert await store.snapshot(gone) is None
        assert await store.last(tried) == BEGUN
        assert await store.purge_unplayed(20_781) == 1
        assert await store.purge_unplayed(20_781) == 0
        closed = {table.name for table in await store.tables(archived=True)}
        assert closed == {CLOSED}
        kept = {table.name for table in await store.tables()}
        assert kept == {ENDED, RUNNING, open_still}


@pytest.mark.parametrize("packed", [False, True])
@in_loop
async def test_the_deals_of_a_game_can_be_replaced(place: str, packed: bool) -> None:
    async with opened(place) as store:
        await fill(store)
        if packed:
            await store.pack(9)
        before = await served(store)
        (game,) = [game for game in await store.games_of("ann", 9) if game.table == CLOSED]
        other = (await store.deals(game.id) or b"").replace(b'"ann"', b'""')
        await store.keep_game(game, other)
        before[game.id] = game, other
        assert await served(store) == before
        assert await store.pack(9) == (0 if packed else 2)
        assert await served(store) == before
