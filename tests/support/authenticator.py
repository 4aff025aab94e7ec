"""An authenticator of passkeys in software: it signs whatever it is told to, also what no real one
would."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text_of(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey, for one account of one site; it believes the page that it is called from."""

    def __init__(self, count: int = 0) -> None:
        """`count`: of the signatures so far; it goes on counting where it is not 0."""
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.credential = secrets.token_bytes(16)
        self.count = count
        self.handle = ""

    def make(self, asked: dict[str, Any], origin: str, **changes: Any) -> dict[str, Any]:
        """The credential that `POST /api/me/passkeys` takes; `changes` as in `_client_data`."""
        self.handle = asked["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big")}
        key[-3] = numbers.y.to_bytes(32, "big")
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + cbor2.dumps(key)
        data = self._data(changes.pop("site", asked["rp"]["id"]), ATTESTED) + attested
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        return {
            "id": text_of(self.credential),
            "response": {
                "clientDataJSON": text_of(
                    _client_data("webauthn.create", asked["challenge"], origin, **changes)
                ),
                "attestationObject": text_of(cbor2.dumps(attestation)),
            },
        }

    def show(self, asked: dict[str, Any], origin: str, **changes: Any) -> dict[str, Any]:
        """The credential that `POST /api/sign-in/passkey` takes; `changes`: another `site` than
        asked, and as in `_client_data`."""
        if self.count:
            self.count += 1
        data = self._data(changes.pop("site", asked["rpId"]), 0)
        handle = changes.pop("handle", self.handle)
        client = _client_data("webauthn.get", asked["challenge"], origin, **changes)
        signed = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return {
            "id": text_of(self.credential),
            "response": {
                "clientDataJSON": text_of(client),
                "authenticatorData": text_of(data),
                "signature": text_of(signed),
                "userHandle": handle,
            },
        }

    def _data(self, site: str, flags: int) -> bytes:
        flags |= PRESENT | VERIFIED
        return (
            hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        )


def _client_data(kind: str, challenge: str, origin: str, **changes: Any) -> bytes:
    """What a browser tells of the page; `changes`: other fields than it would."""
    told = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(told | changes).encode()
