"""Bodies of the HTTP API for signing in with a passkey or with an account at a provider. Data for
and from authenticators has the JSON form of WebAuthn, with bytes in base64url."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from gongzhu.table.settings import PersonName

LARGEST_PASSKEY = 16 * 1024
"""The most bytes of a request with an authenticator's answer."""

PasskeyName = Annotated[str, Meta(max_length=60)]
CredentialId = Annotated[str, Meta(max_length=1364)]
Data = Annotated[str, Meta(max_length=2048)]
Attestation = Annotated[str, Meta(max_length=8192)]
Signature = Annotated[str, Meta(max_length=1024)]
Handle = Annotated[str, Meta(max_length=128)]
PasskeysHere = Literal["ready", "no_https", "no_name"]
"""Whether passkeys are available (`ready`), or why not. `no_https`: browsers allow passkeys only on
secure pages; `no_name`: passkeys belong to a domain name, but the server has only an IP address."""


class SignInWays(Struct, frozen=True):
    """GET /api/sign-in: the ways to sign in as an existing player, besides a recovery code."""

    passkeys: PasskeysHere
    provider: str | None = None
    """The name, for players, of the provider whose accounts can be used to sign in, or None."""


class Linked(Struct, frozen=True):
    """The account at a provider that is linked to the player, who can sign in with it. Times are in
    milliseconds since 1970."""

    issuer: str
    """The address of the provider."""
    subject: str
    """The provider's identifier of the account."""
    made: int
    used: int | None
    """The time at which the player last signed in with it, or None if never."""


ProviderPurpose = Literal["sign_in", "link", "prove"]
"""`sign_in`: sign in as the player to whom the provider's account is linked; `link`: link the
account to the signed-in player; `prove`: prove the identity of the signed-in player, to whom the
account is linked already."""


class BeginProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider: begin to sign in at the provider. Answers `ProviderPage` and sets
    a cookie for five minutes."""

    purpose: ProviderPurpose


class ProviderPage(Struct, frozen=True):
    """The address of the provider's page to open; it leads back to `/sign-in` of this server."""

    url: str


class FinishProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/finish: the parameters with which the provider sent the browser
    back; they are valid once, for this browser. Answers `ProviderDone`; a player who signs in gets
    a new session, and the one that this browser had before ends."""

    state: Annotated[str, Meta(max_length=128)]
    code: Annotated[str, Meta(max_length=2048)] | None = None
    error: Annotated[str, Meta(max_length=200)] | None = None
    iss: Annotated[str, Meta(max_length=255)] | None = None


class ProviderDone(Struct, frozen=True):
    """The outcome of signing in at the provider."""

    outcome: Literal["signed_in", "linked", "proved", "unknown"]
    """`unknown`: the account is not linked to a player yet; `POST /api/sign-in/provider/new` makes
    one."""
    suggested: str = ""
    """A suggested name for the new player; it may be empty."""
    session: str | None = None
    """The name of the session in requests, as in `Me`, if the outcome is `signed_in` or
    `proved`."""


class NewByProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/new: become a new player who is linked to the provider's account.
    Answers `Me` and sets the cookie."""

    name: PersonName


class Passkey(Struct, frozen=True):
    """A passkey of the player. Times are in milliseconds since 1970."""

    passkey: str
    """The name by which requests refer to the passkey."""
    name: str
    """The name that the player gave to the passkey."""
    made: int
    used: int | None
    """The time at which the passkey was last used, or None if never."""


class RelyingParty(Struct, frozen=True):
    """The site that a passkey belongs to, in the form of WebAuthn's `rp`."""

    id: str
    name: str


class PasskeyUser(Struct, frozen=True, rename="camel"):
    """The player that a passkey belongs to, in the form of WebAuthn's `user`."""

    id: str
    name: str
    display_name: str


class KeyKind(Struct, frozen=True):
    """A kind of key that the server accepts."""

    alg: int
    """The COSE number of the signature algorithm."""
    type: Literal["public-key"] = "public-key"


class KnownCredential(Struct, frozen=True):
    """A credential (passkey) that the player already has, by its id."""

    id: str
    type: Literal["public-key"] = "public-key"


class AuthenticatorSelection(Struct, frozen=True, rename="camel"):
    """Requirements on the authenticator: it must offer the passkey without being given a user name,
    and verify its owner by fingerprint, face or PIN."""

    resident_key: Literal["required"] = "required"
    require_resident_key: bool = True
    user_verification: Literal["required"] = "required"


class PasskeyCreation(Struct, frozen=True, rename="camel"):
    """POST /api/me/passkeys/options: begin to make a new passkey; the challenge is valid once, for
    this session, for five minutes."""

    challenge: str
    rp: RelyingParty
    user: PasskeyUser
    pub_key_cred_params: tuple[KeyKind, ...]
    exclude_credentials: tuple[KnownCredential, ...]
    timeout: int
    """Time within which the passkey must be made, in milliseconds."""
    authenticator_selection: AuthenticatorSelection = AuthenticatorSelection()
    attestation: Literal["none"] = "none"


class NewCredentialResponse(Struct, frozen=True, rename="camel"):
    """An authenticator's answer to the request of `PasskeyCreation` to make a passkey."""

    client_data: Data = field(name="clientDataJSON")
    attestation_object: Attestation


class NewCredential(Struct, frozen=True):
    """A credential that an authenticator made; further fields that a browser sends are ignored."""

    id: CredentialId
    response: NewCredentialResponse


class AddPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys: store a new passkey, with which the player can then sign in. Answers
    `Account`."""

    name: PasskeyName
    credential: NewCredential


class RenamePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/rename: give one of the player's passkeys another name. Answers
    `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]
    name: PasskeyName


class RemovePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/remove: remove one of the player's passkeys. Answers `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]


class PasskeyRequest(Struct, frozen=True, rename="camel"):
    """POST /api/sign-in/passkey/options: begin to sign in; the challenge is valid once, for this
    browser, for five minutes, and a cookie is set for as long. POST /api/me/proof/passkey/options:
    begin to prove the identity of the signed-in player; the challenge is valid once, for this
    session."""

    challenge: str
    rp_id: str
    timeout: int
    """Time within which the passkey must be used, in milliseconds."""
    allow_credentials: tuple[KnownCredential, ...] = ()
    """The credentials that may be used; if empty, any."""
    user_verification: Literal["required"] = "required"


class ShownCredentialResponse(Struct, frozen=True, rename="camel"):
    """An authenticator's answer to the challenge of a `PasskeyRequest`."""

    client_data: Data = field(name="clientDataJSON")
    authenticator_data: Data
    signature: Signature
    user_handle: Handle


class ShownCredential(Struct, frozen=True):
    """A credential that was used to sign a challenge; further fields that a browser sends are
    ignored."""

    id: CredentialId
    response: ShownCredentialResponse


class SignInByPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/passkey: sign in as the player whose passkey this is. Answers `Me` and sets
    the cookie; a session that this browser had before ends. POST /api/me/proof/passkey: prove the
    identity of the signed-in player with one of their passkeys. Answers `Me` and renews the
    cookie."""

    credential: ShownCredential
