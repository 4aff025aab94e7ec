"""A server in memory whose reviews are made by nobody, with games to be reviewed."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from gongzhu.dealing import read_evidence
from gongzhu.records import DealRecord
from gongzhu.review import DealOutline, ReviewedDecision, put_together
from gongzhu.review.sheet import ExpectedPoints
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.games.packed_reviews import pack_review
from gongzhu.server.games.review_jobs import DecisionFound, OutlineFound, review_deal
from gongzhu.server.identity.sessions import COOKIE
from gongzhu.server.live.finished_game import KeptGame
from gongzhu.server.parts import Parts
from gongzhu.server.work.job import JobAnswer, JobRequest, pack
from gongzhu.store import Deals, GameRow, PlayerRow
from gongzhu.table import FinishedDeal
from tests.support import asgi
from tests.support.asgi import ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.recorded import some_records
from tests.support.reviewed import NOTHING, decided
from tests.support.scripted_bots import WorkerAtOnce

EXAMPLE = Path(__file__).parents[2] / "web" / "src" / "verify" / "example.jsonl"
EVIDENCE = read_evidence(EXAMPLE.read_bytes().splitlines()[0])[0]
RECORDS = some_records("gongzhu-pagat", 3)[1:]
NAMES = ("Ann", "Bo", "Cleo", "Dan")
PLIES = (4, 9)
"""The plies looked at of each deal: a mistake of Ann's, and one that proves to be no decision."""
POLL = 0.02
"""Seconds between two looks at a review that is being made: fewer than an address is allowed."""


class Reviewers:
    """Workers that do all jobs at once, and answer reviews of deals by themselves, but for those
    held."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        """The deal of every review that was begun."""
        self.held: set[int] = set()
        """Deals whose reviews are not answered until they are let go."""
        self.done: Callable[[JobRequest], None] = lambda request: None
        """Called after every other job."""
        self._waiting: list[Callable[[], None]] = []

    def worker(self, *wired: Any) -> "Reviewer":
        """Take the place of a worker process, for the pool's callbacks."""
        return Reviewer(self, *wired)

    def review(self, request: JobRequest, say: Callable[[JobAnswer], None]) -> None:
        """Review a deal."""
        kind = tuple[tuple[bytes], dict[str, None]]
        (body,), _ = msgspec.msgpack.decode(request.body, type=kind)
        deal = msgspec.msgpack.decode(body, type=DealRecord).deal
        self.asked.append(deal)

        def answer() -> None:
            decisions = [found(ply) for ply in PLIES]
            steps = [OutlineFound(outline(deal)), *map(DecisionFound, PLIES, decisions)]
            for step in steps:
                say(JobAnswer(request.number, "step", pack(step)))
            known = [decision for decision in decisions if decision is not None]
            say(
                JobAnswer(
                    request.number, "done", pack(pack_review(put_together(outline(deal), known)))
                )
            )

        if deal in self.held:
            self._waiting.append(answer)
        else:
            asyncio.get_running_loop().call_soon(answer)

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.held.clear()
        while self._waiting:
            self._waiting.pop()()


class Reviewer(WorkerAtOnce):
    """One of them."""

    def __init__(self, reviewers: Reviewers, *wired: Any) -> None:
        super().__init__(*wired)
        self._reviewers = reviewers

    def send(self, request: JobRequest) -> None:
        """See `Worker`."""
        if request.name == review_deal.name:
            self._reviewers.review(request, lambda message: self._answered(self, message))
        else:
            super().send(request)

    def _do(self, request: JobRequest) -> None:
        super()._do(request)
        self._reviewers.done(request)


def outline(deal: int) -> DealOutline:
    return DealOutline(
        game=0,
        deal=deal,
        aim="points",
        bins=(0,),
        expected=(ExpectedPoints(0, None, (NOTHING,) * 4),),
        plies=PLIES,
        dealt=(0.0,) * 4,
        result=(-30.0, 10.0, 10.0, 10.0),
        sides=(0, 1, 2, 3),
    )


def found(ply: int) -> ReviewedDecision | None:
    return decided(0, 30.0, "lead", "pig", ply) if ply == PLIES[0] else None


class Server:
    """A server in memory, whose store another one may go on with."""

    def __init__(self, app: Any, store: MemoryStore, reviewers: Reviewers) -> None:
        self._app = app
        self.store = store
        self.reviewers = reviewers
        self.context: Parts = app.state.parts

    async def guest(self, name: str) -> tuple[str, PlayerRow]:
        """A player's cookie, and the player."""
        session, cookie = await self.context.identity.create(name, "guest")
        return f"{COOKIE}={cookie}", session.player

    async def ask(
        self, method: str, path: str, cookie: str = "", address: str = "", content: bytes = b""
    ) -> tuple[int, Any]:
        """Status and body."""
        answer = asgi.Answer()
        scope = scope_of("http", path, cookie, method)
        if address:
            scope["client"] = (address, 1)
        await ask(self._app, scope, content, answer)
        return answer.status, json.loads(answer.body)

    async def refused(self, method: str, path: str, cookie: str = "", address: str = "") -> Any:
        status, body = await self.ask(method, path, cookie, address)
        return status, body["code"]

    async def done(self, game: str, cookie: str) -> Any:
        """The review of a game that was begun, once it is done."""
        path = f"/api/games/{game}/review?lang=en"
        while True:
            status, body = await self.ask("GET", path, cookie)
            assert status == 200, body
            if body["state"] == "done":
                return body
            await asyncio.sleep(POLL)

    async def keep(self, game: str, players: Sequence[PlayerRow], *, public: bool = False) -> str:
        """A game of two deals; it is over, and so is its table."""
        ids = tuple(player.id for player in players)
        kept = KeptGame(
            RECORDS[0].preset,
            RECORDS[0].rules,
            NAMES,
            RECORDS[-1].totals,
            (),
            players=(*ids, *(None,) * (4 - len(ids))),
            levels=(None,) * 4,
            public=public,
        )
        deals = [FinishedDeal(replace(one, players=NAMES), EVIDENCE) for one in RECORDS]
        row = GameRow(game, "t", 0, 1, 2, 1000, msgspec.json.encode(kept), ids)
        await self.store.append("t", 1, [], along=[Deals(game, msgspec.json.encode(deals)), row])
        return f"/api/games/{game}/review"


@asynccontextmanager
async def serving(store: MemoryStore | None = None, **limits: int) -> AsyncIterator[Server]:
    store, reviewers = store or MemoryStore(), Reviewers()
    with patch("gongzhu.server.work.pool.Worker", reviewers.worker):
        app = create_app(ServerConfig(processes=3, limits=Limits(**limits)), store)
        async with app.router.lifespan_context(app):
            yield Server(app, store, reviewers)
