"""Finished games, their deals and their results for each player. Log entries and deals are
compressed into packs."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from gongzhu.store.database import SettingStore
from gongzhu.store.faults import StoreError
from gongzhu.store.packing import contents_of, deals_of, kept_deals, pack_span, repack
from gongzhu.store.writes import LARGEST, Change, StoreWrite, check_texts

PURGED_AT_ONCE = 20
"""Largest number of tables that are deleted in one transaction. Other writes wait for it, so many
tables are deleted in several transactions."""
_NEWEST = (LARGEST, "")
"""A finishing time and a game id that sort after those of every game: the `before` of a list that
begins with the newest game."""


class GameRow(Struct, frozen=True):
    """One row of the `games` table: a finished game, its table and log entries, and its players."""

    id: str
    """Id of the game, random, by which it can be read."""
    table: str
    """Name of the table at which it was played."""
    number: int
    """Index of the game among the games of its table, from 0."""
    first_entry: int
    """Number of the game's first log entry at the table."""
    last_entry: int
    """Number of the game's last log entry at the table."""
    finished_ms: int
    """The time at which the game was finished, in milliseconds since 1970."""
    summary: bytes
    """The encoded result that lists of games show."""
    players: tuple[str, ...]
    """The ids of the persons and bot accounts that played, in the order of their seats. Seats of
    built-in bots are left out, and FORMER stands for a deleted account."""


class Deals(Struct, frozen=True):
    """The deals of a finished game, with all that is needed to show them, to be written with
    `append`."""

    game: str
    """Id of the game."""
    body: bytes
    """The deals as JSON."""


class Played(Struct, frozen=True):
    """A finished game of one player, with the game's result for that player."""

    player: str
    """Id of the player."""
    finished_ms: int
    """The time at which the game was finished, in milliseconds since 1970."""
    game: str
    """Id of the game."""
    result: bytes | None
    """The encoded result, as given to `put_result`, or None until then."""


class KeepGame(StoreWrite, frozen=True):
    """Replace the row and the deals of a finished game, found by its id, by copies from which the
    name of a deleted player was removed. `GameArchive.keep_game` creates it."""

    game: GameRow
    """The row that replaces the one with the same id."""
    deals: bytes
    """The new deals as JSON, compressed by `kept_deals`."""
    pack: bytes | None
    """The pack of the game with the new deals in place of the old ones, or None if the game's log
    entries are not compressed yet."""


class PutResult(Change, frozen=True):
    """Store the encoded result of a finished game for the player `player_id`, replacing an earlier
    one. Does nothing if the player did not play the game."""

    player_id: str
    game: str
    """Id of the game."""
    result: bytes

    others = (
        "UPDATE played SET result = $result WHERE player_id = $player_id AND game_id = $game",
    )
    longest: ClassVar = {"result": LARGEST}


class Pack(StoreWrite, frozen=True):
    """Replace log entries `first` to `last` of a table, one row each, by a pack: one row with all
    of them compressed."""

    table: str
    """Name of the table."""
    first: int
    """Number of the first log entry in the pack."""
    last: int
    """Number of the last log entry in the pack."""
    game: str | None
    """Id of the game whose deals are in the pack too, or None for a pack of the entries that an
    archived table has after its last game."""
    body: bytes
    """The pack, as `pack_span` returns it."""
    digest: bytes
    """Digest of the rows that were packed, by `digest_of`. The write is refused if the rows have
    changed since."""


class Purge(StoreWrite, frozen=True):
    """Delete an archived table with its games, their deals and its log."""

    table: str
    """Name of the table."""


def key_of_deals(game: str) -> str:
    """The settings key under which the compressed deals of a game are stored until they are
    packed."""
    return f"game:{game}"


def key_of_review(game: str) -> str:
    """The settings key under which the review of a game is stored, complete or not."""
    return f"review:{game}"


def last_of(table: str) -> str:
    """An SQL expression for the number of a table's last log entry, 0 if it has none. `table` is
    itself an SQL expression for the name of the table, such as `$1`."""
    return f"""coalesce((SELECT max(number) FROM entries WHERE table_name = {table}),
        (SELECT max(last) FROM packs WHERE table_name = {table}), 0)"""


