"""A club at a server in memory, and games of one deal at its tables."""

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from tests.server.day_player import Player, first
from tests.support.asgi import Answer
from tests.support.in_process import InProcess, Observer, in_process
from tests.support.virtual_time import VirtualLoop, run

SHORT = {"preset": "gongzhu-pagat", "rules": {"deals": 1}}
"""Rules of games that take one deal."""
HOUR = 3_600_000
BEAT = 1.0


def at_server(work: Callable[[InProcess], Coroutine[Any, Any, None]]) -> None:
    async def begin(loop: VirtualLoop) -> None:
        async with in_process(loop, "clubs") as server:
            await work(server)

    run(begin)


class Club:
    """A club as its members have it before them."""

    def __init__(self, server: InProcess, id: str) -> None:
        self.server = server
        self.id = id

    async def ask(
        self, who: Observer, method: str, path: str = "", body: Any = None
    ) -> tuple[int, Any]:
        """The status of an answer, and what it says."""
        answer = await self.server.request(who, method, f"/api/clubs/{self.id}{path}", body)
        return answer.status, read(answer)

    async def page(self, who: Observer) -> dict[str, Any]:
        """The page of the club for somebody."""
        status, page = await self.ask(who, "GET")
        assert status == 200, page
        return dict(page)

    async def do(self, who: Observer, kind: str, **values: Any) -> tuple[int, Any]:
        """Give a command."""
        return await self.ask(who, "POST", "/do", {"do": {"type": kind, **values}})


def read(answer: Answer) -> Any:
    """The body of an answer: JSON, decoded, or the bytes of a file."""
    kind = dict(answer.headers)["content-type"]
    is_json = kind.startswith("application/json")
    return msgspec.json.decode(answer.body) if is_json else answer.body


async def found(server: InProcess, owner: Observer, *others: Observer, **more: Any) -> Club:
    """A club of these people."""
    answer = await server.request(owner, "POST", "/api/clubs", {"name": "Friday pigs", **more})
    assert answer.status == 201, answer.body
    page = read(answer)
    club = Club(server, page["club"])
    for other in others:
        status, page = await club.ask(other, "POST", "/join", {"code": page["code"]})
        assert status == 200, page
    return club


def names(page: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["name"], one["role"]) for one in page["members"]]


class Guest(Player):
    """Somebody at a table of the club."""

    exact = False


async def play_game(server: InProcess, club: Club, who: Observer) -> str:
    """Play a game of one deal with three bots at a table of the club; returns the table."""
    bots = {str(seat): "strong" for seat in range(1, 4)}
    rules = (await club.page(who))["rules"][0]["number"]
    status, opened = await club.ask(who, "POST", "/tables", {"rules": rules, "bots": bots})
    assert status == 201, opened
    player = await Guest(server, who, opened["table"]).come()
    assert await player.send({"type": "start"}) == "done"
    while player.stage != "finished":
        await server.loop.advance(BEAT)
        await player.play(first, most=20)
    await player.socket.close()
    return str(opened["table"])
