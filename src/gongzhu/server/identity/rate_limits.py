"""The limits on what one address may ask for, by their names in `Limits`."""

from collections.abc import Callable
from typing import get_args

from gongzhu.server.config.settings import Limits
from gongzhu.server.edge.limits import MINUTE, GuessCounter, RateLimiter, SharedAllowance
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
            name: RateLimiter(
                getattr(limits, name), HOUR if _is_shared(name) else MINUTE, clock, name
            )
            for name in get_args(LimitName)
        }
        self._guesses = GuessCounter(
            limits.numbers_per_minute, limits.wrong_numbers_per_minute, clock, "numbers"
        )

    async def spend(self, name: LimitName, address: str) -> None:
        """Count a request from an address toward the limit of this name. Raises ApiError if the
        limit is reached, and StoreError."""
        limiter = self._limiters[name]
        if not limiter.allow(address) or (
            _is_shared(name) and await self._wait(limiter.shared, address)
        ):
            raise ApiError(429, "too_often")

    async def wait_to_guess(self, address: str) -> float:
        """Count one try of a room number by an address, if it is allowed now. Returns 0 if it is,
        or else the seconds until it will be. Raises StoreError."""
        wait = self._guesses.wait(address) / 1000
        return wait or await self._wait(self._guesses.shared, address)

    def was_wrong(self, address: str) -> None:
        """Count a wrong guess: an address asked for a room number that led nowhere."""
        self._guesses.was_wrong(address)

    async def _wait(self, allowance: SharedAllowance, address: str) -> float:
        """Count one use of an allowance that servers share. Returns 0 if it is allowed now, or else
        the seconds until it will be; always 0 if this server is the only one on its store. Raises
        StoreError."""
        if self._store.alone:
            return 0.0
        return await allowance.wait(self._store, address, lambda one: self._hashes.of(one)[0])


def _is_shared(name: LimitName) -> bool:
    return name.endswith("_per_hour")
