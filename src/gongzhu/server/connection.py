"""One socket as a room sees it: the visitor behind it, and the messages that it can be sent."""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.server.messages import VERSION, CloseReason, Done, Goodbye, Refused, ToPlayer
from gongzhu.server.transport import ClosedTransport, Transport
from gongzhu.store import PlayerRow
from gongzhu.texts import Lang, say

_AGAIN: dict[CloseReason, bool] = {
    "restarting": True,
    "moved": True,
    "closed": False,
    "too_slow": True,
    "too_many": False,
    "version": False,
    "private": False,
    "removed": False,
    "banned": False,
    "unknown": False,
}

encode = msgspec.json.Encoder().encode
"""A message as the payload of a frame."""


class Visitor(Struct, frozen=True):
    """The person or program that opened a socket."""

    key: str
    """The key that limits count it under."""
    player: PlayerRow | None = None
    device: bytes = b""
    address: str = ""
    """As limits count it."""


def _nothing() -> None:
    """Nobody wants to know."""


class Connection:
    """A socket, for as long as it is open."""

    # There are four to a table and more.
    __slots__ = (
        "_most",
        "_transport",
        "close_reason",
        "devices",
        "is_host",
        "is_removed",
        "lang",
        "on_closed",
        "on_refused",
        "seat",
        "visitor",
        "wants_talk",
    )

    def __init__(self, visitor: Visitor, transport: Transport, most_waiting: int) -> None:
        """`most_waiting`: bytes that may wait for a socket that does not read."""
        self.visitor = visitor
        self.lang: Lang = "en"
        self.seat: Seat | None = None
        """The seat that its room last showed it the table from."""
        self.is_host = False
        self.is_removed = False
        self.wants_talk = False
        """True if it is to be sent what players say to each other."""
        self.devices = 0
        self.close_reason: CloseReason | None = None
        """The reason given in the last message; None: the connection is open."""
        self.on_closed: Callable[[], object] = _nothing
        """Called once, when the connection is to be closed or is gone."""
        self.on_refused: Callable[[str], None] = lambda code: None
        """Hears of every command that is refused, by its code."""
        self._transport = transport
        self._most = most_waiting

    @property
    def player(self) -> str | None:
        """The id of the player."""
        return None if self.visitor.player is None else self.visitor.player.id

    def push(self, payload: bytes) -> None:
        """Send a frame, in its turn. A socket that does not read is cut off."""
        if self.close_reason is not None:
            return
        self._transport.write(payload)
        if self._transport.waiting > self._most:
            self.close("too_slow")

    def send(self, message: ToPlayer) -> None:
        """Send a message that is for this connection alone."""
        self.push(encode(message))

    def done(self, id: str, seq: int) -> None:
        """Send that a command is on disk."""
        self.push(encode(Done(id, seq)))

    def refuse(self, id: str | None, code: str, text: Callable[[Lang], str]) -> None:
        """Send that a command did nothing, and why."""
        self.on_refused(code)
        self.send(Refused(id, code, text(self.lang)))

    def refuse_by_code(self, id: str | None, code: str) -> None:
        """Refuse in the server's own words, `server.refused.CODE`."""
        self.refuse(id, code, lambda lang: say(f"server.refused.{code}", lang))

    def close(self, code: CloseReason, server: str | None = None) -> None:
        """Say goodbye; the socket is closed after that. `server`: the one that has the table."""
        if self.close_reason is not None:
            return
        self.close_reason = code
        text = say(f"server.goodbye.{code}", self.lang, version=VERSION)
        message = Goodbye(code, text, _AGAIN[code], server)
        self._transport.write(encode(message))
        self._tell_closed()

    def lost(self) -> None:
        """Note that the socket is gone."""
        self._transport = ClosedTransport()
        self._tell_closed()

    def _tell_closed(self) -> None:
        on_closed, self.on_closed = self.on_closed, _nothing
        on_closed()
