"""Players, the devices on which they are signed in, their recovery codes and tried puzzles.

Times are milliseconds since 1970.
"""

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

FORMER = ""
"""The id that stands for a player whose account was deleted."""
LONGEST_PUZZLE_BOOK = 50_000
"""Largest size of a player's record of tried puzzles, in bytes."""


class PlayerRow(Struct, frozen=True):
    """A player: a person or a bot."""

    id: str
    name: str
    kind: Literal["guest", "bot", "former"]
    """`former`: the account was deleted, but the name is still to be removed from its games."""
    recovery_hash: bytes | None
    """Hash of the recovery code, different for each player; None if there is no code."""
    created_ms: int
    """The time at which the account was made."""
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


_SELECTED = ", ".join(f"players.{column}" for column in PlayerRow.__struct_fields__)
_DEVICE = ", ".join(f"devices.{column}" for column in DeviceRow.__struct_fields__)
SIGNED_IN = """
    EXISTS (SELECT 1 FROM devices WHERE player_id = $player_id AND token_hash = $token_hash)
"""
"""SQL condition that the device from which a player asks for a change is still signed in."""
PROVED = """
    UPDATE devices SET proved_ms = $at WHERE player_id = $player_id AND token_hash = $token_hash
"""
"""SQL statement that records that the player has just proved on this device who they are."""


class PutPlayer(Change, frozen=True):
    """Insert a player, or replace the one with the same id. Refused if another player has the same
    hash of a recovery code."""

    player: PlayerRow

    needed = f"""
        INSERT INTO players ({", ".join(PlayerRow.__struct_fields__)})
        SELECT {", ".join(f"${column}" for column in PlayerRow.__struct_fields__)} WHERE NOT EXISTS
            (SELECT 1 FROM players WHERE id <> $id AND recovery_hash = $recovery_hash)
        ON CONFLICT (id) DO UPDATE
        SET {", ".join(f"{column} = excluded.{column}" for column in PlayerRow.__struct_fields__)}
    """

    def values(self) -> Values:
        return asdict(self.player) | {"player_id": self.player.id}


class AddDevice(Change, frozen=True):
    """Sign a player in on another device. Refused if the token is in use already."""

    player_id: str
    token_hash: bytes
    keep: int
    """Number of the player's newest devices that stay signed in, including this one; at least 1."""
    name: str = ""
    at: int = 0

    fits = "NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = $token_hash)"
    """SQL condition under which the device can be signed in: its token is not in use."""
    needed = """
        INSERT INTO devices (player_id, number, token_hash, name, made_ms, seen_ms, proved_ms)
        SELECT $player_id, coalesce(max(number), 0) + 1, $token_hash, $name, $at, $at, $at
        FROM devices WHERE player_id = $player_id ON CONFLICT DO NOTHING
    """
    others = (
        """DELETE FROM devices WHERE player_id = $player_id AND number <=
        (SELECT max(number) FROM devices WHERE player_id = $player_id) - $keep""",
    )


class RenewDevice(Change, frozen=True):
    """Give a device a new token after the player has proved who they are. Refused if the device
    has been signed out meanwhile."""

    player_id: str
    old_token_hash: bytes
    token_hash: bytes
    at: int

    fits = f"""
        {AddDevice.fits} AND EXISTS
        (SELECT 1 FROM devices WHERE player_id = $player_id AND token_hash = $old_token_hash)
    """
    """SQL condition under which the device can be signed in: its new token is not in use, and the
    device is still signed in by the old one."""
    needed = """
        UPDATE devices SET token_hash = $token_hash, seen_ms = $at, proved_ms = $at
        WHERE player_id = $player_id AND token_hash = $old_token_hash
    """


SignedIn = AddDevice | RenewDevice
"""The two ways to sign in the device of a player who has proved who they are: as a new device, or
with a new token for a device that was signed in already."""


