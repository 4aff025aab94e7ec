"""The part of a store about tables: their logs, checkpoints and briefs."""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from gongzhu.store.accounts import Rewrite
from gongzhu.store.database import Database
from gongzhu.store.days import FinishDay
from gongzhu.store.games import Deals, GameRow
from gongzhu.store.packs import contents_of, last_of, rewritten
from gongzhu.store.settings import Setting
from gongzhu.store.tables import TableBrief, Tail
from gongzhu.store.writes import Append, Archive, check_numbers, check_texts, key_of_deals

BRIEFS_AT_ONCE = 500
"""Tables that are looked through together."""


class TableLog(Database):
    """Append-only logs of tables."""

    @property
    def server(self) -> int:
        """The number by which rows name this server, a new one each time that it lost the last;
        0 for one that is alone, negative while it has none."""
        return 0

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
        """Add the entries `first`, `first` + 1, … to a table; the first of a new one is 1.

        `checkpoint`, what stands after the last of these entries, and `brief`, what the table is
        listed with, replace the old ones; without bodies nothing but these changes. `along` is
        inserted, or replaced by its id or key: it is there when the entries are, and not otherwise.
        Raises Conflict when `first` is not the next number, StoreError for an archived table, and
        with the problem `moved` where another store may have the lease: a new table comes with
        it, any other must be taken first.
        """
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

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after number `after`, in order; none for an unknown table."""
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
                bodies += (await contents_of(table, body)).bodies[-(last - after) :]
            else:
                bodies.append(body)
        return bodies

    async def last(self, table: str) -> int:
        """The number of the last entry; 0 when there is none."""
        query = f"SELECT {last_of('$1')}"
        ((number,),) = await self._query(query, table)
        return int(number)

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """The checkpoint and the number of the entry that it stands after."""
        query = "SELECT number, body FROM checkpoints WHERE table_name = $1"
        rows = await self._query(query, table)
        return (rows[0][0], rows[0][1]) if rows else None

    async def tails(self, first: str, last: str) -> list[Tail]:
        """The tail of every open table from the name `first` to `last`, by name and as they are
        at one moment."""
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
        """The open tables, or the archived ones instead, by name."""
        query = f"""
            SELECT name, {last_of("name")}, brief FROM tables WHERE archived = $1 ORDER BY name
        """
        return [TableBrief(*row) for row in await self._query(query, archived)]

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        """The open tables of these names."""
        return [table for table in await self.tables() if table.name in tables]

    async def tables_with(self, player_id: str) -> list[TableBrief]:
        """The tables, archived ones among them, in whose briefs this id stands, by name."""
        found: list[TableBrief] = []
        query = f"""
            SELECT name, {last_of("name")}, brief FROM tables WHERE name > $1 ORDER BY name LIMIT $2
        """
        after, id = "", player_id.encode()
        while rows := await self._query(query, after, BRIEFS_AT_ONCE):
            found += [TableBrief(*row) for row in rows if id in row[2]]
            after = rows[-1][0]
        return found

    async def archive(self, table: str) -> None:
        """Close a table: all of it is kept, it is no longer listed and takes no more entries.
        Does nothing for an unknown table, or one that is archived already."""
        check_texts(table)
        await self._group.put(Archive(table))

    async def rewrite(
        self,
        player_id: str,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        brief: bytes | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """Put in the place of each entry of a table what `change` makes of it, for the sake of a
        player who is gone; `brief` and `checkpoint` replace the old ones, where they are given.
        Entries that are appended meanwhile stay as they are."""
        check_texts(table)
        # Nothing must be packed in between.
        async with self._packing:
            packs = []
            query = "SELECT last, body FROM packs WHERE table_name = $1 ORDER BY last"
            for last, body in await self._query(query, table):
                packed = await rewritten(table, body, change)
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


def _tail(table: str, rows: list[tuple[int, bytes]]) -> Tail:
    """From rows of number and body; the checkpoint, where there is one, comes first as number 0."""
    checkpoint = rows.pop(0)[1] if rows[0][0] == 0 else None
    return Tail(table, checkpoint, [body for _, body in rows])
