"""One socket, as a room sees it: who is behind it, and how to tell it something."""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.server.messages import Done, Goodbye, Refused, ToPlayer
from gongzhu.server.outlets import Nowhere, Outlet
from gongzhu.store import PlayerRow
from gongzhu.texts import Lang, say

Farewell = Literal["restarting", "closed", "too_slow", "too_many", "version", "private", "unknown"]

_AGAIN: dict[Farewell, bool] = {
    "restarting": True,
    "closed": False,
    "too_slow": True,
    "too_many": False,
    "version": False,
    "private": False,
    "unknown": False,
}

encode = msgspec.json.Encoder().encode
"""A message as the payload of a frame."""


class Visitor(Struct, frozen=True):
    """Who opened a socket."""

    key: str
    """What the limits count it under."""
    player: PlayerRow | None = None
    device: bytes = b""


class Connection:
    """What rooms know of a socket."""

    def __init__(self, visitor: Visitor, outlet: Outlet, most_waiting: int) -> None:
        """`most_waiting`: bytes that may wait for a socket that does not read."""
        self.visitor = visitor
        self.lang: Lang = "en"
        self.seat: Seat | None = None
        """As its room told it last."""
        self.is_host = False
        self.devices = 0
        self.farewell: Farewell | None = None
        """What goodbye was said with; nothing is sent after it."""
        self.over = asyncio.Event()
        """Set when the connection is to be closed."""
        self._outlet = outlet
        self._most = most_waiting

    @property
    def player(self) -> str | None:
        """The id of the player."""
        return None if self.visitor.player is None else self.visitor.player.id

    def push(self, payload: bytes) -> None:
        """Send a frame, in its turn. A socket that does not read is cut off."""
        if self.farewell is not None:
            return
        self._outlet.write(payload)
        if self._outlet.waiting > self._most:
            self.bye("too_slow")

    def send(self, message: ToPlayer) -> None:
        """Send a message that is for this connection alone."""
        self.push(encode(message))

    def done(self, id: str, seq: int) -> None:
        """Tell that a command is on disk."""
        self.push(encode(Done(id, seq)))

    def refuse(self, id: str | None, code: str, text: Callable[[Lang], str]) -> None:
        """Tell that a command did nothing."""
        self.send(Refused(id, code, text(self.lang)))

    def refuse_plainly(self, id: str | None, code: str) -> None:
        """Refuse in the server's own words, `server.refused.CODE`."""
        self.refuse(id, code, lambda lang: say(f"server.refused.{code}", lang))

    def bye(self, code: Farewell) -> None:
        """Say goodbye; the socket is closed after that."""
        if self.farewell is not None:
            return
        self.farewell = code
        message = Goodbye(code, say(f"server.goodbye.{code}", self.lang), _AGAIN[code])
        self._outlet.write(encode(message))
        self.over.set()

    def lost(self) -> None:
        """The socket is gone: nothing more can be said."""
        self._outlet = Nowhere()
        self.over.set()
