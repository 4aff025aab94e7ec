"""Groups of writes into PostgreSQL: one transaction for each, on the one connection that a server
writes by.

Several servers may write. Entries go only to tables of which this one has the lease, and the row
that its leases stand on is held until the COMMIT: nobody can take one over in between. With every
group its number is written, so after a lost COMMIT one look says whether it was carried out; an
advisory lock tells that the lost connection has ended, and that nothing of it can come any more.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import astuple

from gongzhu.store.accounts import AccountWrite, Rewrite
from gongzhu.store.days import DayWrite
from gongzhu.store.faults import StoreError
from gongzhu.store.games import GAME_COLUMNS, GameRow, game_values, played_values
from gongzhu.store.moderation import ModerationWrite
from gongzhu.store.packs import PURGED, SPAN, last_of
from gongzhu.store.players import PLAYER_COLUMNS, PLAYER_REPLACED, PlayerRow
from gongzhu.store.postgres_leases import LISTED, Keeper
from gongzhu.store.postgres_link import (
    CONNECT_SECONDS,
    LOCK,
    Connection,
    connect,
    migrate,
    retrying,
    store_errors,
)
from gongzhu.store.settings import SwapSetting
from gongzhu.store.sign_in import SignInWrite
from gongzhu.store.writes import (
    Known,
    Pack,
    Plan,
    Write,
    check_rows,
    key_of_deals,
    plan,
    tables_of,
)

WRITERS = 0x6777
"""The class of advisory locks that the connections hold which write."""
STOPPED_MS = 2000
"""Milliseconds for which a transaction may lie still before the database ends it, since its server
does: less than the life of a lease, so that nobody waits for it."""

OPENING_PATIENCE = 3.0
"""Seconds that a start waits for a database that is not there yet."""
PATIENCE = 5.0
"""Seconds that a group waits for a lost database to come back, before it is refused."""

PAUSE = 0.1
"""Seconds between two looks for a database that must be asked."""

TRIES = 3
"""Times that a group is sent which certainly was not carried out: the connection was lost, or
another server wanted to write the same rows."""

AGAIN = ("unreachable", "crossed")
"""Problems after which a group is sent once more."""

_KNOWN = f"""
    SELECT name, archived, {last_of("name")} AS last,
        coalesce((SELECT epoch FROM leases WHERE table_name = name), 0) AS epoch
    FROM tables WHERE name = ANY($1::text[])
"""
_LEASES = "INSERT INTO leases (table_name, epoch) SELECT name, $2 FROM unnest($1::text[]) AS name"
_NO_LEASES = "DELETE FROM leases WHERE table_name = ANY($1::text[])"
_ENTRIES = """
    INSERT INTO entries (table_name, number, body)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
"""
_TABLES = """
    INSERT INTO tables (name, brief) SELECT * FROM unnest($1::text[], $2::bytea[])
    ON CONFLICT (name) DO UPDATE SET brief = excluded.brief
"""
_CHECKPOINTS = """
    INSERT INTO checkpoints (table_name, number, body)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
    ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body
"""
_LISTED = "SELECT pg_notify($1, name) FROM unnest($2::text[]) AS name"
_ARCHIVE = "UPDATE tables SET archived = true WHERE name = ANY($1::text[])"
_SETTINGS = """
    INSERT INTO settings (key, value) SELECT * FROM unnest($1::text[], $2::bytea[])
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_TAKEN = """
    SELECT EXISTS (SELECT FROM players WHERE id <> $1 AND recovery_hash = $2)
"""
_PLAYER = f"""
    INSERT INTO players ({PLAYER_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (id) DO UPDATE SET {PLAYER_REPLACED}
"""
_NO_GAMES = "DELETE FROM games WHERE id = ANY($1::text[])"
_NOT_PLAYED = "DELETE FROM played WHERE game_id = ANY($1::text[])"
_GAME = f"INSERT INTO games ({GAME_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
_SUMMARY = "UPDATE played SET summary = $1 WHERE player_id = $2 AND game_id = $3"
_PLAYED = "INSERT INTO played (player_id, finished_ms, game_id) VALUES ($1, $2, $3)"
_DEALS = "SELECT value FROM settings WHERE key = $1"
_PACK = "INSERT INTO packs (table_name, first, last, game_id, body) VALUES ($1, $2, $3, $4, $5)"
_REPACK = "UPDATE packs SET body = $1 WHERE game_id = $2"
_NO_ENTRIES = "DELETE FROM entries WHERE table_name = $1 AND number BETWEEN $2 AND $3"
_NO_DEALS = "DELETE FROM settings WHERE key = $1"
_NO_CHECKPOINT = "DELETE FROM checkpoints WHERE table_name = $1"
_PACKED_WHOLE = "UPDATE tables SET packed = true WHERE name = $1 AND archived"
_PURGE = (
    """DELETE FROM settings WHERE key IN (
        SELECT 'review:' || id FROM games WHERE table_name = $1
    )""",
    """DELETE FROM settings WHERE key IN (
        SELECT 'game:' || id FROM games WHERE table_name = $1
    )""",
    *(f"DELETE FROM {rows} WHERE table_name = $1" for rows in PURGED),
    "DELETE FROM tables WHERE name = $1",
)
_NEW_WRITER = """
    INSERT INTO owners (epoch, groups) SELECT coalesce(max(epoch), 0) + 1, 0 FROM owners
    RETURNING epoch
"""


