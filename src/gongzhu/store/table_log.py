"""The append-only logs of tables, with their snapshots and summaries."""

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct

from gongzhu.store.database import Database, Setting
from gongzhu.store.game_archive import Deals, GameRow, key_of_deals, last_of
from gongzhu.store.packing import contents_of, rewritten
from gongzhu.store.writes import Change, StoreWrite, check_numbers, check_texts

SUMMARIES_AT_ONCE = 500
"""Number of tables that `tables_with` reads by one SQL query."""


class TableSummary(Struct, frozen=True):
    """The name of a table with its summary, as lists need it."""

    name: str
    """Name of the table."""
    last: int
    """Number of the table's last log entry, or 0 if it has none."""
    summary: bytes
    """The summary that was last given to `append`, or empty if there was none."""


class StoredTable(Struct, frozen=True):
    """The data from which a table is restored into memory: its last snapshot and the log entries
    after it."""

    table: str
    """Name of the table."""
    snapshot: bytes | None
    """The encoded snapshot, or None if there is none yet."""
    bodies: list[bytes]
    """The entries after the snapshot, in order, or all entries if there is no snapshot."""


class Append(StoreWrite, frozen=True):
    """Append log entries to one table, numbered from `first`, and replace its snapshot and summary
    unless they are None. `TableLog.append` creates it."""

    table: str
    """Name of the table."""
    first: int
    """Number of the first of these entries, counted from 1 in the log of the table."""
    bodies: tuple[bytes, ...]
    """The encoded entries, in order."""
    snapshot: bytes | None
    summary: bytes | None
    along: tuple[GameRow | Deals | Setting | Change, ...]
    """Rows and changes, for example of a game that ends with these entries, that are written in the
    same transaction."""
    server: int = 0
    """The server number when `append` was called: negative if the server had none, 0 in SQLite."""


class Archive(StoreWrite, frozen=True):
    """Archive a table: it is no longer listed and accepts no more entries."""

    table: str
    """Name of the table."""


class Rewrite(StoreWrite, frozen=True):
    """Replace log entries of a table by copies from which the name of a deleted player is
    removed."""

    table: str
    """Name of the table."""
    entries: tuple[tuple[int, bytes], ...]
    """Changed entries, as pairs of number and new bytes."""
    packs: tuple[tuple[int, bytes], ...]
    """The changed packs, each as a pair of the number of its last log entry and the new bytes of
    the pack."""
    summary: bytes | None
    """The new summary, or None to leave it."""
    snapshot: bytes | None
    """The new snapshot, or None to leave it."""


SUMMARIES = f"SELECT name, {last_of('name')}, summary FROM tables"
"""SQL query for the fields of `TableSummary`, without a condition: name, number of the last entry
and summary of each table."""


class TableLog(Database):
    """Reads and writes the append-only logs of tables, with their snapshots and summaries."""

    @property
    def server(self) -> int:
        """The server number, by which the rows of tables name this server. It changes each time
        that the lock on it is lost. 0 in a folder, negative while the server has none."""
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
        """Append the entries `first`, `first` + 1, … to a table, which is created by its first
        entry, number 1.

        `snapshot` (the whole table after the last of these entries) and `summary` (the data that
        lists show) replace the stored ones unless they are None. `bodies` may be empty to change
        only them. The items of `along` are written in the same transaction. Each replaces a stored
        one with the same id or key. A change among them must be one that is never refused.

        Raises Conflict if `first` is not the next number, StoreError `archived` for an archived
        table, and TableMoved if this server does not have the table. A server has every table that
        it creates, and must `take` any other one first.
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
        """The log entries of a table with numbers greater than `after`, in order, or empty for an
        unknown table. Raises StoreError if a pack is damaged."""
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
        """Number of a table's last log entry, or 0 if it has none."""
        query = f"SELECT {last_of('$1')}"
        ((number,),) = await self._query(query, table)
        return int(number)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """A table's snapshot, after the number of the last entry that it covers, or None if there
        is no snapshot."""
        query = "SELECT number, body FROM snapshots WHERE table_name = $1"
        return await self._first(lambda number, body: (number, body), query, table)

    async def stored_tables(self, first: str, last: str) -> list[StoredTable]:
        """All open tables with names from `first` to `last` (both included), sorted by name, as of
        one point in time."""
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
        """The open tables, or instead the archived ones, with their summaries, sorted by name."""
        query = f"{SUMMARIES} WHERE archived = $1 ORDER BY name"
        return await self._all(TableSummary, query, archived)

    async def summaries_of(self, tables: Sequence[str]) -> list[TableSummary]:
        """The open tables with these names, sorted by name. Other names are ignored."""
        return [table for table in await self.tables() if table.name in tables]

    async def tables_with(self, player_id: str) -> list[TableSummary]:
        """All tables, open and archived, whose summaries contain the text `player_id`, sorted by
        name."""
        found: list[TableSummary] = []
        query = f"{SUMMARIES} WHERE name > $1 ORDER BY name LIMIT $2"
        after, id = "", player_id.encode()
        while rows := await self._query(query, after, SUMMARIES_AT_ONCE):
            found += [TableSummary(*row) for row in rows if id in row[2]]
            after = rows[-1][0]
        return found

    async def archive(self, table: str) -> None:
        """Archive a table: all its data stays, but it is no longer listed and accepts no more
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
        """Replace each stored log entry of a table by the result of `change`, to remove the name of
        a player whose account was deleted. `summary` and `snapshot` replace the stored ones unless
        they are None. Entries appended meanwhile are not changed."""
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
    """Build a StoredTable from pairs of entry number and bytes, in order. A first pair with number
    0 is the snapshot."""
    snapshot = rows.pop(0)[1] if rows[0][0] == 0 else None
    return StoredTable(table, snapshot, [body for _, body in rows])
