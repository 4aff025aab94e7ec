"""Everything that costs something is an allowance of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
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
        headers = {"x-gongzhu-session": self._session} if self._session else {}
        await ask(self._app, scope_of("http", path, self._cookie, method, headers), data, answer)
        cookies = [value for name, value in answer.headers if name == "set-cookie"]
        self._cookie = cookies[0].partition(";")[0] if cookies else self._cookie
        if cookies:
            self._session = msgspec.json.decode(answer.body)["session"]
        return answer.status


@asynccontextmanager
async def visiting() -> AsyncIterator[Visitor]:
    """A visitor of an application for whom no time passes."""
    limits = Limits(
        recoveries_per_hour=3,
        players_per_hour=3,
        changes_per_hour=3,
        explanations_per_minute=3,
        lobbies_per_minute=3,
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
