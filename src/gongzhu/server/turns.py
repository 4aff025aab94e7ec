"""Requests begin one after another, however many come at once: the moves of all tables go on
between them, and whoever asks for little does not wait for those who ask for much."""

import asyncio
from collections import deque

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send


class InTurn:
    """Has each request wait for its turn. Sockets have limits of their own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "http":
            origins = scope["app"].state.context.origins
            await self._turns.wait(origins.address(HTTPConnection(scope)))
        await self._app(scope, receive, send)


class Turns:
    """Lets one go on in each round of the event loop: the addresses in turn, and of each address
    whoever came first. A move takes several rounds, and most requests are answered in one."""

    def __init__(self) -> None:
        self._free = True
        """True if nobody went on in this round, and so nobody waits."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By address; the first is next."""

    async def wait(self, address: str) -> None:
        """Return when it is the turn of that address."""
        loop = asyncio.get_running_loop()
        if self._free:
            self._free = False
            loop.call_soon(self._next_round)
            return
        turn = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        await turn

    def _next_round(self) -> None:
        while self._waiting:
            address = next(iter(self._waiting))
            turns = self._waiting.pop(address)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns
            # Whoever waited may have been cancelled.
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._next_round)
                return
        self._free = True
