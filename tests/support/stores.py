"""Stores for tests, and tests that are coroutines."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import ParamSpec

from gongzhu.store import PlayerRow, Store, open_store

P = ParamSpec("P")

NewPlace = Callable[[], str]


def in_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine."""

    @wraps(test)
    def run(*args: P.args, **values: P.kwargs) -> None:
        asyncio.run(test(*args, **values))

    return run


@asynccontextmanager
async def opened(place: str) -> AsyncIterator[Store]:
    """The store of a place, which has the lease of every open table that nobody else has; closed
    in the end."""
    store = await open_store(place)
    try:
        await store.take([table.name for table in await store.tables()])
        yield store
    finally:
        await store.close()


async def outcomes(*writes: Coroutine[None, None, None]) -> list[BaseException | None]:
    """How writes end that are made at once: the error of each, or None."""
    return await asyncio.gather(*writes, return_exceptions=True)


async def signed_in(store: Store, token_hash: bytes) -> PlayerRow | None:
    """The player that a token signs in."""
    found = await store.session(token_hash)
    return None if found is None else found[0]
