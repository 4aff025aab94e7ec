"""The part of a store about tables: their logs, checkpoints (snapshots) and briefs (summaries)."""

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
"""Number of tables that `tables_with` reads at once."""


class TableLog(Database):
    """The methods of a store for tables: append-only logs, with checkpoints and briefs."""

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
        checkpoint: bytes | None = None,
        brief: bytes | None = None,
        along: Sequence[GameRow | Deals | Setting | FinishDay] = (),
    ) -> None:
        """Add the entries `first`, `first` + 1, … to a table; the first entry of a new table is 1.

        `checkpoint`, a snapshot of the table after the last of these entries, and `brief`, its
        summary, replace the old ones; without bodies, only they change. The items of `along` are
        written in the same transaction; each replaces an older one with the same id or key.

        Raises Conflict if `first` is not the next number, StoreError for an archived table, and
        StoreError with the problem `moved` if this server does not have the table: it has new
        tables at once, any other must be taken first with `take`.
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

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """The number of the last entry before a table's checkpoint, and the checkpoint; None if the
        table has none."""
        query = "SELECT number, body FROM checkpoints WHERE table_name = $1"
        rows = await self._query(query, table)
        return (rows[0][0], rows[0][1]) if rows else None

    async def tails(self, first: str, last: str) -> list[Tail]:
        """The tail of every open table with a name from `first` to `last`, sorted by name, all read
        at one moment."""
        # One statement, so that no entry is missed between a checkpoint and the entries after it.
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
        """The open tables, or the archived ones if asked for, sorted by name."""
        query = f"""
            SELECT name, {last_of("name")}, brief FROM tables WHERE archived = $1 ORDER BY name
        """
        return [TableBrief(*row) for row in await self._query(query, archived)]

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        """The open tables with these names."""
        return [table for table in await self.tables() if table.name in tables]

    async def tables_with(self, player_id: str) -> list[TableBrief]:
        """All tables, open and archived, whose summaries contain a player's id, sorted by name."""
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
        """Archive a table: everything in it is kept, but it is no longer listed and takes no more
        entries. Does nothing for an unknown table, or one that is archived already."""
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
        """Replace each entry of a table by the result of `change`, to remove the name of a player
        whose account was deleted; `brief` and `checkpoint`, if given, replace the old ones. Entries
        that are appended meanwhile are not changed."""
        check_texts(table)
        # No entry must be packed between the read and the write.
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
    """The tail from rows of number and body; the checkpoint, if there is one, is a first row with
    the number 0."""
    checkpoint = rows.pop(0)[1] if rows[0][0] == 0 else None
    return Tail(table, checkpoint, [body for _, body in rows])
