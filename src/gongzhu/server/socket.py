"""The socket of a table, from the handshake to the close."""

import asyncio
from contextlib import suppress
from functools import partial
from itertools import count

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gongzhu.server.connection import CloseReason, Connection, Visitor
from gongzhu.server.context import ServerContext
from gongzhu.server.message_handler import MessageHandler
from gongzhu.server.problems import ApiError, language
from gongzhu.server.room import Room
from gongzhu.server.security import Event
from gongzhu.server.socket_protocol import PROTOCOL, SocketProtocol
from gongzhu.store import StoreError

_CODES: dict[CloseReason | None, int] = {
    "restarting": 1012,
    "moved": 1012,
    "too_slow": 1008,
    "too_many": 1008,
}
NORMAL = 1000
_EVENTS: dict[str, Event] = {
    **dict.fromkeys(("not_host", "not_seated", "no_seat", "removed", "not_wanted"), "not_allowed"),
    **dict.fromkeys(("not_text", "too_long", "not_json", "misfit"), "bad_input"),
}
"""Refusals of commands that a host wants to know of: our pages send nothing like it."""


class TableSocket:
    """`GET /api/tables/{table}/socket`, as an ASGI application of its own."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._numbers = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket to its end."""
        await receive()
        context, request = self._context, HTTPConnection(scope)
        address = context.origins.address(request)
        if not self._is_ours(request, address):
            await send({"type": "websocket.close", "code": 1008})
            return
        admitted = context.open_sockets.acquire(address)
        context.sockets += 1
        context.metrics.connections.inc()
        connection: Connection | None = None
        entered: Room | None = None
        connections = context.everywhere.connections
        endings = connections.endings
        try:
            room: Room | CloseReason
            if admitted:
                found = await self._find(request.path_params["table"])
                if isinstance(found, Room):
                    entered = found
                    entered.sockets += 1
                visitor, why = await self._admit(request, address)
                room = why or found
            else:
                context.metrics.refusals.labels("too_many_sockets").inc()
                context.security.repeated("limit", address, "too_many_sockets")
                visitor, room = Visitor(""), "too_many"
            await send({"type": "websocket.accept"})
            protocol = scope["state"][PROTOCOL]
            connection = Connection(visitor, protocol, context.config.limits.waiting_bytes)
            connection.lang = language(request)
            connection.on_refused = partial(self._note, visitor)
            connections.add(connection)
            if connections.endings != endings and not await self._is_signed_in(visitor):
                room = "closed"
            await self._serve(connection, room, protocol)
            code = _CODES.get(connection.close_reason, NORMAL)
            with suppress(OSError):
                await send({"type": "websocket.close", "code": code})
        finally:
            if connection is not None:
                connections.discard(connection)
            if entered is not None:
                entered.sockets -= 1
            context.sockets -= 1
            context.metrics.connections.dec()
            context.gc_policy.connection_closed(context.sockets)
            if admitted:
                context.open_sockets.release(address)

    def _is_ours(self, request: HTTPConnection, address: str) -> bool:
        """False for what a page of another site has sent."""
        context = self._context
        try:
            context.origins.check(request)
        except ApiError as refusal:
            context.metrics.refusals.labels(refusal.code).inc()
            context.security.repeated("origin_refused", address, refusal.code)
            return False
        return True

    async def _find(self, table: str) -> Room | CloseReason:
        """The room that is asked for, or why there is none."""
        registry = self._context.registry
        try:
            room = await registry.room(table)
        except StoreError as error:
            return "moved" if error.problem == "moved" else "restarting"
        return room or ("restarting" if registry.stopping else "unknown")

    async def _admit(
        self, request: HTTPConnection, address: str
    ) -> tuple[Visitor, CloseReason | None]:
        """The visitor, and why nothing is to be seen for them, if so."""
        context = self._context
        # Somebody without a name is a session of its own.
        visitor = Visitor(f"{address} {next(self._numbers)}", address=address)
        try:
            session = await context.identity.who(request)
            if session is not None:
                visitor = Visitor(session.player.id, session.player, session.device, address)
                await context.identity.seen(session)
        except StoreError:
            return visitor, "restarting"
        player = None if visitor.player is None else visitor.player.id
        if context.moderation.is_banned(player, address):
            context.security.repeated("banned_refused", address, "banned", player)
            return visitor, "banned"
        return visitor, None

    def _note(self, visitor: Visitor, code: str) -> None:
        """Tell the security log of a refusal."""
        event = _EVENTS.get(code)
        if event is not None:
            player = None if visitor.player is None else visitor.player.id
            self._context.security.repeated(event, visitor.address, code, player)

    async def _is_signed_in(self, visitor: Visitor) -> bool:
        """False for a session that ended while its socket was being opened."""
        if visitor.player is None:
            return True
        with suppress(StoreError):
            return await self._context.store.session(visitor.device) is not None
        return False

    async def _serve(
        self, connection: Connection, room: Room | CloseReason, protocol: SocketProtocol
    ) -> None:
        """Carry messages until the connection is to be closed, by either side."""
        if isinstance(room, str):
            connection.close(room)
        else:
            handler = MessageHandler(connection, room, self._context)
            protocol.listen(handler.handle, connection.lost)
            loop = asyncio.get_running_loop()
            first = loop.call_later(self._context.config.timeouts.hello, handler.silent)
            try:
                await connection.closed.wait()
            finally:
                first.cancel()
                room.leave(connection)
        if connection.close_reason == "too_slow":
            protocol.abort()
        protocol.flush()
