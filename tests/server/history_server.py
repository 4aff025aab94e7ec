"""A server in memory, with players whose finished games it keeps."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from gongzhu.dealing import read_evidence
from gongzhu.records import DealRecord
from gongzhu.rules import PRESETS
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.identity.sessions import COOKIE
from gongzhu.server.live.finished_game import KeptGame
from gongzhu.server.parts import Parts
from gongzhu.store import Deals, GameRow, PlayerRow
from gongzhu.table import FinishedDeal
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.recorded import recorded_deals
from tests.support.scripted_bots import WorkerAtOnce

EXAMPLE = Path(__file__).parents[2] / "web" / "src" / "verify" / "example.jsonl"
NAMES = ("Ann", "Lulu", "Bo", "Momo")
LEVELS = (None, "steady", None, "strong")


class Server:
    """A server in memory, with one page of Ann's."""

    def __init__(self, app: Any, store: MemoryStore) -> None:
        self._app = app
        self.store = store
        self.context: Parts = app.state.parts
        self.players: dict[str, PlayerRow] = {}
        self._cookies: dict[str, str] = {}
        self._kept = 0

    async def introduce(self, name: str) -> None:
        session, cookie = await self.context.identity.create(name, "guest")
        self.players[name] = session.player
        self._cookies[name] = f"{COOKIE}={cookie}"

    async def get(self, path: str, who: str = "Ann", **headers: str) -> Answer:
        answer = Answer()
        cookie = self._cookies.get(who, "")
        scope = scope_of("http", path, cookie, headers=headers)
        # From this version on, who has sent all of a request has not hung up for that.
        await ask(self._app, scope, b"", answer)
        return answer

    async def found(self, path: str, who: str = "Ann") -> Any:
        answer = await self.get(path, who)
        assert answer.status == 200, answer.body
        return json.loads(answer.body)

    async def keep(self, records: Sequence[DealRecord]) -> str:
        """A game of Ann and Bo with two bots."""
        self._kept += 1
        id = f"game{self._kept}"
        ids = (self.players["Ann"].id, None, self.players["Bo"].id, None)
        last = records[-1]
        kept = KeptGame(
            last.preset, last.rules, NAMES, last.totals, last.winners, last.losers, ids, LEVELS
        )
        deals = [FinishedDeal(replace(one, players=NAMES), EVIDENCE) for one in records]
        row = GameRow(
            id=id,
            table="t",
            number=0,
            first_entry=1,
            last_entry=2,
            finished_ms=1000 * self._kept,
            summary=msgspec.json.encode(kept),
            players=tuple(player for player in ids if player is not None),
        )
        await self.store.append("t", 1, [], along=[Deals(id, msgspec.json.encode(deals)), row])
        return id


@asynccontextmanager
async def serving(**limits: int) -> AsyncIterator[Server]:
    store = MemoryStore()
    app = create_app(ServerConfig(processes=2, limits=Limits(**limits)), store)
    with patch("gongzhu.server.work.pool.Worker", WorkerAtOnce):
        async with app.router.lifespan_context(app):
            server = Server(app, store)
            for name in ("Ann", "Bo"):
                await server.introduce(name)
            yield server


def a_game(preset: str) -> list[DealRecord]:
    """The deals of a game up to its end."""
    records = []
    for record in recorded_deals(PRESETS[preset].rules, Random(1), 60):
        records.append(record)
        if record.game_over:
            return records
    raise AssertionError("the game does not end")


EVIDENCE = read_evidence(EXAMPLE.read_bytes().splitlines()[0])[0]
"""Some evidence: statistics do not look at it."""
PAGAT, HWA, HEARTS = map(a_game, ("gongzhu-pagat", "gongzhu-hwa", "hearts-denexa"))
