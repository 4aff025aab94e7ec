"""The part that both databases share: writes, checked and queued for their group, and queries.
Those about people are in `gongzhu.store.people`."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import groupby
from operator import itemgetter

from gongzhu.store.accounts import Rewrite
from gongzhu.store.days import FinishDay
from gongzhu.store.faults import StoreError
from gongzhu.store.games import GAME_COLUMNS, Deals, GameRow, Played, game_of
from gongzhu.store.group import Commit
from gongzhu.store.packs import (
    OLD_TABLES,
    PACKABLE,
    PACKABLE_ENDS,
    SPAN,
    UNPLAYED,
    PackWorker,
    deals_of,
    kept_deals,
    last_of,
)
from gongzhu.store.people import PeopleStore
from gongzhu.store.settings import Setting, SwapSetting
from gongzhu.store.tables import News, TableBrief, Tail
from gongzhu.store.writes import (
    LARGEST,
    Append,
    Archive,
    KeepGame,
    Pack,
    Purge,
    Summary,
    check_numbers,
    check_texts,
    key_of_deals,
)

_PLAYED_BEFORE = """
    FROM played WHERE player_id = $1 AND (finished_ms, game_id) < ($3, $4)
    ORDER BY finished_ms DESC, game_id DESC LIMIT $2
