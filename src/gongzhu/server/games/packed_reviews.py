"""The form in which reviews are stored: each deal compressed, and those of a game as one value."""

from collections.abc import Sequence

from msgspec import Struct, json, msgpack

from gongzhu.review import DealReview, read_review
from gongzhu.store.packing import compress, decompress


def pack_review(review: DealReview) -> bytes:
    """Compress the review of a deal."""
    return compress(json.encode(review))


def unpack_review(packed: bytes) -> DealReview:
    """Decompress the review of a deal."""
    return read_review(decompress(packed))


class _Kept(Struct, array_like=True):
    format: int
    deals: tuple[bytes, ...] = ()


FORMAT = 1
"""Version of the form in which the review of a game is stored; a review in another version is made
again."""


def write_packed(deals: Sequence[bytes]) -> bytes:
    """Join the compressed reviews of a game's deals into one value to be stored."""
    return msgpack.encode(_Kept(FORMAT, tuple(deals)))


def read_packed(kept: bytes) -> tuple[bytes, ...]:
    """Split a stored value into the compressed reviews of a game's deals; empty if the value has
    another version."""
    found = msgpack.decode(kept, type=_Kept)
    return found.deals if found.format == FORMAT else ()
