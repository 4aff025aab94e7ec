"""The socket of a table: who may open one, and its course from handshake to close."""

import asyncio
from contextlib import suppress
from itertools import count

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gongzhu.server.connection import Connection, Farewell, Visitor
from gongzhu.server.desk import Desk
from gongzhu.server.direct import LINK, DirectProtocol
from gongzhu.server.hearing import Hearing
from gongzhu.server.outlets import QueueOutlet
from gongzhu.server.problems import Refusal, language
from gongzhu.server.room import Room
from gongzhu.store import StoreError

_CODES: dict[Farewell | None, int] = {"restarting": 1012, "too_slow": 1008, "too_many": 1008}
NORMAL = 1000


class TableSocket:
    """`GET /api/tables/{table}/socket`, as an ASGI application of its own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._numbers = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket to its end."""
        await receive()
        desk, request = self._desk, HTTPConnection(scope)
        try:
            desk.origins.check(request)
        except Refusal as refusal:
            desk.metrics.refusals.labels(refusal.code).inc()
            await send({"type": "websocket.close", "code": 1008})
            return
        address = desk.origins.address(request)
        admitted = desk.open_sockets.take(address)
        desk.sockets += 1
        desk.metrics.connections.inc()
        try:
            if admitted:
                visitor, room = await self._admit(request, address)
            else:
                desk.metrics.refusals.labels("too_many_sockets").inc()
                visitor, room = Visitor(""), "too_many"
            await send({"type": "websocket.accept"})
            link = scope["state"].get(LINK)
            if isinstance(link, DirectProtocol):
                await self._direct(request, link, visitor, room, send)
            else:
                await self._through_asgi(request, visitor, room, receive, send)
        finally:
            desk.sockets -= 1
            desk.metrics.connections.dec()
            desk.leftovers.closed(desk.sockets)
            if admitted:
                desk.open_sockets.give_back(address)

    async def _admit(
        self, request: HTTPConnection, address: str
    ) -> tuple[Visitor, Room | Farewell]:
        """Who it is, and the room that is asked for, or why there is none."""
        desk = self._desk
        # Somebody without a name is a session of its own.
        visitor = Visitor(f"{address} {next(self._numbers)}")
        try:
            session = await desk.identity.who(request)
            if session is not None:
                visitor = Visitor(session.player.id, session.player, session.device)
                await desk.identity.seen(session.player)
            room = await desk.house.room(request.path_params["table"])
        except StoreError:
            return visitor, "restarting"
        if room is None:
            return visitor, "restarting" if desk.house.stopping else "unknown"
        return visitor, room

    async def _direct(
        self,
        request: HTTPConnection,
        link: DirectProtocol,
        visitor: Visitor,
        room: Room | Farewell,
        send: Send,
    ) -> None:
        connection = Connection(visitor, link, self._desk.config.limits.waiting_bytes)
        connection.lang = language(request)
        if isinstance(room, str):
            connection.bye(room)
        else:
            hearing = Hearing(connection, room, self._desk)
            link.listen(hearing.hear, connection.lost)
            with self._greeting(hearing):
                try:
                    await connection.over.wait()
                finally:
                    room.leave(connection)
        if connection.farewell == "too_slow":
            link.abort()
        link.flush()
        with suppress(OSError):
            await send(_closing(connection))

    async def _through_asgi(
        self,
        request: HTTPConnection,
        visitor: Visitor,
        room: Room | Farewell,
        receive: Receive,
        send: Send,
    ) -> None:
        outlet = QueueOutlet()
        connection = Connection(visitor, outlet, self._desk.config.limits.waiting_bytes)
        connection.lang = language(request)

        async def write(payload: bytes) -> None:
            await send({"type": "websocket.send", "text": payload.decode()})

        async def read(hearing: Hearing) -> None:
            while (event := await receive())["type"] == "websocket.receive":
                text = event.get("text")
                hearing.hear(None if text is None else text.encode())
            connection.lost()

        writing = asyncio.create_task(outlet.run(write))
        reading: asyncio.Task[None] | None = None
        try:
            if isinstance(room, str):
                connection.bye(room)
            else:
                hearing = Hearing(connection, room, self._desk)
                reading = asyncio.create_task(read(hearing))
                with self._greeting(hearing):
                    try:
                        await connection.over.wait()
                    finally:
                        room.leave(connection)
            outlet.close()
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(writing, self._desk.config.patience.goodbye)
                await send(_closing(connection))
        finally:
            tasks = [task for task in (writing, reading) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _greeting(self, hearing: Hearing) -> "_Timer":
        return _Timer(self._desk.config.patience.hello, hearing)


class _Timer:
    """Waits for the first message only so long."""

    def __init__(self, seconds: float, hearing: Hearing) -> None:
        self._handle = asyncio.get_running_loop().call_later(seconds, hearing.silent)

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        self._handle.cancel()


def _closing(connection: Connection) -> dict[str, object]:
    return {"type": "websocket.close", "code": _CODES.get(connection.farewell, NORMAL)}
