"""Bodies of HTTP requests and responses for signing in with a passkey or with an account at a
provider. Data for and from authenticators is in the JSON form of WebAuthn, with bytes in
base64url."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from gongzhu.table.settings import PersonName

LARGEST_PASSKEY = 16 * 1024
"""Greatest number of bytes in a request with data from an authenticator."""

PasskeyName = Annotated[str, Meta(max_length=60)]
CredentialId = Annotated[str, Meta(max_length=1364)]
Data = Annotated[str, Meta(max_length=2048)]
Attestation = Annotated[str, Meta(max_length=8192)]
Signature = Annotated[str, Meta(max_length=1024)]
Handle = Annotated[str, Meta(max_length=128)]
PasskeysHere = Literal["ready", "no_https", "no_name"]
"""`ready` if passkeys can be used. `no_https`: browsers allow passkeys only on https pages.
`no_name`: passkeys belong to a domain name, but the server has only an IP address."""


class SignInWays(Struct, frozen=True):
    """GET /api/sign-in: the methods of signing in as an existing player, besides recovery codes."""

    passkeys: PasskeysHere
    provider: str | None = None
    """The name, for players, of the provider whose accounts can be used to sign in, or None if
    there is none."""


class Linked(Struct, frozen=True):
    """An account at a provider that is linked to the player, who can sign in with it. Times are in
    milliseconds since 1970."""

    issuer: str
    """The issuer URL of the provider."""
    subject: str
    """The provider's id of the account."""
    made: int
    """The time at which the account was linked."""
    used: int | None
    """The time at which the player last signed in with it, or None if never."""


ProviderPurpose = Literal["sign_in", "link", "prove"]
"""`sign_in`: sign in as the player to whom the account is linked. `link`: link the account to the
signed-in player. `prove`: prove the identity of the signed-in player, to whom the account is linked
already."""


class BeginProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider: begin to sign in at the provider. Responds with `ProviderPage`
    and sets a cookie for five minutes."""

    purpose: ProviderPurpose


class ProviderPage(Struct, frozen=True):
    """The URL of the provider's page to open; it leads back to the page `/sign-in` of this
    server."""

    url: str
    """The complete URL, with all parameters of the authorization request."""


class FinishProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/finish: the parameters with which the provider has sent the
    browser back; they are valid once, for this browser. Responds with `ProviderDone`. A player who
    signs in gets a new session, and the former session of this browser ends."""

    state: Annotated[str, Meta(max_length=128)]
    """The `state` with which the provider sent the browser back. It must be that of the sign-in
    that this browser began."""
    code: Annotated[str, Meta(max_length=2048)] | None = None
    """The authorization code, or None if the provider refused."""
    error: Annotated[str, Meta(max_length=200)] | None = None
    """The provider's error code, such as `access_denied`, or None if it agreed."""
    iss: Annotated[str, Meta(max_length=255)] | None = None
    """The provider's issuer URL, or None if it sends none."""


class ProviderDone(Struct, frozen=True):
    """The outcome of signing in at the provider, of linking an account, or of proving an
    identity."""

    outcome: Literal["signed_in", "linked", "proved", "unknown"]
    """`unknown`: the account is not linked to a player yet; `POST /api/sign-in/provider/new`
    creates one."""
    suggested: str = ""
    """A suggested name for the new player, which may be empty."""
    session: str | None = None
    """The id of the session, as in `Me`, if the outcome is `signed_in` or `proved`."""


class NewByProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/new: become a new player to whom the account at the provider is
    linked. Responds with `Me` and sets the cookie."""

    name: PersonName


class Passkey(Struct, frozen=True):
    """A passkey of the player. Times are in milliseconds since 1970."""

    passkey: str
    """The id by which requests refer to the passkey."""
    name: str
    """The name that the player gave to the passkey."""
    made: int
    """The time at which the passkey was made."""
    used: int | None
    """The time at which the passkey was last used, or None if never."""


class RelyingParty(Struct, frozen=True):
    """The site that a passkey belongs to: WebAuthn's `rp`."""

    id: str
    """The site's host name."""
    name: str
    """The site's name as authenticators show it."""


