"""The changes of accounts, each as a few statements that hold for either database.

A statement that is `needed` must meet a row, or the whole change is refused and nothing of it is
done: it comes first, and says in one what must be so and what is changed. So of two changes made
at once, such as two sign-outs, or two uses of one recovery code, the second finds what the first
has left.
"""

from msgspec import Struct

Value = str | int | bytes | None

LONGEST_PUZZLE_BOOK = 50_000
"""Bytes."""


class Statement(Struct, frozen=True):
    """A statement with places $1, $2 …, and their values."""

    text: str
    values: tuple[Value, ...]
    needed: bool = False
    longest: int = 200
    """Characters of a text, and bytes of a value, at most."""


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
    """Somebody has just shown, on this device, who they are."""
    text = "UPDATE devices SET proved_ms = $3 WHERE player_id = $1 AND token_hash = $2"
    return Statement(text, (player_id, token_hash, at))


class AddDevice(Struct, frozen=True):
    """One more device of a player."""

    player_id: str
    token_hash: bytes
    keep: int
    """Number of the player's devices that stay signed in, the newest ones, with this one among
    them; at least 1."""
    name: str = ""
    at: int = 0

    def fits(self, place: int) -> tuple[str, tuple[Value, ...]]:
        """The condition under which the change is done, with its values from $`place` on."""
        return f"NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = ${place})", (self.token_hash,)

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        values = (self.player_id, self.token_hash, self.name, self.at)
        return (
            Statement(_ADD_DEVICE, values, needed=True),
            Statement(_OLD_DEVICES, (self.player_id, self.keep)),
        )


class RenewDevice(Struct, frozen=True):
    """A new token for a device on which somebody has just shown who they are. Refused where it has
    been signed out meanwhile."""

    player_id: str
    old_token_hash: bytes
    token_hash: bytes
    at: int

    def fits(self, place: int) -> tuple[str, tuple[Value, ...]]:
        """See `AddDevice.fits`."""
        text = (
            f"NOT EXISTS (SELECT 1 FROM devices WHERE token_hash = ${place}) AND EXISTS (SELECT 1"
            f" FROM devices WHERE player_id = $1 AND token_hash = ${place + 1})"
        )
        return text, (self.token_hash, self.old_token_hash)

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = (
            "UPDATE devices SET token_hash = $3, seen_ms = $4, proved_ms = $4"
            " WHERE player_id = $1 AND token_hash = $2"
        )
        values = (self.player_id, self.old_token_hash, self.token_hash, self.at)
        return (Statement(text, values, needed=True),)


SignedIn = AddDevice | RenewDevice
"""The change of a device on which somebody has shown who they are: it is signed in, or stays so."""


class KeepOneDevice(Struct, frozen=True):
    """The end of all sessions of a player but one, which gets a new token, and of its recovery
    code. Refused where that one has ended meanwhile."""

    player_id: str
    token_hash: bytes
    new_token_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
    """The end of one session of a player."""

    player_id: str
    token_hash: bytes

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = "DELETE FROM devices WHERE player_id = $1 AND token_hash = $2"
        return (Statement(text, (self.player_id, self.token_hash)),)


class DropDevices(Struct, frozen=True):
    """The end of all sessions of a player, and of its recovery code."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        return (
            Statement("DELETE FROM devices WHERE player_id = $1", (self.player_id,)),
            Statement("UPDATE players SET recovery_hash = NULL WHERE id = $1", (self.player_id,)),
        )


class TouchDevice(Struct, frozen=True):
    """A device was used."""

    player_id: str
    token_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        seen = "UPDATE devices SET seen_ms = $3 WHERE player_id = $1 AND token_hash = $2"
        return (
            Statement(seen, (self.player_id, self.token_hash, self.at)),
            Statement("UPDATE players SET seen_ms = $2 WHERE id = $1", (self.player_id, self.at)),
        )


class PutCode(Struct, frozen=True):
    """A recovery code in place of the one before, made by a device of the player. Refused where
    that has been signed out meanwhile."""

    player_id: str
    token_hash: bytes
    code_hash: bytes
    at: int

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
    """A recovery code from the host in place of the one before, good until a time. Refused where
    there is no such player."""

    player_id: str
    code_hash: bytes
    at: int
    until: int

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = (
            "UPDATE players SET recovery_hash = $2, recovery_made_ms = $3, recovery_until_ms = $4"
            " WHERE id = $1 AND kind = 'guest'"
            " AND NOT EXISTS (SELECT 1 FROM players WHERE recovery_hash = $2)"
        )
        values = (self.player_id, self.code_hash, self.at, self.until)
        return (Statement(text, values, needed=True),)


class UseCode(Struct, frozen=True):
    """A recovery code is spent: another one takes its place, and a device is signed in. Refused
    where the code is not the player's, or no longer."""

    player_id: str
    code_hash: bytes
    new_code_hash: bytes
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
    """A player takes another name. Refused where there is no such player."""

    player_id: str
    name: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = "UPDATE players SET name = $2 WHERE id = $1 AND kind <> 'former'"
        return (Statement(text, (self.player_id, self.name), needed=True),)


class PutPuzzleBook(Struct, frozen=True):
    """What a player has tried of the puzzles, in place of what was there before; None: nothing.
    Refused where it is something else by now, and where there is no such player."""

    player_id: str
    before: bytes | None
    body: bytes

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
    """A player's account ends, and those of its bots: no names, no sessions, no way to sign in.
    Their rows stay, so that their games can be found, until `DropPlayer`."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        return (
            *(
                Statement(f"DELETE FROM {table} {_OF_PLAYER_AND_BOTS}", (self.player_id,))
                for table in ("devices", "passkeys", "links", "puzzle_books", "day_tries")
            ),
            # Last, since it takes from the bots whose they are.
            Statement(
                "UPDATE players SET kind = 'former', name = '', recovery_hash = NULL,"
                " owner_id = NULL WHERE id = $1 OR owner_id = $1",
                (self.player_id,),
            ),
        )


class DropPlayer(Struct, frozen=True):
    """Nothing more is known of a player whose account has ended."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
    """Entries of a table without the name of a player who is gone."""

    player_id: str
    table: str
    entries: tuple[tuple[int, bytes], ...]
    """By number; those alone that change."""
    packs: tuple[tuple[int, bytes], ...]
    """By the number of their last entry; likewise."""
    brief: bytes | None
    checkpoint: bytes | None

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
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
