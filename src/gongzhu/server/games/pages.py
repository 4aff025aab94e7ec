"""Score sheets and files of finished games and deals. A worker prepares each once, and the encoded
bytes are kept in an LRU cache. They never change, except for the names of players whose accounts
were deleted."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from cachetools import LRUCache
from msgspec import Raw, Struct

from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.files import FileForm, show_deal, show_deals, write_game
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.games.sheets import GameSheet
from gongzhu.server.live.finished_game import names_shown, seat_in
from gongzhu.server.live.summary import rules_title
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import GameRow
from gongzhu.table import FinishedDeal, Table
from gongzhu.texts import Lang

PAGE = 20
"""Number of deals that are prepared and cached together. It is also the largest number in one
response."""
ROOM = 32 << 20
"""Size of the cache in bytes."""
Key = tuple[str | int, ...]


class Made(Struct, frozen=True):
    """A cache entry, prepared by a worker: encoded bytes, in one part for each deal, or in one part
    for a file."""

    parts: tuple[bytes, ...]
    """The encoded bytes of each part."""
    of: int = 1
    """Number of deals in the whole game, if `parts` has some of its deals."""


class Kept(LRUCache[Key, Made]):
    """An LRU cache of `Made` with a limit in bytes. Each entry is prepared once, even if several
    requests need it at the same time."""

    def __init__(self, room: int) -> None:
        """`room` is the size of the cache in bytes. An entry of more than an eighth of that is not
        kept."""
        super().__init__(room, _size)
        self._making: dict[Key, asyncio.Task[Made]] = {}

    async def made(self, key: Key, make: Callable[[], Awaitable[Made]]) -> Made:
        """The entry with this key. If it is missing, it is made by awaiting `make` once, even if
        other requests ask for the same key meanwhile. Raises the exceptions of `make`."""
        made = self.get(key)
        if made is not None:
            return made
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda task: self._done(key, task))
        # Other requests may be waiting for it if this one is cancelled.
        return await asyncio.shield(task)

    async def one(self, key: Key, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The bytes of the entry with this key, which has one part. If the entry is missing, it is
        made by awaiting `make`. Raises the exceptions of `make`."""

        async def whole() -> Made:
            return Made((await make(),))

        return (await self.made(key, whole)).parts[0]

    def _done(self, key: Key, task: asyncio.Task[Made]) -> None:
        del self._making[key]
        if task.cancelled() or task.exception() is not None:
            return
        if _size(task.result()) <= self.maxsize // 8:
            self[key] = task.result()


def _size(made: Made) -> int:
    return sum(map(len, made.parts))


class Sheets:
    """Provides score sheets and files of finished games, from the cache or prepared by a worker."""

    def __init__(self, pool: WorkerPool, finished: FinishedDeals) -> None:
        self._pool = pool
        self._finished = finished
        self._kept = Kept(ROOM)

    async def game(self, game: str, first: int, last: int, lang: Lang, who: Asker) -> GameSheet:
        """The deals number `first` to `last` (from 1, both included) of a finished game, or fewer
        if the game has fewer. The computing time is charged to the address of `who`, and `seat` is
        set if the account of `who` played in the game. Raises StoreError, ApiError 404 if there is
        no such deal, and the errors of `FinishedDeals.game`."""
        row, kept = await self._finished.game(game)
        deals: list[bytes] = []
        count = last
        for page in range((first - 1) // PAGE, (last - 1) // PAGE + 1):
            if page * PAGE < count:
                made = await self._page(game, row, page, lang, who.address)
                count = made.of
                deals += made.parts[max(0, first - 1 - page * PAGE) : last - page * PAGE]
        if not deals:
            raise ApiError(404, "no_deals")
        title = rules_title(kept.preset, kept.rules, lang)
        encoded: Any = tuple(map(Raw, deals))  # encoded as JSON by a worker
        names = names_shown(kept.names, lang)
        seat = seat_in(kept, who.account) if who.account in kept.players else None
        return GameSheet(game, title, names, row.finished_ms, encoded, count, first, seat)

    async def file(self, game: str, form: FileForm, who: str) -> bytes:
        """A finished game as a file in the format `form`. `who` is the network address that the
        computing time is charged to. Raises StoreError and the ApiErrors of
        `FinishedDeals.of_game`."""
        row, _ = await self._finished.game(game)

        async def make() -> bytes:
            deals = await self._finished.of_game(game)
            return await self._pool.do(write_game, Asker("", who), deals, form, b"")

        return await self._kept.one((game, hash(row.summary), form), make)

    async def deal(self, table: Table, deal: FinishedDeal, lang: Lang, who: str) -> bytes:
        """A finished deal of an open table, as a `DealSheet` in JSON. `who` is the network address
        that the computing time is charged to. Raises ApiError and StoreError."""
        withheld = await self._finished.withheld(table)
        # Names are part of the key, as a name changes when its account is deleted.
        names = deal.record.players
        key = ("deal", table.state.table, deal.evidence.deal, *names, lang, withheld)
        make = partial(self._pool.do, show_deal, Asker("", who), deal, lang, withheld)
        return await self._kept.one(key, make)

    async def _page(self, game: str, row: GameRow, page: int, lang: Lang, who: str) -> Made:
        """The deals of a game with indexes from `page` · PAGE on, at most PAGE."""

        async def make() -> Made:
            deals = await self._finished.of_game(game)
            asker = Asker("", who)
            return Made(*await self._pool.do(show_deals, asker, deals, page * PAGE, PAGE, lang))

        return await self._kept.made((game, hash(row.summary), page, lang), make)
