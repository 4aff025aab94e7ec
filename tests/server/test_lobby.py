"""The lobby shows living tables, some of everybody's, and lets one find the others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gongzhu.rules import PRESETS
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, SeatBrief
from gongzhu.server.lobby.handlers import PAGE
from gongzhu.server.lobby.public_tables import KEPT_PER_MS, PublicTableList, in_turns, matching
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.parts import Parts
from gongzhu.server.tables.open_tables import OpenTables
from tests.server.live_tables import Recorder
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop

MINUTE = 60_000
ROOMY = Limits(open_tables=1000, open_tables_per_player=1000)


def listed(by: str, place: str, name: str = "", *, full: bool = False, who: str = "Ann") -> Listing:
    seats = (SeatBrief("player", who), *(SeatBrief("bot" if full else "open", ""),) * 3)
    return Listing(
        name=name,
        preset="hearts-denexa",
        rules=PRESETS["hearts-denexa"].rules,
        access="public",
        timed=False,
        stage="gathering",
        seats=seats,
        players=(by, None, None, None),
        sat=(by,),
        deals=0,
        totals=(0, 0, 0, 0),
        opened_by=by,
        opened_from=place,
    )


def test_tables_of_a_player_are_found_as_seats_change() -> None:
    nobody: Any = None
    services = Services(
        ServerConfig(), nobody, lambda: 0, bytes, nobody, nobody, Metrics(), nobody, nobody
    )
    tables = OpenTables(services, nobody, {}, ())
    for name, by in (("one", "ann"), ("two", "bo"), ("three", "ann")):
        tables.put(name, listed(by, "x"))
    assert (list(tables.of("ann")), list(tables.of("bo"))) == (["three", "one"], ["two"])
    both = replace(listed("bo", "x"), players=("bo", "ann", None, None))
    tables.put("two", both)
    assert list(tables.of("ann").items())[1] == ("two", both)
    tables.put("one", listed("bo", "x"))
    tables.remove("three")
    tables.remove("gone")
    assert (list(tables.of("ann")), list(tables.of("bo"))) == (["two"], ["two", "one"])
    tables.remove("two")
    assert (tables.of("ann"), list(tables.of("bo"))) == ({}, ["one"])


def test_two_addresses_with_sixty_tables_each_hide_nobody() -> None:
    crowd = [
        (f"{place}{n}", listed(f"{place}{n % 20}", place)) for n in range(60) for place in "xy"
    ]
    real = ("real", listed("ann", "z", full=True))
    ordered = in_turns([*crowd, real])
    assert real in ordered[:3]
    assert sorted(name for name, _ in ordered) == sorted(name for name, _ in (*crowd, real))


def test_one_account_hides_nobody_at_its_own_address() -> None:
    crowd = [(f"eve {n}", listed("eve", "here")) for n in range(60)]
    ordered = in_turns([*crowd, ("ann", listed("ann", "here")), ("bo", listed("bo", "here"))])
    assert {name for name, _ in ordered[:3]} == {"eve 0", "ann", "bo"}


def test_the_order_of_many_tables_is_kept_for_a_moment() -> None:
    living: dict[str, Listing] = {}
    now = 0
    public = PublicTableList(lambda: living, lambda: now)

    def shown() -> set[str]:
        return {name for name, _ in public.ordered()}

    # Of a few, it is always the newest.
    for n in range(KEPT_PER_MS):
        assert len(shown()) == n
        living[f"ann {n}"] = listed("ann", "here")
    living["hidden"] = replace(listed("ann", "here"), access="private")
    assert len(shown()) == KEPT_PER_MS
    living["more"] = listed("bo", "here")
    assert "more" not in shown()
    now += 1
    assert "more" in shown()
    assert "hidden" not in shown()


def test_where_somebody_can_sit_down_comes_first_and_then_the_newest() -> None:
    tables = [
        ("a full", listed("a", "x", full=True)),
        ("a", listed("a", "x")),
        ("b full", listed("b", "y", full=True)),
        ("c new", listed("c", "z")),
        ("c old", listed("c", "z")),
    ]
    names = [name for name, _ in in_turns(tables)]
    assert names == ["a", "c new", "b full", "c old", "a full"]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["club", "mei"]),
        ("  friday  CLUB ", ["club"]),
        ("héarts", []),
        ("hearts", ["club", "mei"]),
        ("红心", ["club", "mei"]),
        ("denexa", ["club", "mei"]),
        ("梅", ["mei"]),
        ("club 梅", []),
    ],
)
def test_a_table_is_found_by_its_name_its_rules_and_who_sits_there(
    search: str, found: list[str]
) -> None:
    tables = [
        ("club", listed("ann", "x", "Friday's club")),
        ("mei", listed("mei", "y", who="小梅")),
    ]
    assert [name for name, _ in matching(tables, search)] == found


class House:
    """An application, and guests of it at addresses of their own."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.now = 1_800_000_000_000

    @property
    def context(self) -> Parts:
        context: Parts = self.app.state.parts
        return context

    async def ask(
        self, method: str, path: str, body: object = None, cookie: str = "", place: str = "10.0.0.1"
    ) -> Answer:
        answer = Answer()
        data = b"" if body is None else msgspec.json.encode(body)
        scope = scope_of("http", path, cookie, method, {"x-forwarded-for": place})
        await ask(self.app, scope, data, answer)
        return answer

    async def guest(self, name: str, place: str) -> str:
        answer = await self.ask("POST", "/api/me", {"name": name}, place=place)
        return dict(answer.headers)["set-cookie"].partition(";")[0]

    async def table(self, cookie: str, place: str, name: str = "") -> str:
        """A public table that is open."""
        asked = {"access": "public", "name": name}
        answer = await self.ask("POST", "/api/tables", asked, cookie, place)
        assert answer.status == 201, answer.body
        table: str = msgspec.json.decode(answer.body)["table"]
        return table

    async def watch(self, table: str) -> Connection:
        """Somebody looks at a table."""
        room = await self.context.tables.room(table)
        assert room is not None
        connection = Connection(Visitor("?"), Recorder(), 100_000)
        room.join(connection, None)
        return connection

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status == 200, answer.body
        return msgspec.json.decode(answer.body)

    async def names(self, path: str = "/api/tables?lang=en") -> list[str]:
        return [table["name"] for table in (await self.get(path))["tables"]]


