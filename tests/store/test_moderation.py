"""Blocks, reports, bans and what was done on the server's own machine, in either database."""

import asyncio

import pytest

from gongzhu.store import PlayerRow, Store, StoreError
from gongzhu.store.accounts import DropPlayer
from gongzhu.store.moderation import Audit, Ban, BanRow, Block, DeleteBlock, Report, Unban
from tests.support.stores import in_loop, opened


async def refused(store: Store, change: Block | Report | Unban) -> str:
    with pytest.raises(StoreError) as caught:
        await store.change(change)
    return caught.value.problem


def report(at: int, by: str = "ann", most: int = 2) -> Report:
    return Report(by, "bo", "Bo", "t", "abuse", "He said 猪", at, at - 100, most)


@in_loop
async def test_a_player_blocks_so_many_and_each_once(place: str) -> None:
    async with opened(place) as store:
        await store.change(Block("ann", "bo", "Bo", 5, 2))
        assert await refused(store, Block("ann", "bo", "Bo", 6, 2)) == "taken"
        await store.change(Block("ann", "cleo", "Cleo", 7, 2))
        await store.change(Block("bo", "ann", "Ann", 8, 2))
        assert await refused(store, Block("ann", "dev", "Dev", 9, 2)) == "taken"
        await store.change(DeleteBlock("ann", 1))
        await store.change(Block("ann", "dev", "Dev", 9, 2))
    async with opened(place) as store:
        rows = [(row.player_id, row.number, row.blocked_id) for row in await store.blocks()]
        assert rows == [("ann", 2, "cleo"), ("ann", 3, "dev"), ("bo", 1, "ann")]
        await store.change(DropPlayer("ann"))
        assert await store.blocks() == []


@in_loop
async def test_a_player_makes_so_many_reports_in_a_time(place: str) -> None:
    async with opened(place) as store:
        await asyncio.gather(*(store.change(report(at)) for at in (10, 20)))
        assert await refused(store, report(30)) == "taken"
        await store.change(report(30, "cleo"))
        await store.change(report(125))
        found = await store.reports(3)
        assert [(row.number, row.by_id, row.made_ms) for row in found] == [
            (4, "ann", 125),
            (3, "cleo", 30),
            (2, "ann", 20),
        ]
        assert (found[0].name, found[0].reason, found[0].words) == ("Bo", "abuse", "He said 猪")
        await store.change(DropPlayer("bo"))
        assert [(row.player_id, row.name) for row in await store.reports(1)] == [("", "")]


@in_loop
async def test_bans_end_and_may_be_made_anew(place: str) -> None:
    async with opened(place) as store:
        await store.change(Ban("bo", None, 1))
        await store.change(Ban("192.0.2.0/24", 99, 2))
        await store.change(Ban("bo", 50, 3))
        assert await store.bans() == [BanRow("192.0.2.0/24", 99, 2), BanRow("bo", 50, 3)]
        await store.change(Unban("bo"))
        assert await refused(store, Unban("bo")) == "taken"


@in_loop
async def test_what_was_done_is_kept_in_order(place: str) -> None:
    async with opened(place) as store:
        for number in range(3):
            await store.change(Audit("root", "ban", f"player-{number}", number))
    async with opened(place) as store:
        rows = await store.audit(2)
        assert [(row.number, row.who, row.detail) for row in rows] == [
            (3, "root", "player-2"),
            (2, "root", "player-1"),
        ]


@in_loop
async def test_players_are_found_by_a_part_of_their_names(place: str) -> None:
    async with opened(place) as store:
        for id, name, seen in (("a1", "Ann", 1), ("a2", "Hannah", 2), ("a3", "100%", 3)):
            await store.put_player(PlayerRow(id, name, "guest", None, 1, seen))
        for search, ids in (("ann", ["a2", "a1"]), ("%", ["a3"]), ("a3", ["a3"]), ("x", [])):
            assert [row.id for row in await store.find_players(search, 9)] == ids
