"""Writes groups into SQLite, with one transaction and one fsync for each.

Python releases its global lock for every SQL statement, and then must wait for the event loop to
get it back. So the rows that nearly every group has (entries, briefs, checkpoints: called hot) are
inserted by one statement into a view, whose triggers distribute them to their tables. If a group
has nothing else, this statement is the whole transaction.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
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
    Write,
    check_rows,
    key_of_deals,
    plan,
    tables_of,
)

CHECKPOINT_PAGES = 16_000
"""Number of pages in the log (64 MB) at which the writer itself moves them into the database. The
log grows so long only if much is written at once, or another program reads the file."""

_KNOWN = f"""
    SELECT json_group_array(json_array(name, archived, {last_of("name")}))
    FROM tables WHERE name IN (SELECT value FROM json_each(?))
"""
_ENTRY, _BRIEF, _CHECKPOINT = range(3)
_SORTING = (
    "CREATE TEMP VIEW hot (kind, name, number, body) AS SELECT 0, '', 0, x''",
    f"""CREATE TEMP TRIGGER hot_entry INSTEAD OF INSERT ON hot WHEN new.kind = {_ENTRY} BEGIN
        INSERT INTO entries (table_name, number, body) VALUES (new.name, new.number, new.body);
    END""",
    f"""CREATE TEMP TRIGGER hot_brief INSTEAD OF INSERT ON hot WHEN new.kind = {_BRIEF} BEGIN
        INSERT INTO tables (name, brief) VALUES (new.name, new.body)
        ON CONFLICT (name) DO UPDATE SET brief = excluded.brief;
    END""",
    f"""CREATE TEMP TRIGGER hot_checkpoint INSTEAD OF INSERT ON hot WHEN new.kind = {_CHECKPOINT}
    BEGIN
        INSERT INTO checkpoints (table_name, number, body)
        VALUES (new.name, new.number, new.body)
        ON CONFLICT (table_name) DO UPDATE SET number = excluded.number, body = excluded.body;
    END""",
)
"""Statements that make the view and its triggers, which last as long as the connection."""
MOST_TABLES = 20_000
"""Largest number of tables in memory; when there are more, all are read again when needed."""
MOST_ROWS = 250
"""Largest number of rows in one statement."""
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


_HotRow = tuple[int, str, int, bytes]

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
    """The only connection that writes. It belongs to one thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is missing, and bring it to this program's version.

        Raises StoreError.
        """
        self._path = path
        self._tables: dict[str, Known] = {}
        """Tables as they are on disk, cached, since no other program writes into the file."""
        try:
            # The file holds secrets that sign players in, and the folder may be open to others.
            path.touch(mode=0o600, exist_ok=True)
        except OSError as error:
            raise file_error(error, path) from error
        with store_errors(path):
            self.connection = connect(path, "rw")
        try:
            with store_errors(path):
                # Until the log exists, changes go through a journal, whose deletion must be durable
                # too: if it came back after a power cut, it would undo the changes.
                self.connection.execute("PRAGMA synchronous = EXTRA")
                self.connection.execute("PRAGMA journal_mode = WAL")
                self.connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
                # A log that grew longer than that, during a backup, is cut to this size again.
                self.connection.execute(f"PRAGMA journal_size_limit = {CHECKPOINT_PAGES * 4096}")
                migrate(self.connection, path)
                for statement in _SORTING:
                    self.connection.execute(statement)
        except StoreError:
            self.connection.close()
            raise

    def commit(self, writes: Sequence[Write]) -> list[StoreError | None]:
        """Write a group durably. Returns for each write None, or the error with which it was
        refused.

        Raises StoreError if the whole group failed; then nothing of it is written.
        """
        try:
            done = plan(writes, self._known(tables_of(writes)))
            hot = _hot(done)
            if len(hot) <= MOST_ROWS and done.is_hot:
                self._insert(hot)
            else:
                self.connection.execute("BEGIN IMMEDIATE")
                for first in range(0, len(hot), MOST_ROWS):
                    self._insert(hot[first : first + MOST_ROWS])
                self._write(done)
                self.connection.execute("COMMIT")
        except BaseException as error:
            self._tables.clear()
            # SQLite has ended the transaction itself after some errors, and not after others.
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise store_error(error, self._path) from error
            raise
        self._tables |= {name: Known(number) for name, number, _ in done.entries}
        for name in (*done.archived, *done.purged):
            self._tables.pop(name, None)
        if len(self._tables) > MOST_TABLES:
            self._tables.clear()
        return [done.refused.get(place) for place in range(len(writes))]

    def move_rest(self) -> None:
        """Move the part of the log that a `Checkpointer` has left, so that the next write starts
        the log from its beginning."""
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Move the log into the database, and close the connection."""
        self.connection.close()

    def _known(self, names: set[str]) -> dict[str, Known]:
        known = {name: self._tables[name] for name in names if name in self._tables}
        if len(known) < len(names):
            asked = msgspec.json.encode([name for name in names if name not in known]).decode()
            ((found,),) = self.connection.execute(_KNOWN, (asked,))
            rows = msgspec.json.decode(found, type=list[tuple[str, int, int]])
            new = {name: Known(last, bool(archived)) for name, archived, last in rows}
            self._tables |= new
            known |= new
        return known

    def _insert(self, rows: Sequence[_HotRow]) -> None:
        if rows:
            places = ", ".join(["(?, ?, ?, ?)"] * len(rows))
            self.connection.execute(f"INSERT INTO hot VALUES {places}", list(chain(*rows)))

    def _write(self, done: Plan) -> None:
        """Write everything in a plan except its hot rows."""
        run, run_many = self.connection.execute, self.connection.executemany
        # Even without rows, `executemany` releases Python's global lock and waits for it again.
        if done.archived:
            run_many(_ARCHIVE, [(name,) for name in done.archived])
        if done.settings:
            run_many(_SETTING, list(done.settings.items()))
        for place, player in done.players:
            try:
                run(_PLAYER, msgspec.structs.astuple(player))
            except sqlite3.IntegrityError:
                # SQLite undoes only this statement, and the transaction goes on.
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
        """Replace rows by their pack; returns the error if the pack is refused."""
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
        """Carry out a change; False if it is refused, and then nothing of it is done."""
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


def _hot(done: Plan) -> list[_HotRow]:
    """The hot rows of a plan: briefs, entries and checkpoints, ready to be inserted."""
    return [
        *((_BRIEF, name, 0, brief) for name, brief in done.tables.items()),
        *((_ENTRY, *entry) for entry in done.entries),
        *((_CHECKPOINT, name, *rest) for name, rest in done.checkpoints.items()),
    ]
