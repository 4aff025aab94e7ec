"""Turns a group of writes into rows and SQL statements, by rules that are the same for both
databases.

These rules, written here and not in SQL, decide which appends are refused and which rows result. A
database is asked once what it knows about the tables that the group names (`Known`). `plan` then
turns the group into rows. Each database writes the rows of log entries, summaries and snapshots in
its own way, and carries out the `steps` of all else.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, json
from msgspec.structs import asdict, replace

from gongzhu.store.accounts import FORMER
from gongzhu.store.database import Setting
from gongzhu.store.faults import ChangeRefused, Conflict, StoreError, TableMoved
from gongzhu.store.game_archive import (
    GAME_COLUMNS,
    Deals,
    GameRow,
    KeepGame,
    Pack,
    Purge,
    key_of_deals,
)
from gongzhu.store.packing import digest_of, kept_deals
from gongzhu.store.table_log import Append, Archive, Rewrite
from gongzhu.store.writes import Change, StoreWrite, Values


class Known(Struct):
    """The state of one table in the database before a group of writes."""

    last: int = 0
    """Number of the table's last log entry, or 0 if there is none."""
    archived: bool = False
    """True if the table is archived and accepts no more entries."""
    server: int = 0
    """Number of the server that may append to the table, or 0 if no server has it, and always 0 in
    SQLite."""


Row = tuple[str, int, bytes]
"""A log entry as a row of the database: name of the table, number of the entry, and its bytes."""


class Written(Struct):
    """The range of entries that a group of writes appends to one table, and the number of the
    server that appends them."""

    server: int
    """Number of the server that appends them: 0 in SQLite."""
    before: int
    """Number of the table's last entry before the group, or 0 for a new table."""
    after: int
    """Number of the table's last entry after the group."""


class WritePlan(Struct):
    """All rows that the database must write for a group of writes, and the errors of the writes
    that are refused. `plan` creates it, and the databases execute it."""

    refused: dict[int, StoreError] = {}
    """The errors of refused writes, by the write's index in the group (from 0)."""
    entries: list[Row] = []
    """The log entries to insert."""
    tables: dict[str, bytes] = {}
    """New summaries, by name of the table. Every table that the group creates is included, with
    empty bytes if no summary was given."""
    written: dict[str, Written] = {}
    """The range of entries appended to each table, by name of the table."""
    snapshots: dict[str, tuple[int, bytes]] = {}
    """New snapshots, by name of the table: pairs of the number of the last entry that the snapshot
    covers, and the encoded snapshot."""
    archived: list[str] = []
    """Names of the tables to archive."""
    settings: dict[str, bytes] = {}
    """New values in the `settings` table, by key."""
    games: dict[str, GameRow] = {}
    """Rows of finished games to insert or replace, by id of the game."""
    changes: list[tuple[int, Change]] = []
    """Pairs of a change's index in the group (from 0) and the change. Changes are executed in this
    order. One whose conditions do not hold in the database is refused."""
    packs: list[tuple[int, Pack]] = []
    """Pairs of a pack's index in the group (from 0) and the pack. A pack is refused if the rows
    that it was made of have changed."""
    repacked: dict[str, bytes] = {}
    """Packs with replaced deals, by id of the game."""
    rewritten: list[Rewrite] = []
    """Replacements of log entries, from which the name of a deleted player is removed."""
    purged: list[str] = []
    """Names of the archived tables to delete."""

    @property
    def is_hot(self) -> bool:
        """True if the plan writes only log entries, summaries and snapshots, as most groups do.
        Such a plan needs no `steps`: SQLite writes it by one INSERT (of at most MOST_ROWS rows)
        without BEGIN and COMMIT, and PostgreSQL by the single statement WRITE_ROWS if it creates no
        table."""
        return not any(
            (
                *(self.archived, self.settings, self.games, self.changes),
                *(self.packs, self.repacked, self.rewritten, self.purged),
            )
        )


def tables_of(writes: Sequence[StoreWrite]) -> set[str]:
    """The names of the tables that the group appends to or archives. The caller reads the current
    state (`Known`) of these from the database, and passes it to `plan`."""
    return {write.table for write in writes if isinstance(write, Append | Archive)}


