"""Limits on rates, and on what may be open at once, by address.

IPv6 addresses are counted by their first 64 bits, and again by their first 48 with `WIDER` times as
much: many providers give such a block to one customer.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Network
from math import ceil

from msgspec import Struct

from gongzhu.store import Store

WIDER = 8
MINUTE = 60.0
ROUNDING = 0.001
"""Milliseconds that sums of fractions may be off."""
REMEMBERED = 500
"""Keys; when there are more, those whose allowance is full again are forgotten, and then again when
there are twice as many as were left."""


class SharedAllowance(Struct, frozen=True):
    """What all servers of a store count together."""

    name: str
    times: int
    seconds: float

    async def wait(self, store: Store, address: str, mark: Callable[[str], str]) -> float:
        """0 if an address may do it now, and then it counts; else the seconds until it may.
        `mark` is what stands for an address in the store. Raises StoreError."""
        wide = block_of(address)
        for key, times in ((address, self.times), (wide, WIDER * self.times)):
            if key is not None:
                wait = await store.spend(f"{self.name}:{mark(key)}", times, self.seconds)
                if wait:
                    return wait
        return 0.0


class RateLimiter:
    """`times` at once for each address, or any other key, and then as they come back, evenly over
    `seconds`: the generic cell rate algorithm."""

    def __init__(
        self, times: int, seconds: float, clock: Callable[[], int], name: str = ""
    ) -> None:
        """`clock` gives milliseconds; by the `name` all servers of a store count it together,
        without one each its own."""
        self.shared = SharedAllowance(name, times, seconds)
        self._full = seconds * 1000
        """Milliseconds in which a spent allowance is full again."""
        self._gap = self._full / times
        self._clock = clock
        self._full_at: dict[str, float] = {}
        """The time at which the allowance of a key is full again."""
        self._most = REMEMBERED

    def __len__(self) -> int:
        """The number of keys that are remembered."""
        return len(self._full_at)

    def allow(self, key: str) -> bool:
        """True if it may be done once more; then it counts."""
        return not self.wait(key)

    def wait(self, key: str) -> int:
        """0 if it may be done now, and then it counts; else the milliseconds until it may."""
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
        """The milliseconds until it may be done, 0 if now; this does not count."""
        now, wide = self._clock(), block_of(key)
        over = self._from(key, now) + self._gap
        if wide is not None:
            over = max(over, self._from(wide, now) + self._gap / WIDER)
        over -= now + self._full
        return ceil(over) if over > ROUNDING else 0

    def _from(self, key: str, now: int) -> float:
        full_at = self._full_at.get(key, now)
        # What is later than a spent allowance is from before a clock was set back.
        return full_at if now < full_at <= now + self._full + ROUNDING else now

    def _forget(self, now: int) -> None:
        for key in [key for key, full_at in self._full_at.items() if full_at <= now]:
            del self._full_at[key]
        self._most = max(REMEMBERED, 2 * len(self._full_at))


class GuessCounter(RateLimiter):
    """A limit on tries a minute that hears which were wrong. Where more are than `most`, from
    everywhere together, no address tries that was wrong in the last ten minutes: a crowd that
    guesses keeps nobody waiting who knows what to ask for."""

    def __init__(self, times: int, most: int, clock: Callable[[], int], name: str = "") -> None:
        """`times` tries a minute from an address, and `most` wrong ones from everywhere."""
        super().__init__(times, MINUTE, clock, name)
        self._wrong = RateLimiter(most, MINUTE, clock)
        self._wrong_here = RateLimiter(1, 10 * MINUTE, clock)

    def wait(self, key: str) -> int:
        """0 if it may be tried now, and then it counts; else the milliseconds until it may."""
        crowd = min(self._wrong.left(""), self._wrong_here.left(key))
        return crowd or super().wait(key)

    def was_wrong(self, key: str) -> None:
        """An address has tried, and wrongly."""
        self._wrong.wait("")
        self._wrong_here.wait(key)


class ConnectionCounter:
    """Counts what each address has open."""

    def __init__(self, most: int, most_of_block: int | None = None) -> None:
        """`most_of_block`: of the addresses that share 48 bits; None: `WIDER` times as many."""
        self._most = most
        self._most_of_block = WIDER * most if most_of_block is None else most_of_block
        self._open: Counter[str] = Counter()

    def count(self, address: str) -> int:
        """The number of those that are open."""
        return self._open[address]

    def has_room(self, address: str) -> bool:
        """True if one more may be opened."""
        wide = block_of(address)
        return self._open[address] < self._most and (
            wide is None or self._open[wide] < self._most_of_block
        )

    def acquire(self, address: str) -> bool:
        """True if one more may be opened; then it counts until `release`."""
        if not self.has_room(address):
            return False
        self._open[address] += 1
        if (wide := block_of(address)) is not None:
            self._open[wide] += 1
        return True

    def release(self, address: str) -> None:
        """One was closed."""
        for key in (address, block_of(address)):
            if key is not None:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


@lru_cache(10_000)
def block_of(address: str) -> str | None:
    """The first 48 bits of an IPv6 address, as limits count it; None for any other."""
    if not address.endswith("/64"):
        return None
    return str(IPv6Network(address).supernet(new_prefix=48))
