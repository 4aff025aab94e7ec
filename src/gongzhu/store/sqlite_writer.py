"""Groups of writes into SQLite: one transaction and one fsync for each.

Python lets go of its lock for every row that SQLite takes or gives, and has to wait for the event
loop to have it again. So what is hot goes in, and comes out, as one row: a list of JSON, and all
the bytes in one piece.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gongzhu.store.accounts import AccountWrite, Rewrite
from gongzhu.store.days import DayWrite
from gongzhu.store.faults import StoreError
from gongzhu.store.games import GameRow, game_values, played_values
from gongzhu.store.moderation import ModerationWrite
from gongzhu.store.packs import PURGED, last_of
from gongzhu.store.players import PLAYER_COLUMNS, PLAYER_REPLACED
from gongzhu.store.settings import SwapSetting
from gongzhu.store.sign_in import SignInWrite
from gongzhu.store.sqlite_file import connect, file_error, migrate, store_error, store_errors
from gongzhu.store.writes import (
    Known,
    Pack,
    Plan,
    Row,
    Write,
    check_rows,
    key_of_deals,
    plan,
    tables_of,
)

CHECKPOINT_PAGES = 16_000
"""Pages that the log may grow by before they are moved into the database, 64 MB: rarely, and
not for long."""

_ROWS = """
    SELECT json_extract(value, '$[0]') AS name, json_extract(value, '$[1]') AS number,
        coalesce(substr(?2, json_extract(value, '$[2]'), json_extract(value, '$[3]')), x'') AS body
    FROM json_each(?1) WHERE true
"""
_KNOWN = f"""
    SELECT json_group_array(json_array(name, archived, {last_of("name")}))
    FROM tables WHERE name IN (SELECT value FROM json_each(?))
"""
_ENTRIES = f"INSERT INTO entries (table_name, number, body) {_ROWS}"
_TABLES = f"""
    INSERT INTO tables (name, brief) SELECT name, body FROM ({_ROWS}) WHERE true
    ON CONFLICT (name) DO UPDATE SET brief = excluded.brief
"""
_CHECKPOINTS = f"""
    INSERT INTO checkpoints (table_name, number, body) {_ROWS}
    ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body
