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
from gongzhu.review import DealOutline
from gongzhu.review.sheet import ExpectedPoints
from gongzhu.server.app import create_app
from gongzhu.server.config import Limits, ServerConfig
from gongzhu.server.context import ServerContext
from gongzhu.server.games import KeptGame
from gongzhu.server.identity import COOKIE
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.wire import Answer as Thought
from gongzhu.server.thinking.wire import ReviewQuestion
from gongzhu.store import Deals, GameRow, PlayerRow
from gongzhu.table import FinishedDeal
from tests.support.asgi import Answer, ask, scope_of
from tests.support.clerks import ClerkAtOnce
from tests.support.memory_store import MemoryStore
from tests.support.recorded import some_records
from tests.support.reviewed import NOTHING, decided

EXAMPLE = Path(__file__).parents[2] / "web" / "src" / "verify" / "example.jsonl"
EVIDENCE = read_evidence(EXAMPLE.read_bytes().splitlines()[0])[0]
RECORDS = some_records("gongzhu-pagat", 3)[1:]
NAMES = ("Ann", "Bo", "Cleo", "Dan")
PLIES = (4, 9)
"""The plies looked at of each deal: a mistake of Ann's, and one that proves to be no decision."""
PARTS = 1 + len(PLIES)
POLL = 0.02
"""Seconds between two looks at a review that is being made: fewer than an address is allowed."""


class Reviewers:
    """Instead of processes: each part of a review is answered at once, but for those held."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int | None, str]] = []
        """The deal, the ply and the account of every question."""
        self.held: set[int] = set()
        """Deals of which no part is answered until they are let go."""
        self._waiting: list[tuple[Callable[[Thought | None], None], Thought]] = []

    def ask_background(
        self, question: ReviewQuestion, callback: Callable[[Thought | None], None], asker: Asker
    ) -> int:
        """See `ThinkerPool`."""
        deal, ply = question.record.deal, question.ply
        self.asked.append((deal, ply, asker.account))
        answer = Thought(0, outline=outline(deal)) if ply is None else found(ply)
        if deal in self.held:
            self._waiting.append((callback, answer))
        else:
            asyncio.get_running_loop().call_soon(callback, answer)
        return len(self.asked)

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.held.clear()
        for callback, answer in self._waiting:
            callback(answer)

    def give_up_background(self, number: int) -> None:
        """See `ThinkerPool`."""


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


def found(ply: int) -> Thought:
    mistake = decided(0, 30.0, "lead", "pig", ply)
    return Thought(0, decision=mistake if ply == PLIES[0] else None)


class SlowReviewer:
    """Instead of a process: it answers each part of a review at once, which takes a while."""

    stands = True

    def __init__(self, answered: Callable[["SlowReviewer", Thought], None]) -> None:
        self.asked: list[ReviewQuestion] = []
        self._answered = answered

    def ask(self, question: ReviewQuestion) -> None:
        """See `Worker`."""
        self.asked.append(question)
        deal, ply = question.record.deal, question.ply
        answer = Thought(0, outline=outline(deal)) if ply is None else found(ply)
        asyncio.get_running_loop().call_soon(self._answered, self, answer)

    def kill(self) -> None:
        """See `Worker`."""


class Server:
    """A server in memory, whose store another one may go on with."""

    def __init__(self, app: Any, store: MemoryStore, reviewers: Reviewers) -> None:
        self._app = app
        self.store = store
        self.reviewers = reviewers
        self.context: ServerContext = app.state.context

    async def guest(self, name: str) -> tuple[str, PlayerRow]:
        """A player's cookie, and the player."""
        session, cookie = await self.context.identity.create(name, "guest")
        return f"{COOKIE}={cookie}", session.player

    async def ask(
        self, method: str, path: str, cookie: str = "", address: str = "", content: bytes = b""
    ) -> tuple[int, Any]:
        """Status and body."""
        answer = Answer()
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
    with patch("gongzhu.server.clerks.pool.Clerk", ClerkAtOnce):
        app = create_app(ServerConfig(thinkers=0, limits=Limits(**limits)), store)
        async with app.router.lifespan_context(app):
            thinking: Any = app.state.context.services.thinking
            thinking.ask_background = reviewers.ask_background
            thinking.give_up_background = reviewers.give_up_background
            yield Server(app, store, reviewers)
