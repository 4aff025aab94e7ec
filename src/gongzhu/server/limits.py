"""Limits on rates, and on what may be open at once."""

from collections import Counter, deque
from collections.abc import Callable
from ipaddress import IPv6Network

from msgspec import Struct

from gongzhu.store import Store

WIDER = 8
"""Times as much for all IPv6 addresses that share their first 48 bits as for those that share 64:
many providers give such a block to one customer."""
MINUTE = 60.0
REMEMBERED = 500
"""Allowances; when there are more, those that are full again are forgotten, and then again when
there are twice as many as were left."""


class _Bucket(Struct):
    left: float
    at: int


class RateLimiter:
    """A token bucket for each key: `times` at once, and then as they come back, evenly over
    `seconds`."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], int]) -> None:
        """`clock` gives milliseconds."""
        self._times = times
        self._per_ms = times / seconds / 1000
        self._clock = clock
        self._buckets: dict[str, _Bucket] = {}
        self._most = REMEMBERED

    def __len__(self) -> int:
        """The number of keys that are remembered."""
        return len(self._buckets)

    def allow(self, key: str) -> bool:
        """True if it may be done once more; then it counts."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            bucket = self._buckets[key] = _Bucket(float(self._times), now)
        # A clock that is set back takes nothing away.
        passed = max(0, now - bucket.at)
        bucket.left = min(self._times, bucket.left + passed * self._per_ms)
        bucket.at = now
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True

    def _forget(self, now: int) -> None:
        full = self._times / self._per_ms
        for key in [key for key, bucket in self._buckets.items() if now - bucket.at >= full]:
            del self._buckets[key]
        self._most = max(REMEMBERED, 2 * len(self._buckets))


class TryCounter:
    """At most `times` tries of each key in any `seconds`; those that are refused do not count."""

    def __init__(self, times: int, seconds: float, clock: Callable[[], int]) -> None:
        """`clock` gives milliseconds."""
        self._times = times
        self._ms = int(seconds * 1000)
        self._clock = clock
        self._tries: dict[str, deque[int]] = {}
        self._most = REMEMBERED

    def __len__(self) -> int:
        """The number of keys that are remembered."""
        return len(self._tries)

    def wait(self, key: str) -> int:
        """0 if it may be tried now, and then it counts; else the milliseconds until it may."""
        wait = self.left(key)
        if not wait:
            now = self._clock()
            if key not in self._tries and len(self._tries) >= self._most:
                self._forget(now)
            self._tries.setdefault(key, deque()).append(now)
        return wait

    def left(self, key: str) -> int:
        """The milliseconds until it may be tried, 0 if now; this does not count."""
        now, tries = self._clock(), self._tries.get(key)
        while tries and now - tries[0] >= self._ms:
            tries.popleft()
        if not tries or len(tries) < self._times:
            return 0
        # A clock that is set back lets nobody wait for longer than from now on.
        return min(self._ms, tries[0] + self._ms - now)

    def _forget(self, now: int) -> None:
        old = [key for key, tries in self._tries.items() if now - tries[-1] >= self._ms]
        for key in old:
            del self._tries[key]
        self._most = max(REMEMBERED, 2 * len(self._tries))


class ConnectionCounter:
    """Counts what each key has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def count(self, key: str) -> int:
        """The number of those that are open."""
        return self._open[key]

    def has_room(self, key: str) -> bool:
        """True if one more may be opened."""
        return self.count(key) < self._most

    def acquire(self, key: str) -> bool:
        """True if one more may be opened; then it counts until `release`."""
        if not self.has_room(key):
            return False
        self._open[key] += 1
        return True

    def release(self, key: str) -> None:
        """One was closed."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


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


class AddressLimiter:
    """A `RateLimiter` for addresses, and a wider one for blocks of IPv6."""

    def __init__(
        self, times: int, seconds: float, clock: Callable[[], int], name: str = ""
    ) -> None:
        """`clock` gives milliseconds; by the `name` all servers of a store count it together,
        without one each its own."""
        self.shared = SharedAllowance(name, times, seconds)
        self._narrow = RateLimiter(times, seconds, clock)
        self._wide = RateLimiter(WIDER * times, seconds, clock)

    def allow(self, address: str) -> bool:
        """True if it may be done once more; then it counts."""
        wide = block_of(address)
        return self._narrow.allow(address) and (wide is None or self._wide.allow(wide))


class AddressTryCounter:
    """A `TryCounter` for addresses, and a wider one for blocks of IPv6."""

    def __init__(
        self, times: int, seconds: float, clock: Callable[[], int], name: str = ""
    ) -> None:
        """As those of `AddressLimiter`."""
        self.shared = SharedAllowance(name, times, seconds)
        self._narrow = TryCounter(times, seconds, clock)
        self._wide = TryCounter(WIDER * times, seconds, clock)

    def wait(self, address: str) -> int:
        """0 if it may be tried now, and then it counts; else the milliseconds until it may."""
        wide = block_of(address)
        return self._narrow.wait(address) or (0 if wide is None else self._wide.wait(wide))

    def left(self, address: str) -> int:
        """The milliseconds until it may be tried, 0 if now; this does not count."""
        wide = block_of(address)
        return self._narrow.left(address) or (0 if wide is None else self._wide.left(wide))


class GuessCounter(AddressTryCounter):
    """A counter of tries a minute that hears which were wrong. Where more are than `most`, from
    everywhere together, no address tries that was wrong in the last ten minutes: whoever knows what
    to ask for is kept waiting by no crowd that guesses."""

    def __init__(self, times: int, most: int, clock: Callable[[], int], name: str = "") -> None:
        """`times` tries a minute from an address, and `most` wrong ones from everywhere."""
        super().__init__(times, MINUTE, clock, name)
        self._wrong = TryCounter(most, MINUTE, clock)
        self._wrong_here = AddressTryCounter(1, 10 * MINUTE, clock)

    def wait(self, address: str) -> int:
        """0 if it may be tried now, and then it counts; else the milliseconds until it may."""
        crowd = min(self._wrong.left(""), self._wrong_here.left(address))
        return crowd or super().wait(address)

    def was_wrong(self, address: str) -> None:
        """An address has tried, and wrongly."""
        self._wrong.wait("")
        self._wrong_here.wait(address)


class AddressCounter:
    """A `ConnectionCounter` for addresses, and a wider one for blocks of IPv6."""

    def __init__(self, most: int, most_of_block: int | None = None) -> None:
        """`most_of_block`: of the addresses that share 48 bits; None: `WIDER` times as many."""
        self._narrow = ConnectionCounter(most)
        self._wide = ConnectionCounter(WIDER * most if most_of_block is None else most_of_block)

    def count(self, address: str) -> int:
        """The number of those that are open."""
        return self._narrow.count(address)

    def has_room(self, address: str) -> bool:
        """True if one more may be opened."""
        wide = block_of(address)
        return self._narrow.has_room(address) and (wide is None or self._wide.has_room(wide))

    def acquire(self, address: str) -> bool:
        """True if one more may be opened; then it counts until `release`."""
        if not self._narrow.acquire(address):
            return False
        wide = block_of(address)
        if wide is None or self._wide.acquire(wide):
            return True
        self._narrow.release(address)
        return False

    def release(self, address: str) -> None:
        """One was closed."""
        self._narrow.release(address)
        wide = block_of(address)
        if wide is not None:
            self._wide.release(wide)


def block_of(address: str) -> str | None:
    """The first 48 bits of an IPv6 address, as limits count it; None for any other."""
    if not address.endswith("/64"):
        return None
    return str(IPv6Network(address).supernet(new_prefix=48))
