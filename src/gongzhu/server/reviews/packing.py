"""Reviews of deals as they are kept."""

from collections.abc import Sequence

import msgspec

from gongzhu.review import DealReview, read_review
from gongzhu.store.packing import compress, decompress


def pack_review(review: DealReview) -> bytes:
    """A deal's review in few bytes."""
    return compress(msgspec.json.encode(review))


def unpack_review(packed: bytes) -> DealReview:
    """The review that was packed."""
    return read_review(decompress(packed))


class _Kept(msgspec.Struct, array_like=True):
    format: int
    deals: tuple[bytes, ...] = ()


FORMAT = 1
"""The form in which the review of a game is kept; one of another form is made again."""


def write_packed(deals: Sequence[bytes]) -> bytes:
    """The deals of a game that are reviewed, each packed, as one value."""
    return msgspec.msgpack.encode(_Kept(FORMAT, tuple(deals)))


def read_packed(kept: bytes) -> tuple[bytes, ...]:
    """The deals in a value; none of another form."""
    found = msgspec.msgpack.decode(kept, type=_Kept)
    return found.deals if found.format == FORMAT else ()
