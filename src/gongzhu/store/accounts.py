"""Rows and changes of player accounts: players and their bots, signed-in devices, recovery codes,
and records of attempted puzzles.

All times are milliseconds since 1970. Tokens and recovery codes are stored as hashes only.
"""

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.database import Database
from gongzhu.store.writes import Change, Values

FORMER = ""
"""The player id that is stored in place of the id of a player whose account was deleted."""
LONGEST_PUZZLE_BOOK = 50_000
"""Largest size of a player's record of attempted puzzles, in bytes."""


class PlayerRow(Struct, frozen=True):
    """One row of the `players` table: the account of a person or of a bot."""

    id: str
    """Id of the account, random, by which everything else refers to it."""
    name: str
    """The displayed name, which need not be unique."""
    kind: Literal["guest", "bot", "former"]
    """`guest` for a person, `bot` for a bot. `former` for either after the account was closed,
    while its name may still have to be removed from games."""
    recovery_hash: bytes | None
    """Hash of the recovery code, unique among all players, or None if the player has no code."""
    created_ms: int
    """The time at which the account was created."""
    seen_ms: int
    """The time at which the player last used a device."""
    recovery_made_ms: int | None = None
    """The time at which the recovery code was made, or None if there never was one, or if it was
    made before this time was recorded."""
    recovery_used_ms: int | None = None
    """The time at which a recovery code was last used, or None if never."""
    owner_id: str | None = None
    """The id of the player who created this bot, or None for a person, and for a bot whose creator
    is not known."""
    recovery_until_ms: int | None = None
    """The time at which a recovery code issued by the operator expires, or None for a code that the
    player created, which does not expire."""


class DeviceRow(Struct, frozen=True):
    """A session: one browser or client on which a player is signed in, recognised by its token."""

    token_hash: bytes
    """Hash of the session's secret token, unique among all devices."""
    name: str
    """Name of the browser and its system, such as `Firefox, Android`, or empty if unknown."""
    made_ms: int
    """The time at which the player signed in, or 0 if that was before this time was recorded."""
    seen_ms: int
    """The time at which the device was last used."""
    proved_ms: int
    """The time at which the player last authenticated on this device, for example by a passkey or a
    recovery code, or 0 if that was before this time was recorded."""

    @property
    def id(self) -> str:
        """A public id of the session: the last 8 bytes of the token's hash in hexadecimal. The
        token cannot be derived from it."""
        return self.token_hash[-8:].hex()


_SELECTED = ", ".join(f"players.{column}" for column in PlayerRow.__struct_fields__)
_DEVICE = ", ".join(f"devices.{column}" for column in DeviceRow.__struct_fields__)
SIGNED_IN = """
    EXISTS (SELECT 1 FROM devices WHERE player_id = $player_id AND token_hash = $token_hash)
"""
"""SQL condition, with the parameters `$player_id` and `$token_hash`: a device of the player has
this token. It is part of changes that a player requests from a device, so that they are refused
once the device has been signed out."""
PROVED = """
    UPDATE devices SET proved_ms = $at WHERE player_id = $player_id AND token_hash = $token_hash
"""
"""SQL statement, with the parameters `$player_id`, `$token_hash` and `$at`: set the time at which
the player last authenticated on this device."""


class PutPlayer(Change, frozen=True):
    """Insert a player row, or replace the one with the same id. Refused if another player has the
    same `recovery_hash`."""

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
    """Sign player `player_id` in on a new device called `name` at the time `at`, and sign out all
    but the `keep` newest devices. Refused if another device has the same token."""

    player_id: str
    token_hash: bytes
    keep: int
    """Number of the player's newest devices that stay signed in, including the new one. At least
    1."""
    name: str = ""
    at: int = 0

    fits = "NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = $token_hash)"
    """SQL condition under which this change can be carried out: no device has the token."""
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
    """Replace the token of a signed-in device after the player has authenticated on it again.
    Refused if the device has been signed out meanwhile, or if the new token is in use."""

    player_id: str
    old_token_hash: bytes
    """Hash of the token that the device has until now."""
    token_hash: bytes
    """Hash of its new token."""
    at: int
    """The time of the authentication."""

    fits = f"""
        {AddDevice.fits} AND EXISTS
        (SELECT 1 FROM devices WHERE player_id = $player_id AND token_hash = $old_token_hash)
    """
    """SQL condition under which this change can be carried out: no device has the new token, and
    the device is still signed in with the old one."""
    needed = """
        UPDATE devices SET token_hash = $token_hash, seen_ms = $at, proved_ms = $at
        WHERE player_id = $player_id AND token_hash = $old_token_hash
    """


