"""The checks of what authenticators send: those of `webauthn`, which the first who asks loads.

It takes a third of a second and 20 MB then, which a server without passkeys does without.
"""

import binascii
from base64 import b64decode
from typing import TYPE_CHECKING

from msgspec import Struct

from gongzhu.server.bodies import NewCredential, ShownCredential
from gongzhu.server.problems import ApiError
from gongzhu.store import PasskeyRow
from gongzhu.store.sign_in import LONGEST_CREDENTIAL, LONGEST_KEY

if TYPE_CHECKING:
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration

KINDS = (-8, -7)
"""The kinds of keys that are taken, as COSE counts them: Ed25519, and ECDSA over P-256, both as
strong as 128 bits. RSA would have to have 3072 bits for that, which no page can ask for: what
devices make has 2048."""


class Site(Struct, frozen=True):
    """The site that passkeys are for."""

    name: str
    """The relying party's id: the name of the host, without a port."""
    origin: str
    """Of its pages, as browsers write it."""


def check_new(made: NewCredential, challenge: bytes, site: Site) -> "VerifiedRegistration":
    """The credential that an authenticator made for this challenge. Raises ApiError."""
    from webauthn import verify_registration_response
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    client_data = bytes_of(made.response.client_data)
    _check_frame(client_data)
    credential = RegistrationCredential(
        id=made.id,
        raw_id=bytes_of(made.id),
        response=AuthenticatorAttestationResponse(
            client_data_json=client_data, attestation_object=bytes_of(made.response.attestation)
        ),
    )
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception as error:  # whatever a decoder makes of what a stranger sends
        raise ApiError(403, "wrong_passkey") from error
    _check_kind(found.credential_public_key)
    long = len(found.credential_id) > LONGEST_CREDENTIAL
    if found.credential_id != credential.raw_id or long:
        raise ApiError(403, "wrong_passkey")
    if len(found.credential_public_key) > LONGEST_KEY:
        raise ApiError(403, "wrong_passkey")
    return found


def check_shown(
    shown: ShownCredential, row: PasskeyRow, challenge: bytes, site: Site
) -> "VerifiedAuthentication":
    """What an authenticator signed with this passkey, for this challenge; its count is not looked
    at. Raises ApiError."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.structs import (
        AuthenticationCredential,
        AuthenticatorAssertionResponse,
    )

    response = shown.response
    client_data = bytes_of(response.client_data)
    _check_frame(client_data)
    _check_kind(row.public_key)
    credential = AuthenticationCredential(
        id=shown.id,
        raw_id=bytes_of(shown.id),
        response=AuthenticatorAssertionResponse(
            client_data_json=client_data,
            authenticator_data=bytes_of(response.authenticator_data),
            signature=bytes_of(response.signature),
        ),
    )
    try:
        return verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=row.public_key,
            # Told apart from the rest, the count is looked at afterwards.
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception as error:  # likewise
        raise ApiError(403, "wrong_passkey") from error


def _check_kind(public_key: bytes) -> None:
    """Raise ApiError for a key of a kind that is not taken, or not any more."""
    from webauthn.helpers import decode_credential_public_key

    try:
        kind = int(decode_credential_public_key(public_key).alg)
    except Exception as error:  # likewise
        raise ApiError(403, "wrong_passkey") from error
    if kind not in KINDS:
        raise ApiError(403, "short_passkey")


def _check_frame(client_data: bytes) -> None:
    """Raise ApiError for an answer to a page within a page of somebody else."""
    from webauthn.helpers import parse_client_data_json

    try:
        crossed = parse_client_data_json(client_data).cross_origin
    except Exception as error:  # likewise
        raise ApiError(403, "wrong_passkey") from error
    if crossed:
        raise ApiError(403, "wrong_passkey")


def bytes_of(text: str) -> bytes:
    """The bytes of base64url. Raises ApiError."""
    try:
        return b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ApiError(422, "misfit", error="base64url") from error