class SignInChange(Change, frozen=True):
    """A change by which a player proves who they are, such as by a passkey, and which signs a
    device in. Its SQL statements may also use the fields of `device` as parameters. Refused if the
    device cannot be signed in."""

    @property
    def device(self) -> SignedIn:
        """The change that signs the device in; a field of each subclass."""
        raise NotImplementedError

    def statements(self) -> tuple[str, tuple[str, ...]]:
        needed, others = self.device.statements()
        return f"{self.needed} AND {self.device.fits}", (needed, *others)

    def values(self) -> Values:
        return asdict(self.device) | asdict(self)


class KeepOneDevice(Change, frozen=True):
    """End all sessions of a player except one, which gets a new token, and delete the recovery
    code. Refused if that session has ended meanwhile."""

    player_id: str
    token_hash: bytes
    new_token_hash: bytes
    at: int

    needed = """
        UPDATE devices SET token_hash = $new_token_hash, seen_ms = $at
        WHERE player_id = $player_id AND token_hash = $token_hash
            AND NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = $new_token_hash)
    """
    others = (
        "DELETE FROM devices WHERE player_id = $player_id AND token_hash <> $new_token_hash",
        "UPDATE players SET recovery_hash = NULL WHERE id = $player_id",
    )


class DropDevice(Change, frozen=True):
    """End one session of a player."""

    player_id: str
    token_hash: bytes

    others = ("DELETE FROM devices WHERE player_id = $player_id AND token_hash = $token_hash",)


class DropDevices(Change, frozen=True):
    """End all sessions of a player, and delete the recovery code."""

    player_id: str

    others = (
        "DELETE FROM devices WHERE player_id = $player_id",
        "UPDATE players SET recovery_hash = NULL WHERE id = $player_id",
    )


class TouchDevice(Change, frozen=True):
    """Record the time at which a player's device was last used."""

    player_id: str
    token_hash: bytes
    at: int

    others = (
        "UPDATE devices SET seen_ms = $at WHERE player_id = $player_id"
        " AND token_hash = $token_hash",
        "UPDATE players SET seen_ms = $at WHERE id = $player_id",
    )


class PutCode(Change, frozen=True):
    """Replace a player's recovery code, as asked from a signed-in device. Refused if the device has
    been signed out meanwhile."""

    player_id: str
    token_hash: bytes
    code_hash: bytes
    at: int

    needed = f"""
        UPDATE players
        SET recovery_hash = $code_hash, recovery_made_ms = $at, recovery_until_ms = NULL
        WHERE id = $player_id AND {SIGNED_IN}
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $code_hash)
    """
    others = (PROVED,)


class PutGivenCode(Change, frozen=True):
    """Replace a player's recovery code by one from the operator, valid until a given time. Refused
    if there is no such player."""

    player_id: str
    code_hash: bytes
    at: int
    until: int

    needed = """
        UPDATE players
        SET recovery_hash = $code_hash, recovery_made_ms = $at, recovery_until_ms = $until
        WHERE id = $player_id AND kind = 'guest'
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $code_hash)
    """


class UseCode(SignInChange, frozen=True):
    """Use up a recovery code to sign a device in, and replace it by a new one. Refused if the
    player does not have this code, or no longer has it."""

    player_id: str
    code_hash: bytes
    new_code_hash: bytes
    device: SignedIn

    needed = """
        UPDATE players SET recovery_hash = $new_code_hash, recovery_made_ms = $at,
            recovery_used_ms = $at, recovery_until_ms = NULL
        WHERE id = $player_id AND recovery_hash = $code_hash
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $new_code_hash)
    """


class RenameAccount(Change, frozen=True):
    """Change a player's name. Refused if there is no such player."""

    player_id: str
    name: str

    needed = "UPDATE players SET name = $name WHERE id = $player_id AND kind <> 'former'"


class PutPuzzleBook(Change, frozen=True):
    """Replace a player's record of tried puzzles, which was `before`, or None if there was none.
    Refused if the record has changed meanwhile, and if there is no such player."""

    player_id: str
    before: bytes | None
    body: bytes

    longest: ClassVar = {"before": LONGEST_PUZZLE_BOOK, "body": LONGEST_PUZZLE_BOOK}

    def statements(self) -> tuple[str, tuple[str, ...]]:
        if self.before is None:
            text = """
                INSERT INTO puzzle_books (player_id, body) SELECT $player_id, $body
                WHERE EXISTS (SELECT 1 FROM players WHERE id = $player_id AND kind <> 'former')
                ON CONFLICT DO NOTHING
            """
        else:
            text = "UPDATE puzzle_books SET body = $body WHERE player_id = $player_id"
            text += " AND body = $before"
        return text, ()