GAME_COLUMNS = "id, table_name, number, first_entry, last_entry, finished_ms, summary, players"
_PLAYED_BEFORE = """
    FROM played WHERE player_id = $1 AND (finished_ms, game_id) < ($3, $4)
    ORDER BY finished_ms DESC, game_id DESC LIMIT $2
"""
_PACKED = "(SELECT coalesce(max(last), 0) FROM packs WHERE packs.table_name = name)"
_PACKABLE = f"""
    SELECT name, last_entry, id, {_PACKED}
    FROM settings JOIN games ON id = substr(key, 6) JOIN tables ON name = games.table_name
    LEFT JOIN snapshots ON snapshots.table_name = name
    WHERE substr(key, 1, 5) = 'game:' AND (archived = $1 OR snapshots.number >= last_entry)
    ORDER BY name, last_entry LIMIT $2
"""
"""SQL query for finished games that are not packed yet. Its columns: table, last entry of the game,
id of the game, and last packed entry of the table. A game of an open table is packed only once the
table's snapshot covers it, so that `stored_tables` never needs to read packs."""
_PACKABLE_ENDS = f"""
    SELECT name, {last_of("name")}, NULL, {_PACKED}
    FROM tables WHERE archived = $1 AND packed = $2 ORDER BY name LIMIT $3
"""
"""SQL query for archived tables with entries after their last pack. It has the same columns as
`_PACKABLE`, with NULL as id of the game."""
_SPAN = """
    SELECT body FROM entries WHERE table_name = $1 AND number BETWEEN $2 AND $3 ORDER BY number
"""
_OLD_TABLES = """
    SELECT name, count(*) FROM games JOIN tables ON name = table_name
    WHERE archived = $1 GROUP BY name HAVING max(finished_ms) < $2
"""
_UNPLAYED = """
    SELECT name FROM tables WHERE archived = $1
        AND NOT EXISTS (SELECT 1 FROM games WHERE games.table_name = name)
        AND NOT EXISTS (
            SELECT 1 FROM day_tries WHERE day_tries.table_name = name AND day_tries.day >= $2
        )
"""
"""SQL query for the names of archived tables without a finished game. It excepts tables of attempts
at the daily deals of day $2 (days since 1970-01-01) or later."""


def _game_of(*row: Any) -> GameRow:
    """Convert a row selected with GAME_COLUMNS."""
    *fields, players = row
    return GameRow(*(*fields, msgspec.json.decode(players, type=tuple[str, ...])))


