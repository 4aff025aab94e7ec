"""Everything that costs something is an allowance of its own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from copy import copy
from typing import Any

import msgspec
import pytest

from gongzhu.server.app import OPERATIONS, create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.edge.problems import LARGEST_BODY
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop


class Visitor:
    """Somebody at an application, with a cookie."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._cookie = self._session = ""

    async def ask(self, method: str, path: str, body: object = None) -> int:
        """The status of an answer."""
        answer = Answer()
        data = b"" if body is None else msgspec.json.encode(body)
        await ask(self._app, self._scope(method, path), data, answer)
        cookies = [value for name, value in answer.headers if name == "set-cookie"]
        self._cookie = cookies[0].partition(";")[0] if cookies else self._cookie
        if cookies:
            self._session = msgspec.json.decode(answer.body)["session"]
        return answer.status

    async def ask_slowly(
        self, path: str, body: object, meanwhile: Callable[[], Awaitable[object]]
    ) -> int:
        """The status of the answer to a POST whose body comes after `meanwhile`."""
        statuses: list[int] = []

        async def receive() -> dict[str, Any]:
            await meanwhile()
            return {"type": "http.request", "body": msgspec.json.encode(body)}

        async def send(event: dict[str, Any]) -> None:
            statuses.append(event.get("status", 0))

        await self._app(self._scope("POST", path), receive, send)
        return statuses[0]

    def _scope(self, method: str, path: str) -> dict[str, Any]:
        headers = {"x-gongzhu-session": self._session} if self._session else {}
        return scope_of("http", path, self._cookie, method, headers)


@asynccontextmanager
async def visiting() -> AsyncIterator[Visitor]:
    """A visitor of an application for whom no time passes."""
    limits = Limits(
        recoveries_per_hour=3,
        players_per_hour=3,
        changes_per_hour=3,
        sign_ins_per_hour=3,
        explanations_per_minute=3,
        lobbies_per_minute=3,
        records_per_minute=3,
        club_changes_per_hour=3,
        forks_per_minute=3,
        new_reviews_per_minute=3,
    )
    app = create_app(ServerConfig(processes=1, limits=limits), MemoryStore(), clock=lambda: 0)
    async with app.router.lifespan_context(app):
        yield Visitor(app)


@pytest.mark.rest
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/me", {"name": "Bo"}),
        ("POST", "/api/me/recovery", None),
        ("POST", "/api/rules/explain", {"rules": {}}),
        ("GET", "/api/lobby", None),
    ],
)
@in_loop
async def test_three_and_no_more(method: str, path: str, body: object) -> None:
    async with visiting() as ann:
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        statuses = [await ann.ask(method, path, body) for _ in range(4)]
        assert statuses == [200, 200, 200, 429]


@in_loop
async def test_failed_codes_leave_room_for_new_guests() -> None:
    async with visiting() as eve:
        tries = [await eve.ask("POST", "/api/me/recover", {"code": f"{n}"}) for n in range(4)]
        assert tries == [403, 403, 403, 429]
        assert await eve.ask("POST", "/api/me", {"name": "Ann"}) == 200


@pytest.mark.parametrize("path", ["/api/bots", "/api/sign-in/provider/new"])
@in_loop
async def test_a_mistyped_name_costs_nothing(path: str) -> None:
    async with visiting() as ann:
        assert [await ann.ask("POST", path, {"name": " "}) for _ in range(5)] == [422] * 5
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200


@pytest.mark.parametrize(
    "path",
    [
        operation.path.replace("{club}", "friday").replace("{season:number}", "1")
        for operation in OPERATIONS
        if operation.most > LARGEST_BODY
    ],
)
@in_loop
async def test_large_bodies_are_read_within_the_limit_only(path: str) -> None:
    async with visiting() as ann:
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        large = "x" * 2**20
        assert [await ann.ask("POST", path, large) for _ in range(4)] == [413, 413, 413, 429]


@in_loop
async def test_a_session_that_ends_before_the_body_comes_deletes_nothing() -> None:
    async with visiting() as ann:
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        eve = copy(ann)
        # Eve has Ann's token, and holds her request back until Ann has signed everybody else out.
        status = await eve.ask_slowly(
            "/api/me/delete", {"name": "Ann"}, lambda: ann.ask("POST", "/api/me/sign-out-others")
        )
        assert (status, await ann.ask("GET", "/api/me/account")) == (401, 200)