class Writer:
    """All that one server writes into a database."""

    def __init__(self, address: str, keeper: Keeper) -> None:
        """`keeper` has the leases of the server."""
        self._address = address
        self._keeper = keeper
        self._connection: Connection | None = None
        self._number = 0
        """Of the row in `owners`."""
        self._carried_out = 0
        """The number of the last group that certainly is in the database."""
        self.closing = False
        """True when it is time to give up rather than wait on."""

    async def open(self) -> None:
        """Bring the database to this program's version; raises StoreError."""
        await retrying(OPENING_PATIENCE, self._claim)

    async def commit(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Write a group, durably; says of each whether it alone was refused.

        Raises StoreError when the whole group failed, with nothing of it done.
        """
        tried = 0
        while True:
            connection = await retrying(PATIENCE, self._claim)
            number = self._carried_out + 1
            outcomes: list[StoreError | None] | None = None
            try:
                with store_errors():
                    epoch = await self._begin(connection)
                    refused = await _write(connection, writes, epoch)
                    outcomes = [refused.get(place) for place in range(len(writes))]
                    await connection.execute(
                        f"UPDATE owners SET groups = {number} WHERE epoch = {self._number}; COMMIT"
                    )
                self._carried_out = number
                return outcomes
            except BaseException as error:
                # Whatever it was, nothing of this transaction may be left to the next one.
                connection.terminate()
                if not isinstance(error, StoreError) or error.problem not in AGAIN:
                    raise
                if outcomes is not None and await self._is_carried_out(number):
                    return outcomes
                tried += 1
                if tried == TRIES:
                    raise

    async def close(self) -> None:
        """Let go of the database."""
        if self._connection is not None:
            # A connection that cannot even be closed is gone all the same.
            with suppress(StoreError), store_errors():
                await self._connection.close(timeout=CONNECT_SECONDS)

    async def _begin(self, connection: Connection) -> int | None:
        """Begin a transaction in which nobody can end this server's leases; its epoch, or None
        where that is over."""
        epoch = self._keeper.epoch
        told = await connection.execute(
            f"BEGIN; SELECT FROM workers WHERE epoch = {epoch or 0} FOR KEY SHARE"
        )
        if told == "SELECT 1":
            return epoch
        if epoch is not None and epoch == self._keeper.epoch:
            self._keeper.lose()
        return None

    async def _is_carried_out(self, number: int) -> bool:
        """True if a group whose COMMIT was lost is in the database; waits until that is known."""
        while True:
            try:
                await retrying(PATIENCE, self._claim)
            except StoreError as error:
                if self.closing:
                    raise StoreError("unknown") from error
                await asyncio.sleep(PAUSE)
            else:
                return self._carried_out == number

    async def _claim(self) -> Connection:
        """The connection that may write, anew if it was lost; raises StoreError."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        connection = await connect(
            self._address, idle_in_transaction_session_timeout=str(STOPPED_MS)
        )
        try:
            with store_errors():
                await self._enter(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        self._keeper.writer = connection.get_server_pid()
        return connection

    async def _enter(self, connection: Connection) -> None:
        if not self._number:
            await migrate(connection)
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                number = await connection.fetchval(_NEW_WRITER)
            await connection.execute("SELECT pg_advisory_lock($1, $2)", WRITERS, number)
            self._number = number
            return
        held = "SELECT pg_try_advisory_lock($1, $2)"
        if not await connection.fetchval(held, WRITERS, self._number):
            # Our own lost connection has not ended yet.
            raise StoreError("unreleased")
        # It has, and nothing of it can come any more.
        query = "SELECT groups FROM owners WHERE epoch = $1"
        self._carried_out = await connection.fetchval(query, self._number)


async def _write(
    connection: Connection, writes: Sequence[Write], epoch: int | None
) -> dict[int, StoreError]:
    """Write a group, all but its COMMIT; the errors of those that were refused, by place."""
    known: dict[str, Known] = {}
    if names := tables_of(writes):
        rows = await connection.fetch(_KNOWN, list(names))
        known = {row["name"]: Known(row["last"], row["archived"], row["epoch"]) for row in rows}
    done = plan(writes, known, epoch)
    await _write_tables(connection, done, epoch)
    if done.settings:
        await connection.execute(_SETTINGS, list(done.settings), list(done.settings.values()))
    for place, player in done.players:
        if not await _write_player(connection, player):
            done.refused[place] = StoreError("taken", player=player.id)
    if done.games:
        await _write_games(connection, list(done.games.values()))
    for place, change in (*done.accounts, *done.moderation):
        if not await _change(connection, change):
            done.refused[place] = StoreError("taken", player=change.player_id)
    if done.summaries:
        rows = [(body, *whose) for whose, body in done.summaries.items()]
        await connection.executemany(_SUMMARY, rows)
    for place, pack in done.packs:
        error = await _write_pack(connection, pack)
        if error is not None:
            done.refused[place] = error
    for game, body in done.repacked.items():
        await connection.execute(_REPACK, body, game)
    for rewrite in done.rewritten:
        await _change(connection, rewrite)
    for table in done.purged:
        for statement in _PURGE:
            await connection.execute(statement, table)
    return done.refused


async def _write_tables(connection: Connection, done: Plan, epoch: int | None) -> None:
    if names := [*done.tables, *done.archived]:
        await connection.execute(_LISTED, LISTED, names)
    if done.leased:
        await connection.execute(_LEASES, done.leased, epoch)
    if done.tables:
        await connection.execute(_TABLES, list(done.tables), list(done.tables.values()))
    if done.entries:
        await connection.execute(_ENTRIES, *map(list, zip(*done.entries, strict=True)))
    if done.checkpoints:
        rows = [(name, *rest) for name, rest in done.checkpoints.items()]
        await connection.execute(_CHECKPOINTS, *map(list, zip(*rows, strict=True)))
    if done.archived:
        await connection.execute(_ARCHIVE, done.archived)
        await connection.execute(_NO_LEASES, done.archived)


async def _write_player(connection: Connection, player: PlayerRow) -> bool:
    """Write a player, unless its recovery code is another one's; true if it was written. An error
    of PostgreSQL would end the transaction."""
    if await connection.fetchval(_TAKEN, player.id, player.recovery_hash):
        return False
    await connection.execute(_PLAYER, *astuple(player))
    return True


async def _change(
    connection: Connection,
    change: AccountWrite | SwapSetting | SignInWrite | DayWrite | Rewrite | ModerationWrite,
) -> bool:
    """Carry out a change in statements; False: it is refused, and nothing of it is done."""
    for statement in change.statements():
        told = await connection.execute(statement.text, *statement.values)
        # Such as UPDATE 1: the last word is the number of rows that were met.
        if statement.needed and told.endswith(" 0"):
            return False
    return True


async def _write_pack(connection: Connection, pack: Pack) -> StoreError | None:
    """Put a pack in the place of its rows, or say why not."""
    key, span = key_of_deals(pack.game or ""), (pack.table, pack.first, pack.last)
    rows = await connection.fetch(SPAN, *span)
    kept = None if pack.game is None else await connection.fetchval(_DEALS, key)
    error = check_rows(pack, [body for (body,) in rows], kept or b"")
    if error is not None:
        return error
    if rows:
        await connection.execute(_PACK, *span, pack.game, pack.body)
        await connection.execute(_NO_ENTRIES, *span)
        await connection.execute(_NO_DEALS, key)
    if pack.whole:
        await connection.execute(_NO_CHECKPOINT, pack.table)
        await connection.execute(_PACKED_WHOLE, pack.table)
    return None


async def _write_games(connection: Connection, games: Sequence[GameRow]) -> None:
    ids = [game.id for game in games]
    await connection.execute(_NO_GAMES, ids)
    await connection.execute(_NOT_PLAYED, ids)
    await connection.executemany(_GAME, [game_values(game) for game in games])
    await connection.executemany(_PLAYED, [row for game in games for row in played_values(game)])
