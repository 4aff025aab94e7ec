"""Rows and changes of credentials: passkeys, and links to accounts at an OpenID provider.

All times are milliseconds since 1970.
"""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.accounts import PROVED, SIGNED_IN, AccountStore, SignedIn, SignInChange
from gongzhu.store.writes import Change, Values, check_texts

LONGEST_CREDENTIAL = 1023
"""Largest size of a WebAuthn credential id in bytes, as WebAuthn limits it."""
LONGEST_KEY = 2048
"""Largest size of a public key in bytes."""
LONGEST_SUBJECT = 255
"""Largest length, in characters, of a provider's id of an account, as OpenID Connect limits it."""


class PasskeyRow(Struct, frozen=True):
    """The public half of a player's passkey, as registered by WebAuthn."""

    id: bytes
    """SHA-256 hash of `credential`."""
    player_id: str
    """Id of the player who signs in with it."""
    credential: bytes
    """The WebAuthn credential id, chosen by the authenticator."""
    public_key: bytes
    """The public key, encoded in COSE."""
    sign_count: int
    """The signature counter that the authenticator last reported, or 0 if it does not count."""
    name: str
    """The name that the player gave the passkey."""
    made_ms: int
    """The time at which the passkey was registered."""
    used_ms: int | None
    """The time of the last sign-in by this passkey, or None if there was none."""


class LinkRow(Struct, frozen=True):
    """A link between a player and an account at an OpenID provider, by which the player can sign
    in. A player has at most one."""

    issuer: str
    """The issuer URL of the provider."""
    subject: str
    """The provider's id of the account (OpenID Connect `sub`)."""
    player_id: str
    """Id of the linked player."""
    made_ms: int
    """The time at which the link was made."""
    used_ms: int | None
    """The time of the last sign-in by this account, or None if there was none."""


_PASSKEY = ", ".join(PasskeyRow.__struct_fields__)
_LINK = ", ".join(LinkRow.__struct_fields__)


class InsertPasskey(Change, frozen=True):
    """Register a passkey, as requested from the signed-in device with `token_hash`, and record that
    the player has just authenticated there. Refused if that device has been signed out meanwhile,
    if the player has `most` passkeys already, or if the passkey is registered already."""

    token_hash: bytes
    """Hash of the token of the device."""
    passkey: PasskeyRow
    most: int
    """Greatest number of passkeys of one player."""

    needed = f"""
        INSERT INTO passkeys (player_id, id, credential, public_key, sign_count, name, made_ms)
        SELECT $player_id, $id, $credential, $public_key, $sign_count, $name, $at
        WHERE {SIGNED_IN}
            AND (SELECT count(*) FROM passkeys WHERE player_id = $player_id) < $most
            AND NOT EXISTS (SELECT 1 FROM passkeys WHERE id = $id)
    """
    others = (PROVED,)
    longest: ClassVar = {"credential": LONGEST_CREDENTIAL, "public_key": LONGEST_KEY}

    def values(self) -> Values:
        return asdict(self.passkey) | asdict(self) | {"at": self.passkey.made_ms}


class UsePasskey(SignInChange, frozen=True):
    """Sign a player in on a device by a passkey, and store its new signature counter. Refused if
    the player no longer has the passkey, or if the stored counter is not 0 and the new one is not
    greater."""

    player_id: str
    id: bytes
    """Id of the passkey: the SHA-256 hash of its credential id."""
    sign_count: int
    """The signature counter that the authenticator has reported now."""
    device: SignedIn
    """The device to sign in."""

    needed = """
        UPDATE passkeys SET sign_count = $sign_count, used_ms = $at
        WHERE player_id = $player_id AND id = $id AND (sign_count < $sign_count OR sign_count = 0)
    """


class UpdatePasskeyName(Change, frozen=True):
    """Rename a player's passkey. Refused if the player no longer has it."""

    player_id: str
    id: bytes
    """Id of the passkey: the SHA-256 hash of its credential id."""
    name: str

    needed = "UPDATE passkeys SET name = $name WHERE player_id = $player_id AND id = $id"


class DropPasskey(Change, frozen=True):
    """Delete a player's passkey with this id. Never refused."""

    player_id: str
    id: bytes
    """Id of the passkey: the SHA-256 hash of its credential id."""

    others = ("DELETE FROM passkeys WHERE player_id = $player_id AND id = $id",)


class Link(Change, frozen=True):
    """Link a player to an account at a provider, replacing any earlier link, as requested from the
    signed-in device with `token_hash`, and record that the player has just authenticated there.
    Refused if that device has been signed out meanwhile, or if the account is linked to another
    player."""

    player_id: str
    token_hash: bytes
    issuer: str
    """The issuer URL of the provider."""
    subject: str
    """The provider's id of the account (OpenID Connect `sub`)."""
    at: int
    """The time at which the link is made."""

    needed = f"""
        INSERT INTO links (player_id, issuer, subject, made_ms)
        SELECT $player_id, $issuer, $subject, $at WHERE {SIGNED_IN} AND NOT EXISTS (
            SELECT 1 FROM links
            WHERE issuer = $issuer AND subject = $subject AND player_id <> $player_id
        )
        ON CONFLICT (player_id) DO UPDATE SET issuer = excluded.issuer,
            subject = excluded.subject, made_ms = excluded.made_ms, used_ms = NULL
    """
    others = (PROVED,)
    longest: ClassVar = {"issuer": LONGEST_SUBJECT, "subject": LONGEST_SUBJECT}


class UseLink(SignInChange, frozen=True):
    """Sign a player in on a device by an account at a provider. Refused if that account is no
    longer linked to the player."""

    player_id: str
    issuer: str
    """The issuer URL of the provider."""
    subject: str
    """The provider's id of the account (OpenID Connect `sub`)."""
    device: SignedIn
    """The device to sign in."""

    needed = """
        UPDATE links SET used_ms = $at
        WHERE player_id = $player_id AND issuer = $issuer AND subject = $subject
    """
    longest: ClassVar = {"issuer": LONGEST_SUBJECT, "subject": LONGEST_SUBJECT}


class Unlink(Change, frozen=True):
    """Delete a player's link to an account at a provider. Never refused."""

    player_id: str

    others = ("DELETE FROM links WHERE player_id = $player_id",)


class SignInStore(AccountStore):
    """Reads passkeys and links to providers. `change` writes them."""

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """The passkeys of a player, the oldest first."""
        query = f"""
            SELECT {_PASSKEY} FROM passkeys WHERE player_id = $1 ORDER BY made_ms, id
        """
        return await self._all(PasskeyRow, query, player_id)

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """The passkey with this id, the SHA-256 hash of its credential id, or None if it is not
        registered."""
        return await self._first(PasskeyRow, f"SELECT {_PASSKEY} FROM passkeys WHERE id = $1", id)

    async def link_of(self, player_id: str) -> LinkRow | None:
        """A player's link to an account at a provider, or None if there is none."""
        query = f"SELECT {_LINK} FROM links WHERE player_id = $1"
        return await self._first(LinkRow, query, player_id)

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """The link between the account `subject` at the provider `issuer` and its player, or None
        if there is none."""
        query = f"SELECT {_LINK} FROM links WHERE issuer = $1 AND subject = $2"
        check_texts(issuer, subject, longest=LONGEST_SUBJECT)
        return next((LinkRow(*row) for row in await self._fetch(query, (issuer, subject))), None)
