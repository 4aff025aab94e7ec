"""The stored format of reviews: each deal is compressed, and those of a game are joined into one
value."""

from collections.abc import Sequence

from msgspec import Struct, json, msgpack

from gongzhu.review import DealReview, read_review
from gongzhu.store.packing import compress, decompress


def pack_review(review: DealReview) -> bytes:
    """The review of a deal, compressed for the store."""
    return compress(json.encode(review))


def unpack_review(packed: bytes) -> DealReview:
    """The review of a deal, from what `pack_review` returned."""
    return read_review(decompress(packed))


class _Kept(Struct, array_like=True):
    format: int
    deals: tuple[bytes, ...] = ()


FORMAT = 1
"""Version of the stored format of reviews. A review in another version is computed again."""


def write_packed(deals: Sequence[bytes]) -> bytes:
    """Join the compressed reviews of a game's deals, in order, into one value to be stored."""
    return msgpack.encode(_Kept(FORMAT, tuple(deals)))


def read_packed(kept: bytes) -> tuple[bytes, ...]:
    """Split a stored value into the compressed reviews of a game's deals. There are none if it has
    another format version."""
    found = msgpack.decode(kept, type=_Kept)
    return found.deals if found.format == FORMAT else ()
