"""What comes in over a socket, message by message."""

from gongzhu.server.connection import Connection
from gongzhu.server.desk import Desk
from gongzhu.server.frames import id_of, read_frame
from gongzhu.server.messages import VERSION, AskHint, Hello, Ping, Pong
from gongzhu.server.room import Room

MOST_TOO_MANY = 50
"""Messages over the limit, less those within it, before a socket is closed."""


class Hearing:
    """Reads the messages of one connection, and takes them to its room."""

    def __init__(self, connection: Connection, room: Room, desk: Desk) -> None:
        self.greeted = False
        """Whether it has said hello."""
        self._connection = connection
        self._room = room
        self._desk = desk
        self._too_many = 0

    def hear(self, data: bytes | None) -> None:
        """The next message; None for one that is no text."""
        connection, desk = self._connection, self._desk
        if connection.farewell is not None:
            return
        if not desk.messages.take(connection.visitor.key):
            desk.metrics.refusals.labels("too_fast").inc()
            connection.refuse_plainly(id_of(data), "too_fast")
            self._too_many += 1
            if self._too_many > MOST_TOO_MANY:
                connection.bye("too_many")
            return
        self._too_many = max(0, self._too_many - 1)
        message = read_frame(data)
        if isinstance(message, str):
            desk.metrics.refusals.labels(message).inc()
            connection.refuse_plainly(id_of(data), message)
        elif isinstance(message, Ping):
            connection.send(Pong(message.n, desk.clock()))
        elif isinstance(message, Hello):
            self._hello(message)
        elif not self.greeted:
            connection.refuse_plainly(message.id, "hello_first")
        elif isinstance(message, AskHint):
            self._room.hint(connection, message)
        else:
            self._room.order(connection, message)

    def silent(self) -> None:
        """Time is up for the first message."""
        if not self.greeted:
            self._connection.lost()

    def _hello(self, message: Hello) -> None:
        self.greeted = True
        self._connection.lang = message.lang
        if message.version == VERSION:
            self._room.join(self._connection, message.since)
        else:
            self._connection.bye("version")
