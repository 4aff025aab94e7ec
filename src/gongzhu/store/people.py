"""The part that both databases share about people: accounts and ways in, what is kept beside them,
and what the host has done about them.

Places of values are written $1, $2: PostgreSQL counts them, SQLite takes them for names.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gongzhu.store.accounts import AccountWrite
from gongzhu.store.days import DAY_TRY_COLUMNS, DayTry, DayWrite
from gongzhu.store.group import Commit, GroupCommit
from gongzhu.store.moderation import (
    AUDIT_COLUMNS,
    BAN_COLUMNS,
    BLOCK_COLUMNS,
    REPORT_COLUMNS,
    AuditRow,
    BanRow,
    BlockRow,
    ModerationWrite,
    ReportRow,
)
from gongzhu.store.players import DEVICE_COLUMNS, PLAYER_SELECTED, DeviceRow, PlayerRow, player_of
from gongzhu.store.settings import SwapSetting
from gongzhu.store.sign_in import (
    LINK_COLUMNS,
    LONGEST_SUBJECT,
    PASSKEY_COLUMNS,
    LinkRow,
    PasskeyRow,
    SignInWrite,
)
from gongzhu.store.writes import check_hashes, check_numbers, check_texts


class PeopleStore(ABC):
    """See `Store`: the people of it."""

    lowered: str
    """The expression for a player's name in small letters, of every alphabet."""

    def __init__(self, commit: Commit, spacing: float) -> None:
        """`spacing` as for `GroupCommit`."""
        self._group = GroupCommit(commit, spacing)

    @abstractmethod
    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        """The rows that the database answers with; raises StoreError."""

    async def _query(self, query: str, *values: str | int | bytes) -> list[Any]:
        check_texts(*(value for value in values if isinstance(value, str)))
        return await self._fetch(query, values)

    async def put_player(self, player: PlayerRow) -> None:
        """See `Store`."""
        check_texts(player.id, player.name)
        check_hashes(player.recovery_hash)
        check_numbers(player.created_ms, player.seen_ms)
        await self._group.put(player)

    async def change_account(self, change: AccountWrite | SignInWrite | DayWrite) -> None:
        """See `Store`."""
        await self._change(change)

    async def moderate(self, change: ModerationWrite) -> None:
        """See `Store`."""
        await self._change(change)

    async def _change(
        self, change: AccountWrite | SwapSetting | SignInWrite | DayWrite | ModerationWrite
    ) -> None:
        for statement in change.statements():
            texts = (value for value in statement.values if isinstance(value, str))
            check_texts(*texts, longest=statement.longest)
            hashes = (value for value in statement.values if isinstance(value, bytes))
            check_hashes(*hashes, longest=statement.longest)
            check_numbers(*(value for value in statement.values if isinstance(value, int)))
        await self._group.put(change)

    async def player(self, id: str) -> PlayerRow | None:
        """See `Store`."""
        return await self._player("players WHERE id = $1", id)

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """See `Store`."""
        return await self._player("players WHERE recovery_hash = $1", recovery_hash)

    async def _player(self, source: str, value: str | bytes) -> PlayerRow | None:
        rows = await self._query(f"SELECT {PLAYER_SELECTED} FROM {source}", value)
        return player_of(rows[0]) if rows else None

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """See `Store`."""
        query = f"""
            SELECT {PLAYER_SELECTED} FROM players
            WHERE kind <> 'former' AND (id = $1 OR {self.lowered} LIKE $2 ESCAPE '!')
            ORDER BY seen_ms DESC, id LIMIT $3
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return [player_of(row) for row in await self._query(query, search, f"%{literal}%", limit)]

    async def former_players(self) -> list[str]:
        """See `Store`."""
        query = "SELECT id FROM players WHERE kind = $1 ORDER BY id"
        return [id for (id,) in await self._query(query, "former")]

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """See `Store`."""
        query = f"""
            SELECT {PLAYER_SELECTED} FROM players WHERE owner_id = $1 ORDER BY created_ms DESC, id
        """
        return [player_of(row) for row in await self._query(query, player_id)]

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """See `Store`."""
        query = f"""
            SELECT {PLAYER_SELECTED}, {DEVICE_COLUMNS}
            FROM players JOIN devices ON player_id = id WHERE token_hash = $1
        """
        rows = await self._query(query, token_hash)
        if not rows:
            return None
        width = len(PlayerRow.__struct_fields__)
        return player_of(rows[0][:width]), DeviceRow(*rows[0][width:])

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """See `Store`."""
        query = f"SELECT {DEVICE_COLUMNS} FROM devices WHERE player_id = $1 ORDER BY number DESC"
        return [DeviceRow(*row) for row in await self._query(query, player_id)]

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """See `Store`."""
        query = f"""
            SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE player_id = $1 ORDER BY made_ms, id
        """
        return [PasskeyRow(*row) for row in await self._query(query, player_id)]

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """See `Store`."""
        rows = await self._query(f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE id = $1", id)
        return PasskeyRow(*rows[0]) if rows else None

    async def link_of(self, player_id: str) -> LinkRow | None:
        """See `Store`."""
        query = f"SELECT {LINK_COLUMNS} FROM links WHERE player_id = $1"
        rows = await self._query(query, player_id)
        return LinkRow(*rows[0]) if rows else None

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """See `Store`."""
        query = f"SELECT {LINK_COLUMNS} FROM links WHERE issuer = $1 AND subject = $2"
        check_texts(issuer, subject, longest=LONGEST_SUBJECT)
        rows = await self._fetch(query, (issuer, subject))
        return LinkRow(*rows[0]) if rows else None

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """See `Store`."""
        query = "SELECT body FROM puzzle_books WHERE player_id = $1"
        rows = await self._query(query, player_id)
        return bytes(rows[0][0]) if rows else None

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """See `Store`."""
        query = f"""
            SELECT {DAY_TRY_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day = $2 AND game = $3
        """
        rows = await self._query(query, player_id, day, game)
        return DayTry(*rows[0]) if rows else None

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """See `Store`."""
        query = f"""
            SELECT {DAY_TRY_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, game
        """
        return [DayTry(*row) for row in await self._query(query, player_id, first, last)]

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """See `Store`."""
        query = """
            SELECT score, count(*) FROM day_tries
            WHERE day = $1 AND game = $2 AND score IS NOT NULL AND finished_ms < $3
            GROUP BY score ORDER BY score
        """
        return [(score, count) for score, count in await self._query(query, day, game, before_ms)]

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """See `Store`."""
        query = f"""
            SELECT {BLOCK_COLUMNS} FROM blocks WHERE player_id = $1 OR $1 = ''
            ORDER BY player_id, number
        """
        return [BlockRow(*row) for row in await self._query(query, player_id)]

    async def bans(self) -> list[BanRow]:
        """See `Store`."""
        query = f"SELECT {BAN_COLUMNS} FROM bans ORDER BY made_ms, what"
        return [BanRow(*row) for row in await self._query(query)]

    async def reports(self, limit: int) -> list[ReportRow]:
        """See `Store`."""
        query = f"SELECT {REPORT_COLUMNS} FROM reports ORDER BY number DESC LIMIT $1"
        return [ReportRow(*row) for row in await self._query(query, limit)]

    async def audit(self, limit: int) -> list[AuditRow]:
        """See `Store`."""
        query = f"SELECT {AUDIT_COLUMNS} FROM audit ORDER BY number DESC LIMIT $1"
        return [AuditRow(*row) for row in await self._query(query, limit)]
