"""The part of a store about finished games: finding them by player, and packing them."""

import asyncio
from collections.abc import Sequence

from gongzhu.store.database import SettingStore
from gongzhu.store.faults import StoreError
from gongzhu.store.games import GAME_COLUMNS, GameRow, Played, game_of
from gongzhu.store.packs import (
    OLD_TABLES,
    PACKABLE,
    PACKABLE_ENDS,
    SPAN,
    UNPLAYED,
    contents_of,
    deals_of,
    kept_deals,
    pack_span,
    repack,
)
from gongzhu.store.writes import LARGEST, KeepGame, Pack, Purge, Summary, check_texts, key_of_deals

_PLAYED_BEFORE = """
    FROM played WHERE player_id = $1 AND (finished_ms, game_id) < ($3, $4)
    ORDER BY finished_ms DESC, game_id DESC LIMIT $2
"""
PURGED_AT_ONCE = 20
"""Largest number of tables that one group of writes deletes, since other writes wait for it."""
_NEWEST = (LARGEST, "")
"""A time and a game id that are later than those of every game."""


class GameArchive(SettingStore):
    """The methods of a store for finished games, their deals and their results."""

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """Replace a finished game and its deals; `deals` is the same JSON that `append` is given
        with a `Deals`."""
        check_texts(key_of_deals(game.id), game.table, *game.players)
        # The game must not be packed between the read and the write.
        async with self._packing:
            pack = None
            query = "SELECT table_name, body FROM packs WHERE game_id = $1"
            for table, body in await self._query(query, game.id):
                pack = await repack(table, body, deals)
            await self._group.put(KeepGame(game, kept_deals(deals), pack))

    async def game(self, id: str) -> GameRow | None:
        """The finished game with this id, if there is one."""
        rows = await self._query(f"SELECT {GAME_COLUMNS} FROM games WHERE id = $1", id)
        return game_of(rows[0]) if rows else None

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
        rows = await self._query(query, player_id, max(limit, 0), *(before or _NEWEST))
        return [game_of(row) for row in rows]

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """The same games as `games_of` gives, each with its result for the player."""
        query = f"SELECT player_id, finished_ms, game_id, summary {_PLAYED_BEFORE}"
        rows = await self._query(query, player_id, max(limit, 0), *(before or _NEWEST))
        return [Played(*row) for row in rows]

    async def count_played(self, player_id: str) -> int:
        """The number of a player's finished games."""
        ((number,),) = await self._query(
            "SELECT count(*) FROM played WHERE player_id = $1", player_id
        )
        return int(number)

    async def put_summary(self, player_id: str, game: str, summary: bytes) -> None:
        """Store or replace the result of a game for one of its players; does nothing if the player
        has no such game. Replacing the game itself deletes its results."""
        check_texts(player_id, game)
        await self._group.put(Summary(player_id, game, summary))

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """At most `most` games that were finished before a time and have no result stored for a
        player; a game comes once for each such player."""
        query = """
            SELECT player_id, finished_ms, game_id, summary FROM played
            WHERE summary IS NULL AND finished_ms < $1 LIMIT $2
        """
        return [Played(*row) for row in await self._query(query, before_ms, most)]

    async def pack(self, most: int) -> int:
        """Pack at most `most` finished games and ends of archived tables, and return how many were
        packed. Reading gives the same as before. Entries after the checkpoint of an open table are
        not packed."""
        spans = await self._query(PACKABLE, True, max(most, 0))
        if len(spans) < most:
            # Every game of an archived table is among them, so that only its end is left.
            spans += await self._query(PACKABLE_ENDS, True, False, most - len(spans))
        packed: dict[str, int] = {}
        errors: dict[str, StoreError] = {}
        for table, last, game, before in spans:
            if table not in errors:
                try:
                    async with self._packing:
                        await self._pack(table, packed.get(table, before) + 1, last, game)
                    packed[table] = last
                except StoreError as error:
                    errors[table] = error
        # A damaged table must not keep the others from being packed.
        if errors:
            raise next(iter(errors.values()))
        return len(spans)

    async def _pack(self, table: str, first: int, last: int, game: str | None) -> None:
        rows = await self._query(SPAN, table, first, last)
        kept = b"" if game is None else await self.setting(key_of_deals(game)) or b""
        body, digest = await pack_span(table, [body for (body,) in rows], kept)
        await self._group.put(Pack(table, first, last, game, body, digest, game is None))

    async def purge(self, before_ms: int) -> int:
        """Delete every archived table whose games were all finished before a time, with its games
        and its log, and return the number of games. The players' results stay. Tables without a
        finished game are left alone."""
        old = await self._query(OLD_TABLES, True, before_ms)
        await self._purge([table for table, _ in old])
        return sum(games for _, games in old)

    async def purge_unplayed(self, day: int) -> int:
        """Delete archived tables without a finished game, with their logs, and return their number.
        Tables of tries at the deals of `day` and later stay: they show who has had a try."""
        tables = [table for (table,) in await self._query(UNPLAYED, True, day)]
        await self._purge(tables)
        return len(tables)

    async def _purge(self, tables: Sequence[str]) -> None:
        for at in range(0, len(tables), PURGED_AT_ONCE):
            some = tables[at : at + PURGED_AT_ONCE]
            await asyncio.gather(*(self._group.put(Purge(table)) for table in some))
