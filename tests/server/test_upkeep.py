"""What a server does in the background, and that nobody can tell."""

import asyncio
import json
from pathlib import Path

import pytest

from gongzhu.clubs.results import read_result
from gongzhu.server.app import create_app
from gongzhu.server.calendar import DAY_MS as DAY
from gongzhu.server.config.settings import ServerConfig, Timeouts
from gongzhu.server.parts import Parts
from gongzhu.store import PlayerRow
from gongzhu.store.clubs import FinishClubGame
from gongzhu.store.writes import LARGEST
from tests.store.packed_games import START, write
from tests.support.asgi import Answer, ask, scope_of
from tests.support.stores import in_loop, opened

ANN = PlayerRow("ann", "ann", "guest", None, 1, 1)
TABLES = {"0123456789abcdef01": "gongzhu-pagat", "0123456789abcdef02": "hearts-denexa"}
PATIENCE = 60.0
"""Seconds for what is done in the background."""
FORMS = ("", ".jsonl", ".txt", ".evidence.jsonl")


async def fill(place: str) -> list[str]:
    """Write down games of closed tables; their ids."""
    async with opened(place) as store:
        await store.put_player(ANN)
        for table, preset in TABLES.items():
            await write(store, preset, table)
            await store.archive(table)
        return [game.id for game in await store.games_of("ann", 9)]


async def served(place: str, games: list[str], config: ServerConfig) -> tuple[list[bytes], bytes]:
    """The files and pages of games, and a player's history, once nothing is left to be done."""
    async with opened(place) as store:
        app = create_app(config, store, clock=lambda: START + 100 * DAY)
        async with app.router.lifespan_context(app):
            context: Parts = app.state.parts
            if config.timeouts.upkeep < 1:
                while await store._fetch("SELECT 1 FROM entries LIMIT 1", ()):
                    await asyncio.sleep(0.01)
            if config.keep_games is not None:
                while await store.tables(archived=True):
                    await asyncio.sleep(0.01)
            bodies = []
            for path in (f"/api/games/{game}{form}" for game in games for form in FORMS):
                answer = Answer()
                scope = scope_of("http", path, "")
                await ask(app, scope, b"", answer)
                bodies.append(b"%d " % answer.status + answer.body)
            return bodies, await context.histories.told(ANN, "en", "")


@in_loop
async def test_closed_tables_without_a_game_go(tmp_path: Path) -> None:
    place, (without, with_one) = str(tmp_path / "data"), TABLES
    async with opened(place) as store:
        await write(store, "gongzhu-pagat", without, 60)
        await write(store, "gongzhu-pagat", with_one)
        for table in TABLES:
            await store.archive(table)
        app = create_app(ServerConfig(processes=1, timeouts=NOW), store, clock=lambda: START)
        async with app.router.lifespan_context(app), asyncio.timeout(PATIENCE):
            while len(await store.tables(archived=True)) > 1:
                await asyncio.sleep(0.01)
        assert [left.name for left in await store.tables(archived=True)] == [with_one]
        assert await store.read(without) == []


NOW, LATER = Timeouts(upkeep=0.01), Timeouts(upkeep=10_000.0)


@pytest.mark.rest
@in_loop
async def test_nobody_can_tell_that_games_were_packed(tmp_path: Path) -> None:
    place = str(tmp_path / "data")
    games = await fill(place)
    assert len(games) == len(TABLES)
    before = await served(place, games, ServerConfig(processes=1, timeouts=LATER))
    assert all(body.startswith(b"200 ") for body in before[0])
    assert await served(place, games, ServerConfig(processes=1, timeouts=NOW)) == before
    assert await served(place, games, ServerConfig(processes=1, timeouts=LATER)) == before


@pytest.mark.rest
@pytest.mark.parametrize("days", [99, 101])
@in_loop
async def test_statistics_outlive_the_games_that_are_deleted(tmp_path: Path, days: int) -> None:
    place = str(tmp_path / "data")
    games = await fill(place)
    config = ServerConfig(processes=1, timeouts=NOW, keep_games=days)
    async with opened(place) as store:
        for number, game in enumerate(games):
            await store.change(FinishClubGame("club", START + number, game))
    if days > 100:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(served(place, games, config), 1.0)
    else:
        gone, history = await served(place, games, config)
        assert all(body.startswith(b"404 ") for body in gone)
        other = str(tmp_path / "other")
        _, expected = await served(
            other, await fill(other), ServerConfig(processes=1, timeouts=LATER)
        )
        assert history == expected
        counted = [one["whole"]["games"] for one in json.loads(history)["reports"]]
        assert sum(counted) == len(TABLES)
        async with opened(place) as store:
            of_club = await store.club_games("club", 0, (LARGEST, ""), 9)
        assert [read_result(one.result or b"").deals > 0 for one in of_club] == [True] * len(games)
