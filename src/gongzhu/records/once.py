"""Records of deals that are met again, in another file or twice in the same."""

from hashlib import sha256

import msgspec
from msgspec.structs import replace

from gongzhu.records.model import DealRecord


class Once:
    """The deals met so far. Two records tell of the same deal where the same people were dealt the
    same cards, at the same place of the same game, and did the same with them."""

    def __init__(self) -> None:
        self._met: set[bytes] = set()
        self.again = 0
        """The records of deals that had been met before."""

    def new(self, record: DealRecord) -> bool:
        """True for a deal that is met for the first time."""
        # Remarks and times are told about a deal, and a seed and a name in one form alone.
        bare = replace(record, preset=None, dealer_seed=None, comments={}, timings=())
        digest = sha256(msgspec.json.encode(bare)).digest()
        if digest in self._met:
            self.again += 1
            return False
        self._met.add(digest)
        return True
