"""A browser at an application in memory that players know by an address of https."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from typing import Any

import msgspec

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore

SITE = "cards.example"
ORIGIN = f"https://{SITE}"


class Clock:
    """A clock that is set, in milliseconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Visitor:
    """Somebody at an application, with a browser's cookies."""

    def __init__(self, app: Any, origin: str = ORIGIN) -> None:
        self.app = app
        self.origin = origin
        self.cookies: dict[str, str] = {}
        self.told: Any = None
        """What the last answer said."""

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> int:
        """The status of an answer."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"host": self.origin.partition("://")[2], "origin": self.origin, **headers}
        data = b"" if body is None else msgspec.json.encode(body)
        answer = Answer()
        await ask(self.app, scope_of("http", path, cookie, method, sent), data, answer)
        for name, value in answer.headers:
            if name == "set-cookie":
                self._keep(value)
        self.told = msgspec.json.decode(answer.body) if answer.body.startswith(b"{") else None
        return answer.status

    def _keep(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            self.cookies[name] = morsel.value
            if morsel["max-age"] == "0":
                del self.cookies[name]

    async def code(self, method: str, path: str, body: object = None) -> tuple[int, str | None]:
        """The status of an answer, and the code of a refusal."""
        status = await self.ask(method, path, body)
        return status, self.told.get("code") if self.told else None


@asynccontextmanager
async def https(
    clock: Clock | None = None, store: MemoryStore | None = None, **settings: Any
) -> AsyncIterator[Any]:
    """The application, over a store in memory, a new one by default; `settings` of its config."""
    config = ServerConfig(**{"processes": 0, "public_url": ORIGIN, **settings})
    app = create_app(config, store or MemoryStore(), clock or Clock(), command=("true",))
    async with app.router.lifespan_context(app):
        yield app
