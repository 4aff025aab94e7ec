"""Requests begin one after another, however many come at once: the moves of all tables go on
between them, and whoever asks for little does not wait for those who ask for much.

Costly work, and thinking that nobody waits for, have the same kind of queue.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from gongzhu.server.limits import block_of
from gongzhu.server.socket_protocol import PROTOCOL

if TYPE_CHECKING:
    from gongzhu.server.http_protocol import HttpProtocol

T = TypeVar("T")

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


class RoundRobin(Generic[T]):
    """A queue in which blocks of addresses take turns, within a block its members, addresses or
    accounts, and of each member whatever came first is next."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        """By block and member, those whose turn is next first; none is empty."""

    def __len__(self) -> int:
        """The number of all that waits."""
        return sum(map(self._count, self._waiting))

    def put(self, block: str, member: str, one: T) -> None:
        """One comes in."""
        members = self._waiting.setdefault(block, OrderedDict())
        members.setdefault(member, deque()).append(one)

    def take(self, may: Callable[[T], bool] = lambda _: True) -> T | None:
        """The one whose turn it is, of those that may go; None where none does."""
        for block, members in self._waiting.items():
            for member, ones in members.items():
                if may(ones[0]):
                    self._waiting.move_to_end(block)
                    members.move_to_end(member)
                    return self._out(block, member, ones[0])
        return None

    def remove(self, block: str, member: str, one: T) -> bool:
        """Take one out; False if it is out already."""
        members = self._waiting.get(block)
        if members is None or one not in members.get(member, ()):
            return False
        self._out(block, member, one)
        return True

    def displace(self, block: str) -> T | None:
        """Take one out to make room for a block: what came last of the member that has most, in the
        block that has most. None where that has no more than the block would have then."""
        fullest = max(self._waiting, key=self._count, default=block)
        if self._count(fullest) < self._count(block) + 2:
            return None
        members = self._waiting[fullest]
        member = max(members, key=lambda name: len(members[name]))
        return self._out(fullest, member, members[member][-1])

    def _count(self, block: str) -> int:
        members = self._waiting.get(block)
        return 0 if members is None else sum(map(len, members.values()))

    def _out(self, block: str, member: str, one: T) -> T:
        members = self._waiting[block]
        members[member].remove(one)
        if not members[member]:
            del members[member]
        if not members:
            del self._waiting[block]
        return one