class GameArchive(SettingStore):
    """Reads and writes finished games, their deals and their results, and compresses or deletes old
    ones."""

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """Replace a finished game, found by its id, and its deals, whether they are packed or not.
        `deals` is JSON, uncompressed. Deletes the results stored for its players."""
        check_texts(key_of_deals(game.id), game.table, *game.players)
        # The game must not be packed between the read and the write.
        async with self._packing():
            pack = None
            query = "SELECT table_name, body FROM packs WHERE game_id = $1"
            for table, body in await self._query(query, game.id):
                pack = await repack(table, body, deals)
            await self._group.put(KeepGame(game, kept_deals(deals), pack))

    async def game(self, id: str) -> GameRow | None:
        """The finished game with this id, or None if there is none."""
        query = f"SELECT {GAME_COLUMNS} FROM games WHERE id = $1"
        return await self._first(_game_of, query, id)

    async def deals(self, game: str) -> bytes | None:
        """The deals of the game with this id, as the JSON that was given to `append`, or None if
        none are stored. Raises StoreError if they are damaged."""
        query = """
            SELECT table_name, body FROM packs WHERE game_id = $1
            UNION ALL
            SELECT '', value FROM settings WHERE key = $2
        """
        for table, body in await self._query(query, game, key_of_deals(game)):
            return (await contents_of(table, body)).deals if table else deals_of(body)
        return None

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """The finished games of the player with this id, the newest first, at most `limit`.
        `before`, a pair of finishing time (milliseconds since 1970) and game id, restricts the list
        to older games."""
        query = f"""
            SELECT {GAME_COLUMNS} FROM games JOIN (
                SELECT finished_ms AS finished, game_id {_PLAYED_BEFORE}
            ) AS newest ON id = game_id ORDER BY finished DESC, game_id DESC
        """
        return await self._all(_game_of, query, player_id, max(limit, 0), *(before or _NEWEST))

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """A player's finished games with their results for the player, in the same order and with
        the same arguments as `games_of`."""
        query = f"SELECT player_id, finished_ms, game_id, result {_PLAYED_BEFORE}"
        return await self._all(Played, query, player_id, max(limit, 0), *(before or _NEWEST))

    async def count_played(self, player_id: str) -> int:
        """The number of finished games of the player with this id."""
        ((number,),) = await self._query(
            "SELECT count(*) FROM played WHERE player_id = $1", player_id
        )
        return int(number)

    async def put_result(self, player_id: str, game: str, result: bytes) -> None:
        """Store or replace the encoded result of a game for one of its players; both are given by
        id. Does nothing if the player did not play this game. `keep_game` deletes the results
        again."""
        await self.change(PutResult(player_id, game, result))

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """At most `most` pairs of player and finished game without a stored result, in no
        particular order: a game comes once for each of its players without one. Only games finished
        before `before_ms` (milliseconds since 1970) are included."""
        query = """
            SELECT player_id, finished_ms, game_id, result FROM played
            WHERE result IS NULL AND finished_ms < $1 LIMIT $2
        """
        return await self._all(Played, query, before_ms, most)

    async def pack(self, most: int) -> int:
        """Compress finished games, and the entries of archived tables after their last game, into
        packs: at most `most` packs. Returns the number of packs. All methods that read return the
        same as before. Entries after the snapshot of an open table are left unpacked.

        Raises StoreError if a table is damaged, after the packs of the other tables were made.
        """
        spans = await self._query(_PACKABLE, True, max(most, 0))
        if len(spans) < most:
            # `spans` has all games of archived tables: only entries after the last game are left.
            spans += await self._query(_PACKABLE_ENDS, True, False, most - len(spans))
        packed: dict[str, int] = {}
        errors: dict[str, StoreError] = {}
        for table, last, game, before in spans:
            if table not in errors:
                try:
                    async with self._packing():
                        await self._pack(table, packed.get(table, before) + 1, last, game)
                    packed[table] = last
                except StoreError as error:
                    errors[table] = error
        # A damaged table must not keep the others from being packed.
        if errors:
            raise next(iter(errors.values()))
        return len(spans)

    async def _pack(self, table: str, first: int, last: int, game: str | None) -> None:
        """Replace entries `first` to `last` of a table by a pack, with the deals of the game with
        the id `game` (None: without deals)."""
        rows = await self._query(_SPAN, table, first, last)
        kept = b"" if game is None else await self.setting(key_of_deals(game)) or b""
        body, digest = await pack_span(table, [body for (body,) in rows], kept)
        await self._group.put(Pack(table, first, last, game, body, digest))

    async def purge(self, before_ms: int) -> int:
        """Delete every archived table whose games were all finished before `before_ms`
        (milliseconds since 1970), with its games and its log. The players' results stay, and so do
        tables without a finished game. Returns the number of games deleted."""
        old = await self._query(_OLD_TABLES, True, before_ms)
        await self._purge([table for table, _ in old])
        return sum(games for _, games in old)

    async def purge_unplayed(self, day: int) -> int:
        """Delete the archived tables that have no finished game, with their logs. Keeps tables of
        attempts at the daily deals of `day` (days since 1970-01-01) or later, which show who has
        used their attempt. Returns the number of tables deleted."""
        tables = await self._all(str, _UNPLAYED, True, day)
        await self._purge(tables)
        return len(tables)

    async def _purge(self, tables: Sequence[str]) -> None:
        for at in range(0, len(tables), PURGED_AT_ONCE):
            some = tables[at : at + PURGED_AT_ONCE]
            await asyncio.gather(*(self._group.put(Purge(table)) for table in some))