class PasskeyUser(Struct, frozen=True, rename="camel"):
    """The player that a passkey belongs to: WebAuthn's `user`."""

    id: str
    """The player's id in base64url."""
    name: str
    display_name: str


class KeyKind(Struct, frozen=True):
    """A kind of key that the server accepts: an item of WebAuthn's `pubKeyCredParams`."""

    alg: int
    """The COSE number of the signature algorithm."""
    type: Literal["public-key"] = "public-key"


class KnownCredential(Struct, frozen=True):
    """A passkey of the player, given by the id of its credential."""

    id: str
    """The credential's id in base64url."""
    type: Literal["public-key"] = "public-key"


class AuthenticatorSelection(Struct, frozen=True, rename="camel"):
    """Requirements on the authenticator: it must offer the passkey without being given a user name,
    and verify its owner by fingerprint, face or PIN."""

    resident_key: Literal["required"] = "required"
    require_resident_key: bool = True
    user_verification: Literal["required"] = "required"


class PasskeyCreation(Struct, frozen=True, rename="camel"):
    """POST /api/me/passkeys/options: begin to make a passkey. The challenge is valid once, for this
    session, for five minutes."""

    challenge: str
    """The random challenge in base64url."""
    rp: RelyingParty
    user: PasskeyUser
    pub_key_cred_params: tuple[KeyKind, ...]
    exclude_credentials: tuple[KnownCredential, ...]
    """The player's passkeys, so that an authenticator does not make a second one."""
    timeout: int
    """Time in milliseconds within which the passkey must be made."""
    authenticator_selection: AuthenticatorSelection = AuthenticatorSelection()
    attestation: Literal["none"] = "none"


class NewCredentialResponse(Struct, frozen=True, rename="camel"):
    """The response of an authenticator that has made a passkey."""

    client_data: Data = field(name="clientDataJSON")
    attestation_object: Attestation


class NewCredential(Struct, frozen=True):
    """A credential that an authenticator has made. Further fields that a browser sends are
    ignored."""

    id: CredentialId
    """The credential's id in base64url."""
    response: NewCredentialResponse


class AddPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys: store a new passkey, with which the player can then sign in. Responds
    with `Account`."""

    name: PasskeyName
    credential: NewCredential


class RenamePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/rename: rename one of the player's passkeys, given by its id. Responds
    with `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]
    name: PasskeyName


class RemovePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/remove: remove one of the player's passkeys, given by its id. Responds
    with `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]


class PasskeyRequest(Struct, frozen=True, rename="camel"):
    """POST /api/sign-in/passkey/options: begin to sign in. The challenge is valid once, for this
    browser, for five minutes; a cookie is set for the same time. POST
    /api/me/proof/passkey/options: begin to prove the identity of the signed-in player. The
    challenge is valid once, for this session, for five minutes."""

    challenge: str
    """The random challenge in base64url."""
    rp_id: str
    """Id of the site: its host name."""
    timeout: int
    """Time in milliseconds within which the passkey must be used."""
    allow_credentials: tuple[KnownCredential, ...] = ()
    """The passkeys that may be used; if empty, any."""
    user_verification: Literal["required"] = "required"


class ShownCredentialResponse(Struct, frozen=True, rename="camel"):
    """The response of an authenticator to the challenge of a `PasskeyRequest`."""

    client_data: Data = field(name="clientDataJSON")
    authenticator_data: Data
    signature: Signature
    user_handle: Handle


class ShownCredential(Struct, frozen=True):
    """A credential with which a challenge was signed. Further fields that a browser sends are
    ignored."""

    id: CredentialId
    """The credential's id in base64url."""
    response: ShownCredentialResponse


class SignInByPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/passkey: sign in as the player to whom the passkey belongs. Responds with
    `Me` and sets the cookie; the former session of this browser ends. POST /api/me/proof/passkey:
    prove the identity of the signed-in player with one of their passkeys. Responds with `Me` and
    renews the cookie."""

    credential: ShownCredential
