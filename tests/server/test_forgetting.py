"""Players who have deleted their accounts, in the games of the others."""

import asyncio

import pytest
from msgspec.structs import replace

from gongzhu.records import Verifier, read_jsonl
from gongzhu.server.accounts import leaving as accounts
from gongzhu.server.accounts.leaving import PAUSE
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.games.files import remove_player
from gongzhu.server.live.pipeline import State, table_of
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.work.job import JobRequest
from gongzhu.store import StoreError
from gongzhu.store.accounts import Retire
from gongzhu.table import FORMAT, OlderTable, read_table, write_table
from gongzhu.table.commands import Expire
from tests.server.history_server import (
    NAMES,
    PAGAT,
    Server,
    a_game,
    serving,
)
from tests.support.memory_store import MemoryStore
from tests.support.scripted_bots import WorkerAtOnce
from tests.support.stores import in_loop


@in_loop
async def test_a_deleted_player_is_gone_from_the_games_of_the_others() -> None:
    async with serving() as server:
        game = await server.keep(a_game("gongzhu-wiki-swap"))
        before = await server.found("/api/me/games", "Bo")
        statistics = await server.found("/api/me/statistics", "Bo")
        ann = server.players["Ann"]
        await server.context.leaving.delete_account(ann)
        await asyncio.gather(*server.context.leaving.deletions)
        assert (await server.found("/api/me"))["name"] is None
        after = await server.found("/api/me/games", "Bo")
        assert after["games"][0]["names"] == ["Former player", *NAMES[1:]]
        before["games"][0]["names"] = after["games"][0]["names"]
        assert after == before
        for part in (statistics["reports"][0]["whole"], *statistics["reports"][0]["rule_sets"]):
            (met,) = (one for one in part["against"] if one["companion"]["name"] == "Ann")
            met["companion"]["name"] = "Former player"
        assert (await server.found("/api/me/statistics", "Bo"))["reports"] == statistics["reports"]
        sheet = await server.found(f"/api/games/{game}?lang=zh", "Bo")
        assert sheet["names"][0] == sheet["deals"][0]["record"]["players"][0] == "已注销的玩家"
        records = (await server.get(f"/api/games/{game}.jsonl")).body.decode()
        verifier = Verifier()
        assert [fault for one in read_jsonl(records) for fault in verifier.check(one)] == []
        row = await server.store.game(game)
        deals = await server.store.deals(game)
        assert row is not None
        assert deals is not None
        kept = repr(row).encode() + deals
        assert ann.id.encode() not in kept
        assert b"Ann" not in kept
        assert await server.store.player(ann.id) is None
        assert await server.store.former_players() == []


@in_loop
async def test_a_deletion_waits_for_a_busy_worker_as_long_as_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        await server.keep(PAGAT)
        held = list[tuple[WorkerAtOnce, JobRequest]]()
        with monkeypatch.context() as busy:
            busy.setattr(WorkerAtOnce, "send", lambda *sent: held.append(sent))
            await server.context.leaving.delete_account(server.players["Ann"])
            for _ in range(10):
                await asyncio.sleep(0)
            ((worker, request),) = held
            assert request.name == remove_player.name
        worker.send(request)
        async with asyncio.timeout(PAUSE / 4):
            await asyncio.gather(*server.context.leaving.deletions)
        assert await server.store.former_players() == []


@in_loop
async def test_a_deletion_goes_on_where_something_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "PAUSE", 0.0)
    async with serving() as server:
        context, ann = server.context, server.players["Ann"]
        bot, _ = await context.identity.create("Ann's bot", "bot", owner=ann.id)
        room = context.tables.rooms[await context.tables.open(ann, OpenTable(), "here")]
        give_up, failed = room.give_up_seat, list[str]()

        async def fails_twice(player: str) -> None:
            failed.append(player)
            if len(failed) < 3:
                raise StoreError("closed")
            await give_up(player)

        monkeypatch.setattr(room, "give_up_seat", fails_twice)
        await context.leaving.delete_account(ann)
        for gone in (ann.id, bot.player.id):
            found = await server.store.player(gone)
            assert found is None or found.kind == "former"
        await asyncio.gather(*context.leaving.deletions)
        assert ann.id not in room.shown.players
        assert await server.store.former_players() == []
        assert await server.store.player(bot.player.id) is None


@in_loop
async def test_a_seat_is_not_given_up_while_the_table_is_read_again() -> None:
    async with serving() as server:
        ann = server.players["Ann"]
        room = server.context.tables.rooms[
            await server.context.tables.open(ann, OpenTable(), "here")
        ]
        room.pipeline.state = State.REREADING
        with pytest.raises(StoreError):
            await room.give_up_seat(ann.id)


@in_loop
async def test_a_name_leaves_a_snapshot_of_an_older_program() -> None:
    async with serving() as server:
        context, ann = server.context, server.players["Ann"]
        room = context.tables.rooms[await context.tables.open(ann, OpenTable(), "here")]
        room.do(Expire())
        (stored,) = await server.store.stored_tables(room.name, room.name)
        table = await table_of(stored, server.store)
        older = write_table(replace(table, format=FORMAT - 1))
        with pytest.raises(OlderTable):
            read_table(older)
        await server.store.append(room.name, table.seq + 1, [], snapshot=older)
        await context.leaving.delete_account(ann)
        await asyncio.gather(*context.leaving.deletions)
        kept = await server.store.snapshot(room.name)
        assert kept is not None
        assert b"Ann" not in kept[1]
        read_table(kept[1])


@pytest.mark.rest
@in_loop
async def test_a_deletion_that_was_cut_short_is_finished_at_the_next_start() -> None:
    store = MemoryStore()
    app = create_app(ServerConfig(processes=1), store)
    async with app.router.lifespan_context(app):
        server = Server(app, store)
        for name in ("Ann", "Bo"):
            await server.introduce(name)
        await server.keep(a_game("gongzhu-wiki-swap"))
        room = server.context.tables.rooms[
            await server.context.tables.open(server.players["Ann"], OpenTable(), "here")
        ]
        await store.change(Retire(server.players["Ann"].id))
    app = create_app(ServerConfig(processes=1), store)
    async with app.router.lifespan_context(app):
        await asyncio.gather(*app.state.parts.leaving.deletions)
        left = await app.state.parts.tables.room(room.name)
        await left.settled()
        assert server.players["Ann"].id not in left.shown.players
        assert await store.games_of(server.players["Ann"].id, 9) == []
        assert await store.former_players() == []
        (row,) = await store.games_of(server.players["Bo"].id, 9)
        assert b"Ann" not in row.summary
