"""A store that keeps everything in memory, for servers that live within a test."""

from collections.abc import Callable, Sequence

from gongzhu.store import (
    Conflict,
    DayTry,
    Deals,
    DeviceRow,
    GameRow,
    LinkRow,
    PasskeyRow,
    Played,
    PlayerRow,
    Setting,
    StoreError,
    TableBrief,
    Tail,
)
from gongzhu.store.accounts import AccountWrite, AddDevice
from gongzhu.store.days import DayWrite, FinishDay
from gongzhu.store.moderation import (
    AuditRow,
    BanRow,
    BlockRow,
    ModerationWrite,
    ReportRow,
)
from gongzhu.store.sign_in import SignInWrite
from tests.support.people import People


class MemoryStore:
    """See `gongzhu.store.Store`."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self._briefs: dict[str, bytes] = {}
        self._checkpoints: dict[str, tuple[int, bytes]] = {}
        self._archived: set[str] = set()
        self._people = People()
        self.moderated: list[ModerationWrite] = []
        self._games: dict[str, GameRow] = {}
        self._deals: dict[str, bytes] = {}
        self._summaries: dict[tuple[str, str], bytes] = {}
        self._settings: dict[str, bytes] = {}
        self.on_lost: Callable[[], None] = lambda: None
        self.on_listed: Callable[[Sequence[str] | None], None] = lambda names: None
        self.on_told: Callable[[bytes], None] = lambda message: None
        self.broken = False
        """While it is, nothing can be written, nor players and games be found."""

    @property
    def alone(self) -> bool:
        """See `Store`."""
        return True

    @property
    def waiting(self) -> int:
        """See `Store`."""
        return 0

    def _check(self) -> None:
        if self.broken:
            raise StoreError("closed")

    async def take(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        return set(tables)

    async def give_back(self, tables: Sequence[str]) -> None:
        """See `Store`."""

    async def tell(self, message: bytes) -> None:
        """See `Store`."""

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        return set()

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        """See `Store`."""
        return [table for table in await self.tables() if table.name in tables]

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
        """See `Store`."""
        self._check()
        if table in self._archived:
            raise StoreError("archived", table=table)
        log = self.logs.get(table, [])
        if first != len(log) + 1:
            raise Conflict(table, first, len(log))
        self.logs[table] = log
        log += bodies
        if checkpoint is not None:
            self._checkpoints[table] = len(log), checkpoint
        if brief is not None:
            self._briefs[table] = brief
        for item in along:
            if isinstance(item, GameRow):
                self._games[item.id] = item
            elif isinstance(item, Deals):
                self._deals[item.game] = item.body
            elif isinstance(item, FinishDay):
                self._people.take(item)
            else:
                self._settings[item.key] = item.value

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store`."""
        return self.logs.get(table, [])[after:]

    async def last(self, table: str) -> int:
        """See `Store`."""
        return len(self.logs.get(table, []))

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """See `Store`."""
        return self._checkpoints.get(table)

    async def tails(self, first: str, last: str) -> list[Tail]:
        """See `Store`."""
        found = []
        for name in sorted(self.logs):
            if first <= name <= last and name not in self._archived:
                number, body = self._checkpoints.get(name, (0, None))
                found.append(Tail(name, body, self.logs[name][number:]))
        return found

    async def tables(self, *, archived: bool = False) -> list[TableBrief]:
        """See `Store`."""
        return [
            TableBrief(name, len(log), self._briefs.get(name, b""))
            for name, log in sorted(self.logs.items())
            if (name in self._archived) is archived
        ]

    async def archive(self, table: str) -> None:
        """See `Store`."""
        if table in self.logs:
            self._archived.add(table)

    async def put_player(self, player: PlayerRow) -> None:
        """See `Store`."""
        self._people.put(player)

    async def player(self, id: str) -> PlayerRow | None:
        """See `Store`."""
        self._check()
        return self._people.players.get(id)

    async def add_device(
        self, player_id: str, token_hash: bytes, keep: int, name: str = "", at: int = 0
    ) -> None:
        """See `Store`."""
        await self.change_account(AddDevice(player_id, token_hash, keep, name, at))

    async def change_account(self, change: AccountWrite | SignInWrite | DayWrite) -> None:
        """See `Store`."""
        self._check()
        refused = self._people.take(change)
        if refused is not None:
            raise refused

    async def player_by_token(self, token_hash: bytes) -> PlayerRow | None:
        """See `Store`."""
        self._check()
        return self._people.by_token(token_hash)

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """See `Store`."""
        self._check()
        return self._people.session(token_hash)

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """See `Store`."""
        self._check()
        return self._people.newest_devices(player_id)

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """See `Store`."""
        return self._people.bots_of(player_id)

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """See `Store`."""
        self._check()
        return self._people.day_try(player_id, day, game)

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """See `Store`."""
        self._check()
        return self._people.tries_of(player_id, first, last)

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """See `Store`."""
        self._check()
        return self._people.day_scores(day, game, before_ms)

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """See `Store`."""
        self._check()
        return self._people.puzzle_books.get(player_id)

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """See `Store`."""
        self._check()
        return self._people.passkeys(player_id)

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """See `Store`."""
        self._check()
        return self._people.keys.get(id)

    async def link_of(self, player_id: str) -> LinkRow | None:
        """See `Store`."""
        self._check()
        return self._people.links.get(player_id)

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """See `Store`."""
        self._check()
        return self._people.link(issuer, subject)

    async def former_players(self) -> list[str]:
        """See `Store`."""
        return self._people.former()

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """See `Store`."""
        return self._people.by_recovery(recovery_hash)

    async def tables_with(self, player_id: str) -> list[TableBrief]:
        """See `Store`."""
        self._check()
        return [
            TableBrief(name, len(self.logs[name]), brief)
            for name, brief in sorted(self._briefs.items())
            if player_id.encode() in brief
        ]

    async def rewrite(
        self,
        player_id: str,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        brief: bytes | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """See `Store`."""
        self._check()
        self.logs[table] = [change(body) for body in self.logs[table]]
        if brief is not None:
            self._briefs[table] = brief
        if checkpoint is not None:
            self._checkpoints[table] = (self._checkpoints[table][0], checkpoint)

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """See `Store`."""
        self._games[game.id] = game
        self._deals[game.id] = deals

    async def game(self, id: str) -> GameRow | None:
        """See `Store`."""
        self._check()
        return self._games.get(id)

    async def deals(self, game: str) -> bytes | None:
        """See `Store`."""
        self._check()
        return self._deals.get(game)

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """See `Store`."""
        mine = [game for game in self._games.values() if player_id in game.players]
        mine.sort(key=lambda game: (game.finished_ms, game.id), reverse=True)
        return [game for game in mine if before is None or (game.finished_ms, game.id) < before][
            :limit
        ]

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """See `Store`."""
        return [
            Played(player_id, game.finished_ms, game.id, self._summaries.get((player_id, game.id)))
            for game in await self.games_of(player_id, limit, before)
        ]

    async def count_played(self, player_id: str) -> int:
        """See `Store`."""
        return sum(player_id in game.players for game in self._games.values())

    async def put_summary(self, player_id: str, game: str, summary: bytes) -> None:
        """See `Store`."""
        self._check()
        self._summaries[player_id, game] = summary

    async def moderate(self, change: ModerationWrite) -> None:
        """See `Store`; kept, and not read again."""
        self._check()
        self.moderated.append(change)

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """See `Store`."""
        return []

    async def bans(self) -> list[BanRow]:
        """See `Store`."""
        return []

    async def reports(self, limit: int) -> list[ReportRow]:
        """See `Store`."""
        return []

    async def audit(self, limit: int) -> list[AuditRow]:
        """See `Store`."""
        return []

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """See `Store`."""
        return []

    async def setting(self, key: str) -> bytes | None:
        """See `Store`."""
        return self._settings.get(key)

    async def put_setting(self, key: str, value: bytes) -> None:
        """See `Store`."""
        self._settings[key] = value

    async def swap_setting(self, key: str, before: bytes | None, value: bytes) -> bool:
        """See `Store`."""
        if self._settings.get(key) != before:
            return False
        self._settings[key] = value
        return True

    async def pack(self, most: int) -> int:
        """See `Store`; here there is nothing to win by it."""
        return 0

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """See `Store`; here nothing becomes old."""
        return []

    async def purge(self, before_ms: int) -> int:
        """See `Store`; here nothing becomes old."""
        return 0

    async def close(self) -> None:
        """See `Store`."""
