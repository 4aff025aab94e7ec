"""A player whose account was deleted: the name is nowhere in the store any more."""

import asyncio
from unittest.mock import patch

from gongzhu.dealing import check_deals
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig, Timeouts
from gongzhu.server.live.finished_game import read_deals, read_kept
from gongzhu.server.live.summary import read_listing
from gongzhu.server.parts import Parts
from gongzhu.server.tables.forgetting import Names
from gongzhu.store import PlayerRow, Store
from gongzhu.table import Table, evolve, read_entry, read_table
from gongzhu.table.facts import Removed, Sat
from tests.store.packed_games import START
from tests.store.test_packs import CLOSED, ENDED, RUNNING, fill
from tests.support.scripted_bots import WorkerAtOnce
from tests.support.stores import in_loop, opened

TABLES = (ENDED, CLOSED, RUNNING)
FORMER = "Former player"
LATER = Timeouts(upkeep=10_000.0)


async def forget(store: Store, player: str) -> dict[str, Table]:
    """Have a server take a player out of a store, whose account has just ended; the open tables as
    it has them then."""
    await store.put_player(PlayerRow(player, "", "former", None, START, START))
    app = create_app(ServerConfig(processes=2, timeouts=LATER), store, clock=lambda: START)
    with patch("gongzhu.server.work.pool.Worker", WorkerAtOnce):
        async with app.router.lifespan_context(app):
            context: Parts = app.state.parts
            while context.leaving.deletions:
                await asyncio.gather(*context.leaving.deletions)
            rooms = [await context.tables.room(name) for name in TABLES]
            return {room.name: room.shown for room in rooms if room is not None}


async def names_in(store: Store) -> set[str]:
    """All names of players that stand in tables and games."""
    found: set[str] = set()
    for name in TABLES:
        for body in await store.read(name):
            facts = read_entry(body).facts
            found |= {fact.name for fact in facts if isinstance(fact, Sat | Removed)}
        kept = await store.snapshot(name)
        if kept is not None:
            table = read_table(kept[1])
            found |= {seat.name for seat in table.state.seats} | set(table.state.removed)
            found |= {name for deal in table.finished for name in deal.record.players}
    for archived in (False, True):
        for listed in await store.tables(archived=archived):
            found |= {seat.name for seat in read_listing(listed.summary).seats}
    for row in await store.games_of("bo", 9):
        found |= set(read_kept(row).names)
        for deal in read_deals(await store.deals(row.id) or b"[]"):
            found |= set(deal.record.players)
    return found - {""}


@in_loop
async def test_a_deleted_name_is_nowhere(place: str) -> None:
    async with opened(place) as store:
        await fill(store)
        assert await store.pack(9) == 2
        logs = {name: await store.read(name) for name in TABLES}
        games = {game.id: await store.deals(game.id) for game in await store.games_of("bo", 9)}
        before = await names_in(store)
        tables = await forget(store, "ann")
        assert await names_in(store) == before - {"ann"} | {FORMER}
        assert set(tables) == {ENDED, RUNNING}
        for name, log in logs.items():
            found = await store.read(name)
            # What was there is what it was, but for the name; the server has added its own.
            assert found[: len(log)] == list(map(Names("ann").rewrite, log))
            table = None
            for body in found:
                table = evolve(table, read_entry(body))
            kept = await store.snapshot(name)
            assert kept is None or read_table(kept[1]).seq == kept[0]
            assert table is not None
            assert name == CLOSED or table == tables[name]
        for game, deals in games.items():
            assert deals is not None
            changed = await store.deals(game)
            assert changed is not None
            evidence = [deal.evidence for deal in read_deals(deals)]
            assert [deal.evidence for deal in read_deals(changed)] == evidence
            assert not check_deals(evidence)
        await forget(store, "ann")
        assert await names_in(store) == before - {"ann"} | {FORMER}


def test_a_name_is_taken_out_of_two_facts_and_of_no_other() -> None:
    names = Names("a1")
    sat = b'{"type":"sat","seat":2,"player":"a1","name":"%b"}'
    others = b'{"type":"sat","seat":1,"player":"b2","name":"Ann"}'
    removed = b'{"type":"removed","player":"a1","name":"%b"}'
    bot = b'{"type":"bot_sat","seat":0,"level":"random","name":"Ann"}'
    quoted = '安 \\"Q\\\\'.encode()
    body = b'{"at":1,"facts":[%b,%b,%b,%b],"by":"a1"}'
    before = body % (sat % b"Ann 2", others, removed % quoted, bot)
    former = FORMER.encode()
    assert names.rewrite(before) == body % (sat % former, others, removed % former, bot)
    assert names.found == {"Ann 2", '安 "Q\\'}
