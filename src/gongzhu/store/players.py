"""Players and their sessions, as the store gives them and as rows of the database."""

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
    """A player: a person or a bot."""

    id: str
    name: str
    kind: Literal["guest", "bot", "former"]
    """`former`: the account was deleted, but the name is still to be removed from its games."""
    recovery_hash: bytes | None
    """Hash of the recovery code, different for each player; None if there is no code."""
    created_ms: int
    """The time at which the account was made, in milliseconds since 1970, like all times here."""
    seen_ms: int
    recovery_made_ms: int | None = None
    """The time at which the recovery code was made; None if there never was one, or if it was made
    before this time was recorded."""
    recovery_used_ms: int | None = None
    """The time at which a recovery code was last used."""
    owner_id: str | None = None
    """The id of the player who made this bot; None for a person, and if the maker is not known."""
    recovery_until_ms: int | None = None
    """The time at which a recovery code from the operator expires; None for one that the player
    made, which does not expire."""


class DeviceRow(Struct, frozen=True):
    """A session of a player: a device that is signed in by a token."""

    token_hash: bytes
    name: str
    """Name of the browser and its system, such as `Firefox, Android`; empty if not known."""
    made_ms: int
    """The time at which the session began; 0 if that was before this time was recorded."""
    seen_ms: int
    proved_ms: int
    """The time at which the player last proved on this device who they are; 0 if that was before
    this time was recorded."""

    @property
    def id(self) -> str:
        """An id for the session from which the token cannot be guessed."""
        return self.token_hash[-8:].hex()


def player_of(row: Sequence[Any]) -> PlayerRow:
    """The player in a row that was selected with PLAYER_SELECTED."""
    return PlayerRow(*row)
