"""Limits on rates and on the number of open connections, by address.

IPv6 addresses are counted by their first 64 bits, and again by their first 48 bits with a limit
`WIDER` times as high, since many providers give a block of such addresses to one customer.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Network
from math import ceil

from msgspec import Struct

WIDER = 8
MINUTE = 60.0
ROUNDING = 0.001
"""Tolerance in milliseconds for rounding errors in sums of fractions."""
REMEMBERED = 500
"""Number of keys in memory at which those whose allowance is full again are deleted for the first
time; this is repeated when there are twice as many keys as were left."""


class RateLimiter:
    """A rate limit for each address, or any other key: an allowance of `times` uses that refills
    evenly over `seconds` (the generic cell rate algorithm)."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], int]) -> None:
        """Allow each key `times` uses in `seconds`. `clock` returns milliseconds."""
        self.times = times
        self.seconds = seconds
        self._full = seconds * 1000
        """Milliseconds in which a used-up allowance is full again."""
        self._gap = self._full / times
        self._clock = clock
        self._full_at: dict[str, float] = {}
        """For each key, the time at which its allowance is full again, in milliseconds."""
        self._most = REMEMBERED

    def __len__(self) -> int:
        """Number of keys in memory."""
        return len(self._full_at)

    def allow(self, key: str) -> bool:
        """True if the key may use its allowance now; then the use is counted."""
        return not self.wait(key)

    def wait(self, key: str) -> int:
        """Count one use by a key, if it is allowed now. Returns 0 if it is, or else the
        milliseconds until it will be."""
        wait = self.left(key)
        if not wait:
            now, wide = self._clock(), block_of(key)
            if key not in self._full_at and len(self._full_at) >= self._most:
                self._forget(now)
            self._full_at[key] = self._from(key, now) + self._gap
            if wide is not None:
                self._full_at[wide] = self._from(wide, now) + self._gap / WIDER
        return wait

    def left(self, key: str) -> int:
        """Milliseconds until a use by the key is allowed, 0 if it is allowed now; this counts
        nothing."""
        now, wide = self._clock(), block_of(key)
        over = self._from(key, now) + self._gap
        if wide is not None:
            over = max(over, self._from(wide, now) + self._gap / WIDER)
        over -= now + self._full
        return ceil(over) if over > ROUNDING else 0

    def _from(self, key: str, now: int) -> float:
        full_at = self._full_at.get(key, now)
        # A time later than that of a used-up allowance is left from before the clock was set back.
        return full_at if now < full_at <= now + self._full + ROUNDING else now

    def _forget(self, now: int) -> None:
        for key in [key for key, full_at in self._full_at.items() if full_at <= now]:
            del self._full_at[key]
        self._most = max(REMEMBERED, 2 * len(self._full_at))


class GuessCounter(RateLimiter):
    """A limit on guesses per minute, such as guesses of a code. If more than `most` guesses in a
    minute are wrong, from all addresses together, then addresses with a wrong guess in the last ten
    minutes must wait. So many guessing addresses do not block visitors who know the code."""

    def __init__(self, times: int, most: int, clock: Callable[[], int]) -> None:
        """Allow `times` guesses per minute from one address, and `most` wrong ones per minute from
        all addresses together. `clock` returns milliseconds."""
        super().__init__(times, MINUTE, clock)
        self._wrong = RateLimiter(most, MINUTE, clock)
        self._wrong_here = RateLimiter(1, 10 * MINUTE, clock)

    def wait(self, key: str) -> int:
        """Count one guess from an address, if it is allowed now. Returns 0 if it is, or else the
        milliseconds until it will be."""
        crowd = min(self._wrong.left(""), self._wrong_here.left(key))
        return crowd or super().wait(key)

    def was_wrong(self, key: str) -> None:
        """Count a wrong guess of an address."""
        self._wrong.wait("")
        self._wrong_here.wait(key)


class ConnectionCounter:
    """Counts the open connections of each address, up to a limit."""

    def __init__(self, most: int, most_of_block: int | None = None) -> None:
        """Allow `most` connections for one address, and `most_of_block` for all IPv6 addresses that
        share their first 48 bits; None means `WIDER` times `most`."""
        self._most = most
        self._most_of_block = WIDER * most if most_of_block is None else most_of_block
        self._open: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """True if the address may open one more connection; then it is counted until `release`."""
        wide = block_of(address)
        if self._open[address] >= self._most:
            return False
        if wide is not None:
            if self._open[wide] >= self._most_of_block:
                return False
            self._open[wide] += 1
        self._open[address] += 1
        return True

    def release(self, address: str) -> None:
        """Note that a connection of the address was closed."""
        for key in (address, block_of(address)):
            if key is not None:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


@lru_cache(10_000)
def block_of(address: str) -> str | None:
    """The /48 block of an IPv6 address in the form that `Origins.counted` gives; None for an IPv4
    address."""
    if not address.endswith("/64"):
        return None
    return str(IPv6Network(address).supernet(new_prefix=48))


class Asker(Struct, frozen=True):
    """Who asked for work: an account and an address; both are empty for the server itself."""

    account: str
    address: str

    @property
    def block(self) -> str:
        """The group of addresses that take turns as one: the /48 block of an IPv6 address, or an
        IPv4 address itself."""
        return block_of(self.address) or self.address


SERVER = Asker("", "")
"""The server itself."""
