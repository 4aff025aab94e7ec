"""Changes of accounts, each as a few SQL statements that both databases understand.

The first statement of a change that can be refused is `needed`. It holds the condition and the main
effect; if it changes no row, the whole change is refused. So if two changes are made at the same
time, such as two uses of one recovery code, the second one sees what the first has done.
"""

from msgspec import Struct

Value = str | int | bytes | None

LONGEST_PUZZLE_BOOK = 50_000
"""Largest size of a player's record of tried puzzles, in bytes."""


class Statement(Struct, frozen=True):
    """An SQL statement with parameters $1, $2 …, and their values."""

    text: str
    values: tuple[Value, ...]
    needed: bool = False
    longest: int = 200
    """Largest length of text values in characters, and of binary values in bytes."""


_ADD_DEVICE = """
    INSERT INTO devices (player_id, number, token_hash, name, made_ms, seen_ms, proved_ms)
    SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4, $4, $4 FROM devices
    WHERE player_id = $1 ON CONFLICT DO NOTHING
"""
_OLD_DEVICES = """
    DELETE FROM devices WHERE player_id = $1
        AND number <= (SELECT max(number) FROM devices WHERE player_id = $1) - $2
"""
SIGNED_IN = "EXISTS (SELECT 1 FROM devices WHERE player_id = $1 AND token_hash = $2)"


def proved(player_id: str, token_hash: bytes, at: int) -> Statement:
    """Note that the player has just proved on this device who they are."""
    text = "UPDATE devices SET proved_ms = $3 WHERE player_id = $1 AND token_hash = $2"
    return Statement(text, (player_id, token_hash, at))


class AddDevice(Struct, frozen=True):
    """Sign a player in on another device. Refused if the token is in use already."""

    player_id: str
    token_hash: bytes
    keep: int
    """Number of the player's newest devices that stay signed in, including this one; at least 1."""
    name: str = ""
    at: int = 0

    def fits(self, place: int) -> tuple[str, tuple[Value, ...]]:
        """The SQL condition for the change, and its values, which begin at parameter `place`."""
        return f"NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = ${place})", (self.token_hash,)

    def statements(self) -> tuple[Statement, ...]:
        values = (self.player_id, self.token_hash, self.name, self.at)
        return (
            Statement(_ADD_DEVICE, values, needed=True),
            Statement(_OLD_DEVICES, (self.player_id, self.keep)),
        )


class RenewDevice(Struct, frozen=True):
    """Give a device a new token after the player has proved who they are. Refused if the device
    has been signed out meanwhile."""

    player_id: str
    old_token_hash: bytes
    token_hash: bytes
    at: int

    def fits(self, place: int) -> tuple[str, tuple[Value, ...]]:
        text = (
            f"NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = ${place}) AND EXISTS (SELECT 1"
            f" FROM devices WHERE player_id = $1 AND token_hash = ${place + 1})"
        )
        return text, (self.token_hash, self.old_token_hash)

    def statements(self) -> tuple[Statement, ...]:
        text = (
            "UPDATE devices SET token_hash = $3, seen_ms = $4, proved_ms = $4"
            " WHERE player_id = $1 AND token_hash = $2"
        )
        values = (self.player_id, self.old_token_hash, self.token_hash, self.at)
        return (Statement(text, values, needed=True),)


SignedIn = AddDevice | RenewDevice
"""The two ways to sign in the device of a player who has proved who they are: as a new device, or
with a new token for a device that was signed in already."""


class KeepOneDevice(Struct, frozen=True):
    """End all sessions of a player except one, which gets a new token, and delete the recovery
    code. Refused if that session has ended meanwhile."""

    player_id: str
    token_hash: bytes
    new_token_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        player, old, new = self.player_id, self.token_hash, self.new_token_hash
        return (
            Statement(
                "UPDATE devices SET token_hash = $3, seen_ms = $4"
                " WHERE player_id = $1 AND token_hash = $2"
                " AND NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = $3)",
                (player, old, new, self.at),
                needed=True,
            ),
            Statement(
                "DELETE FROM devices WHERE player_id = $1 AND token_hash <> $2", (player, new)
            ),
            Statement("UPDATE players SET recovery_hash = NULL WHERE id = $1", (player,)),
        )


class DropDevice(Struct, frozen=True):
    """End one session of a player."""

    player_id: str
    token_hash: bytes

    def statements(self) -> tuple[Statement, ...]:
        text = "DELETE FROM devices WHERE player_id = $1 AND token_hash = $2"
        return (Statement(text, (self.player_id, self.token_hash)),)


class DropDevices(Struct, frozen=True):
    """End all sessions of a player, and delete the recovery code."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        return (
            Statement("DELETE FROM devices WHERE player_id = $1", (self.player_id,)),
            Statement("UPDATE players SET recovery_hash = NULL WHERE id = $1", (self.player_id,)),
        )


class TouchDevice(Struct, frozen=True):
    """Record the time at which a player's device was last used."""

    player_id: str
    token_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        seen = "UPDATE devices SET seen_ms = $3 WHERE player_id = $1 AND token_hash = $2"
        return (
            Statement(seen, (self.player_id, self.token_hash, self.at)),
            Statement("UPDATE players SET seen_ms = $2 WHERE id = $1", (self.player_id, self.at)),
        )


class PutCode(Struct, frozen=True):
    """Replace a player's recovery code, as asked from a signed-in device. Refused if the device has
    been signed out meanwhile."""

    player_id: str
    token_hash: bytes
    code_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        text = (
            "UPDATE players SET recovery_hash = $3, recovery_made_ms = $4, recovery_until_ms = NULL"
            f" WHERE id = $1 AND {SIGNED_IN}"
            " AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $3)"
        )
        values = (self.player_id, self.token_hash, self.code_hash, self.at)
        return (
            Statement(text, values, needed=True),
            proved(self.player_id, self.token_hash, self.at),
        )


