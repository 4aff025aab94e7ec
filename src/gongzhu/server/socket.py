"""The socket of a table: who may open one, and its course from handshake to close."""

import asyncio
from contextlib import suppress
from itertools import count

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gongzhu.server.connection import CloseReason, Connection, Visitor
from gongzhu.server.context import ServerContext
from gongzhu.server.direct import LINK, DirectProtocol
from gongzhu.server.message_handler import MessageHandler
from gongzhu.server.problems import ApiError, language
from gongzhu.server.room import Room
from gongzhu.server.transport import QueueTransport
from gongzhu.store import StoreError

_CODES: dict[CloseReason | None, int] = {"restarting": 1012, "too_slow": 1008, "too_many": 1008}
NORMAL = 1000


class TableSocket:
    """`GET /api/tables/{table}/socket`, as an ASGI application of its own."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._numbers = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket to its end."""
        await receive()
        context, request = self._context, HTTPConnection(scope)
        try:
            context.origins.check(request)
        except ApiError as refusal:
            context.metrics.refusals.labels(refusal.code).inc()
            await send({"type": "websocket.close", "code": 1008})
            return
        address = context.origins.address(request)
        admitted = context.open_sockets.acquire(address)
        context.sockets += 1
        context.metrics.connections.inc()
        try:
            if admitted:
                visitor, room = await self._admit(request, address)
            else:
                context.metrics.refusals.labels("too_many_sockets").inc()
                visitor, room = Visitor(""), "too_many"
            await send({"type": "websocket.accept"})
            link = scope["state"].get(LINK)
            if isinstance(link, DirectProtocol):
                await self._direct(request, link, visitor, room, send)
            else:
                await self._through_asgi(request, visitor, room, receive, send)
        finally:
            context.sockets -= 1
            context.metrics.connections.dec()
            context.gc_policy.connection_closed(context.sockets)
            if admitted:
                context.open_sockets.release(address)

    async def _admit(
        self, request: HTTPConnection, address: str
    ) -> tuple[Visitor, Room | CloseReason]:
        """Who it is, and the room that is asked for, or why there is none."""
        context = self._context
        # Somebody without a name is a session of its own.
        visitor = Visitor(f"{address} {next(self._numbers)}")
        try:
            session = await context.identity.who(request)
            if session is not None:
                visitor = Visitor(session.player.id, session.player, session.device)
                await context.identity.seen(session.player)
            room = await context.registry.room(request.path_params["table"])
        except StoreError:
            return visitor, "restarting"
        if room is None:
            return visitor, "restarting" if context.registry.stopping else "unknown"
        return visitor, room

    async def _direct(
        self,
        request: HTTPConnection,
        link: DirectProtocol,
        visitor: Visitor,
        room: Room | CloseReason,
        send: Send,
    ) -> None:
        connection = Connection(visitor, link, self._context.config.limits.waiting_bytes)
        connection.lang = language(request)
        if isinstance(room, str):
            connection.close(room)
        else:
            handler = MessageHandler(connection, room, self._context)
            link.listen(handler.handle, connection.lost)
            with self._hello_timeout(handler):
                try:
                    await connection.closed.wait()
                finally:
                    room.leave(connection)
        if connection.close_reason == "too_slow":
            link.abort()
        link.flush()
        with suppress(OSError):
            await send(_closing(connection))

    async def _through_asgi(
        self,
        request: HTTPConnection,
        visitor: Visitor,
        room: Room | CloseReason,
        receive: Receive,
        send: Send,
    ) -> None:
        transport = QueueTransport()
        connection = Connection(visitor, transport, self._context.config.limits.waiting_bytes)
        connection.lang = language(request)

        async def write(payload: bytes) -> None:
            await send({"type": "websocket.send", "text": payload.decode()})

        async def read(handler: MessageHandler) -> None:
            while (event := await receive())["type"] == "websocket.receive":
                text = event.get("text")
                handler.handle(None if text is None else text.encode())
            connection.lost()

        writing = asyncio.create_task(transport.run(write))
        reading: asyncio.Task[None] | None = None
        try:
            if isinstance(room, str):
                connection.close(room)
            else:
                handler = MessageHandler(connection, room, self._context)
                reading = asyncio.create_task(read(handler))
                with self._hello_timeout(handler):
                    try:
                        await connection.closed.wait()
                    finally:
                        room.leave(connection)
            transport.close()
            with suppress(OSError, TimeoutError):
                await asyncio.wait_for(writing, self._context.config.timeouts.goodbye)
                await send(_closing(connection))
        finally:
            tasks = [task for task in (writing, reading) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _hello_timeout(self, handler: MessageHandler) -> "_Timer":
        return _Timer(self._context.config.timeouts.hello, handler)


class _Timer:
    """Waits for the first message only so long."""

    def __init__(self, seconds: float, handler: MessageHandler) -> None:
        self._handle = asyncio.get_running_loop().call_later(seconds, handler.silent)

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        self._handle.cancel()


def _closing(connection: Connection) -> dict[str, object]:
    return {"type": "websocket.close", "code": _CODES.get(connection.close_reason, NORMAL)}
