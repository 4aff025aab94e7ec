"""The messages that servers sharing a database send each other, encoded as JSON."""

import msgspec
from msgspec import Struct


class RoomNumber(Struct, frozen=True):
    """A room number of a table. It is a text of six digits."""

    number: str
    until: int
    """The time at which the number expires, in milliseconds since 1970."""


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Some or all sessions of a player have ended; `player` is the player's id."""

    player: str


class Renewed(Struct, frozen=True, tag="renewed"):
    """A session of a player has a new token; `player` is the player's id."""

    player: str
    device: bytes
    """The hash of the former token."""
    new: bytes
    """The hash of the new token."""


class Deleted(Struct, frozen=True, tag="deleted"):
    """The account of a player was deleted; `player` is the player's id."""

    player: str


class Banned(Struct, frozen=True, tag="banned"):
    """A player or an address was banned, or a ban was lifted; the bans must be read from the store
    again."""

    player: str | None
    """The id of the player who was banned, or None if an address was banned or a ban was lifted."""


class BlocksChanged(Struct, frozen=True, tag="blocks"):
    """A player has blocked another one or ended a block; the blocks by `player`, a player's id,
    must be read from the store again."""

    player: str


class OperatorSaid(Struct, frozen=True, tag="said"):
    """A message of the operator to be shown to all visitors."""

    text: str


class Numbered(Struct, frozen=True, tag="numbered"):
    """The room number of a table has changed; `table` is the table's id."""

    table: str
    number: RoomNumber | None
    """The new room number, or None if no number has been drawn yet."""
    on: bool
    """False if the host does not want the table to have a room number."""


class NumbersAsked(Struct, frozen=True, tag="numbers"):
    """Sent by a server that has just started: the others send the room numbers of their tables."""


class Closing(Struct, frozen=True, tag="closing"):
    """The operator closes a table; the server that has it in memory carries this out."""

    table: str


class AtTournament(Struct, frozen=True, tag="at_tournament"):
    """A player has the page of a tournament open; both are given by id."""

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
