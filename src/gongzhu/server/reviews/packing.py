"""The form in which reviews of deals are stored."""

from collections.abc import Sequence

import msgspec

from gongzhu.review import DealReview, read_review
from gongzhu.store.packing import compress, decompress


def pack_review(review: DealReview) -> bytes:
    """Compress the review of a deal."""
    return compress(msgspec.json.encode(review))


def unpack_review(packed: bytes) -> DealReview:
    """Decompress the review of a deal."""
    return read_review(decompress(packed))


class _Kept(msgspec.Struct, array_like=True):
    format: int
    deals: tuple[bytes, ...] = ()


FORMAT = 1
"""Version of the form in which the review of a game is stored; a review in another version is made
again."""


def write_packed(deals: Sequence[bytes]) -> bytes:
    """Join the packed reviews of a game's deals into one value to be stored."""
    return msgspec.msgpack.encode(_Kept(FORMAT, tuple(deals)))


def read_packed(kept: bytes) -> tuple[bytes, ...]:
    """The packed reviews in a stored value; empty if the value has another version."""
    found = msgspec.msgpack.decode(kept, type=_Kept)
    return found.deals if found.format == FORMAT else ()