class Retire(Change, frozen=True):
    """Close a player's account and those of the player's bots: delete names, sessions and ways to
    sign in. The rows of the players stay until `DropPlayer`, so that their games can be found."""

    player_id: str

    others = (
        *(
            f"""DELETE FROM {table} WHERE player_id = $player_id
            OR player_id IN (SELECT id FROM players WHERE owner_id = $player_id)"""
            for table in ("devices", "passkeys", "links", "puzzle_books", "day_tries")
        ),
        # Last, since it removes the owner of the bots.
        """UPDATE players SET kind = 'former', name = '', recovery_hash = NULL, owner_id = NULL
        WHERE id = $player_id OR owner_id = $player_id""",
    )


class DropPlayer(Change, frozen=True):
    """Delete the remaining rows of a player whose account was closed."""

    player_id: str

    others = (
        "DELETE FROM played WHERE player_id = $player_id",
        "DELETE FROM members WHERE player_id = $player_id",
        "DELETE FROM blocks WHERE player_id = $player_id OR blocked_id = $player_id",
        "UPDATE reports SET player_id = '', name = '' WHERE player_id = $player_id",
        "UPDATE reports SET by_id = '' WHERE by_id = $player_id",
        "DELETE FROM players WHERE id = $player_id AND kind = 'former'",
    )


class AccountStore(Database):
    """Players and bots, their devices and records of tried puzzles; `change` changes them."""

    async def put_player(self, player: PlayerRow) -> None:
        """Insert a player, or replace the one with the same id. Raises StoreError if another player
        has the same hash of a recovery code."""
        await self.change(PutPlayer(player))

    async def player(self, id: str) -> PlayerRow | None:
        """The player with this id, if there is one."""
        return await self._first(PlayerRow, f"SELECT {_SELECTED} FROM players WHERE id = $1", id)

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """The player whose recovery code has this hash, if there is one."""
        query = f"SELECT {_SELECTED} FROM players WHERE recovery_hash = $1"
        return await self._first(PlayerRow, query, recovery_hash)

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """At most `limit` players whose id is `search` or whose name contains it, in capital or
        small letters; the one seen last comes first."""
        query = f"""
            SELECT {_SELECTED} FROM players
            WHERE kind <> 'former' AND (id = $1 OR {self.lowered} LIKE $2 ESCAPE '!')
            ORDER BY seen_ms DESC, id LIMIT $3
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return await self._all(PlayerRow, query, search, f"%{literal}%", limit)

    async def former_players(self) -> list[str]:
        """The ids of players whose accounts were deleted, but whose names may still be in games."""
        query = "SELECT id FROM players WHERE kind = $1 ORDER BY id"
        return await self._all(str, query, "former")

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """The bots that a player made, the newest first."""
        query = f"""
            SELECT {_SELECTED} FROM players WHERE owner_id = $1 ORDER BY created_ms DESC, id
        """
        return await self._all(PlayerRow, query, player_id)

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """The player and the device that are signed in by the token with this hash; None if no
        device has this token."""
        query = f"""
            SELECT {_SELECTED}, {_DEVICE}
            FROM players JOIN devices ON player_id = id WHERE token_hash = $1
        """
        width = len(PlayerRow.__struct_fields__)
        return await self._first(
            lambda *row: (PlayerRow(*row[:width]), DeviceRow(*row[width:])), query, token_hash
        )

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """The devices on which a player is signed in, the newest first."""
        query = f"SELECT {_DEVICE} FROM devices WHERE player_id = $1 ORDER BY number DESC"
        return await self._all(DeviceRow, query, player_id)

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """A player's record of tried puzzles, as last stored; None if there is none."""
        query = "SELECT body FROM puzzle_books WHERE player_id = $1"
        return await self._first(bytes, query, player_id)