def plan(writes: Sequence[StoreWrite], known: Mapping[str, Known]) -> WritePlan:
    """Turn a group of writes, applied in order, into a plan: the errors of the refused ones, and
    the rows to write for the others. `known` maps the names of the tables in `tables_of(writes)` to
    their current state in the database; tables that are not in the database are missing from it. It
    is not changed."""
    done = WritePlan()
    tables = {name: replace(table) for name, table in known.items()}
    for place, write in enumerate(writes):
        match write:
            case Append():
                error = _append(done, tables, write)
                if error is not None:
                    done.refused[place] = error
                    continue
                for item in write.along:
                    _add(done, place, item)
            case Archive(name):
                table = tables.get(name)
                if table is not None and not table.archived:
                    table.archived = True
                    done.archived.append(name)
            case _:
                _add(done, place, write)
    return done


def _add(done: WritePlan, place: int, write: StoreWrite | GameRow | Deals) -> None:
    """Add to the plan `done` a write that `plan` never refuses, since it does not depend on the
    last entry of a table. `place` is the index in the group (from 0) of the write, or of the append
    whose `along` contains it."""
    match write:
        case GameRow():
            done.games[write.id] = write
        case Deals(game, body):
            done.settings[key_of_deals(game)] = kept_deals(body)
        case Setting(key, value):
            done.settings[key] = value
        case KeepGame(row, deals, pack):
            done.games[row.id] = row
            if pack is None:
                done.settings[key_of_deals(row.id)] = deals
            else:
                done.repacked[row.id] = pack
        case Pack():
            done.packs.append((place, write))
        case Rewrite():
            done.rewritten.append(write)
        case Purge(table):
            done.purged.append(table)
        case Change():
            done.changes.append((place, write))
        case _:
            raise TypeError(f"{write!r} is no write of this store")


def are_written(writes: Sequence[StoreWrite], known: Mapping[str, Known]) -> bool:
    """True if an earlier attempt to write these appends, all in one SQL statement whose answer was
    lost, has succeeded. In that case a table in `known`, its current state, ends with their last
    entry, and no other server could have written that."""
    return any(
        known.get(write.table) == Known(write.first + len(write.bodies) - 1, server=write.server)
        for write in writes
        if isinstance(write, Append) and write.bodies
    )


def _append(done: WritePlan, tables: dict[str, Known], write: Append) -> StoreError | None:
    """Add an append to the plan `done`, and update the state of its table in `tables`, which has
    the state of each table after the earlier writes of the group. Returns None, or the error if the
    append is refused; then nothing is added."""
    name = write.table
    table = tables.get(name)
    last = 0 if table is None else table.last
    if table is not None and table.archived:
        return StoreError("archived", table=name)
    # A server that had the table before must not go on, even if its entries would follow.
    if write.server < 0 or (table is not None and table.server != write.server):
        return TableMoved(name)
    if write.first != last + 1:
        return Conflict(name, write.first, last)
    if table is None:
        table = tables[name] = Known(server=write.server)
        done.tables[name] = b""
    written = done.written.setdefault(name, Written(write.server, table.last, table.last))
    written.after += len(write.bodies)
    for body in write.bodies:
        table.last += 1
        done.entries.append((name, table.last, body))
    if write.summary is not None:
        done.tables[name] = write.summary
    if write.snapshot is not None:
        done.snapshots[name] = (table.last, write.snapshot)
    return None


class Query(Struct, frozen=True):
    """A step that reads: an SQL query and its parameters. The rows found are sent back to the
    generator of steps."""

    text: str
    values: Values
    """The parameters of the query, by name."""


class PlannedCommand(Struct, frozen=True):
    """A step that writes: an SQL statement, executed once for each item of `values`. If there is
    exactly one item, the number of changed rows is sent back to the generator of steps."""

    text: str
    values: Sequence[Values]


Steps: TypeAlias = Generator[Query | PlannedCommand, Any, None]
"""A generator of steps for a database to execute. The answer to each step is sent to the generator
before it yields the next."""

_SETTING = """
    INSERT INTO settings (key, value) VALUES ($key, $value)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_GAME = (
    "DELETE FROM games WHERE id = $id",
    "DELETE FROM played WHERE game_id = $id",
    f"""INSERT INTO games ({GAME_COLUMNS})
    VALUES ($id, $table, $number, $first_entry, $last_entry, $finished_ms, $summary, $players)""",
)
_PLAYED = """
    INSERT INTO played (player_id, finished_ms, game_id) VALUES ($player_id, $finished_ms, $game)
"""
_ENTRIES_OF_PACK = """
    SELECT body FROM entries WHERE table_name = $table AND number BETWEEN $first AND $last
    ORDER BY number
