"""The ways to sign in besides cookie and recovery code: passkeys, and accounts elsewhere.

Rows, and the changes of them, in statements as those of `accounts`.
"""

from msgspec import Struct

from gongzhu.store.accounts import SIGNED_IN, SignedIn, Statement, proved

LONGEST_CREDENTIAL = 1023
"""Bytes of the id of a credential, as WebAuthn has it."""
LONGEST_KEY = 2048
"""Bytes of a public key."""
LONGEST_SUBJECT = 255
"""Characters of the name that a provider has for somebody, as OpenID Connect has it."""

PASSKEY_COLUMNS = (
    "passkeys.id, passkeys.player_id, passkeys.credential, passkeys.public_key,"
    " passkeys.sign_count, passkeys.name, passkeys.made_ms, passkeys.used_ms"
)


LINK_COLUMNS = "issuer, subject, player_id, made_ms, used_ms"


class PasskeyRow(Struct, frozen=True):
    """A passkey of a player: the public half of it, which is no secret."""

    id: bytes
    """The SHA-256 of `credential`."""
    player_id: str
    credential: bytes
    """The id that the authenticator knows it by."""
    public_key: bytes
    """In COSE."""
    sign_count: int
    """The number of its signatures as it last said; 0 of one that does not count."""
    name: str
    """As its player calls it."""
    made_ms: int
    used_ms: int | None
    """The time at which it last signed somebody in."""


class LinkRow(Struct, frozen=True):
    """An account elsewhere that signs a player in, of which a player has one at most."""

    issuer: str
    """The provider of it, by its address."""
    subject: str
    """The name of the account there."""
    player_id: str
    made_ms: int
    used_ms: int | None
    """The time at which it last signed somebody in."""


class AddPasskey(Struct, frozen=True):
    """One more passkey of a player, made by a device of it. Refused where that has been signed out
    meanwhile, where there are `most` already, and where somebody has it already."""

    token_hash: bytes
    passkey: PasskeyRow
    most: int

    @property
    def player_id(self) -> str:
        """The player."""
        return self.passkey.player_id

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        row = self.passkey
        text = (
            "INSERT INTO passkeys"
            " (player_id, id, credential, public_key, sign_count, name, made_ms)"
            f" SELECT $1, $3, $4, $5, $6, $7, $8 WHERE {SIGNED_IN}"
            " AND (SELECT count(*) FROM passkeys WHERE player_id = $1) < $9"
            " AND NOT EXISTS (SELECT 1 FROM passkeys WHERE id = $3)"
        )
        values = (
            *(row.player_id, self.token_hash, row.id, row.credential, row.public_key),
            *(row.sign_count, row.name, row.made_ms, self.most),
        )
        return (
            Statement(text, values, needed=True, longest=LONGEST_KEY),
            proved(row.player_id, self.token_hash, row.made_ms),
        )


class UsePasskey(Struct, frozen=True):
    """A passkey signs its player in on a device. Refused where it is the player's no longer, and
    where its count does not go up, of one that counts."""

    player_id: str
    id: bytes
    sign_count: int
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        device = self.device
        fits, held = device.fits(5)
        text = (
            "UPDATE passkeys SET sign_count = $3, used_ms = $4 WHERE player_id = $1 AND id = $2"
            f" AND (sign_count < $3 OR sign_count = 0) AND {fits}"
        )
        values = (self.player_id, self.id, self.sign_count, device.at, *held)
        return (Statement(text, values, needed=True), *device.statements())


class RenamePasskey(Struct, frozen=True):
    """A passkey of a player is called something else. Refused where it is the player's no
    longer."""

    player_id: str
    id: bytes
    name: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = "UPDATE passkeys SET name = $3 WHERE player_id = $1 AND id = $2"
        return (Statement(text, (self.player_id, self.id, self.name), needed=True),)


class DropPasskey(Struct, frozen=True):
    """A passkey of a player is good no longer."""

    player_id: str
    id: bytes

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = "DELETE FROM passkeys WHERE player_id = $1 AND id = $2"
        return (Statement(text, (self.player_id, self.id)),)


class Link(Struct, frozen=True):
    """An account elsewhere signs a player in from now on, and no other. Refused where the device
    that wants it has been signed out meanwhile, and where it is another player's already."""

    player_id: str
    token_hash: bytes
    issuer: str
    subject: str
    at: int

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        text = (
            "INSERT INTO links (player_id, issuer, subject, made_ms)"
            f" SELECT $1, $3, $4, $5 WHERE {SIGNED_IN} AND NOT EXISTS"
            " (SELECT 1 FROM links WHERE issuer = $3 AND subject = $4 AND player_id <> $1)"
            " ON CONFLICT (player_id) DO UPDATE"
            " SET issuer = excluded.issuer, subject = excluded.subject,"
            " made_ms = excluded.made_ms, used_ms = NULL"
        )
        values = (self.player_id, self.token_hash, self.issuer, self.subject, self.at)
        return (
            Statement(text, values, needed=True, longest=LONGEST_SUBJECT),
            proved(self.player_id, self.token_hash, self.at),
        )


class UseLink(Struct, frozen=True):
    """An account elsewhere signs its player in on a device. Refused where it is the player's no
    longer."""

    player_id: str
    issuer: str
    subject: str
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        device = self.device
        fits, held = device.fits(5)
        text = (
            "UPDATE links SET used_ms = $4 WHERE player_id = $1 AND issuer = $2 AND subject = $3"
            f" AND {fits}"
        )
        values = (self.player_id, self.issuer, self.subject, device.at, *held)
        return (
            Statement(text, values, needed=True, longest=LONGEST_SUBJECT),
            *device.statements(),
        )


class Unlink(Struct, frozen=True):
    """No account elsewhere signs a player in any more."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        """The change."""
        return (Statement("DELETE FROM links WHERE player_id = $1", (self.player_id,)),)


SignInWrite = AddPasskey | UsePasskey | RenamePasskey | DropPasskey | Link | UseLink | Unlink