"""
PURGED_AT_ONCE = 20
"""Tables that one group of writes deletes, at most: others wait meanwhile."""
BRIEFS_AT_ONCE = 500
"""Tables that are looked through together."""
_NEWEST = (LARGEST, "")
"""Before this comes every game: a time that none is finished at."""


class SharedStore(PeopleStore):
    """See `Store`: all of it but how it is opened, asked and closed."""

    def __init__(self, commit: Commit, spacing: float = 0.0) -> None:
        """`spacing` as for `GroupCommit`: none for a store to which a group costs nothing."""
        super().__init__(commit, spacing)
        self.news = asyncio.Queue[News]()
        self._packer = PackWorker()
        self._packing: AbstractAsyncContextManager[object] = asyncio.Lock()

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        *,
        checkpoint: bytes | None = None,
        brief: bytes | None = None,
        along: Sequence[GameRow | Deals | Setting | FinishDay] = (),
    ) -> None:
        """See `Store`."""
        check_texts(table)
        for item in along:
            if isinstance(item, GameRow):
                check_texts(item.id, item.table, *item.players)
                check_numbers(item.number, item.first_entry, item.last_entry, item.finished_ms)
            elif isinstance(item, Deals):
                check_texts(key_of_deals(item.game))
            elif isinstance(item, FinishDay):
                check_texts(item.player_id, item.table, item.game_id)
                check_numbers(item.score, item.finished_ms)
            else:
                check_texts(item.key)
        entries, more = tuple(bodies), tuple(along)
        await self._group.put(Append(table, first, entries, checkpoint, brief, more, self.server))

    async def take(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        return set(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """See `Store`."""

    def let_go(self) -> None:
        """See `Store`."""

    async def owner(self, table: str) -> str | None:
        """See `Store`."""
        return None

    def tell(self, message: bytes) -> None:
        """See `Store`."""

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        return set()

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        """See `Store`."""
        return [table for table in await self.tables() if table.name in tables]

    async def spend(self, key: str, times: int, seconds: float) -> float:
        """See `Store`. One that is alone leaves it to its server."""
        return 0.0

    @property
    def server(self) -> int:
        """See `Store`."""
        return 0

    @property
    def alone(self) -> bool:
        """See `Store`."""
        return True

    @property
    def waiting(self) -> int:
        """See `Store`."""
        return self._group.waiting

    async def archive(self, table: str) -> None:
        """See `Store`."""
        check_texts(table)
        await self._group.put(Archive(table))

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """See `Store`."""
        check_texts(key_of_deals(game.id), game.table, *game.players)
        # It must not be packed in between.
        async with self._packing:
            pack = None
            query = "SELECT table_name, body FROM packs WHERE game_id = $1"
            for table, body in await self._query(query, game.id):
                pack = await self._packer.repack(table, body, deals)
            await self._group.put(KeepGame(game, kept_deals(deals), pack))

    async def tables_with(self, player_id: str) -> list[TableBrief]:
        """See `Store`."""
        found: list[TableBrief] = []
        query = f"""
            SELECT name, {last_of("name")}, brief FROM tables WHERE name > $1 ORDER BY name LIMIT $2
        """
        after, id = "", player_id.encode()
        while rows := await self._query(query, after, BRIEFS_AT_ONCE):
            found += [TableBrief(*row) for row in rows if id in row[2]]
            after = rows[-1][0]
        return found

    async def rewrite(
        self,
        player_id: str,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        brief: bytes | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """See `Store`."""
        check_texts(table)
        # Nothing must be packed in between.
        async with self._packing:
            packs = []
            query = "SELECT last, body FROM packs WHERE table_name = $1 ORDER BY last"
            for last, body in await self._query(query, table):
                packed = await self._packer.rewrite(table, body, change)
                if packed is not None:
                    packs.append((last, packed))
            query = "SELECT number, body FROM entries WHERE table_name = $1 ORDER BY number"
            entries = [
                (number, changed)
                for number, body in await self._query(query, table)
                if (changed := change(body)) != body
            ]
            await self._group.put(
                Rewrite(player_id, table, tuple(entries), tuple(packs), brief, checkpoint)
            )

    async def put_setting(self, key: str, value: bytes) -> None:
        """See `Store`."""
        check_texts(key)
        await self._group.put(Setting(key, value))

    async def swap_setting(self, key: str, before: bytes | None, value: bytes) -> bool:
        """See `Store`."""
        try:
            await self._change(SwapSetting(key, before, value))
        except StoreError as error:
            if error.problem == "taken":
                return False
            raise
        return True

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store`."""
        # One statement, so that nothing is packed in between.
        query = """
            SELECT last, first, body FROM packs WHERE table_name = $1 AND last > $2
            UNION ALL
            SELECT number, 0, body FROM entries WHERE table_name = $1 AND number > $2
            ORDER BY 1
        """
        bodies: list[bytes] = []
        for last, first, body in await self._query(query, table, after):
            if first:
                bodies += (await self._packer.unpack(table, body)).bodies[-(last - after) :]
            else:
                bodies.append(body)
        return bodies

    async def last(self, table: str) -> int:
        """See `Store`."""
        query = f"SELECT {last_of('$1')}"
        ((number,),) = await self._query(query, table)
        return int(number)

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """See `Store`."""
        query = "SELECT number, body FROM checkpoints WHERE table_name = $1"
        rows = await self._query(query, table)
        return (rows[0][0], rows[0][1]) if rows else None

    async def tails(self, first: str, last: str) -> list[Tail]:
        """See `Store`."""
        # One statement, so that no entry falls between a checkpoint and what comes after it.
        query = """
            SELECT name, 0, body FROM tables JOIN checkpoints ON table_name = name
            WHERE archived = $1 AND name BETWEEN $2 AND $3
            UNION ALL
            SELECT name, entries.number, entries.body FROM tables
            LEFT JOIN checkpoints ON checkpoints.table_name = name
            JOIN entries ON entries.table_name = name
                AND entries.number > coalesce(checkpoints.number, 0)
            WHERE archived = $1 AND name BETWEEN $2 AND $3
            ORDER BY 1, 2
        """
        rows = await self._query(query, False, first, last)
        return [
            _tail(name, [(number, body) for _, number, body in group])
            for name, group in groupby(rows, key=itemgetter(0))
        ]

    async def tables(self, *, archived: bool = False) -> list[TableBrief]:
        """See `Store`."""
        query = f"""
            SELECT name, {last_of("name")}, brief FROM tables WHERE archived = $1 ORDER BY name
        """
        return [TableBrief(*row) for row in await self._query(query, archived)]

    async def game(self, id: str) -> GameRow | None:
        """See `Store`."""
        rows = await self._query(f"SELECT {GAME_COLUMNS} FROM games WHERE id = $1", id)
        return game_of(rows[0]) if rows else None

    async def deals(self, game: str) -> bytes | None:
        """See `Store`."""
        query = """
            SELECT table_name, body FROM packs WHERE game_id = $1
            UNION ALL
            SELECT '', value FROM settings WHERE key = $2
        """
        for table, body in await self._query(query, game, key_of_deals(game)):
            return (await self._packer.unpack(table, body)).deals if table else deals_of(body)
        return None

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """See `Store`."""
        query = f"""
            SELECT {GAME_COLUMNS} FROM games JOIN (
                SELECT finished_ms AS finished, game_id {_PLAYED_BEFORE}
            ) AS newest ON id = game_id ORDER BY finished DESC, game_id DESC
        """
        rows = await self._query(query, player_id, max(limit, 0), *(before or _NEWEST))
        return [game_of(row) for row in rows]

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """See `Store`."""
        query = f"SELECT player_id, finished_ms, game_id, summary {_PLAYED_BEFORE}"
        rows = await self._query(query, player_id, max(limit, 0), *(before or _NEWEST))
        return [Played(*row) for row in rows]

    async def count_played(self, player_id: str) -> int:
        """See `Store`."""
        ((number,),) = await self._query(
            "SELECT count(*) FROM played WHERE player_id = $1", player_id
        )
        return int(number)

    async def put_summary(self, player_id: str, game: str, summary: bytes) -> None:
        """See `Store`."""
        check_texts(player_id, game)
        await self._group.put(Summary(player_id, game, summary))

    async def pack(self, most: int) -> int:
        """See `Store`."""
        spans = await self._query(PACKABLE, True, max(most, 0))
        if len(spans) < most:
            # Every game of an archived table is among them, so that only its end is left.
            spans += await self._query(PACKABLE_ENDS, True, False, most - len(spans))
        packed: dict[str, int] = {}
        errors: dict[str, StoreError] = {}
        for table, last, game, before in spans:
            if table not in errors:
                try:
                    async with self._packing:
                        await self._pack(table, packed.get(table, before) + 1, last, game)
                    packed[table] = last
                except StoreError as error:
                    errors[table] = error
        # One that is damaged must not keep the others from being packed.
        if errors:
            raise next(iter(errors.values()))
        return len(spans)

    async def _pack(self, table: str, first: int, last: int, game: str | None) -> None:
        rows = await self._query(SPAN, table, first, last)
        kept = b"" if game is None else await self.setting(key_of_deals(game)) or b""
        body, digest = await self._packer.pack(table, [body for (body,) in rows], kept)
        await self._group.put(Pack(table, first, last, game, body, digest, game is None))

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """See `Store`."""
        query = """
            SELECT player_id, finished_ms, game_id, summary FROM played
            WHERE summary IS NULL AND finished_ms < $1 LIMIT $2
        """
        return [Played(*row) for row in await self._query(query, before_ms, most)]

    async def purge(self, before_ms: int) -> int:
        """See `Store`."""
        old = await self._query(OLD_TABLES, True, before_ms)
        await self._purge([table for table, _ in old])
        return sum(games for _, games in old)

    async def purge_unplayed(self, day: int) -> int:
        """See `Store`."""
        tables = [table for (table,) in await self._query(UNPLAYED, True, day)]
        await self._purge(tables)
        return len(tables)

    async def _purge(self, tables: Sequence[str]) -> None:
        for at in range(0, len(tables), PURGED_AT_ONCE):
            some = tables[at : at + PURGED_AT_ONCE]
            await asyncio.gather(*(self._group.put(Purge(table)) for table in some))

    async def setting(self, key: str) -> bytes | None:
        """See `Store`."""
        rows = await self._query("SELECT value FROM settings WHERE key = $1", key)
        return bytes(rows[0][0]) if rows else None


def _tail(table: str, rows: list[tuple[int, bytes]]) -> Tail:
    """From rows of number and body; the checkpoint, where there is one, comes first as number 0."""
    checkpoint = rows.pop(0)[1] if rows[0][0] == 0 else None
    return Tail(table, checkpoint, [body for _, body in rows])
