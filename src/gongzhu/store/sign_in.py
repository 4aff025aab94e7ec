"""Passkeys, and links to accounts at an OpenID provider."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from gongzhu.store.accounts import PROVED, SIGNED_IN, AccountStore, SignedIn, SignInChange
from gongzhu.store.writes import Change, Values, check_texts

LONGEST_CREDENTIAL = 1023
"""Largest size of a credential id in bytes, set by WebAuthn."""
LONGEST_KEY = 2048
"""Largest size of a public key in bytes."""
LONGEST_SUBJECT = 255
"""Largest length of a provider's id of an account in characters, set by OpenID Connect."""


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


_PASSKEY = ", ".join(PasskeyRow.__struct_fields__)
_LINK = ", ".join(LinkRow.__struct_fields__)


class InsertPasskey(Change, frozen=True):
    """Add a passkey, from a signed-in device of the player. Refused if the device has been signed
    out meanwhile, if the player has `most` passkeys, and if the passkey is registered already."""

    token_hash: bytes
    passkey: PasskeyRow
    most: int

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
    """Sign a player in on a device by a passkey. Refused if the player has removed the passkey, and
    if the passkey counts signatures and its count has not increased."""

    player_id: str
    id: bytes
    sign_count: int
    device: SignedIn

    needed = """
        UPDATE passkeys SET sign_count = $sign_count, used_ms = $at
        WHERE player_id = $player_id AND id = $id AND (sign_count < $sign_count OR sign_count = 0)
    """


class UpdatePasskeyName(Change, frozen=True):
    """Rename a passkey. Refused if the player has removed it."""

    player_id: str
    id: bytes
    name: str

    needed = "UPDATE passkeys SET name = $name WHERE player_id = $player_id AND id = $id"


class DropPasskey(Change, frozen=True):
    """Remove a player's passkey."""

    player_id: str
    id: bytes

    others = ("DELETE FROM passkeys WHERE player_id = $player_id AND id = $id",)


class Link(Change, frozen=True):
    """Link a player with an account at a provider, replacing any other link. Refused if the device
    has been signed out meanwhile, and if the account is linked with another player."""

    player_id: str
    token_hash: bytes
    issuer: str
    subject: str
    at: int

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
    """Sign a player in on a device by a linked account. Refused if the account is no longer linked
    with the player."""

    player_id: str
    issuer: str
    subject: str
    device: SignedIn

    needed = """
        UPDATE links SET used_ms = $at
        WHERE player_id = $player_id AND issuer = $issuer AND subject = $subject
    """
    longest: ClassVar = {"issuer": LONGEST_SUBJECT, "subject": LONGEST_SUBJECT}


class Unlink(Change, frozen=True):
    """Remove a player's link to an account at a provider."""

    player_id: str

    others = ("DELETE FROM links WHERE player_id = $player_id",)


class SignInStore(AccountStore):
    """Reads passkeys and links; `change` changes them."""

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """The passkeys of a player, the oldest first."""
        query = f"""
            SELECT {_PASSKEY} FROM passkeys WHERE player_id = $1 ORDER BY made_ms, id
        """
        return await self._all(PasskeyRow, query, player_id)

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """The passkey whose credential has this SHA-256 hash, if there is one."""
        return await self._first(PasskeyRow, f"SELECT {_PASSKEY} FROM passkeys WHERE id = $1", id)

    async def link_of(self, player_id: str) -> LinkRow | None:
        """The link to the account at a provider that signs a player in, if there is one."""
        query = f"SELECT {_LINK} FROM links WHERE player_id = $1"
        return await self._first(LinkRow, query, player_id)

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """The link of an account at a provider to its player, if there is one."""
        query = f"SELECT {_LINK} FROM links WHERE issuer = $1 AND subject = $2"
        check_texts(issuer, subject, longest=LONGEST_SUBJECT)
        return next((LinkRow(*row) for row in await self._fetch(query, (issuer, subject))), None)