SignedIn = AddDevice | RenewDevice
"""The change that signs a device in after its player has authenticated: as a new device, or by a
new token for a device that was signed in already."""


class SignInChange(Change, frozen=True):
    """Base class of changes that use up or check a credential (recovery code, passkey, account at a
    sign-in provider) and sign `device` in, in one transaction. Its SQL statements may also use the
    fields of `device` as parameters. Refused if the device cannot be signed in."""

    @property
    def device(self) -> SignedIn:
        """The change that signs the device in. Each subclass declares it as a field."""
        raise NotImplementedError

    def statements(self) -> tuple[str, tuple[str, ...]]:
        needed, others = self.device.statements()
        return f"{self.needed} AND {self.device.fits}", (needed, *others)

    def values(self) -> Values:
        return asdict(self.device) | asdict(self)


class KeepOneDevice(Change, frozen=True):
    """Sign a player out on all devices but one, replace that one's token, and delete the recovery
    code. Refused if that device has been signed out meanwhile, or if the new token is in use."""

    player_id: str
    token_hash: bytes
    """Hash of the token that the remaining device has until now."""
    new_token_hash: bytes
    """Hash of its new token."""
    at: int
    """The time of the change."""

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
    """Sign a player out on the device with this token hash. Never refused."""

    player_id: str
    token_hash: bytes

    others = ("DELETE FROM devices WHERE player_id = $player_id AND token_hash = $token_hash",)


class DropDevices(Change, frozen=True):
    """Sign a player out on all devices, and delete the recovery code. Never refused."""

    player_id: str

    others = (
        "DELETE FROM devices WHERE player_id = $player_id",
        "UPDATE players SET recovery_hash = NULL WHERE id = $player_id",
    )


class TouchDevice(Change, frozen=True):
    """Set `seen_ms` of a player and of one of the player's devices to `at`. Never refused."""

    player_id: str
    token_hash: bytes
    at: int

    others = (
        "UPDATE devices SET seen_ms = $at WHERE player_id = $player_id"
        " AND token_hash = $token_hash",
        "UPDATE players SET seen_ms = $at WHERE id = $player_id",
    )


class PutCode(Change, frozen=True):
    """Set a player's recovery code, as requested from the signed-in device with `token_hash`, and
    record that the player has just authenticated there. Refused if that device has been signed out
    meanwhile, or if a player has this code already."""

    player_id: str
    token_hash: bytes
    code_hash: bytes
    """Hash of the new recovery code."""
    at: int
    """The time of the change."""

    needed = f"""
        UPDATE players
        SET recovery_hash = $code_hash, recovery_made_ms = $at, recovery_until_ms = NULL
        WHERE id = $player_id AND {SIGNED_IN}
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $code_hash)
    """
    others = (PROVED,)


class PutGivenCode(Change, frozen=True):
    """Set the recovery code of a person to one issued by the operator, which expires at the time
    `until`. Refused if no person has this id, or if a player has this code already."""

    player_id: str
    code_hash: bytes
    """Hash of the new recovery code."""
    at: int
    """The time at which the code was made."""
    until: int

    needed = """
        UPDATE players
        SET recovery_hash = $code_hash, recovery_made_ms = $at, recovery_until_ms = $until
        WHERE id = $player_id AND kind = 'guest'
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $code_hash)
    """


