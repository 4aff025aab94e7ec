"""Requests begin one after another, however many come at once: the moves of all tables go on
between them, and whoever asks for little does not wait for those who ask for much.
"""

import asyncio
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from gongzhu.server.limits import block_of
from gongzhu.server.socket_protocol import PROTOCOL
from gongzhu.server.work.queue import RoundRobin

if TYPE_CHECKING:
    from gongzhu.server.http_protocol import HttpProtocol

PAUSE = 0.001
"""Seconds from one request to the next: about as long as one takes, so that half of the time is
left to the moves, each of which takes several rounds of the event loop."""


class InTurn:
    """Has each request that comes over a connection wait for its turn. Sockets have limits of their
    own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on; not one whose visitor has gone meanwhile."""
        if scope["type"] == "http" and PROTOCOL in scope["state"]:
            origins = scope["app"].state.context.origins
            turn = self._turns.take(origins.address(HTTPConnection(scope)))
            if turn is not None and not await _came(turn, scope["state"][PROTOCOL]):
                return
        await self._app(scope, receive, send)


async def _came(turn: asyncio.Future[None], connection: "HttpProtocol") -> bool:
    """True once it is one's turn; false if the connection has given it up."""
    try:
        connection.wait_for(turn)
    except ReferenceError:  # it had gone before it came to this
        turn.cancel()
    try:
        await turn
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return False
    return True


class Turns:
    """Lets one go on at a time, with a pause after it: the addresses in turn, and of each address
    whoever came first. A block of IPv6 has the turn of one address, however many of its addresses
    wait."""

    def __init__(self) -> None:
        self._free = True
        """True if it is nobody's turn, and so nobody waits."""
        self._waiting = RoundRobin[asyncio.Future[None]]()

    def take(self, address: str) -> asyncio.Future[None] | None:
        """A turn for an address, to wait for or to cancel; None: it is its turn now."""
        loop = asyncio.get_running_loop()
        if self._free:
            self._free = False
            loop.call_later(PAUSE, self._next)
            return None
        turn = loop.create_future()
        self._waiting.put(block_of(address) or address, address, turn)
        return turn

    def _next(self) -> None:
        while (turn := self._waiting.take()) is not None:
            if not turn.done():
                turn.set_result(None)
                asyncio.get_running_loop().call_later(PAUSE, self._next)
                return
        self._free = True
