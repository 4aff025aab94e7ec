"""Recognises records of deals that were seen before, in the same file or another one."""

from hashlib import sha256

import msgspec
from msgspec.structs import replace

from gongzhu.records.model import DealRecord


class Once:
    """The deals seen so far. Two records are of the same deal if the same players were dealt the
    same cards, at the same place in a game, and made the same plays."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self.again = 0
        """Number of records whose deal had been seen before."""

    def new(self, record: DealRecord) -> bool:
        """True if the deal of a record is seen for the first time."""
        # Comments, times, seeds and preset names may differ between records of the same deal.
        bare = replace(record, preset=None, dealer_seed=None, comments={}, timings=())
        digest = sha256(msgspec.json.encode(bare)).digest()
        if digest in self._met:
            self.again += 1
            return False
        self._met.add(digest)
        return True
