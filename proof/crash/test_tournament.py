"""A tournament at a real server that is killed again and again in the middle of its rounds."""

import asyncio
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from websockets.exceptions import WebSocketException

from gongzhu.duplicate.events import BoardResult, RoundEnded, TournamentEntry
from gongzhu.duplicate.evolve import evolve
from gongzhu.duplicate.scoring import standings
from gongzhu.duplicate.state import Tournament
from gongzhu.store import Store, open_store
from gongzhu.table import read_entry
from gongzhu.table.facts import GameEnded
from proof.crash.fork_server import Launch
from proof.crash.server_process import ServerProcess, server_process
from tests.support.page_client import Browser
from tests.support.serving import free_port

ROUNDS, TABLES = 4, 2
LIVES = (
    ("before commit", 8),
    ("after commit", 12),
    ("before commit", 1),
    ("after snapshot", 2),
    ("before commit", 20),
    ("after commit", 15),
)
"""The ends of the server's lives: a point of the program, and at which passage of it."""
PATIENCE = 240.0
"""Seconds for a life, however busy the machine is."""
RULES = {"name": "Friday", "preset": "gongzhu-pagat"}


def begun(url: str) -> tuple[Browser, str]:
    """A tournament of seven bots and of Ann, who has begun it."""
    ann = Browser(url).introduce("Ann")
    club = ann.ask("POST", "/api/clubs", RULES).json
    asked = {"name": "Cup", "rules": club["rules"][0]["number"], "rounds": ROUNDS}
    path = f"/api/clubs/{club['club']}/tournaments"
    planned = ann.ask("POST", path, {**asked, "level": "random", "move": 5})
    assert planned.status == 201, planned.body
    id = str(planned.json["tournament"])
    for kind in ("enter", "begin"):
        done = ann.ask("POST", f"/api/tournaments/{id}/do", {"do": {"type": kind}})
        assert done.status == 200, done.body
    # Her number is waited for in vain.
    while ann.ask("GET", f"/api/tournaments/{id}").json["stage"] == "calling":
        time.sleep(0.5)
    return ann, id


def plays(ann: Browser, id: str, over: Event) -> None:
    """Ann plays her deals whenever a server is there, until the tournament is over."""
    while not over.wait(0.1):
        with suppress(OSError, HTTPException, WebSocketException):
            table = ann.ask("GET", f"/api/tournaments/{id}").json["table"]
            if table is not None:
                with ann.page(table) as page:
                    page.play(lambda page: page.stage == "finished")


async def lived(server: ServerProcess, launch: Launch) -> tuple[str, dict[str, Any]]:
    """The tournament after the last of many lives."""
    await server.begin(launch)
    assert await server.ready()
    ann, id = await asyncio.to_thread(begun, f"http://127.0.0.1:{launch.port}")
    over = Event()
    playing = asyncio.create_task(asyncio.to_thread(plays, ann, id, over))
    try:
        await server.kill()
        for point, passage in LIVES:
            await server.begin(msgspec.structs.replace(launch, point=point, passage=passage))
            assert await server.end(PATIENCE) is not None, point
        await server.begin(launch)
        assert await server.ready()
        async with asyncio.timeout(PATIENCE):
            while True:
                page = (await asyncio.to_thread(ann.ask, "GET", f"/api/tournaments/{id}")).json
                if page["stage"] == "ended":
                    break
                await asyncio.sleep(0.5)
    finally:
        over.set()
        await playing
    await server.kill()
    return id, page


async def judge(store: Store, id: str, page: dict[str, Any]) -> None:
    """Every table has ended once, every score counts once, and the standings are a recount."""
    state: Tournament | None = None
    rounds: list[RoundEnded] = []
    for body in await store.tournament_entries(id):
        entry = msgspec.json.decode(body, type=TournamentEntry)
        state = evolve(state, entry)
        rounds += [event for event in entry.events if isinstance(event, RoundEnded)]
    assert state is not None
    assert [one.round for one in rounds] == [*range(1, ROUNDS + 1)]
    for one in rounds:
        rows = await store.board_results(id, one.round)
        results = tuple(msgspec.json.decode(body, type=BoardResult) for _, _, body in rows)
        assert results == one.results
        assert len(results) == TABLES
    for played in state.rounds:
        for table, result in zip(played.tables, played.results, strict=True):
            facts = [
                fact for body in await store.read(table.table) for fact in read_entry(body).facts
            ]
            assert sum(isinstance(fact, GameEnded) for fact in facts) == 1
            assert await store.deals(result.game) is not None
    recount = [(one.rank, one.place, one.points) for one in standings(state)]
    assert [(one["rank"], one["place"], one["points"]) for one in page["standings"]] == recount


@pytest.mark.timeout(900)
def test_a_tournament_outlives_the_deaths_of_its_server(tmp_path: Path) -> None:
    async def run() -> None:
        data = tmp_path / "data"
        launch = Launch(free_port(), str(data), str(tmp_path / "log"))
        async with server_process() as server:
            id, page = await lived(server, launch)
        store = await open_store(data)
        try:
            await judge(store, id, page)
        finally:
            await store.close()

    asyncio.run(run())
