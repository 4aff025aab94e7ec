"""One WebSocket at a table: the visitor behind it, and the sending of messages to it."""

from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.server.live.messages import VERSION, CloseReason, Done, Goodbye, Refused, ToPlayer, You
from gongzhu.store import PlayerRow
from gongzhu.texts import Lang, say


class Transport(Protocol):
    """Sends text frames to a client, in order."""

    @property
    def waiting(self) -> int:
        """About how many bytes are still waiting to be sent."""
        ...

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        ...


class ClosedTransport:
    """A transport that discards all frames, used when the connection is closed."""

    waiting = 0

    def write(self, payload: bytes) -> None:
        """Discard the frame."""


_AGAIN = frozenset[CloseReason]({"restarting", "moved", "too_slow"})
"""The reasons after which a program should connect again."""
encode = msgspec.json.Encoder().encode
"""Encodes a message as JSON, the payload of a frame."""


class Visitor(Struct, frozen=True):
    """The person or program that opened a WebSocket."""

    key: str
    """The key under which the visitor's messages are counted by rate limits."""
    player: PlayerRow | None = None
    device: bytes = b""
    address: str = ""
    """The visitor's network address, in the form in which limits count it."""


def _nothing(*_: object) -> None:
    """Do nothing; stands in where no callback was given."""


class Connection:
    """One open WebSocket of a visitor at a table."""

    def __init__(
        self,
        visitor: Visitor,
        transport: Transport,
        most_waiting: int,
        on_closed: Callable[[], object] = _nothing,
        on_refused: Callable[[Visitor, str], object] = _nothing,
    ) -> None:
        """`most_waiting`: bytes that may wait to be sent before a slow socket is closed.
        `on_closed` is called once, when the connection is to be closed or is gone; `on_refused`
        with the visitor and the code of every command that is refused."""
        self.visitor = visitor
        self.lang: Lang = "en"
        self.seat: Seat | None = None
        """The seat from which the table was last shown to this connection; None: a spectator."""
        self.you: You | None = None
        """The last sent status of the player at the table; None before the first time."""
        self.wants_talk = False
        """True if the connection is to be sent the chat."""
        self.close_reason: CloseReason | None = None
        """The reason given in the goodbye message, or None while the connection is open."""
        self._on_closed = on_closed
        self._on_refused = on_refused
        self._transport = transport
        self._most = most_waiting

    @property
    def player(self) -> str | None:
        """The player's id, or None for a visitor without a name."""
        return None if self.visitor.player is None else self.visitor.player.id

    def push(self, payload: bytes) -> None:
        """Queue a frame to be sent. The connection is closed if too many bytes are waiting."""
        if self.close_reason is not None:
            return
        self._transport.write(payload)
        if self._transport.waiting > self._most:
            self.close("too_slow")

    def send(self, message: ToPlayer) -> None:
        """Encode a message and send it to this connection only."""
        self.push(encode(message))

    def done(self, id: str, seq: int) -> None:
        """Confirm that the command with this id is on disk, as entry number `seq`."""
        self.push(encode(Done(id, seq)))

    def refuse(self, id: str | None, code: str, text: Callable[[Lang], str]) -> None:
        """Send that a command was refused, with the reason in the visitor's language."""
        self._on_refused(self.visitor, code)
        self.send(Refused(id, code, text(self.lang)))

    def refuse_by_code(self, id: str | None, code: str) -> None:
        """Send that a command was refused, with the text `server.refused.CODE`."""
        self.refuse(id, code, lambda lang: say(f"server.refused.{code}", lang))

    def close(self, code: CloseReason, server: str | None = None) -> None:
        """Send the goodbye message with a reason; the socket is closed after that.

        `server`: the name of the server that has the table now, if it moved.
        """
        if self.close_reason is not None:
            return
        self.close_reason = code
        text = say(f"server.goodbye.{code}", self.lang, version=VERSION)
        message = Goodbye(code, text, code in _AGAIN, server)
        self._transport.write(encode(message))
        self._tell_closed()

    def lost(self) -> None:
        """Record that the socket is gone, and tell its owner."""
        self._transport = ClosedTransport()
        self._tell_closed()

    def _tell_closed(self) -> None:
        on_closed, self._on_closed = self._on_closed, _nothing
        on_closed()
