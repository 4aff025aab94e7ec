"""Reviews of deals in few bytes."""

import zlib
from collections.abc import Sequence

import msgspec

from gongzhu.review import DealReview, read_review
from gongzhu.server.reviews.columns import pack_columns, unpack_columns

COLUMNS = b"\x01"
"""The first byte of a pack in columns; any other one is of JSON that zlib has compressed."""


def pack_review(review: DealReview) -> bytes:
    """A deal's review in few bytes."""
    plain = msgspec.json.encode(review)
    packed = pack_columns(msgspec.json.decode(plain))
    if msgspec.json.encode(unpack_columns(packed)) == plain:
        return COLUMNS + packed
    return zlib.compress(plain, 9)


def unpack_review(packed: bytes) -> DealReview:
    """The review that was packed."""
    if packed[:1] == COLUMNS:
        return read_review(msgspec.json.encode(unpack_columns(packed[1:])))
    return read_review(zlib.decompress(packed))


class _Kept(msgspec.Struct, array_like=True):
    format: int
    deals: tuple[bytes, ...] = ()


FORMAT = 2
"""The form in which the review of a game is kept; one of another form is made again."""


def write_packed(deals: Sequence[bytes]) -> bytes:
    """The deals of a game that are reviewed, each packed, as one value."""
    return msgspec.msgpack.encode(_Kept(FORMAT, tuple(deals)))


def read_packed(kept: bytes) -> tuple[bytes, ...]:
    """The deals in a value; none of another form."""
    found = msgspec.msgpack.decode(kept, type=_Kept)
    return found.deals if found.format == FORMAT else ()
