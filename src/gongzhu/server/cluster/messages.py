"""The messages that servers on one database send each other."""

import msgspec
from msgspec import Struct


class RoomNumber(Struct, frozen=True):
    """The room number that was drawn for a table."""

    number: str
    until: int
    """The time at which the number expires, in milliseconds since 1970."""


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Sessions of a player have ended."""

    player: str


class Renewed(Struct, frozen=True, tag="renewed"):
    """A session of a player has a new token: `device` is the hash of the old one, `new` of the new
    one."""

    player: str
    device: bytes
    new: bytes


class Deleted(Struct, frozen=True, tag="deleted"):
    """The account of a player was deleted."""

    player: str


class Banned(Struct, frozen=True, tag="banned"):
    """A player or an address was banned, or a ban was lifted, so that bans must be read again."""

    player: str | None
    """The player who was banned; None if an address was banned or a ban was lifted."""


class BlocksChanged(Struct, frozen=True, tag="blocks"):
    """A player has blocked another player, or removed a block, so that the blocks of `player` must
    be read again."""

    player: str


class OperatorSaid(Struct, frozen=True, tag="said"):
    """The operator sends a message to all visitors."""

    text: str


class Numbered(Struct, frozen=True, tag="numbered"):
    """The room number of a table has changed."""

    table: str
    number: RoomNumber | None
    """The room number; None if none was drawn yet."""
    on: bool
    """False if the table's host does not want a room number."""


class NumbersAsked(Struct, frozen=True, tag="numbers"):
    """A server that has just started asks the others for the room numbers of their tables."""


class Closing(Struct, frozen=True, tag="closing"):
    """The operator closes a table; the server that has it must carry this out."""

    table: str


class AtTournament(Struct, frozen=True, tag="at_tournament"):
    """A player is at the page of a tournament."""

    tournament: str
    player: str


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
    | AtTournament
)
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Message).decode
