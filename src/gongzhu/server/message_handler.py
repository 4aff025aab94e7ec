"""Handles the messages that a client sends over a WebSocket, one by one."""

from gongzhu.server.connection import Connection
from gongzhu.server.context import ServerContext
from gongzhu.server.frames import id_of, read_frame
from gongzhu.server.messages import VERSION, Hello, Ping, Pong
from gongzhu.server.room import Room

MOST_TOO_MANY = 50
"""How far the messages over the rate limit may outnumber those within it before the socket is
closed."""


class MessageHandler:
    """Reads the messages of one connection and passes them to its room."""

    __slots__ = ("_connection", "_context", "_room", "_too_many", "greeted")

    def __init__(self, connection: Connection, room: Room, context: ServerContext) -> None:
        self.greeted = False
        """True once the client has sent `Hello`."""
        self._connection = connection
        self._room = room
        self._context = context
        self._too_many = 0

    def handle(self, data: bytes | None) -> None:
        """Handle the next message; `data` is None for a frame that is not text."""
        connection, context = self._connection, self._context
        if connection.close_reason is not None:
            return
        if not context.messages.allow(connection.visitor.key):
            context.metrics.refusals.labels("too_fast").inc()
            visitor = connection.visitor
            player = None if visitor.player is None else visitor.player.id
            context.security.repeated("limit", visitor.address, "too_fast", player)
            connection.refuse_by_code(id_of(data), "too_fast")
            self._too_many += 1
            if self._too_many > MOST_TOO_MANY:
                connection.close("too_many")
            return
        self._too_many = max(0, self._too_many - 1)
        message = read_frame(data)
        if isinstance(message, str):
            context.metrics.refusals.labels(message).inc()
            connection.refuse_by_code(id_of(data), message)
        elif isinstance(message, Ping):
            connection.send(Pong(message.n, context.clock()))
        elif isinstance(message, Hello):
            self._hello(message)
        elif not self.greeted:
            connection.refuse_by_code(message.id, "hello_first")
        else:
            self._room.request(connection, message)

    def silent(self) -> None:
        """Drop the connection if it has not sent `Hello` when the time for it is up."""
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
