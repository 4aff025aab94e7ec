"""Passkeys, and links to accounts at an OpenID provider: their rows, and changes of them."""

from msgspec import Struct

from gongzhu.store.accounts import SIGNED_IN, SignedIn, Statement, proved

LONGEST_CREDENTIAL = 1023
"""Largest size of a credential id in bytes, set by WebAuthn."""
LONGEST_KEY = 2048
"""Largest size of a public key in bytes."""
LONGEST_SUBJECT = 255
"""Largest length of a provider's id of an account in characters, set by OpenID Connect."""

PASSKEY_COLUMNS = (
    "passkeys.id, passkeys.player_id, passkeys.credential, passkeys.public_key,"
    " passkeys.sign_count, passkeys.name, passkeys.made_ms, passkeys.used_ms"
)


LINK_COLUMNS = "issuer, subject, player_id, made_ms, used_ms"


class PasskeyRow(Struct, frozen=True):
    """The public half of a player's passkey."""

    id: bytes
    """The SHA-256 of `credential`."""
    player_id: str
    credential: bytes
    """The authenticator's id of the passkey."""
    public_key: bytes
    """The public key, encoded as COSE."""
    sign_count: int
    """Number of signatures that the authenticator last reported; 0 if it does not count them."""
    name: str
    """The player's name for the passkey."""
    made_ms: int
    used_ms: int | None
    """The time of the last sign-in with the passkey; None if there was none."""


class LinkRow(Struct, frozen=True):
    """A link between a player and an account at a provider that signs the player in; each player
    has at most one."""

    issuer: str
    """The address of the provider."""
    subject: str
    """The provider's id of the account."""
    player_id: str
    made_ms: int
    used_ms: int | None
    """The time of the last sign-in with the account; None if there was none."""


class AddPasskey(Struct, frozen=True):
    """Add a passkey, from a signed-in device of the player. Refused if the device has been signed
    out meanwhile, if the player has `most` passkeys, and if the passkey is registered already."""

    token_hash: bytes
    passkey: PasskeyRow
    most: int

    @property
    def player_id(self) -> str:
        return self.passkey.player_id

    def statements(self) -> tuple[Statement, ...]:
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
    """Sign a player in on a device by a passkey. Refused if the player has removed the passkey, and
    if the passkey counts signatures and its count has not increased."""

    player_id: str
    id: bytes
    sign_count: int
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
        device = self.device
        fits, held = device.fits(5)
        text = (
            "UPDATE passkeys SET sign_count = $3, used_ms = $4 WHERE player_id = $1 AND id = $2"
            f" AND (sign_count < $3 OR sign_count = 0) AND {fits}"
        )
        values = (self.player_id, self.id, self.sign_count, device.at, *held)
        return (Statement(text, values, needed=True), *device.statements())


class RenamePasskey(Struct, frozen=True):
    """Rename a passkey. Refused if the player has removed it."""

    player_id: str
    id: bytes
    name: str

    def statements(self) -> tuple[Statement, ...]:
        text = "UPDATE passkeys SET name = $3 WHERE player_id = $1 AND id = $2"
        return (Statement(text, (self.player_id, self.id, self.name), needed=True),)


class DropPasskey(Struct, frozen=True):
    """Remove a player's passkey."""

    player_id: str
    id: bytes

    def statements(self) -> tuple[Statement, ...]:
        text = "DELETE FROM passkeys WHERE player_id = $1 AND id = $2"
        return (Statement(text, (self.player_id, self.id)),)


class Link(Struct, frozen=True):
    """Link a player with an account at a provider, replacing any other link. Refused if the device
    has been signed out meanwhile, and if the account is linked with another player."""

    player_id: str
    token_hash: bytes
    issuer: str
    subject: str
    at: int

    def statements(self) -> tuple[Statement, ...]:
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
    """Sign a player in on a device by a linked account. Refused if the account is no longer linked
    with the player."""

    player_id: str
    issuer: str
    subject: str
    device: SignedIn

    def statements(self) -> tuple[Statement, ...]:
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
    """Remove a player's link to an account at a provider."""

    player_id: str

    def statements(self) -> tuple[Statement, ...]:
        return (Statement("DELETE FROM links WHERE player_id = $1", (self.player_id,)),)


SignInWrite = AddPasskey | UsePasskey | RenamePasskey | DropPasskey | Link | UseLink | Unlink
