"""Finished games and deals as they are shown and taken away, and links as pictures: each made once,
by a worker, and kept in memory while there is room, packed as it goes over the wire. None of them
ever changes, but for the names of those who are gone."""

import asyncio
from collections.abc import Awaitable, Callable

from cachetools import LRUCache
from msgspec import Raw, Struct

from gongzhu.server.finished_deals import FinishedDeals
from gongzhu.server.games import names_shown
from gongzhu.server.problems import ApiError
from gongzhu.server.rules_form import rules_title
from gongzhu.server.work.files import FileForm, draw_link, show_deal, show_deals, write_game
from gongzhu.server.work.pool import WorkerPool
from gongzhu.server.work.queue import Asker
from gongzhu.store import GameRow
from gongzhu.table import FinishedDeal, Table
from gongzhu.texts import Lang

PAGE = 20
"""Deals that are made and kept together, and the most that one answer has."""
ROOM = 32 << 20
"""Bytes of what is kept."""
LARGEST = ROOM // 8
"""Bytes of one thing that is kept; a larger one is made again each time."""

Key = tuple[str | int, ...]


class Made(Struct, frozen=True):
    """What a worker made."""

    parts: tuple[bytes, ...]
    of: int = 1
    """Deals of the whole game, where some of them were asked for."""


class PackedSheet(Struct, frozen=True):
    """A `GameSheet` whose deals are JSON already."""

    game: str
    title: str
    names: tuple[str, ...]
    finished: int
    deals: tuple[Raw, ...]
    count: int
    first: int


class Kept(LRUCache[Key, Made]):
    """An LRU cache of what was made, bounded by bytes."""

    def __init__(self, room: int, largest: int) -> None:
        """`room`: bytes of all together; `largest`: of one, beyond which it is not kept."""
        super().__init__(room, _size)
        self._largest = largest

    def put(self, key: Key, made: Made) -> None:
        """Keep a thing, if it is not too large."""
        if _size(made) <= self._largest:
            self[key] = made


def _size(made: Made) -> int:
    return sum(map(len, made.parts))


class Sheets:
    """The pages, files and pictures that a server has made."""

    def __init__(self, pool: WorkerPool, finished: FinishedDeals) -> None:
        self._pool = pool
        self._finished = finished
        self._kept = Kept(ROOM, LARGEST)
        self._making: dict[Key, asyncio.Task[Made]] = {}

    async def game(self, game: str, first: int, last: int, lang: Lang, who: str) -> PackedSheet:
        """The deals of a finished game from one number to another, the first being 1, so far as
        there are that many; `who` is the address that asks. Raises ApiError and StoreError."""
        row, kept = await self._finished.game(game)
        deals: list[bytes] = []
        count = last
        for page in range((first - 1) // PAGE, (last - 1) // PAGE + 1):
            if page * PAGE < count:
                made = await self._page(game, row, page, lang, who)
                count = made.of
                deals += made.parts[max(0, first - 1 - page * PAGE) : last - page * PAGE]
        if not deals:
            raise ApiError(404, "no_deals")
        title = rules_title(kept.preset, kept.rules, lang)
        packed = tuple(map(Raw, deals))
        names = names_shown(kept.names, lang)
        return PackedSheet(game, title, names, row.finished_ms, packed, count, first)

    async def file(self, game: str, form: FileForm, who: str) -> bytes:
        """A finished game as a file. Raises ApiError and StoreError."""
        row, _ = await self._finished.game(game)

        async def make() -> Made:
            deals = await self._finished.of_game(game)
            return Made((await self._pool.do(write_game, Asker("", who), deals, form, b""),))

        return (await self._made((game, hash(row.brief), form), make)).parts[0]

    async def deal(self, table: Table, deal: FinishedDeal, lang: Lang, who: str) -> bytes:
        """A deal that is over, of a table that is open, as a `DealSheet` in JSON. Raises
        ApiError."""
        withheld = self._finished.withheld(table)
        # The name of somebody whose account was deleted is another one.
        names = deal.record.players
        key = ("deal", table.state.table, deal.evidence.deal, *names, lang, withheld)

        async def make() -> Made:
            return Made((await self._pool.do(show_deal, Asker("", who), deal, lang, withheld),))

        return (await self._made(key, make)).parts[0]

    async def picture(self, link: str, who: str) -> bytes:
        """A link as a QR code, in SVG. Raises ApiError."""

        async def make() -> Made:
            return Made((await self._pool.do(draw_link, Asker("", who), link),))

        return (await self._made(("link", link), make)).parts[0]

    async def _page(self, game: str, row: GameRow, page: int, lang: Lang, who: str) -> Made:
        async def make() -> Made:
            deals = await self._finished.of_game(game)
            asker = Asker("", who)
            return Made(*await self._pool.do(show_deals, asker, deals, page * PAGE, PAGE, lang))

        return await self._made((game, hash(row.brief), page, lang), make)

    async def _made(self, key: Key, make: Callable[[], Awaitable[Made]]) -> Made:
        """The thing of this key, made now if need be; requests that come meanwhile share it."""
        made = self._kept.get(key)
        if made is not None:
            return made
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda task: self._done(key, task))
        # Others may wait for it when this one has gone.
        return await asyncio.shield(task)

    def _done(self, key: Key, task: asyncio.Task[Made]) -> None:
        del self._making[key]
        if not task.cancelled() and task.exception() is None:
            self._kept.put(key, task.result())
