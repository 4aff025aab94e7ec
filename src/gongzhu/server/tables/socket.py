"""The WebSocket of a table, from the handshake to its end."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Literal

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from gongzhu.server.edge.admission import Admission
from gongzhu.server.edge.limits import ConnectionCounter, RateLimiter
from gongzhu.server.edge.origins import Origins
from gongzhu.server.edge.problems import ApiError, language
from gongzhu.server.edge.socket import LONGEST_MESSAGE, PROTOCOL, SocketProtocol
from gongzhu.server.identity.sessions import Identity
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.connections import Connections
from gongzhu.server.live.messages import VERSION, CloseReason, FromPlayer, Hello, Ping, Pong
from gongzhu.server.live.room import Room
from gongzhu.server.live.services import Services
from gongzhu.server.monitoring.security_log import Event, SecurityLog
from gongzhu.server.tables.tables import Tables
from gongzhu.store import StoreError, TableMoved

Fault = Literal["not_text", "too_long", "not_json", "misfit"]
_decode = msgspec.json.Decoder(FromPlayer).decode


class _Named(msgspec.Struct):
    id: str | None = None


_decode_id = msgspec.json.Decoder(_Named).decode


def read_frame(data: bytes | None) -> FromPlayer | Fault:
    """Decode the message in a frame. Returns the message, or the code of its fault as a string.

    `data` is the payload of the frame, or None if it is not a text frame.
    """
    if data is None:
        return "not_text"
    if len(data) > LONGEST_MESSAGE:
        return "too_long"
    try:
        message: FromPlayer = _decode(data)
    except msgspec.ValidationError:
        return "misfit"
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return "not_json"
    return message


def id_of(data: bytes | None) -> str | None:
    """The request id in the payload of a refused frame (None: not a text frame). None if it has no
    id, or one longer than 40 characters."""
    if data is None or len(data) > LONGEST_MESSAGE:
        return None
    try:
        id = _decode_id(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return id if id is not None and len(id) <= 40 else None


MOST_TOO_MANY = 50
"""A connection is closed once its count of excess messages is greater than this. Each message
beyond the rate limit adds 1 to the count, each message that the limit allows takes 1 away, down to
0."""


class MessageHandler:
    """Decodes the messages of one connection, checks the rate limit, and passes requests to the
    room."""

    def __init__(
        self,
        connection: Connection,
        room: Room,
        services: Services,
        limiter: RateLimiter,
        security: SecurityLog,
    ) -> None:
        """`limiter` counts messages by `Visitor.key`. `security` logs visitors who exceed the
        limit."""
        self.greeted = False
        """True once the client has sent `Hello`."""
        self._connection = connection
        self._room = room
        self._services = services
        self._limiter = limiter
        self._security = security
        self._too_many = 0

    def handle(self, data: bytes | None) -> None:
        """Handle the next frame. `data` is its payload, or None if it is not a text frame."""
        connection, refusals = self._connection, self._services.metrics.refusals
        if connection.close_reason is not None:
            return
        if not self._limiter.allow(connection.visitor.key):
            refusals.labels("too_fast").inc()
            visitor = connection.visitor
            player = None if visitor.player is None else visitor.player.id
            self._security.repeated("limit", visitor.address, "too_fast", player)
            connection.refuse_by_code(id_of(data), "too_fast")
            self._too_many += 1
            if self._too_many > MOST_TOO_MANY:
                connection.close("too_many")
            return
        self._too_many = max(0, self._too_many - 1)
        message = read_frame(data)
        if isinstance(message, str):
            refusals.labels(message).inc()
            connection.refuse_by_code(id_of(data), message)
        elif isinstance(message, Ping):
            connection.send(Pong(message.n, self._services.clock()))
        elif isinstance(message, Hello):
            self._hello(message)
        elif not self.greeted:
            connection.refuse_by_code(message.id, "hello_first")
        else:
            self._room.request(connection, message)

    def silent(self) -> None:
        """End the connection unless `Hello` has arrived. Called when the time for it is up."""
        if not self.greeted:
            self._connection.lost()

    def _hello(self, message: Hello) -> None:
        self.greeted = True
        self._connection.lang = message.lang
        self._connection.wants_talk = message.talk
        if message.version == VERSION:
            self._room.join(self._connection, message.since)
        else:
            self._connection.close("version")


_CODES: dict[CloseReason | None, int] = {
    "restarting": 1012,
    "moved": 1012,
    "too_slow": 1008,
    "too_many": 1008,
}
"""WebSocket close codes, by reason. All other reasons have NORMAL."""
NORMAL = 1000
"""The WebSocket close code for a normal closure."""
_EVENTS: dict[str, Event] = {
    **dict.fromkeys(("not_host", "not_seated", "no_seat", "removed", "not_wanted"), "not_allowed"),
    **dict.fromkeys(("not_text", "too_long", "not_json", "misfit"), "bad_input"),
}
"""Events for the security log, by code of a refusal. The client of this project never causes such
refusals, so they point to another program."""


class TableSocket:
    """The ASGI application behind `GET /api/tables/{table}/socket`, the WebSocket of a table."""

    def __init__(
        self,
        services: Services,
        origins: Origins,
        identity: Identity,
        admission: Admission,
        *,
        security: SecurityLog,
        tables: Tables,
        connections: Connections,
    ) -> None:
        limits = services.config.limits
        self.services = services
        self.security = security
        self.connections = connections
        self.limiter = RateLimiter(limits.messages, limits.messages_seconds, services.clock)
        self.by_address = ConnectionCounter(limits.connections)
        self.open = 0
        """Number of open sockets."""
        self.admission = admission
        self._origins = origins
        self._identity = identity
        self._tables = tables
        self._numbers = count()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to the handshake of one socket, and return. The open socket is driven by
        callbacks. A page of another site is refused in the handshake. Every other refusal accepts
        the socket, sends `Goodbye` and closes it."""
        await receive()
        request = HTTPConnection(scope)
        address = self._origins.address(request)
        if not self._is_ours(request, address):
            await send({"type": "websocket.close", "code": 1008})
            return
        opened = _OpenSocket(self, address, scope["state"][PROTOCOL])
        connection = opened.connection
        connection.lang = language(request)
        endings = self.connections.endings
        try:
            room: Room | CloseReason = "too_many"
            where = None
            if opened.admitted:
                found, where = await self._find(request.path_params["table"])
                if isinstance(found, Room):
                    opened.enter(found)
                visitor, why = await self._admit(request, address)
                connection.visitor = visitor
                room = why or found
            else:
                self.services.metrics.refusals.labels("too_many_sockets").inc()
                self.security.repeated("limit", address, "too_many_sockets")
            await send({"type": "websocket.accept"})
            self.connections.add(connection)
            if self.connections.endings != endings and not await self._is_signed_in(
                connection.visitor
            ):
                room = "closed"
            if isinstance(room, str):
                opened.refuse(room, where if room == "moved" else None)
            else:
                opened.serve(room)
        except BaseException:
            opened.release()
            raise

    def _is_ours(self, request: HTTPConnection, address: str) -> bool:
        """False if a page of another site sent the request."""
        try:
            self._origins.check(request)
        except ApiError as refusal:
            self.services.metrics.refusals.labels(refusal.code).inc()
            self.security.repeated("origin_refused", address, refusal.code)
            return False
        return True

    async def _find(self, table: str) -> tuple[Room | CloseReason, str | None]:
        """The room of a table, or the reason why this server cannot serve it. The second item is
        the name of the other server that has the table, if known."""
        try:
            room = await self._tables.room(table)
        except TableMoved:
            with suppress(StoreError):
                return "moved", await self.services.store.owner(table) or None
            return "moved", None
        except StoreError:
            return "restarting", None
        return room or ("restarting" if self._tables.stopping else "unknown"), None

    async def _admit(
        self, request: HTTPConnection, address: str
    ) -> tuple[Visitor, CloseReason | None]:
        """The visitor behind the request, and the reason why the visitor is refused, or None if
        admitted."""
        # Without a session, each socket counts as a visitor of its own.
        visitor = Visitor(f"{address} {next(self._numbers)}", address=address)
        try:
            session = await self._identity.who(request)
            if session is not None:
                self.admission.know(address)
                visitor = Visitor(session.player.id, session.player, session.device, address)
                await self._identity.seen(session)
        except StoreError:
            return visitor, "restarting"
        player = None if visitor.player is None else visitor.player.id
        if self.services.moderation.is_banned(player, address):
            self.security.repeated("banned_refused", address, "banned", player)
            return visitor, "banned"
        return visitor, None

    def note_refusal(self, visitor: Visitor, code: str) -> None:
        """Write a refusal with this code to the security log, if it is one of `_EVENTS`."""
        event = _EVENTS.get(code)
        if event is not None:
            player = None if visitor.player is None else visitor.player.id
            self.security.repeated(event, visitor.address, code, player)

    async def _is_signed_in(self, visitor: Visitor) -> bool:
        """False if the visitor's session has ended while the socket was being opened."""
        if visitor.player is None:
            return True
        with suppress(StoreError):
            return await self.services.store.session(visitor.device) is not None
        return False