"""
_DEALS_OF_PACK = "SELECT value FROM settings WHERE key = 'game:' || $game"
PACK = (
    """INSERT INTO packs (table_name, first, last, game_id, body)
    VALUES ($table, $first, $last, $game, $body)""",
    "DELETE FROM entries WHERE table_name = $table AND number BETWEEN $first AND $last",
    "DELETE FROM settings WHERE key = 'game:' || $game",
)
"""SQL statements that insert a pack, and delete the log entries and deals that the pack contains.
Their parameters are the fields of `Pack`."""
_PACKED_WHOLE = (
    "DELETE FROM snapshots WHERE table_name = $table",
    "UPDATE tables SET packed = true WHERE name = $table AND archived",
)
_REPACKED = "UPDATE packs SET body = $body WHERE game_id = $game"
_PURGED = (
    *(
        f"""DELETE FROM settings WHERE key IN
        (SELECT '{kind}:' || id FROM games WHERE table_name = $table)"""
        for kind in ("review", "game")
    ),
    *(
        f"DELETE FROM {rows} WHERE table_name = $table"
        for rows in ("games", "packs", "entries", "snapshots")
    ),
    "DELETE FROM tables WHERE name = $table",
)


def steps(done: WritePlan) -> Steps:
    """The steps that write a plan, except for log entries, summaries and snapshots, which each
    database writes in its own way. The errors of changes and packs that the database refuses are
    added to `done.refused`."""
    yield PlannedCommand(
        _SETTING, [{"key": key, "value": body} for key, body in done.settings.items()]
    )
    games = [_values_of(game) for game in done.games.values()]
    for text in _GAME:
        yield PlannedCommand(text, games)
    yield PlannedCommand(_PLAYED, [row for game in done.games.values() for row in _played(game)])
    for place, change in done.changes:
        yield from _change(done, place, change)
    for place, pack in done.packs:
        yield from _pack(done, place, pack)
    repacked = done.repacked.items()
    yield PlannedCommand(_REPACKED, [{"game": game, "body": body} for game, body in repacked])
    for rewrite in done.rewritten:
        yield from _rewrite(rewrite)
    for text in _PURGED:
        yield PlannedCommand(text, [{"table": table} for table in done.purged])


def _values_of(game: GameRow) -> Values:
    return asdict(game) | {"players": json.encode(game.players).decode()}


def _played(game: GameRow) -> list[Values]:
    """One row for each different player of the game whose account still exists, to be inserted into
    `played`."""
    players = dict.fromkeys(player for player in game.players if player != FORMER)
    return [
        {"player_id": player, "finished_ms": game.finished_ms, "game": game.id}
        for player in players
    ]


def _change(done: WritePlan, place: int, change: Change) -> Steps:
    needed, others = change.statements()
    values = change.values()
    if needed and not (yield PlannedCommand(needed, [values])):
        done.refused[place] = ChangeRefused(str(values.get("player_id", "")))
        return
    for text in others:
        yield PlannedCommand(text, [values])


def _pack(done: WritePlan, place: int, pack: Pack) -> Steps:
    """The steps that replace rows by a pack. If the rows have changed since they were packed, there
    are only the steps that read them, and the error is added to the plan. `place` is the index of
    the write in the group (from 0)."""
    values = asdict(pack)
    bodies = [body for (body,) in (yield Query(_ENTRIES_OF_PACK, values))]
    kept = yield Query(_DEALS_OF_PACK, values)
    error = check_rows(pack, bodies, kept[0][0] if kept else b"")
    if error is not None:
        done.refused[place] = error
        return
    for text in (*(PACK if bodies else ()), *(_PACKED_WHOLE if pack.game is None else ())):
        yield PlannedCommand(text, [values])


def check_rows(pack: Pack, bodies: Sequence[bytes], deals: bytes) -> StoreError | None:
    """None if `pack` was made of exactly these log entries (`bodies`) and these deals (as
    `kept_deals` compressed them, empty for none), according to its digest. Otherwise the error with
    which it is refused."""
    if digest_of(bodies, deals) == pack.digest:
        return None
    return StoreError("pack", table=pack.table, first=pack.first, last=pack.last)


def _rewrite(rewrite: Rewrite) -> Steps:
    table: Values = {"table": rewrite.table}
    for text, bodies in (
        ("UPDATE entries SET body = $body WHERE number = $number", rewrite.entries),
        ("UPDATE packs SET body = $body WHERE last = $number", rewrite.packs),
    ):
        rows = [{"number": number, "body": body, **table} for number, body in bodies]
        yield PlannedCommand(f"{text} AND table_name = $table", rows)
    for text, whole in (
        ("UPDATE tables SET summary = $body WHERE name = $table", rewrite.summary),
        ("UPDATE snapshots SET body = $body WHERE table_name = $table", rewrite.snapshot),
    ):
        if whole is not None:
            yield PlannedCommand(text, [{"body": whole, **table}])
