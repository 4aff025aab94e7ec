"""Reviews of deals in few bytes."""

import zlib

import msgspec

from gongzhu.review import DealReview, read_review


def pack_review(review: DealReview) -> bytes:
    """A deal's review in few bytes."""
    return zlib.compress(msgspec.json.encode(review), 9)


def unpack_review(packed: bytes) -> DealReview:
    """The review that was packed."""
    return read_review(zlib.decompress(packed))