class _OpenSocket:
    """One socket from the handshake to its end, with the counters and timers that must be released
    then."""

    def __init__(self, sockets: TableSocket, address: str, protocol: SocketProtocol) -> None:
        """`address` is the network address under which the socket is counted."""
        services = sockets.services
        self._sockets = sockets
        self._address = address
        self._protocol = protocol
        self._room: Room | None = None
        self._silence: asyncio.TimerHandle | None = None
        self._serves = False
        self.connection = Connection(
            Visitor(""),
            protocol,
            services.config.limits.waiting_bytes,
            self._closed,
            sockets.note_refusal,
        )
        self.admitted = sockets.by_address.acquire(address)
        """False if the address has too many sockets."""
        sockets.open += 1
        services.metrics.connections.inc()

    def enter(self, room: Room) -> None:
        """Count this socket in the room, which stays in memory while it has sockets."""
        self._room = room
        room.sockets += 1

    def refuse(self, why: CloseReason, server: str | None) -> None:
        """Close the connection with this reason. `server` is the name of the server that has the
        table, if known."""
        self.connection.close(why, server)
        self._end()

    def serve(self, room: Room) -> None:
        """From now on, pass messages to the room, until either side closes the connection."""
        connection, sockets = self.connection, self._sockets
        if connection.close_reason is not None:
            self._end()
            return
        self._serves = True
        services = sockets.services
        handler = MessageHandler(connection, room, services, sockets.limiter, sockets.security)
        first = services.config.timeouts.hello
        self._silence = asyncio.get_running_loop().call_later(first, handler.silent)
        self._protocol.listen(handler.handle, connection.lost)

    def _closed(self) -> None:
        # In the next turn of the loop, as the caller may be iterating over the room's connections.
        # Until the socket serves, the handshake ends it.
        if self._serves:
            asyncio.get_running_loop().call_soon(self._end)

    def _end(self) -> None:
        """Close the socket and release what it holds."""
        try:
            if self.connection.close_reason == "too_slow":
                self._protocol.abort()
            self._protocol.close(_CODES.get(self.connection.close_reason, NORMAL))
        finally:
            self.release()

    def release(self) -> None:
        """Release all that the socket holds: timer, room, counters and limits."""
        sockets, room = self._sockets, self._room
        if self._silence is not None:
            self._silence.cancel()
        if room is not None:
            room.sockets -= 1
            room.leave(self.connection)
        sockets.connections.discard(self.connection)
        sockets.open -= 1
        sockets.services.metrics.connections.dec()
        sockets.admission.gc_policy.connection_closed(sockets.open)
        if self.admitted:
            sockets.by_address.release(self._address)