"""
_ARCHIVE = "UPDATE tables SET archived = 1 WHERE name = ?"
_SETTING = """
    INSERT INTO settings (key, value) VALUES (?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_PLAYER = f"""
    INSERT INTO players ({PLAYER_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET {PLAYER_REPLACED}
"""
_GAME = """
    INSERT OR REPLACE INTO games (id, table_name, number, first_entry, last_entry, finished_ms,
        brief, players) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_NOT_PLAYED = "DELETE FROM played WHERE game_id = ?"
_SUMMARY = "UPDATE played SET summary = ? WHERE player_id = ? AND game_id = ?"
_PLAYED = "INSERT INTO played (player_id, finished_ms, game_id) VALUES (?, ?, ?)"


_SPAN = "SELECT body FROM entries WHERE table_name = ? AND number BETWEEN ? AND ? ORDER BY number"
_DEALS = "SELECT value FROM settings WHERE key = ?"
_PACK = "INSERT INTO packs (table_name, first, last, game_id, body) VALUES (?, ?, ?, ?, ?)"
_REPACK = "UPDATE packs SET body = ? WHERE game_id = ?"
_NO_ENTRIES = "DELETE FROM entries WHERE table_name = ? AND number BETWEEN ? AND ?"
_NO_DEALS = "DELETE FROM settings WHERE key = ?"
_NO_CHECKPOINT = "DELETE FROM checkpoints WHERE table_name = ?"
_PACKED_WHOLE = "UPDATE tables SET packed = 1 WHERE name = ? AND archived = 1"
_PURGE = (
    """DELETE FROM settings WHERE key IN (
        SELECT 'review:' || id FROM games WHERE table_name = ?
    )""",
    """DELETE FROM settings WHERE key IN (
        SELECT 'game:' || id FROM games WHERE table_name = ?
    )""",
    *(f"DELETE FROM {rows} WHERE table_name = ?" for rows in PURGED),
    "DELETE FROM tables WHERE name = ?",
)


class Writer:
    """The one connection that writes, and moves the log into the database. It belongs to one
    thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, made when it is missing, and bring it to this program's version.

        Raises StoreError.
        """
        self._path = path
        try:
            # It holds what signs players in, and the folder may be open to others.
            path.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise file_error(error, path) from error
        with store_errors(path):
            self.connection = connect(path, "rw")
        try:
            with store_errors(path):
                # Before the log is there, changes go through a journal, whose end must be durable
                # too: one that came back after a power loss would undo the file and the log.
                self.connection.execute("PRAGMA synchronous = EXTRA")
                self.connection.execute("PRAGMA journal_mode = WAL")
                self.connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
                # What it grew by beyond that, while a backup was made, is given back.
                self.connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_PAGES * 4096}")
                migrate(self.connection, path)
        except StoreError:
            self.connection.close()
            raise

    def commit(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Write a group, durably; says of each whether it alone was refused.

        Raises StoreError when the whole group failed, with nothing of it done.
        """
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            done = plan(writes, self._known(tables_of(writes)))
            self._write(done)
            self.connection.execute("COMMIT")
        except BaseException as error:
            # SQLite has ended the transaction itself after some errors, and not after others.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise store_error(error, self._path) from error
            raise
        return [done.refused.get(place) for place in range(len(writes))]

    def close(self) -> None:
        """Move the log into the database, and let go of it."""
        self.connection.close()

    def _known(self, names: set[str]) -> dict[str, Known]:
        if not names:
            return {}
        asked = msgspec.json.encode(list(names)).decode()
        ((found,),) = self.connection.execute(_KNOWN, (asked,))
        rows = msgspec.json.decode(found, type=list[tuple[str, int, int]])
        return {name: Known(last, bool(archived)) for name, archived, last in rows}

    def _write(self, done: Plan) -> None:
        run, run_many = self.connection.execute, self.connection.executemany
        if done.tables:
            run(_TABLES, _packed([(name, 0, brief) for name, brief in done.tables.items()]))
        if done.entries:
            run(_ENTRIES, _packed(done.entries))
        if done.checkpoints:
            run(_CHECKPOINTS, _packed([(name, *rest) for name, rest in done.checkpoints.items()]))
        # Even for nothing, `executemany` lets go of Python's lock and waits for it again.
        if done.archived:
            run_many(_ARCHIVE, [(name,) for name in done.archived])
        if done.settings:
            run_many(_SETTING, list(done.settings.items()))
        for place, player in done.players:
            try:
                run(_PLAYER, msgspec.structs.astuple(player))
            except sqlite3.IntegrityError:
                # SQLite undoes the one statement, and the transaction goes on.
                done.refused[place] = StoreError("taken", player=player.id)
        if done.games:
            self._write_games(list(done.games.values()))
        for place, change in (*done.accounts, *done.moderation):
            if not self._change(change):
                done.refused[place] = StoreError("taken", player=change.player_id)
        if done.summaries:
            run_many(_SUMMARY, [(body, *whose) for whose, body in done.summaries.items()])
        for place, pack in done.packs:
            error = self._pack(pack)
            if error is not None:
                done.refused[place] = error
        for game, body in done.repacked.items():
            run(_REPACK, (body, game))
        for rewrite in done.rewritten:
            self._change(rewrite)
        for table in done.purged:
            for statement in _PURGE:
                run(statement, (table,))

    def _pack(self, pack: Pack) -> StoreError | None:
        """Put a pack in the place of its rows, or say why not."""
        run, key = self.connection.execute, key_of_deals(pack.game or "")
        rows = run(_SPAN, (pack.table, pack.first, pack.last)).fetchall()
        kept = run(_DEALS, (key,)).fetchone() if pack.game is not None else None
        error = check_rows(pack, [body for (body,) in rows], kept[0] if kept else b"")
        if error is not None:
            return error
        if rows:
            run(_PACK, (pack.table, pack.first, pack.last, pack.game, pack.body))
            run(_NO_ENTRIES, (pack.table, pack.first, pack.last))
            run(_NO_DEALS, (key,))
        if pack.whole:
            run(_NO_CHECKPOINT, (pack.table,))
            run(_PACKED_WHOLE, (pack.table,))
        return None

    def _change(
        self,
        change: AccountWrite | SwapSetting | SignInWrite | DayWrite | Rewrite | ModerationWrite,
    ) -> bool:
        """Carry out a change in statements; False: it is refused, and nothing of it is done."""
        for statement in change.statements():
            named = {str(place): value for place, value in enumerate(statement.values, start=1)}
            met = self.connection.execute(statement.text, named).rowcount
            if statement.needed and not met:
                return False
        return True

    def _write_games(self, games: Sequence[GameRow]) -> None:
        run_many = self.connection.executemany
        run_many(_GAME, [game_values(game) for game in games])
        run_many(_NOT_PLAYED, [(game.id,) for game in games])
        run_many(_PLAYED, [row for game in games for row in played_values(game)])


def _packed(rows: Sequence[Row]) -> tuple[str, bytes]:
    """Rows as a list of [table, number, position, length], positions from 1, and the bytes that
    these point into."""
    places, position = [], 1
    for name, number, body in rows:
        places.append((name, number, position, len(body)))
        position += len(body)
    return msgspec.json.encode(places).decode(), b"".join(body for _, _, body in rows)
