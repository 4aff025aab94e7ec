"""One WebSocket connection to a table: its visitor, and the sending of messages."""

from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.server.live.messages import VERSION, CloseReason, Done, Goodbye, Refused, ToPlayer, You
from gongzhu.store import PlayerRow
from gongzhu.texts import Lang, say


class Transport(Protocol):
    """Sends text frames to a client, in order. The server's WebSocket implements it."""

    @property
    def waiting(self) -> int:
        """Approximate number of bytes that are queued and not sent yet."""
        ...

    def write(self, payload: bytes) -> None:
        """Queue a text frame with this payload (UTF-8), and return immediately."""
        ...


class ClosedTransport:
    """A transport that discards all frames. It replaces that of a connection whose socket is
    gone."""

    waiting = 0

    def write(self, payload: bytes) -> None:
        """Discard the frame."""


_AGAIN = frozenset[CloseReason]({"restarting", "moved", "too_slow"})
"""The close reasons after which a client should connect again."""
encode = msgspec.json.Encoder().encode
"""Encode a message as JSON, the payload of a text frame."""


class Visitor(Struct, frozen=True):
    """The person or program that opened a WebSocket, signed in or not."""

    key: str
    """The key under which rate limits count the visitor's messages: the player's id, or for a
    visitor without an account a text of its own for each socket."""
    player: PlayerRow | None = None
    """The signed-in player, or None without an account."""
    device: bytes = b""
    """Hash of the session token, or empty without an account."""
    address: str = ""
    """The visitor's network address, in the form in which rate limits and bans compare it."""


def _nothing(*_: object) -> None:
    """Default for callbacks."""


class Connection:
    """One open WebSocket of a visitor at a table. The server creates it. A `Room` adds it to its
    audience."""

    def __init__(
        self,
        visitor: Visitor,
        transport: Transport,
        most_waiting: int,
        on_closed: Callable[[], object] = _nothing,
        on_refused: Callable[[Visitor, str], object] = _nothing,
    ) -> None:
        """`most_waiting` is the number of bytes that may be queued before the connection is closed
        as too slow. `on_closed` is called once, when the connection is closed by the server or its
        socket is gone. `on_refused` is called with the visitor and the code of every refused
        request."""
        self.visitor = visitor
        self.lang: Lang = "en"
        self.seat: Seat | None = None
        """The seat whose view this connection was last sent, or None for a spectator."""
        self.you: You | None = None
        """The player's status at the table as last sent, or None if never sent."""
        self.wants_talk = False
        """True if the client has asked to receive chat."""
        self.close_reason: CloseReason | None = None
        """The reason sent in `Goodbye`, or None while the connection is open."""
        self._on_closed = on_closed
        self._on_refused = on_refused
        self._transport = transport
        self._most = most_waiting

    @property
    def player(self) -> str | None:
        """The player's id, or None for a visitor without an account."""
        return None if self.visitor.player is None else self.visitor.player.id

    def push(self, payload: bytes) -> None:
        """Queue an encoded frame. If too many bytes are waiting after that, the connection is
        closed as `too_slow`. Does nothing on a closed connection."""
        if self.close_reason is not None:
            return
        self._transport.write(payload)
        if self._transport.waiting > self._most:
            self.close("too_slow")

    def send(self, message: ToPlayer) -> None:
        """Encode a message, and queue it for this connection."""
        self.push(encode(message))

    def done(self, id: str, seq: int) -> None:
        """Confirm that the outcome of the request with this id is on disk, in entry `seq`."""
        self.push(encode(Done(id, seq)))

    def refuse(self, id: str | None, code: str, text: Callable[[Lang], str]) -> None:
        """Send `Refused` for the request with this id (None for a frame that could not be read).
        `code` is for programs. `text` returns the reason in a given language, and is called with
        the visitor's."""
        self._on_refused(self.visitor, code)
        self.send(Refused(id, code, text(self.lang)))

    def refuse_by_code(self, id: str | None, code: str) -> None:
        """Send `Refused` for the request with this id (None for a frame that could not be read),
        with the text `server.refused.CODE`, which must have no placeholders."""
        self.refuse(id, code, lambda lang: say(f"server.refused.{code}", lang))

    def close(self, code: CloseReason, server: str | None = None) -> None:
        """Send `Goodbye` with this reason, after which the socket is closed. Does nothing if that
        was sent before.

        `server` is the name of the server that has the table, for the reason `moved`, or None if
        unknown.
        """
        if self.close_reason is not None:
            return
        self.close_reason = code
        text = say(f"server.goodbye.{code}", self.lang, version=VERSION)
        message = Goodbye(code, text, code in _AGAIN, server)
        self._transport.write(encode(message))
        self._tell_closed()

    def lost(self) -> None:
        """Record that the socket is gone: call `on_closed`, unless that was done, and discard later
        frames."""
        self._transport = ClosedTransport()
        self._tell_closed()

    def _tell_closed(self) -> None:
        on_closed, self._on_closed = self._on_closed, _nothing
        on_closed()
