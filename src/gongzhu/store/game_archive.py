"""Stores finished games, finds them by player, and compresses their log entries and deals."""

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
"""Largest number of tables that one group of writes deletes, since other writes wait for it."""
_NEWEST = (LARGEST, "")
"""A finishing time and a game id that sort after those of every game; lists of the newest games
begin here."""


class GameRow(Struct, frozen=True):
    """A finished game: its place in the log of its table, and its players."""

    id: str
    table: str
    number: int
    """Number of the game at its table."""
    first_entry: int
    last_entry: int
    finished_ms: int
    summary: bytes
    players: tuple[str, ...]
    """The ids of the players, seat by seat."""


class Deals(Struct, frozen=True):
    """The deals of a finished game, with everything needed to show them."""

    game: str
    body: bytes
    """The deals as JSON."""


class Played(Struct, frozen=True):
    """A finished game of one player, with its result for that player."""

    player: str
    finished_ms: int
    game: str
    result: bytes | None
    """The result for the player, as given to `put_result`; None until then."""


class KeepGame(StoreWrite, frozen=True):
    """Replace a finished game, found by its id, and its deals."""

    game: GameRow
    deals: bytes
    """The new deals as JSON, compressed by `kept_deals`."""
    pack: bytes | None
    """The game's log entries and new deals, compressed into a pack; None if the game is not packed
    yet."""


class PutResult(Change, frozen=True):
    """Store the result of a game for one of its players. Does nothing if the player has no such
    game."""

    player_id: str
    game: str
    result: bytes

    others = (
        "UPDATE played SET result = $result WHERE player_id = $player_id AND game_id = $game",
    )
    longest: ClassVar = {"result": LARGEST}


class Pack(StoreWrite, frozen=True):
    """Replace log entries of a table, stored as one row each, by a pack: one row with all of them
    compressed."""

    table: str
    first: int
    last: int
    game: str | None
    """The id of the game whose deals go into the pack as well; None for a pack of the entries that
    an archived table has after its last game."""
    body: bytes
    digest: bytes
    """Digest of the rows that the pack was made of, by `digest_of`; the write is refused if the
    rows have changed since."""


class Purge(StoreWrite, frozen=True):
    """Delete an archived table with its games and its log."""

    table: str


def key_of_deals(game: str) -> str:
    """The key in the table of settings under which the deals of a game are stored until they are
    packed."""
    return f"game:{game}"


def key_of_review(game: str) -> str:
    """The key in the table of settings under which the review of a game is stored, finished or
    not."""
    return f"review:{game}"


def last_of(table: str) -> str:
    """An SQL expression for the number of a table's last entry, 0 if it has none; `table` is the
    SQL expression for the name of the table."""
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
id of the game, and last entry of the table that is packed. A game of an open table is packed only
when the table's snapshot comes after it, so that `stored_tables` never needs to read packs."""
_PACKABLE_ENDS = f"""
    SELECT name, {last_of("name")}, NULL, {_PACKED}
    FROM tables WHERE archived = $1 AND packed = $2 ORDER BY name LIMIT $3
"""
"""SQL query for archived tables that are not packed to their end, with columns as in
`_PACKABLE`."""
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
"""SQL query for the names of archived tables without a finished game, except those of tries at the
deals of a given day or later."""


def _game_of(*row: Any) -> GameRow:
    """The finished game in a row that was selected with GAME_COLUMNS."""
    *fields, players = row
    return GameRow(*(*fields, msgspec.json.decode(players, type=tuple[str, ...])))


class GameArchive(SettingStore):
    """Finished games, their deals and their results."""

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """Replace a finished game, found by its id, and its deals, packed or not; `deals` is JSON
        as in `Deals`."""
        check_texts(key_of_deals(game.id), game.table, *game.players)
        # The game must not be packed between the read and the write.
        async with self._packing():
            pack = None
            query = "SELECT table_name, body FROM packs WHERE game_id = $1"
            for table, body in await self._query(query, game.id):
                pack = await repack(table, body, deals)
            await self._group.put(KeepGame(game, kept_deals(deals), pack))

    async def game(self, id: str) -> GameRow | None:
        """The finished game with this id, if there is one."""
        query = f"SELECT {GAME_COLUMNS} FROM games WHERE id = $1"
        return await self._first(_game_of, query, id)

    async def deals(self, game: str) -> bytes | None:
        """The deals of a game, as the JSON that `append` was given; None if the game has none."""
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
        """A player's finished games, at most `limit` of them, the newest first. `before`, the time
        at which a game was finished and its id, leaves out that game and all newer ones."""
        query = f"""
            SELECT {GAME_COLUMNS} FROM games JOIN (
                SELECT finished_ms AS finished, game_id {_PLAYED_BEFORE}
            ) AS newest ON id = game_id ORDER BY finished DESC, game_id DESC
        """
        return await self._all(_game_of, query, player_id, max(limit, 0), *(before or _NEWEST))

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """A player's finished games, as `games_of` gives them, each with its result for the
        player."""
        query = f"SELECT player_id, finished_ms, game_id, result {_PLAYED_BEFORE}"
        return await self._all(Played, query, player_id, max(limit, 0), *(before or _NEWEST))

    async def count_played(self, player_id: str) -> int:
        """The number of a player's finished games."""
        ((number,),) = await self._query(
            "SELECT count(*) FROM played WHERE player_id = $1", player_id
        )
        return int(number)

    async def put_result(self, player_id: str, game: str, result: bytes) -> None:
        """Store or replace the result of a game for one of its players; does nothing if the player
        has no such game. Replacing the game itself deletes its results."""
        await self.change(PutResult(player_id, game, result))

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """At most `most` finished games of players for whom no result is stored yet; a game comes
        once for each such player. Only games finished before `before_ms` (milliseconds since 1970)
        are included."""
        query = """
            SELECT player_id, finished_ms, game_id, result FROM played
            WHERE result IS NULL AND finished_ms < $1 LIMIT $2
        """
        return await self._all(Played, query, before_ms, most)

    async def pack(self, most: int) -> int:
        """Compress finished games and the last entries of archived tables into packs, at most
        `most` of them together, and return how many were packed. All methods that read give the
        same as before. Entries after the snapshot of an open table are not packed."""
        spans = await self._query(_PACKABLE, True, max(most, 0))
        if len(spans) < most:
            # Every game of an archived table is among them, so that only its end is left.
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
        rows = await self._query(_SPAN, table, first, last)
        kept = b"" if game is None else await self.setting(key_of_deals(game)) or b""
        body, digest = await pack_span(table, [body for (body,) in rows], kept)
        await self._group.put(Pack(table, first, last, game, body, digest))

    async def purge(self, before_ms: int) -> int:
        """Delete every archived table whose games were all finished before a time, with its games
        and its log, and return the number of games. The players' results stay. Tables without a
        finished game are left alone."""
        old = await self._query(_OLD_TABLES, True, before_ms)
        await self._purge([table for table, _ in old])
        return sum(games for _, games in old)

    async def purge_unplayed(self, day: int) -> int:
        """Delete archived tables without a finished game, with their logs, and return their number.
        Tables of tries at the deals of `day` and later stay: they show who has had a try."""
        tables = await self._all(str, _UNPLAYED, True, day)
        await self._purge(tables)
        return len(tables)

    async def _purge(self, tables: Sequence[str]) -> None:
        for at in range(0, len(tables), PURGED_AT_ONCE):
            some = tables[at : at + PURGED_AT_ONCE]
            await asyncio.gather(*(self._group.put(Purge(table)) for table in some))
