"""Sessions end when they were not used for long, and last on when they are."""

import asyncio
from secrets import token_bytes

from starlette.requests import HTTPConnection

from gongzhu.server.identity.address_hashes import AddressHashes
from gongzhu.server.identity.sessions import COOKIE, DAY, SESSION_SECONDS, Identity, Session
from gongzhu.server.identity.visit import device_name
from tests.server.history_server import serving
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop

LASTS = SESSION_SECONDS * 1000


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


def shown(cookie: str) -> HTTPConnection:
    """A request that shows a cookie."""
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())]
    return HTTPConnection({"type": "http", "query_string": b"", "headers": headers})


async def session_after(waits: tuple[int, ...]) -> Session | None:
    """The session of a player who comes back after each of these times, in milliseconds."""
    clock, numbers = Clock(), iter(range(256))
    identity = Identity(MemoryStore(), clock, lambda length: bytes([next(numbers)]) * length)
    _, cookie = await identity.create("Ann", "guest", "Firefox, Android")
    session = None
    for wait in waits:
        clock.now += wait
        session = await identity.who(shown(cookie))
        if session is not None:
            assert await identity.seen(session) is (wait >= DAY)
    return session


def test_a_session_lasts_as_long_as_it_is_used() -> None:
    assert asyncio.run(session_after((LASTS - 1,))) is not None
    assert asyncio.run(session_after((LASTS,))) is None
    assert asyncio.run(session_after((LASTS - 1, LASTS - 1, LASTS - 1))) is not None
    assert asyncio.run(session_after((DAY - 1, LASTS - DAY + 1))) is None


def test_a_mark_is_known_after_its_key_was_replaced() -> None:
    async def run() -> None:
        store = MemoryStore()
        marks = await AddressHashes.open(store, token_bytes)
        (first,) = marks.of("192.0.2.7")
        await marks.replace_key()
        second, before = marks.of("192.0.2.7")
        assert before == first
        assert len({first, second, *marks.of("192.0.2.8")}) == 4
        await marks.replace_key()
        assert marks.of("192.0.2.7")[1:] == (second,)
        # It is so for a server that is started later, too.
        again = await AddressHashes.open(store, token_bytes)
        assert again.of("192.0.2.7") == marks.of("192.0.2.7")

    asyncio.run(run())


def test_browsers_are_told_apart() -> None:
    firefox = "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"
    safari = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
        "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    )
    edge = (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0"
    )
    wechat = (
        "Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0 "
        "Mobile Safari/537.36 MicroMessenger/8.0.43"
    )
    named = [device_name(agent) for agent in (firefox, safari, edge, wechat, "curl/8.1", "")]
    assert named == [
        "Firefox, Android",
        "Safari, iPhone",
        "Edge, Windows",
        "WeChat, Android",
        "",
        "",
    ]


def test_who_can_be_known_is_known_while_nothing_can_be_written() -> None:
    async def run() -> None:
        clock, store = Clock(), MemoryStore()
        identity = Identity(store, clock, lambda length: b"n" * length)
        _, cookie = await identity.create("Ann", "guest")
        clock.now += 2 * DAY
        session = await identity.who(shown(cookie))
        assert session is not None
        store.broken = True
        assert await identity.seen(session) is False
        store.broken = False
        assert await identity.seen(session) is True

    asyncio.run(run())


@in_loop
async def test_who_has_just_signed_in_is_so_though_the_session_before_cannot_be_ended() -> None:
    async with serving() as server:
        create = server.context.identity.create
        (old, _), (new, _) = await create("Old", "guest"), await create("New", "guest")
        server.store.broken = True
        await server.context.sign_ins.replace_session(old, new)
        server.store.broken = False
        await server.context.sign_ins.replace_session(old, new)
        assert await server.store.session(old.device) is None