class GiveCode(Struct, frozen=True):
    """Replace a player's recovery code by one from the operator, valid until a given time. Refused
    if there is no such player."""

    player_id: str
    code_hash: bytes
    at: int
    until: int

    def statements(self) -> tuple[Statement, ...]:
        text = (
            "UPDATE players SET recovery_hash = $2, recovery_made_ms = $3, recovery_until_ms = $4"
            " WHERE id = $1 AND kind = 'guest'"
            " AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $2)"
        )
        values = (self.player_id, self.code_hash, self.at, self.until)
        return (Statement(text, values, needed=True),)


class UseCode(Struct, frozen=True):
    """Use up a recovery code to sign a device in, and replace it by a new one. Refused if the
    player does not have this code, or no longer has it."""

    player_id: str
    code_hash: bytes
    new_code_hash: bytes
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
        device = self.device
        fits, held = device.fits(5)
        text = (
            "UPDATE players SET recovery_hash = $3, recovery_made_ms = $4, recovery_used_ms = $4,"
            " recovery_until_ms = NULL WHERE id = $1 AND recovery_hash = $2"
            f" AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $3) AND {fits}"
        )
        values = (self.player_id, self.code_hash, self.new_code_hash, device.at, *held)
        return (Statement(text, values, needed=True), *device.statements())


class Rename(Struct, frozen=True):
    """Change a player's name. Refused if there is no such player."""

    player_id: str
    name: str

    def statements(self) -> tuple[Statement, ...]:
        text = "UPDATE players SET name = $2 WHERE id = $1 AND kind <> 'former'"
        return (Statement(text, (self.player_id, self.name), needed=True),)


class PutPuzzleBook(Struct, frozen=True):
    """Replace a player's record of tried puzzles, which was `before`, or None if there was none.
    Refused if the record has changed meanwhile, and if there is no such player."""

    player_id: str
    before: bytes | None
    body: bytes

    def statements(self) -> tuple[Statement, ...]:
        if self.before is None:
            text = (
                "INSERT INTO puzzle_books (player_id, body) SELECT $1, $2"
                " WHERE EXISTS (SELECT 1 FROM players WHERE id = $1 AND kind <> 'former')"
                " ON CONFLICT DO NOTHING"
            )
            values: tuple[Value, ...] = (self.player_id, self.body)
        else:
            text = "UPDATE puzzle_books SET body = $2 WHERE player_id = $1 AND body = $3"
            values = (self.player_id, self.body, self.before)
        return (Statement(text, values, needed=True, longest=LONGEST_PUZZLE_BOOK),)


_OF_PLAYER_AND_BOTS = """
    WHERE player_id = $1 OR player_id IN (SELECT id FROM players WHERE owner_id = $1)
"""


class Retire(Struct, frozen=True):
    """Close a player's account and those of the player's bots: delete names, sessions and ways to
    sign in. The rows of the players stay until `DropPlayer`, so that their games can be found."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        return (
            *(
                Statement(f"DELETE FROM {table} {_OF_PLAYER_AND_BOTS}", (self.player_id,))
                for table in ("devices", "passkeys", "links", "puzzle_books", "day_tries")
            ),
            # Last, since it removes the owner of the bots.
            Statement(
                "UPDATE players SET kind = 'former', name = '', recovery_hash = NULL,"
                " owner_id = NULL WHERE id = $1 OR owner_id = $1",
                (self.player_id,),
            ),
        )


class DropPlayer(Struct, frozen=True):
    """Delete the remaining rows of a player whose account was closed."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        return (
            Statement("DELETE FROM played WHERE player_id = $1", (self.player_id,)),
            Statement(
                "DELETE FROM blocks WHERE player_id = $1 OR blocked_id = $1", (self.player_id,)
            ),
            Statement(
                "UPDATE reports SET player_id = '', name = '' WHERE player_id = $1",
                (self.player_id,),
            ),
            Statement("UPDATE reports SET by_id = '' WHERE by_id = $1", (self.player_id,)),
            Statement("DELETE FROM players WHERE id = $1 AND kind = 'former'", (self.player_id,)),
        )


class Rewrite(Struct, frozen=True):
    """Replace entries of a table's log by ones without the name of a deleted player."""

    player_id: str
    table: str
    entries: tuple[tuple[int, bytes], ...]
    """Changed entries, each with its number."""
    packs: tuple[tuple[int, bytes], ...]
    """Changed packs, each with the number of its last entry."""
    brief: bytes | None
    checkpoint: bytes | None

    def statements(self) -> tuple[Statement, ...]:
        by_number = "SET body = $3 WHERE table_name = $1 AND"
        whole = (
            ("UPDATE tables SET brief = $2 WHERE name = $1", self.brief),
            ("UPDATE checkpoints SET body = $2 WHERE table_name = $1", self.checkpoint),
        )
        return (
            *(
                Statement(f"UPDATE entries {by_number} number = $2", (self.table, number, body))
                for number, body in self.entries
            ),
            *(
                Statement(f"UPDATE packs {by_number} last = $2", (self.table, last, body))
                for last, body in self.packs
            ),
            *(Statement(text, (self.table, body)) for text, body in whole if body is not None),
        )


AccountWrite = (
    AddDevice
    | RenewDevice
    | KeepOneDevice
    | DropDevice
    | DropDevices
    | TouchDevice
    | PutCode
    | GiveCode
    | UseCode
    | Rename
    | PutPuzzleBook
    | Retire
    | DropPlayer
)