@asynccontextmanager
async def house(limits: Limits = ROOMY) -> AsyncIterator[House]:
    config = ServerConfig(processes=0, trusted_proxies=("192.0.2.0/24",), limits=limits)
    open_house = House(None)
    app = create_app(config, MemoryStore(), lambda: open_house.now)
    open_house.app = app
    async with app.router.lifespan_context(app):
        yield open_house


@in_loop
async def test_a_flood_of_tables_leaves_the_others_on_the_first_page() -> None:
    async with house() as there:
        ann = await there.guest("Ann", "10.0.0.1")
        await there.table(ann, "10.0.0.1", "the real one")
        for place in ("10.0.0.2", "2001:db8::1"):
            eve = await there.guest("Eve", place)
            for n in range(60):
                await there.table(eve, place, f"{place} {n}")
        lobby = await there.get("/api/lobby")
        assert len(lobby["public"]) == PAGE
        assert lobby["count"] == 121
        assert "the real one" in [table["name"] for table in lobby["public"]][:3]
        # Page by page, each of them once.
        seen, path = [], "/api/tables?lang=en"
        while path:
            page = await there.get(path)
            seen += [table["name"] for table in page["tables"]]
            path = page["next"] and f"/api/tables?lang=en&from={page['next']}"
        assert len(seen) == len(set(seen)) == 121
        assert await there.names("/api/tables?search=REAL+one") == ["the real one"]
        assert await there.names("/api/tables?search=nobody") == []


@in_loop
async def test_an_empty_table_vanishes_in_minutes_and_comes_back_with_somebody() -> None:
    async with house() as there:
        ann = await there.guest("Ann", "10.0.0.1")
        table = await there.table(ann, "10.0.0.1", "mine")
        assert await there.names() == ["mine"]
        connection = await there.watch(table)
        there.now += 60 * MINUTE
        assert await there.names() == ["mine"]
        room = await there.context.tables.room(table)
        assert room is not None
        room.leave(connection)
        there.now += 3 * MINUTE - 1
        assert await there.names() == ["mine"]
        there.now += 1
        assert await there.names() == []
        assert (await there.get("/api/lobby"))["count"] == 0
        # Out of memory, and back when somebody comes.
        there.now += 31 * MINUTE
        await there.context.tables.sweep()
        await there.watch(table)
        assert await there.names() == ["mine"]


@in_loop
async def test_few_tables_of_an_account_and_of_an_address_are_open_at_once() -> None:
    async with house(Limits(open_tables=5, open_tables_per_player=3)) as there:
        ann, bo = await there.guest("Ann", "10.0.0.1"), await there.guest("Bo", "10.0.0.1")
        tried = [there.ask("POST", "/api/tables", {}, ann) for _ in range(5)]
        told = [answer.status for answer in await asyncio.gather(*tried)]
        assert sorted(told) == [201, 201, 201, 429, 429], "also those that come at once"
        # From elsewhere it is the same account, and here the others have what is left.
        refused = await there.ask("POST", "/api/tables", {}, ann, "10.0.0.9")
        assert msgspec.json.decode(refused.body)["code"] == "many_tables"
        told = [(await there.ask("POST", "/api/tables", {}, bo)).status for _ in range(3)]
        assert told == [201, 201, 429]
        # Those that nobody is at any more do not count.
        there.now += 3 * MINUTE
        assert (await there.ask("POST", "/api/tables", {}, ann)).status == 201


@in_loop
@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("search=" + 61 * "x", "long_search"),
        ("from=-1", "bad_from"),
        ("from=1e3", "bad_from"),
        ("from=", "bad_from"),
        ("from=9999999", "bad_from"),
    ],
)
async def test_what_cannot_be_listed_is_refused(query: str, code: str) -> None:
    async with house() as there:
        answer = await there.ask("GET", f"/api/tables?{query}")
        assert (answer.status, msgspec.json.decode(answer.body)["code"]) == (422, code)
        assert await there.names("/api/tables?from=999999") == []
