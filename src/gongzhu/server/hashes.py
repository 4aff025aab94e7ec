"""Hashes of tokens and recovery codes, of which the store keeps nothing else.

Each begins with the name of its kind, so that another kind can take over while everybody stays
signed in: new ones are of the kind that the host has chosen, and an old one is found by its own
kind when its token is shown.
"""

import hashlib
from typing import Literal, get_args

from msgspec import Struct

HashKind = Literal["sha256", "sha3-256"]
"""Tokens and codes are random and long, so that no slow kind is needed. A kind that is to be given
up stays in this list until the sessions that are kept by it have ended."""

_MAKERS = {"sha256": hashlib.sha256, "sha3-256": hashlib.sha3_256}


class Hashes(Struct, frozen=True):
    """The hashes of one server."""

    kind: HashKind = "sha256"
    """Of new ones."""

    def of(self, text: str) -> bytes:
        """The hash to keep of a token or a code."""
        return _hash(text, self.kind)

    def all_of(self, text: str) -> list[bytes]:
        """The hashes that may be kept of a token or a code that is shown, the likeliest first."""
        kinds = sorted(get_args(HashKind), key=lambda kind: kind != self.kind)
        return [_hash(text, kind) for kind in kinds]


def _hash(text: str, kind: HashKind) -> bytes:
    digest = _MAKERS[kind](text.encode("utf-8", "surrogatepass")).digest()
    return f"{kind}:".encode() + digest
