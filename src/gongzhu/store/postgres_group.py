"""Writes a group of writes of any kind into PostgreSQL, as statements within a transaction."""

from collections.abc import Mapping, Sequence

from msgspec.structs import astuple

from gongzhu.store.accounts import AccountWrite, Rewrite
from gongzhu.store.days import DayWrite
from gongzhu.store.faults import StoreError
from gongzhu.store.games import GAME_COLUMNS, GameRow, game_values, played_values
from gongzhu.store.moderation import ModerationWrite
from gongzhu.store.packs import PURGED, SPAN
from gongzhu.store.players import PLAYER_COLUMNS, PLAYER_REPLACED, PlayerRow
from gongzhu.store.postgres_link import Connection
from gongzhu.store.postgres_rows import WRITE_ROWS, rows_of
from gongzhu.store.settings import SwapSetting
from gongzhu.store.sign_in import SignInWrite
from gongzhu.store.writes import (
    Known,
    Pack,
    Plan,
    Write,
    are_written,
    check_rows,
    key_of_deals,
    plan,
    tables_of,
)

_KNOWN = """
    SELECT name, archived, seq, server FROM tables WHERE name = ANY($1::text[])
    ORDER BY name FOR UPDATE
"""
_NEW = """
    INSERT INTO tables (name, brief, server)
    SELECT name, '', server FROM unnest($1::text[], $2::integer[]) AS opened (name, server)
"""
_ARCHIVE = (
    "UPDATE tables SET archived = true, server = 0, visited = false WHERE name = ANY($1::text[])"
)
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


async def write_group(connection: Connection, writes: Sequence[Write], sent: bool) -> Plan:
    """Write a group, all but its COMMIT, and return its plan, with the writes that were refused.
    `sent`: True if an earlier attempt may have carried out its appends, all of them or none."""
    known: dict[str, Known] = {}
    if names := tables_of(writes):
        rows = await connection.fetch(_KNOWN, list(names))
        known = {row["name"]: Known(row["seq"], row["archived"], row["server"]) for row in rows}
    if sent and are_written(writes, known):
        return Plan()
    done = plan(writes, known)
    await _write_tables(connection, done, known)
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
    return done


async def _write_tables(connection: Connection, done: Plan, known: Mapping[str, Known]) -> None:
    new = {name: one.server for name, one in done.written.items() if name not in known}
    if new:
        await connection.execute(_NEW, list(new), list(new.values()))
    if done.written and not await connection.fetchval(WRITE_ROWS, *rows_of(done)):
        raise StoreError("crossed", error="a table has changed")
    if done.archived:
        await connection.execute(_ARCHIVE, done.archived)


async def _write_player(connection: Connection, player: PlayerRow) -> bool:
    """Write a player, unless another player has the same recovery code; true if it was written.
    This is checked first, since an error in PostgreSQL would end the transaction."""
    if await connection.fetchval(_TAKEN, player.id, player.recovery_hash):
        return False
    await connection.execute(_PLAYER, *astuple(player))
    return True


async def _change(
    connection: Connection,
    change: AccountWrite | SwapSetting | SignInWrite | DayWrite | Rewrite | ModerationWrite,
) -> bool:
    """Carry out a change; False if it is refused, and then nothing of it is done."""
    for statement in change.statements():
        told = await connection.execute(statement.text, *statement.values)
        # The answer is such as UPDATE 1: the last word is the number of changed rows.
        if statement.needed and told.endswith(" 0"):
            return False
    return True


async def _write_pack(connection: Connection, pack: Pack) -> StoreError | None:
    """Replace rows by their pack; returns the error if the pack is refused."""
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
