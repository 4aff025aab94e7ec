"""Finished games over HTTP: made once, page by page, and not again for who has them already."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from gongzhu.dealing import read_evidence
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.games.pages import Kept, Made
from gongzhu.server.live.finished_game import KeptGame
from gongzhu.server.work.job import JobRequest
from gongzhu.store import Deals, GameRow
from gongzhu.table import FinishedDeal
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.recorded import some_records
from tests.support.scripted_bots import WorkerAtOnce
from tests.support.stores import in_loop

EXAMPLE = Path(__file__).parents[2] / "web" / "src" / "verify" / "example.jsonl"
COUNT = 45


class Counted(WorkerAtOnce):
    """Counts its jobs."""

    jobs = 0

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        Counted.jobs += 1
        super().send(request)


class Visitor:
    """Somebody who looks at the game."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def get(self, path: str, **headers: str) -> Answer:
        answer = Answer()
        await ask(self._app, scope_of("http", path, "", headers=headers), b"", answer)
        return answer

    async def deals(self, query: str) -> list[int]:
        """The numbers of the deals in an answer, as their records have them."""
        answer = await self.get(f"/api/games/long{query}")
        assert answer.status == 200, answer.body
        sheet = json.loads(answer.body)
        assert sheet["count"] == COUNT
        return [deal["record"]["deal"] for deal in sheet["deals"]]


@asynccontextmanager
async def long_game(**limits: int) -> AsyncIterator[Visitor]:
    evidence = read_evidence(EXAMPLE.read_bytes().splitlines()[0])[0]
    record = some_records("gongzhu-pagat")[0]
    deals = [
        FinishedDeal(msgspec.structs.replace(record, deal=number), evidence)
        for number in range(COUNT)
    ]
    kept = KeptGame(record.preset, record.rules, record.players, record.totals, record.winners)
    row = GameRow("long", "t", 0, 1, 2, 1000, msgspec.json.encode(kept), ())
    store = MemoryStore()
    await store.append("t", 1, [], along=[Deals("long", msgspec.json.encode(deals)), row])
    Counted.jobs = 0
    with patch("gongzhu.server.work.pool.Worker", Counted):
        app = create_app(ServerConfig(processes=2, limits=Limits(**limits)), store)
        async with app.router.lifespan_context(app):
            yield Visitor(app)


@in_loop
async def test_a_long_game_comes_in_pages() -> None:
    async with long_game() as visitor:
        assert await visitor.deals("") == [*range(20)]
        assert await visitor.deals("?from=41") == [*range(40, 45)]
        assert await visitor.deals("?from=19&to=22") == [18, 19, 20, 21]
        assert await visitor.deals("?from=21&to=9999") == [*range(20, 40)]
        for query in ("?from=46", "?from=0", "?from=x", "?from=5&to=4", "?to=-1", "?from=1.5"):
            answer = await visitor.get(f"/api/games/long{query}")
            assert (answer.status, json.loads(answer.body)["code"]) == (404, "no_deals")
        assert Counted.jobs == 3


@in_loop
async def test_however_many_ask_it_is_made_once() -> None:
    async with long_game() as visitor:
        paths = ("/api/games/long", "/api/games/long.jsonl", "/api/games/long.evidence.jsonl")
        asked = [visitor.get(path) for path in paths for _ in range(8)]
        answers = await asyncio.gather(*asked)
        assert [answer.status for answer in answers] == [200] * 24
        assert len({answer.body for answer in answers}) == Counted.jobs == 3
        tag = dict(answers[0].headers)["etag"]
        again = await visitor.get(paths[0], **{"if-none-match": tag})
        assert (again.status, again.body) == (304, b"")


@in_loop
async def test_an_address_has_an_allowance() -> None:
    async with long_game(games_per_minute=3) as visitor:
        paths = ("/api/games/long", "/api/games/long.txt", "/api/games/none", "/api/games/long")
        assert [(await visitor.get(path)).status for path in paths] == [200, 200, 404, 429]


@in_loop
async def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept = Kept(room=320)

    async def put(name: str, *parts: bytes) -> None:
        async def make() -> Made:
            return Made(parts)

        await kept.made((name,), make)

    for name in "abcdefghi":
        await put(name, name.encode() * 20, b"x" * 20)
    assert [name for name in "abcdefghi" if (name,) not in kept] == ["a"]
    await put("large", b"x" * 41)
    await put("small", b"x")
    assert ("large",) not in kept
    assert kept.currsize == 281


@pytest.mark.parametrize("path", ["/api/games/none", "/api/games/none.txt"])
def test_a_game_that_is_not_there(path: str) -> None:
    async def asked() -> int:
        async with long_game() as visitor:
            return (await visitor.get(path)).status

    assert asyncio.run(asked()) == 404
