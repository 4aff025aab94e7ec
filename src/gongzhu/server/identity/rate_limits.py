"""The limits on what one address may ask for, by their names in `Limits`."""

from collections.abc import Callable
from math import ceil
from typing import get_args

from gongzhu.server.config.settings import Limits
from gongzhu.server.edge.limits import MINUTE, WIDER, GuessCounter, RateLimiter, block_of
from gongzhu.server.edge.operation import LimitName
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.address_hashes import AddressHashes
from gongzhu.store import Store

HOUR = 60 * MINUTE


class RateLimits:
    """Counts requests by address. The limits of an hour, and guesses of room numbers, are counted
    by all servers of a database together."""

    def __init__(
        self, limits: Limits, store: Store, hashes: AddressHashes, clock: Callable[[], int]
    ) -> None:
        """Apply the limits in `limits`. `clock` returns milliseconds."""
        self._store = store
        self._hashes = hashes
        self._limiters: dict[LimitName, RateLimiter] = {
            name: RateLimiter(getattr(limits, name), HOUR if _is_shared(name) else MINUTE, clock)
            for name in get_args(LimitName)
        }
        self._guesses = GuessCounter(
            limits.numbers_per_minute, limits.wrong_numbers_per_minute, clock
        )

    async def spend(self, name: LimitName, address: str) -> None:
        """Count a request from an address toward the limit of this name. Raises ApiError if the
        limit is reached, and StoreError."""
        limiter = self._limiters[name]
        if not limiter.allow(address) or (
            _is_shared(name) and await self._wait(name, limiter, address)
        ):
            raise ApiError(429, "too_often")

    async def guess(self, address: str) -> None:
        """Count one try of a room number or a club number by an address. Raises ApiError if it must
        wait, and StoreError."""
        wait = self._guesses.wait(address) / 1000
        seconds = ceil(wait or await self._wait("numbers", self._guesses, address))
        if seconds:
            raise ApiError(429, "many_numbers", retry_after=seconds, seconds=seconds)

    def was_wrong(self, address: str) -> None:
        """Count a wrong guess: an address asked for a room number that led nowhere."""
        self._guesses.was_wrong(address)

    async def _wait(self, name: str, limit: RateLimiter, address: str) -> float:
        """Count one use of a limit that all servers of a database share under this name. Returns 0
        if it is allowed now, or else the seconds until it will be; always 0 if this server is the
        only one on its store. Raises StoreError."""
        if self._store.alone:
            return 0.0
        for key, times in ((address, limit.times), (block_of(address), WIDER * limit.times)):
            if key is not None:
                shared = f"{name}:{self._hashes.of(key)[0]}"
                wait = await self._store.spend(shared, times, limit.seconds)
                if wait:
                    return wait
        return 0.0


def _is_shared(name: LimitName) -> bool:
    return name.endswith("_per_hour")
