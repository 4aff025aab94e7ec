"""Players and their sessions, as they are kept and as the rows of either database."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

_PLAYER = (
    *("id", "name", "kind", "recovery_hash", "created_ms", "seen_ms"),
    *("recovery_made_ms", "recovery_used_ms", "owner_id", "recovery_until_ms"),
)
PLAYER_COLUMNS = ", ".join(_PLAYER)
PLAYER_SELECTED = ", ".join(f"players.{column}" for column in _PLAYER)
PLAYER_REPLACED = ", ".join(f"{column} = excluded.{column}" for column in _PLAYER[1:])
DEVICE_COLUMNS = (
    "devices.token_hash, devices.name, devices.made_ms, devices.seen_ms, devices.proved_ms"
)

FORMER = ""
"""The id that stands for a player whose account was deleted."""


class PlayerRow(Struct, frozen=True):
    """A person or a bot."""

    id: str
    name: str
    kind: Literal["guest", "bot", "former"]
    """former: the account was deleted, and its games are still to be rid of the name."""
    recovery_hash: bytes | None
    """No two players have the same."""
    created_ms: int
    """Milliseconds since 1970, like every time here."""
    seen_ms: int
    recovery_made_ms: int | None = None
    """None: no recovery code was made, or before this was written down."""
    recovery_used_ms: int | None = None
    """The time at which a recovery code was last used."""
    owner_id: str | None = None
    """Of a bot: the player who made it, if it is known."""
    recovery_until_ms: int | None = None
    """The time at which the recovery code ends; None: one that the player made, which does not."""


class DeviceRow(Struct, frozen=True):
    """A session: a token that signs a player in."""

    token_hash: bytes
    name: str
    """Of the browser and its system, such as `Firefox, Android`; empty where it is not known."""
    made_ms: int
    """0: before this was written down."""
    seen_ms: int
    proved_ms: int
    """The time at which the player last showed there who they are; 0: before this was written
    down."""

    @property
    def id(self) -> str:
        """A name for the session that tells nothing of its token."""
        return self.token_hash[-8:].hex()


def player_of(row: Sequence[Any]) -> PlayerRow:
    """The player of a row of PLAYER_SELECTED."""
    return PlayerRow(*row)
