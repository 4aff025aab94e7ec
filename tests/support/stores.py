"""Stores for tests, and tests that are coroutines."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import wraps
from typing import ParamSpec
from unittest.mock import patch

from gongzhu.store import (
    PlayerRow,
    Store,
    moving,
    open_store,
    opening,
    postgres_link,
    sqlite_file,
)
from gongzhu.store.schema import POSTGRES, SQLITE

P = ParamSpec("P")

NewPlace = Callable[[], str]


def in_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine."""

    @wraps(test)
    def run(*args: P.args, **values: P.kwargs) -> None:
        asyncio.run(test(*args, **values))

    return run


STEP = ("CREATE TABLE songs (name TEXT)", "INSERT INTO songs SELECT name FROM tables")
"""What a later version might do, on either database."""


@contextmanager
def one_step_more(*statements: str) -> Iterator[None]:
    """A program of the version after this one, which takes `STEP` and these statements to it."""
    with ExitStack() as patches:
        for module in (moving, opening, postgres_link, sqlite_file):
            for name, steps in (("SQLITE", SQLITE), ("POSTGRES", POSTGRES)):
                if hasattr(module, name):
                    patches.enter_context(
                        patch.object(module, name, (*steps, (*STEP, *statements)))
                    )
        yield


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
