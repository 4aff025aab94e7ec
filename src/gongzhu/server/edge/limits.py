"""Limits on the rate of requests and on the number of open connections, by address.

IPv6 addresses are counted by their first 64 bits. They are counted again by their first 48 bits,
with a limit `WIDER` times as high, since many providers give such a block to one customer.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Network
from math import ceil

from msgspec import Struct

WIDER = 8
"""The limit of a /48 block of IPv6 addresses, as a multiple of the limit of one address."""
MINUTE = 60.0
"""Seconds in a minute."""
ROUNDING = 0.001
"""Greatest number of milliseconds that is taken for a rounding error, and so for 0."""
REMEMBERED = 500
"""Number of keys in memory at which those with a full allowance are deleted, since they need not be
remembered. After that, this is done whenever the number of keys has doubled."""


class RateLimiter:
    """A rate limit for each of many keys, such as addresses. Each key has an allowance of `times`
    uses, which refills evenly within `seconds` (the generic cell rate algorithm)."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], int]) -> None:
        """Allow each key `times` uses in `seconds`. `clock` returns milliseconds."""
        self.times = times
        self.seconds = seconds
        self._full = seconds * 1000
        """Milliseconds in which an empty allowance becomes full again."""
        self._gap = self._full / times
        self._clock = clock
        self._full_at: dict[str, float] = {}
        """For each key, the time in milliseconds at which its allowance is full again."""
        self._most = REMEMBERED

    def __len__(self) -> int:
        """Number of keys in memory."""
        return len(self._full_at)

    def allow(self, key: str) -> bool:
        """Count one use by a key, if it is allowed now; returns whether it was."""
        return not self.wait(key)

    def wait(self, key: str) -> int:
        """Count one use by a key, if it is allowed now. Returns 0 if it was counted, or else the
        milliseconds until one is allowed."""
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
        """Milliseconds until a use by the key is allowed, or 0 if it is allowed now. Counts
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
    """A limit on guesses, such as of a code. Each address may guess `times` times per minute. If
    more than `most` guesses of all addresses together were wrong within a minute, addresses with a
    wrong guess in the last ten minutes must wait; visitors who know the code need not."""

    def __init__(self, times: int, most: int, clock: Callable[[], int]) -> None:
        """Allow `times` guesses per minute of each address, and `most` wrong ones per minute of all
        addresses. `clock` returns milliseconds."""
        super().__init__(times, MINUTE, clock)
        self._wrong = RateLimiter(most, MINUTE, clock)
        self._wrong_here = RateLimiter(1, 10 * MINUTE, clock)

    def wait(self, key: str) -> int:
        """Count one guess by an address, if it is allowed now. Returns 0 if it was counted, or else
        the milliseconds until one is allowed."""
        crowd = min(self._wrong.left(""), self._wrong_here.left(key))
        return crowd or super().wait(key)

    def was_wrong(self, key: str) -> None:
        """Count a wrong guess by an address."""
        self._wrong.wait("")
        self._wrong_here.wait(key)


class ConnectionCounter:
    """Counts the open connections of each address, and refuses those beyond a limit."""

    def __init__(self, most: int, most_of_block: int | None = None) -> None:
        """Allow `most` connections of one address, and `most_of_block` of all addresses in an IPv6
        /48 block (default: `WIDER` times `most`)."""
        self._most = most
        self._most_of_block = WIDER * most if most_of_block is None else most_of_block
        self._open: Counter[str] = Counter()

    def acquire(self, address: str) -> bool:
        """Count one more connection of an address until `release`. Returns False, and counts
        nothing, if the address is at its limit."""
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
        """Stop counting one connection of an address. Call it once for each successful
        `acquire`."""
        for key in (address, block_of(address)):
            if key is not None:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


@lru_cache(10_000)
def block_of(address: str) -> str | None:
    """The /48 block of an IPv6 address that is given as its /64 network, in the form of
    `Origins.counted`, or None for an IPv4 address."""
    if not address.endswith("/64"):
        return None
    return str(IPv6Network(address).supernet(new_prefix=48))


class Asker(Struct, frozen=True):
    """The account and the address for which the worker pool does work; both are empty for the
    server itself."""

    account: str
    """Id of the player, or empty for a visitor without an account."""
    address: str
    """The visitor's address, in the form of `Origins.counted`."""

    @property
    def block(self) -> str:
        """The addresses that share one turn in the queue of the worker pool: the /48 block of an
        IPv6 address, or the IPv4 address itself."""
        return block_of(self.address) or self.address


SERVER = Asker("", "")
"""Stands for the server itself, for work that no visitor asked for."""