class UseCode(SignInChange, frozen=True):
    """Sign a device in by a recovery code, and replace the code by a new one. Refused if
    `code_hash` is not the player's current code, if a player has the new code already, or if the
    device cannot be signed in."""

    player_id: str
    code_hash: bytes
    """Hash of the code that was used."""
    new_code_hash: bytes
    """Hash of the code that replaces it."""
    device: SignedIn
    """The device to sign in."""

    needed = """
        UPDATE players SET recovery_hash = $new_code_hash, recovery_made_ms = $at,
            recovery_used_ms = $at, recovery_until_ms = NULL
        WHERE id = $player_id AND recovery_hash = $code_hash
            AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $new_code_hash)
    """


class RenameAccount(Change, frozen=True):
    """Set a player's name. Refused if no open account has this id."""

    player_id: str
    name: str

    needed = "UPDATE players SET name = $name WHERE id = $player_id AND kind <> 'former'"


class PutPuzzleBook(Change, frozen=True):
    """Replace a player's record of attempted puzzles. Refused if the stored record is not `before`
    (None: no record yet), or if there is no open account with this id."""

    player_id: str
    before: bytes | None
    body: bytes
    """The new record of attempted puzzles, encoded."""

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
    """Close a player's account and those of the bots that the player owns: delete names, sessions,
    credentials, puzzle records and attempts at daily deals. The `players` rows stay with the kind
    `former` until `DropPlayer`, so that names in games can still be removed."""

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
    """Delete the remaining rows of a player whose account `Retire` has closed: games played, club
    memberships and blocks. Reports stay without the player's name and id."""

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
    """Reads players and bots, their devices and records of attempted puzzles. `change` writes
    them."""

    async def put_player(self, player: PlayerRow) -> None:
        """Insert a player, or replace the one with the same id. Raises ChangeRefused if another
        player has the same `recovery_hash`."""
        await self.change(PutPlayer(player))

    async def player(self, id: str) -> PlayerRow | None:
        """The player with this id, closed accounts included, or None if there is none."""
        return await self._first(PlayerRow, f"SELECT {_SELECTED} FROM players WHERE id = $1", id)

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """The player whose recovery code has this hash, whether the code has expired or not, or
        None if there is none."""
        query = f"SELECT {_SELECTED} FROM players WHERE recovery_hash = $1"
        return await self._first(PlayerRow, query, recovery_hash)

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """Open accounts whose id is `search` or whose name contains it, ignoring case. At most
        `limit` of them, sorted by `seen_ms` with the latest first."""
        query = f"""
            SELECT {_SELECTED} FROM players
            WHERE kind <> 'former' AND (id = $1 OR {self.lowered} LIKE $2 ESCAPE '!')
            ORDER BY seen_ms DESC, id LIMIT $3
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return await self._all(PlayerRow, query, search, f"%{literal}%", limit)

    async def former_players(self) -> list[str]:
        """The sorted ids of players whose accounts were closed, but whose names may still be in
        games."""
        query = "SELECT id FROM players WHERE kind = $1 ORDER BY id"
        return await self._all(str, query, "former")

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """The bots that the player with this id owns, the newest first."""
        query = f"""
            SELECT {_SELECTED} FROM players WHERE owner_id = $1 ORDER BY created_ms DESC, id
        """
        return await self._all(PlayerRow, query, player_id)

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """The player and the device that are signed in by the token with this hash, or None if no
        device has it."""
        query = f"""
            SELECT {_SELECTED}, {_DEVICE}
            FROM players JOIN devices ON player_id = id WHERE token_hash = $1
        """
        width = len(PlayerRow.__struct_fields__)
        return await self._first(
            lambda *row: (PlayerRow(*row[:width]), DeviceRow(*row[width:])), query, token_hash
        )

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """The devices on which the player with this id is signed in, the newest first."""
        query = f"SELECT {_DEVICE} FROM devices WHERE player_id = $1 ORDER BY number DESC"
        return await self._all(DeviceRow, query, player_id)

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """A player's stored record of attempted puzzles, or None if there is none."""
        query = "SELECT body FROM puzzle_books WHERE player_id = $1"
        return await self._first(bytes, query, player_id)
