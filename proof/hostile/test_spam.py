"""Whoever asks for too much is refused, and nobody else is."""

from typing import Any

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from proof.hostile.http_requests import Asked, ask
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop

LIMITS = Limits(open_tables=1_000, open_tables_per_player=1_000)
"""Those that a server has when nobody sets them, but for tables that are open at once."""
CONFIG = ServerConfig(processes=1, trusted_proxies=("192.0.2.0/24",), limits=LIMITS)


class Clock:
    """Time that stands still until it is moved."""

    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


async def post(app: Any, address: str, path: str, body: bytes, cookie: str = "") -> int:
    """The status of the answer to somebody at an address."""
    asked = Asked("POST", path, body, {"x-forwarded-for": address})
    return (await ask(app, cookie, asked)).status


async def cookie(app: Any, address: str) -> str:
    """A guest's."""
    headers = {"x-forwarded-for": address}
    answer = await ask(app, "", Asked("POST", "/api/me", b'{"name":"Ann"}', headers))
    return dict(answer.headers)["set-cookie"].partition(";")[0]


@in_loop
async def test_tables_without_end() -> None:
    """From many guests, at many addresses of one network."""
    clock, store = Clock(), MemoryStore()
    app = create_app(CONFIG, store, clock)
    async with app.router.lifespan_context(app):
        ann, bob = await cookie(app, "2001:db8::1"), await cookie(app, "2001:db8::2")
        told = [
            await post(app, f"2001:db8::{place:x}", "/api/tables", b"{}", (ann, bob)[place % 2])
            for place in range(LIMITS.tables_per_hour + 20)
        ]
        assert told == [201] * LIMITS.tables_per_hour + [429] * 20
        assert len(await store.tables()) == LIMITS.tables_per_hour
        assert await post(app, "2001:db8:0:1::1", "/api/tables", b"{}", ann) == 201
        clock.now += 60_000
        assert await post(app, "2001:db8::9", "/api/tables", b"{}", ann) == 201
        assert await post(app, "2001:db8::9", "/api/tables", b"{}", ann) == 429


@in_loop
async def test_guests_without_end() -> None:
    app = create_app(CONFIG, MemoryStore(), Clock())
    async with app.router.lifespan_context(app):
        told = [
            await post(app, "198.51.100.1", f"/api/{('me', 'bots')[place % 2]}", b'{"name":"Ann"}')
            for place in range(LIMITS.players_per_hour + 2)
        ]
        assert 429 not in told[: LIMITS.players_per_hour]
        assert told[LIMITS.players_per_hour :] == [429, 429]
        assert await post(app, "198.51.100.2", "/api/me", b'{"name":"Ann"}') == 200


@in_loop
async def test_files_without_end() -> None:
    """Each has to be checked, deal by deal."""
    clock = Clock()
    app = create_app(CONFIG, MemoryStore(), clock)
    async with app.router.lifespan_context(app):
        told = [
            await post(app, "198.51.100.1", "/api/records", b"x")
            for _ in range(LIMITS.records_per_minute + 1)
        ]
        assert told == [422] * LIMITS.records_per_minute + [429]
        assert await post(app, "198.51.100.2", "/api/records", b"x") == 422
        clock.now += 3_000
        assert await post(app, "198.51.100.1", "/api/records", b"x") == 422
