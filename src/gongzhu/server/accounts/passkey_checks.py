"""Verifies the data that authenticators send, with the library `webauthn`.

The library is imported when it is first needed, since that takes a third of a second and 20 MB; a
server without passkeys saves both.
"""

import binascii
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from gongzhu.server.accounts.sign_in_bodies import NewCredential, ShownCredential
from gongzhu.server.edge.problems import ApiError
from gongzhu.store import PasskeyRow
from gongzhu.store.sign_in import LONGEST_CREDENTIAL, LONGEST_KEY

if TYPE_CHECKING:
    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
    from webauthn.registration.verify_registration_response import VerifiedRegistration


KINDS = (-8, -7)
"""The COSE numbers of the signature algorithms that are accepted: Ed25519 and ECDSA over P-256,
both with a strength of 128 bits. RSA would need 3072 bits for that, but devices make keys of 2048
bits, and a page cannot ask for longer ones."""


class Site(Struct, frozen=True):
    """The site at which passkeys can be used (in WebAuthn: the relying party)."""

    name: str
    """Its id: the host name without a port."""
    origin: str
    """The origin of its pages as browsers send it, such as `https://example.org`."""


def check_new(made: NewCredential, challenge: bytes, site: Site) -> "VerifiedRegistration":
    """Verify a credential that an authenticator has made for this challenge, and return its data.
    Raises ApiError: 403 if anything is wrong, 422 for malformed base64url."""
    from webauthn import verify_registration_response
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    client_data = bytes_of(made.response.client_data)
    credential = RegistrationCredential(
        id=made.id,
        raw_id=bytes_of(made.id),
        response=AuthenticatorAttestationResponse(
            client_data_json=client_data,
            attestation_object=bytes_of(made.response.attestation_object),
        ),
    )
    with _refusing():
        _check_frame(client_data)
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=True,
        )
        _check_kind(found.credential_public_key)
    if (
        found.credential_id != credential.raw_id
        or len(found.credential_id) > LONGEST_CREDENTIAL
        or len(found.credential_public_key) > LONGEST_KEY
    ):
        raise ApiError(403, "wrong_passkey")
    return found


def check_shown(
    shown: ShownCredential, row: PasskeyRow, challenge: bytes, site: Site
) -> "VerifiedAuthentication":
    """Verify the signature of this challenge by the passkey in `row`, and return its data. The
    caller must still check the signature counter. Raises ApiError: 403 if anything is wrong, 422
    for malformed base64url."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.structs import (
        AuthenticationCredential,
        AuthenticatorAssertionResponse,
    )

    response = shown.response
    client_data = bytes_of(response.client_data)
    credential = AuthenticationCredential(
        id=shown.id,
        raw_id=bytes_of(shown.id),
        response=AuthenticatorAssertionResponse(
            client_data_json=client_data,
            authenticator_data=bytes_of(response.authenticator_data),
            signature=bytes_of(response.signature),
        ),
    )
    with _refusing():
        _check_frame(client_data)
        _check_kind(row.public_key)
        return verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=row.public_key,
            # The caller checks the counter, as a wrong one is an error of its own.
            credential_current_sign_count=0,
            require_user_verification=True,
        )


@contextmanager
def _refusing() -> Iterator[None]:
    """Within this context, raise ApiError (403) for any other exception: decoders may raise
    anything on data from a stranger."""
    try:
        yield
    except ApiError:
        raise
    except Exception as error:
        raise ApiError(403, "wrong_passkey") from error


def _check_kind(public_key: bytes) -> None:
    """Raise ApiError (403) if the algorithm of a public key is not in `KINDS`."""
    from webauthn.helpers import decode_credential_public_key

    if int(decode_credential_public_key(public_key).alg) not in KINDS:
        raise ApiError(403, "short_passkey")


def _check_frame(client_data: bytes) -> None:
    """Raise ApiError (403) if the authenticator was used in a frame within a page of another
    site."""
    from webauthn.helpers import parse_client_data_json

    if parse_client_data_json(client_data).cross_origin:
        raise ApiError(403, "wrong_passkey")


def bytes_of(text: str) -> bytes:
    """Decode base64url, with or without padding. Raises ApiError (422) if it is malformed."""
    try:
        return b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ApiError(422, "misfit", error="base64url") from error
