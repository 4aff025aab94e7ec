"""The logs of tables, with their snapshots and summaries: rows, writes, and reading them."""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from gongzhu.store.database import Database, Setting
from gongzhu.store.game_archive import Deals, GameRow, key_of_deals, last_of
from gongzhu.store.packing import contents_of, rewritten
from gongzhu.store.writes import Change, StoreWrite, check_numbers, check_texts

SUMMARIES_AT_ONCE = 500
"""Number of tables that `tables_with` reads at once."""


class TableSummary(Struct, frozen=True):
    """A table with its summary."""

    name: str
    last: int
    """The number of the table's last entry; 0 if it has none."""
    summary: bytes
    """The summary that `append` was last given; empty if there was none."""


class StoredTable(Struct, frozen=True):
    """A table's last snapshot and the entries after it."""

    table: str
    snapshot: bytes | None
    bodies: list[bytes]
    """The entries after the snapshot; all entries if there is no snapshot."""


class Append(StoreWrite, frozen=True):
    """Append entries to one table, numbered from `first`."""

    table: str
    first: int
    bodies: tuple[bytes, ...]
    snapshot: bytes | None
    summary: bytes | None
    along: tuple[GameRow | Deals | Setting | Change, ...]
    server: int = 0
    """The number that this server had when the append was asked for; negative if it had none, 0 for
    a single server."""


class Archive(StoreWrite, frozen=True):
    """Archive a table."""

    table: str


class Rewrite(StoreWrite, frozen=True):
    """Replace entries of a table's log by ones without the name of a deleted player."""

    table: str
    entries: tuple[tuple[int, bytes], ...]
    """Changed entries, each with its number."""
    packs: tuple[tuple[int, bytes], ...]
    """Changed packs, each with the number of its last entry."""
    summary: bytes | None
    snapshot: bytes | None


SUMMARIES = f"SELECT name, {last_of('name')}, summary FROM tables"
"""SQL query for the fields of `TableSummary`: name, number of the last entry and summary of each
table."""


class TableLog(Database):
    """Append-only logs of tables, with snapshots and summaries."""

    @property
    def server(self) -> int:
        """The server number, by which the rows of tables name this server; it changes each time
        that it is lost. 0 for a single server, negative while the server has none."""
        return 0

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        *,
        snapshot: bytes | None = None,
        summary: bytes | None = None,
        along: Sequence[GameRow | Deals | Setting | Change] = (),
    ) -> None:
        """Add the entries `first`, `first` + 1, … to a table; the first entry of a new table is 1.

        `snapshot`, the whole table after the last of these entries, and `summary`, what lists show
        of it, replace the old ones; without bodies, only they change. The items of `along` are
        written in the same transaction; each replaces an older one with the same id or key. A
        change among them must be one that is never refused.

        Raises Conflict if `first` is not the next number, StoreError for an archived table, and
        TableMoved if this server does not have the table: it has new tables at once, any other must
        be taken first with `take`.
        """
        check_texts(table)
        for item in along:
            if isinstance(item, GameRow):
                check_texts(item.id, item.table, *item.players)
                check_numbers(item.number, item.first_entry, item.last_entry, item.finished_ms)
            elif isinstance(item, Deals):
                check_texts(key_of_deals(item.game))
            elif isinstance(item, Change):
                item.check()
            else:
                check_texts(item.key)
        entries, more = tuple(bodies), tuple(along)
        await self._group.put(Append(table, first, entries, snapshot, summary, more, self.server))

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after number `after`, in order; none for an unknown table."""
        # One statement, so that no entry is packed between two reads.
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
        """The number of a table's last entry; 0 if it has none."""
        query = f"SELECT {last_of('$1')}"
        ((number,),) = await self._query(query, table)
        return int(number)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """The number of the last entry before a table's snapshot, and the snapshot; None if the
        table has none."""
        query = "SELECT number, body FROM snapshots WHERE table_name = $1"
        return await self._first(lambda number, body: (number, body), query, table)

    async def stored_tables(self, first: str, last: str) -> list[StoredTable]:
        """Every open table with a name from `first` to `last`, sorted by name, all read at one
        moment."""
        # One statement, so that no entry is missed between a snapshot and the entries after it.
        query = """
            SELECT name, 0, body FROM tables JOIN snapshots ON table_name = name
            WHERE archived = $1 AND name BETWEEN $2 AND $3
            UNION ALL
            SELECT name, entries.number, entries.body FROM tables
            LEFT JOIN snapshots ON snapshots.table_name = name
            JOIN entries ON entries.table_name = name
                AND entries.number > coalesce(snapshots.number, 0)
            WHERE archived = $1 AND name BETWEEN $2 AND $3
            ORDER BY 1, 2
        """
        rows = await self._query(query, False, first, last)
        return [
            _stored_table(name, [(number, body) for _, number, body in group])
            for name, group in groupby(rows, key=itemgetter(0))
        ]

    async def tables(self, *, archived: bool = False) -> list[TableSummary]:
        """The open tables, or the archived ones if asked for, sorted by name."""
        query = f"{SUMMARIES} WHERE archived = $1 ORDER BY name"
        return await self._all(TableSummary, query, archived)

    async def summaries_of(self, tables: Sequence[str]) -> list[TableSummary]:
        """The open tables with these names."""
        return [table for table in await self.tables() if table.name in tables]

    async def tables_with(self, player_id: str) -> list[TableSummary]:
        """All tables, open and archived, whose summaries contain a player's id, sorted by name."""
        found: list[TableSummary] = []
        query = f"{SUMMARIES} WHERE name > $1 ORDER BY name LIMIT $2"
        after, id = "", player_id.encode()
        while rows := await self._query(query, after, SUMMARIES_AT_ONCE):
            found += [TableSummary(*row) for row in rows if id in row[2]]
            after = rows[-1][0]
        return found

    async def archive(self, table: str) -> None:
        """Archive a table: everything in it is kept, but it is no longer listed and takes no more
        entries. Does nothing for an unknown table, or one that is archived already."""
        check_texts(table)
        await self._group.put(Archive(table))

    async def rewrite(
        self,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        summary: bytes | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        """Replace each entry of a table by the result of `change`, to remove the name of a player
        whose account was deleted; `summary` and `snapshot`, if given, replace the old ones. Entries
        that are appended meanwhile are not changed."""
        check_texts(table)
        # No entry must be packed between the read and the write.
        async with self._packing():
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
            await self._group.put(Rewrite(table, tuple(entries), tuple(packs), summary, snapshot))


def _stored_table(table: str, rows: list[tuple[int, bytes]]) -> StoredTable:
    """A table from rows of number and body; the snapshot, if there is one, is a first row with
    the number 0."""
    snapshot = rows.pop(0)[1] if rows[0][0] == 0 else None
    return StoredTable(table, snapshot, [body for _, body in rows])
