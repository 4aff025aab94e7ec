"""Somebody who comes over HTTP, again and again: new guests, who must stay known, and new tables,
which must stay. A server that cannot do it for now says so."""

import asyncio
from contextlib import suppress
from random import Random

import httpx2
import msgspec
from msgspec import Struct

from gongzhu.server.accounts.bodies import Introduce, Me
from gongzhu.server.lobby.handlers import TableOpened
from gongzhu.server.tables.opening import OpenTable
from proof.players.socket_player import encode, http_client

PAUSE = 1.0
"""Seconds between two visits, at most."""
NOT_NOW = (502, 503)


class HttpVisitor:
    """All visitors of one server, one after the other."""

    def __init__(self, base: str, seed: str, up: asyncio.Event) -> None:
        """`up`: set while there is a server."""
        self.cookies: dict[str, str] = {}
        """Of everybody who was told to be known, by name."""
        self.tables: list[str] = []
        """Those that are open, as somebody was told."""
        self.faults: list[str] = []
        self._base = base
        self._rng = Random(f"{seed} visitors")
        self._up = up

    async def run(self) -> None:
        """Come until the task is cancelled."""
        async with http_client(self._base) as http:
            while True:
                await self._up.wait()
                # A server that is killed answers nobody.
                with suppress(httpx2.TransportError):
                    await self._visit(http)
                await asyncio.sleep(self._rng.uniform(0, PAUSE))

    async def recall(self) -> None:
        """Ask whether everybody is known still."""
        async with http_client(self._base) as http:
            for name in self.cookies:
                await self._recognised(http, name)

    async def _visit(self, http: httpx2.AsyncClient) -> None:
        name = f"visitor {len(self.cookies)}"
        arrived = await self._ask(http, "POST", "/api/me", "", Introduce(name))
        if arrived is not None:
            self.cookies[name] = arrived.headers["set-cookie"].partition(";")[0]
        if not self.cookies:
            return
        name = self._rng.choice(list(self.cookies))
        await self._recognised(http, name)
        opened = await self._ask(http, "POST", "/api/tables", self.cookies[name], OpenTable())
        if opened is not None:
            self.tables.append(msgspec.json.decode(opened.content, type=TableOpened).table)

    async def _recognised(self, http: httpx2.AsyncClient, name: str) -> None:
        answer = await self._ask(http, "GET", "/api/me", self.cookies[name])
        if answer is not None and msgspec.json.decode(answer.content, type=Me).name != name:
            self.faults.append(f"{name} is not known any more")

    async def _ask(
        self,
        http: httpx2.AsyncClient,
        method: str,
        path: str,
        cookie: str,
        body: Struct | None = None,
    ) -> httpx2.Response | None:
        """What is answered; None where that is not possible for now."""
        answer = await http.request(
            method,
            path,
            headers={"Origin": self._base, "Cookie": cookie},
            content=None if body is None else encode(body),
        )
        http.cookies.clear()
        if answer.is_success:
            return answer
        if answer.status_code not in NOT_NOW:
            self.faults.append(f"{method} {path}: {answer.status_code} {answer.text}")
        return None
