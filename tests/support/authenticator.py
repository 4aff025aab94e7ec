"""An authenticator of passkeys in software: it signs whatever it is told to, also what no real one
would."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, rsa
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

    def __init__(self, count: int = 0, rsa_bits: int = 0) -> None:
        """`count`: of the signatures so far; it goes on counting where it is not 0. `rsa_bits`: of
        a key of RSA; 0: its key is one of ECDSA."""
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._rsa = rsa.generate_private_key(65537, rsa_bits) if rsa_bits else None
        self.credential = secrets.token_bytes(16)
        self.count = count
        self.handle = ""
        self.verifies = True
        """False: it is used without a finger, a face or a PIN."""

    def make(self, asked: dict[str, Any], origin: str, **changes: Any) -> dict[str, Any]:
        """The credential that `POST /api/me/passkeys` takes; `changes` as in `_client_data`."""
        self.handle = asked["user"]["id"]
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + cbor2.dumps(self.public())
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

    def public(self) -> dict[int, int | bytes]:
        """The public half, in COSE."""
        if self._rsa is not None:
            modulus = self._rsa.public_key().public_numbers().n
            return {
                1: 3,
                3: -257,
                -1: modulus.to_bytes(self._rsa.key_size // 8, "big"),
                -2: b"\1\0\1",
            }
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        return {1: 2, 3: -7, -1: 1, -2: x, -3: y}

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
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return (
            hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")
        )


def _client_data(kind: str, challenge: str, origin: str, **changes: Any) -> bytes:
    """What a browser tells of the page; `changes`: other fields than it would."""
    told = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return json.dumps(told | changes).encode()
