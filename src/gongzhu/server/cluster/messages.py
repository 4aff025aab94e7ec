"""The messages of servers on one database to each other."""

import msgspec
from msgspec import Struct

from gongzhu.server.room_numbers import RoomNumber


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Sessions of a player have ended."""

    player: str


class Renewed(Struct, frozen=True, tag="renewed"):
    """A device of a player goes on under another token."""

    player: str
    device: bytes
    new: bytes


class Deleted(Struct, frozen=True, tag="deleted"):
    """The account of a player was deleted."""

    player: str


class Banned(Struct, frozen=True, tag="banned"):
    """Somebody was banned, or is not any more."""

    player: str | None
    """The one who was banned; None: an address, or nobody."""


class BlocksChanged(Struct, frozen=True, tag="blocks"):
    """A player has blocked somebody, or does so no longer."""

    player: str


class OperatorSaid(Struct, frozen=True, tag="said"):
    """The operator of the servers says something to everybody."""

    text: str


class Numbered(Struct, frozen=True, tag="numbered"):
    """A table has another room number."""

    table: str
    number: RoomNumber | None
    """None: none was drawn yet."""
    on: bool
    """False where its host wants none."""


class NumbersAsked(Struct, frozen=True, tag="numbers"):
    """A server that has just started knows no room numbers."""


class Closing(Struct, frozen=True, tag="closing"):
    """The operator closes a table that another server has."""

    table: str


Message = (
    SignedOut
    | Renewed
    | Deleted
    | Banned
    | Closing
    | BlocksChanged
    | OperatorSaid
    | Numbered
    | NumbersAsked
)
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Message).decode
