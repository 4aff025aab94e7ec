"""A database's rows in memory, and a store that reads them: for the stores that tests make.

What decides is the real thing: `Store`'s checks of values, `GroupCommit`, and `plan`, which
says what a group of writes comes to.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, field

from gongzhu.store import (
    ChangeRefused,
    DayTry,
    DeviceRow,
    GameRow,
    LinkRow,
    PasskeyRow,
    Played,
    PlayerRow,
    StoredTable,
    StoreError,
    TableSummary,
    clubs,
    tournaments,
)
from gongzhu.store.database import SwapSetting
from gongzhu.store.game_archive import KeepGame, Pack, PutResult, key_of_deals
from gongzhu.store.moderation import (
    Audit,
    AuditRow,
    Ban,
    BanRow,
    Block,
    BlockRow,
    DeleteBlock,
    Report,
    ReportRow,
    Unban,
)
from gongzhu.store.packing import Contents, deals_of, digest_of, kept_deals, pack, unpack
from gongzhu.store.plan import Known, WritePlan, are_written, check_rows, plan, tables_of
from gongzhu.store.store import Store
from gongzhu.store.table_log import Rewrite
from gongzhu.store.writes import Change, StoreWrite
from tests.support.people import People
from tests.support.sql_rows import SqlRows

CLUBS = (clubs.__name__, tournaments.__name__)
"""The modules whose changes are about clubs and tournaments."""


class Rows(Struct):
    """The rows of a database, by what they are about."""

    logs: dict[str, list[bytes]] = field(default_factory=dict)
    summaries: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    archived: set[str] = field(default_factory=set)
    people: People = field(default_factory=People)
    games: dict[str, GameRow] = field(default_factory=dict)
    results: dict[tuple[str, str], bytes] = field(default_factory=dict)
    settings: dict[str, bytes] = field(default_factory=dict)
    packed: dict[str, int] = field(default_factory=dict)
    """By table, the last entry that went through a pack: entries are kept as they came out."""
    deals: dict[str, bytes] = field(default_factory=dict)
    """Of games that were packed."""
    owners: dict[str, int] = field(default_factory=dict)
    """By table, the number of the server that may write it."""
    clubs: SqlRows = field(default_factory=SqlRows)
    """Clubs and tournaments."""

    def _known(self, writes: Sequence[StoreWrite]) -> dict[str, Known]:
        return {
            name: Known(len(self.logs[name]), name in self.archived, self.owners.get(name, 0))
            for name in sorted(tables_of(writes))
            if name in self.logs
        }

    def has_written(self, writes: Sequence[StoreWrite]) -> bool:
        """True if a group of appends that was sent before has been carried out."""
        return are_written(writes, self._known(writes))

    def plan(self, writes: Sequence[StoreWrite]) -> WritePlan:
        """The outcome of a group of writes."""
        return plan(writes, self._known(writes))

    def apply(self, done: WritePlan) -> None:
        """Carry out a group."""
        for name, one in done.written.items():
            if not one.before:
                self.owners[name] = one.server
        for name, summary in done.tables.items():
            self.logs.setdefault(name, [])
            self.summaries[name] = summary
        for name, number, body in done.entries:
            log = self.logs[name]
            assert number == len(log) + 1, "entries follow one another"
            log.append(body)
        self.snapshots |= done.snapshots
        self.archived.update(done.archived)
        self.settings |= done.settings
        self.games |= done.games
        for game in done.games.values():
            for id in game.players:
                self.results.pop((id, game.id), None)
        for place, change in done.changes:
            refused = self._change(change)
            if refused is not None:
                done.refused[place] = refused
        for place, packed in done.packs:
            rows, key = self.logs[packed.table], key_of_deals(str(packed.game))
            refused = check_rows(packed, rows[packed.first - 1 : packed.last], self.settings[key])
            if refused is not None:
                done.refused[place] = refused
                continue
            contents = unpack(packed.body)
            rows[packed.first - 1 : packed.last] = contents.bodies
            self.packed[packed.table] = packed.last
            self.deals[str(packed.game)] = contents.deals
            del self.settings[key]

        for rewritten in done.rewritten:
            rows = self.logs[rewritten.table]
            for number, body in rewritten.entries:
                rows[number - 1] = body
            for last, packed_body in rewritten.packs:
                bodies = unpack(packed_body).bodies
                rows[last - len(bodies) : last] = bodies
            if rewritten.summary is not None:
                self.summaries[rewritten.table] = rewritten.summary
            if rewritten.snapshot is not None:
                number, _ = self.snapshots[rewritten.table]
                self.snapshots[rewritten.table] = number, rewritten.snapshot

    def _change(self, change: Change) -> StoreError | None:
        match change:
            case SwapSetting(key, before, value):
                if self.settings.get(key) != before:
                    return ChangeRefused()
                self.settings[key] = value
            case PutResult(player, game, result):
                self.results[player, game] = result
            case Block() | DeleteBlock() | Report() | Ban() | Unban() | Audit():
                pass
            case _ if type(change).__module__ in CLUBS:
                self.clubs.know(self.people.players)
                return self.clubs.take(change)
            case _:
                return self.people.take(change)
        return None

    def has_deals(self, game: str) -> bool:
        """True if the deals of a game are kept, packed or not."""
        return key_of_deals(game) in self.settings or game in self.deals


class RowsStore(Store):
    """See `gongzhu.store.Store`: all of it but where the rows are."""

    @abstractmethod
    async def _rows(self) -> Rows:
        """The rows as they are now. Raises StoreError."""

    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        # Whatever has no method below is about clubs and tournaments.
        rows = await self._rows()
        rows.clubs.know(rows.people.players)
        return rows.clubs.fetch(query, values)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return (await self._rows()).logs.get(table, [])[after:]

    async def last(self, table: str) -> int:
        return len((await self._rows()).logs.get(table, ()))

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        return (await self._rows()).snapshots.get(table)

    async def stored_tables(self, first: str, last: str) -> list[StoredTable]:
        rows = await self._rows()
        found = []
        for name in sorted(rows.logs):
            if first <= name <= last and name not in rows.archived:
                number, body = rows.snapshots.get(name, (0, None))
                found.append(StoredTable(name, body, rows.logs[name][number:]))
        return found

    async def tables(self, *, archived: bool = False) -> list[TableSummary]:
        rows = await self._rows()
        return [
            TableSummary(name, len(log), rows.summaries[name])
            for name, log in sorted(rows.logs.items())
            if (name in rows.archived) is archived
        ]

    async def player(self, id: str) -> PlayerRow | None:
        return (await self._rows()).people.players.get(id)

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        return (await self._rows()).people.session(token_hash)

    async def devices(self, player_id: str) -> list[DeviceRow]:
        return (await self._rows()).people.newest_devices(player_id)

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        return (await self._rows()).people.bots_of(player_id)

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        return (await self._rows()).people.day_try(player_id, day, game)

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        return (await self._rows()).people.tries_of(player_id, first, last)

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        return (await self._rows()).people.day_scores(day, game, before_ms)

    async def puzzle_book(self, player_id: str) -> bytes | None:
        return (await self._rows()).people.puzzle_books.get(player_id)

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        return (await self._rows()).people.passkeys(player_id)

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        return (await self._rows()).people.keys.get(id)

    async def link_of(self, player_id: str) -> LinkRow | None:
        return (await self._rows()).people.links.get(player_id)

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        return (await self._rows()).people.link(issuer, subject)

    async def former_players(self) -> list[str]:
        return (await self._rows()).people.former()

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        return (await self._rows()).people.by_recovery(recovery_hash)

    async def game(self, id: str) -> GameRow | None:
        return (await self._rows()).games.get(id)

    async def deals(self, game: str) -> bytes | None:
        rows = await self._rows()
        kept = rows.settings.get(key_of_deals(game))
        return rows.deals.get(game) if kept is None else deals_of(kept)

    async def pack(self, most: int) -> int:
        """See `Store`; ends of archived tables stay as they are."""
        rows = await self._rows()
        ready = [
            game
            for game in rows.games.values()
            if key_of_deals(game.id) in rows.settings
            and rows.snapshots.get(game.table, (0,))[0] >= game.last_entry
        ]
        for game in sorted(ready, key=lambda game: (game.table, game.number))[:most]:
            first, last = rows.packed.get(game.table, 0) + 1, game.last_entry
            bodies = tuple(rows.logs[game.table][first - 1 : last])
            kept = rows.settings[key_of_deals(game.id)]
            body = pack(Contents(bodies, deals_of(kept)))
            digest = digest_of(bodies, kept)
            await self._group.put(Pack(game.table, first, last, game.id, body, digest))
        return min(len(ready), most)

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        games = (await self._rows()).games.values()
        mine = [game for game in games if player_id in game.players]
        mine.sort(key=lambda game: (game.finished_ms, game.id), reverse=True)
        return [game for game in mine if before is None or (game.finished_ms, game.id) < before][
            :limit
        ]

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        games = await self.games_of(player_id, limit, before)
        results = (await self._rows()).results
        return [
            Played(player_id, game.finished_ms, game.id, results.get((player_id, game.id)))
            for game in games
        ]

    async def count_played(self, player_id: str) -> int:
        games = (await self._rows()).games.values()
        return sum(player_id in game.players for game in games)

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        return []

    async def bans(self) -> list[BanRow]:
        return []

    async def setting(self, key: str) -> bytes | None:
        return (await self._rows()).settings.get(key)

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        await self._group.put(KeepGame(game, kept_deals(deals), None))

    async def tables_with(self, player_id: str) -> list[TableSummary]:
        rows = await self._rows()
        return [
            TableSummary(name, len(rows.logs[name]), summary)
            for name, summary in sorted(rows.summaries.items())
            if player_id.encode() in summary
        ]

    async def rewrite(
        self,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        summary: bytes | None = None,
        snapshot: bytes | None = None,
    ) -> None:
        entries = enumerate((await self._rows()).logs[table], 1)
        changed = tuple((number, change(body)) for number, body in entries)
        await self._group.put(Rewrite(table, changed, (), summary, snapshot))

    async def reports(self, limit: int) -> list[ReportRow]:
        return []

    async def audit(self, limit: int) -> list[AuditRow]:
        return []

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        return []

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """See `Store`; here nothing becomes old."""
        return []

    async def purge(self, before_ms: int) -> int:
        """See `Store`; here nothing becomes old."""
        return 0

    async def purge_unplayed(self, day: int) -> int:
        """See `Store`; here the whole log stays, to be held against what was told of it."""
        return 0
