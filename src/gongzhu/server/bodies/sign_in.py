"""The bodies by which players sign in with a passkey, or with an account elsewhere. What goes to
and comes from authenticators is as WebAuthn has it in JSON, bytes in base64url."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.table.settings import PersonName

PasskeyName = Annotated[str, Meta(max_length=60)]
CredentialId = Annotated[str, Meta(max_length=1364)]
Data = Annotated[str, Meta(max_length=2048)]
Attestation = Annotated[str, Meta(max_length=8192)]
Signature = Annotated[str, Meta(max_length=1024)]
Handle = Annotated[str, Meta(max_length=128)]

PasskeysHere = Literal["ready", "no_https", "no_name"]
"""no_https: browsers have passkeys on secure pages alone; no_name: the server is known by a bare
address, and passkeys belong to a name."""


class SignInWays(Struct, frozen=True):
    """GET /api/sign-in: the ways to become a player that there is, besides a recovery code."""

    passkeys: PasskeysHere
    provider: str | None = None
    """The provider whose accounts sign players in, as players call it; None: there is none."""


class Linked(Struct, frozen=True):
    """The account elsewhere that signs the player in. Times are in milliseconds since 1970."""

    issuer: str
    """The provider of it, by its address."""
    subject: str
    """The name of the account there."""
    made: int
    used: int | None
    """The time at which it last signed the player in; None: never."""


ProviderPurpose = Literal["sign_in", "link", "prove"]
"""sign_in: become the player whose account elsewhere it is; link: have it sign in this player;
prove: show that one is this player, whose account elsewhere it is already."""


class BeginProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider: begin to sign in elsewhere. Answers `ProviderPage`, sets a cookie
    for five minutes."""

    purpose: ProviderPurpose


class ProviderPage(Struct, frozen=True):
    """The page of the provider to go to; it leads back to `/sign-in` of this server."""

    url: str


class FinishProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/finish: what the provider sent the browser back with, good once,
    for this browser. Answers `ProviderDone`; whoever signs in is given a session, and the one that
    this browser had before is over."""

    state: Annotated[str, Meta(max_length=128)]
    code: Annotated[str, Meta(max_length=2048)] | None = None
    error: Annotated[str, Meta(max_length=200)] | None = None
    iss: Annotated[str, Meta(max_length=255)] | None = None


class ProviderDone(Struct, frozen=True):
    """The end of signing in elsewhere."""

    outcome: Literal["signed_in", "linked", "proved", "unknown"]
    """unknown: that account signs nobody in yet; `POST /api/sign-in/provider/new` makes a
    player."""
    suggested: str = ""
    """A name for the player who is made; it may be empty."""
    session: str | None = None
    """As in `Me`, of who signs in, or has shown who they are."""


class NewByProvider(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/provider/new: become a new player whom the account elsewhere signs in.
    Answers `Me`, sets the cookie."""

    name: PersonName


class Passkey(Struct, frozen=True):
    """A passkey of the player. Times are in milliseconds since 1970."""

    passkey: str
    """The name of it in requests."""
    name: str
    """As the player calls it."""
    made: int
    used: int | None
    """The time at which it last signed somebody in; None: never."""


class RelyingParty(Struct, frozen=True):
    """The site that a passkey is for."""

    id: str
    name: str


class PasskeyUser(Struct, frozen=True, rename={"display_name": "displayName"}):
    """The player that a passkey is for."""

    id: str
    name: str
    display_name: str


class KeyKind(Struct, frozen=True):
    """A kind of key that is taken."""

    alg: int
    """As COSE counts them."""
    type: Literal["public-key"] = "public-key"


class KnownCredential(Struct, frozen=True):
    """A credential that there is already."""

    id: str
    type: Literal["public-key"] = "public-key"


class AuthenticatorSelection(
    Struct,
    frozen=True,
    rename={
        "resident_key": "residentKey",
        "require_resident_key": "requireResidentKey",
        "user_verification": "userVerification",
    },
):
    """An authenticator that can be asked without a name, and that knows its owner: by a finger, a
    face or a PIN."""

    resident_key: Literal["required"] = "required"
    require_resident_key: bool = True
    user_verification: Literal["required"] = "required"


class PasskeyCreation(
    Struct,
    frozen=True,
    rename={
        "key_kinds": "pubKeyCredParams",
        "known": "excludeCredentials",
        "selection": "authenticatorSelection",
    },
):
    """POST /api/me/passkeys/options: begin a new passkey; its challenge is good once, for this
    session, for five minutes."""

    challenge: str
    rp: RelyingParty
    user: PasskeyUser
    key_kinds: tuple[KeyKind, ...]
    known: tuple[KnownCredential, ...]
    timeout: int
    """In milliseconds."""
    selection: AuthenticatorSelection = AuthenticatorSelection()
    attestation: Literal["none"] = "none"


class NewCredentialResponse(
    Struct,
    frozen=True,
    rename={"client_data": "clientDataJSON", "attestation": "attestationObject"},
):
    """An authenticator's answer to `PasskeyCreation`."""

    client_data: Data
    attestation: Attestation


class NewCredential(Struct, frozen=True):
    """A credential that was made; a browser may tell more of it."""

    id: CredentialId
    response: NewCredentialResponse


class AddPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys: the passkey signs the player in from now on. Answers `Account`."""

    name: PasskeyName
    credential: NewCredential


class RenamePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/rename: the player calls the passkey so from now on. Answers
    `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]
    name: PasskeyName


class RemovePasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys/remove: the passkey is good no longer. Answers `Account`."""

    passkey: Annotated[str, Meta(max_length=16)]


class PasskeyRequest(
    Struct,
    frozen=True,
    rename={
        "rp_id": "rpId",
        "allowed": "allowCredentials",
        "user_verification": "userVerification",
    },
):
    """POST /api/sign-in/passkey/options: begin to sign in; the challenge is good once, for this
    browser, for five minutes. Sets a cookie for as long. POST /api/me/proof/passkey/options: begin
    to show who one is; the challenge is good once, for this session."""

    challenge: str
    rp_id: str
    timeout: int
    """In milliseconds."""
    allowed: tuple[KnownCredential, ...] = ()
    """Those that may be shown; none: any."""
    user_verification: Literal["required"] = "required"


class ShownCredentialResponse(
    Struct,
    frozen=True,
    rename={
        "client_data": "clientDataJSON",
        "authenticator_data": "authenticatorData",
        "user_handle": "userHandle",
    },
):
    """An authenticator's answer to `PasskeyRequest`."""

    client_data: Data
    authenticator_data: Data
    signature: Signature
    user_handle: Handle


class ShownCredential(Struct, frozen=True):
    """A credential that was shown; a browser may tell more of it."""

    id: CredentialId
    response: ShownCredentialResponse


class SignInByPasskey(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/passkey: become the player whose passkey this is. Answers `Me`, sets the
    cookie; a session that this browser had before is over. POST /api/me/proof/passkey: show who one
    is, by a passkey of one's own. Answers `Me`, sets the cookie anew."""

    credential: ShownCredential
