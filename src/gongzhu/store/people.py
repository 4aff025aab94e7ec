"""The parts of a store about people: accounts and ways to sign in, tries at the deals of the day,
and moderation."""

from gongzhu.store.accounts import AccountWrite
from gongzhu.store.database import Database
from gongzhu.store.days import DAY_TRY_COLUMNS, DayTry, DayWrite
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
from gongzhu.store.sign_in import (
    LINK_COLUMNS,
    LONGEST_SUBJECT,
    PASSKEY_COLUMNS,
    LinkRow,
    PasskeyRow,
    SignInWrite,
)
from gongzhu.store.writes import check_hashes, check_numbers, check_texts


class AccountStore(Database):
    """The methods of a store for players and bots: their accounts, devices, ways to sign in and
    records of tried puzzles."""

    async def put_player(self, player: PlayerRow) -> None:
        """Insert a player, or replace the one with the same id. Raises StoreError if another player
        has the same hash of a recovery code."""
        check_texts(player.id, player.name)
        check_hashes(player.recovery_hash)
        check_numbers(player.created_ms, player.seen_ms)
        await self._group.put(player)

    async def change_account(self, change: AccountWrite | SignInWrite | DayWrite) -> None:
        """Carry out one change of an account. Raises StoreError with the problem `taken` if the
        change is refused, for example because the session has ended."""
        await self._change(change)

    async def player(self, id: str) -> PlayerRow | None:
        """The player with this id, if there is one."""
        return await self._player("players WHERE id = $1", id)

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """The player whose recovery code has this hash, if there is one."""
        return await self._player("players WHERE recovery_hash = $1", recovery_hash)

    async def _player(self, source: str, value: str | bytes) -> PlayerRow | None:
        rows = await self._query(f"SELECT {PLAYER_SELECTED} FROM {source}", value)
        return player_of(rows[0]) if rows else None

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """Players whose id is this text or whose name contains it, in capital or small letters;
        the one seen last comes first."""
        query = f"""
            SELECT {PLAYER_SELECTED} FROM players
            WHERE kind <> 'former' AND (id = $1 OR {self.lowered} LIKE $2 ESCAPE '!')
            ORDER BY seen_ms DESC, id LIMIT $3
        """
        literal = "".join(f"!{each}" if each in "!%_" else each for each in search.lower())
        return [player_of(row) for row in await self._query(query, search, f"%{literal}%", limit)]

    async def former_players(self) -> list[str]:
        """The ids of players whose accounts were deleted, but whose names may still be in games."""
        query = "SELECT id FROM players WHERE kind = $1 ORDER BY id"
        return [id for (id,) in await self._query(query, "former")]

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """The bots that a player made, the newest first."""
        query = f"""
            SELECT {PLAYER_SELECTED} FROM players WHERE owner_id = $1 ORDER BY created_ms DESC, id
        """
        return [player_of(row) for row in await self._query(query, player_id)]

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """The player who is signed in by the token with this hash, and the device."""
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
        """The devices on which a player is signed in, the newest first."""
        query = f"SELECT {DEVICE_COLUMNS} FROM devices WHERE player_id = $1 ORDER BY number DESC"
        return [DeviceRow(*row) for row in await self._query(query, player_id)]

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """The passkeys of a player, the oldest first."""
        query = f"""
            SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE player_id = $1 ORDER BY made_ms, id
        """
        return [PasskeyRow(*row) for row in await self._query(query, player_id)]

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """The passkey whose credential has this SHA-256 hash, if there is one."""
        rows = await self._query(f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE id = $1", id)
        return PasskeyRow(*rows[0]) if rows else None

    async def link_of(self, player_id: str) -> LinkRow | None:
        """The link to the account at a provider that signs a player in, if there is one."""
        query = f"SELECT {LINK_COLUMNS} FROM links WHERE player_id = $1"
        rows = await self._query(query, player_id)
        return LinkRow(*rows[0]) if rows else None

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """The link of an account at a provider to its player, if there is one."""
        query = f"SELECT {LINK_COLUMNS} FROM links WHERE issuer = $1 AND subject = $2"
        check_texts(issuer, subject, longest=LONGEST_SUBJECT)
        rows = await self._fetch(query, (issuer, subject))
        return LinkRow(*rows[0]) if rows else None

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """A player's record of tried puzzles, as last stored; None if there is none."""
        query = "SELECT body FROM puzzle_books WHERE player_id = $1"
        rows = await self._query(query, player_id)
        return bytes(rows[0][0]) if rows else None


class DayStore(Database):
    """Reads tries at the deals of the day; `change_account` changes them."""

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """A player's try at the deal of a day, if there is one."""
        query = f"""
            SELECT {DAY_TRY_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day = $2 AND game = $3
        """
        rows = await self._query(query, player_id, day, game)
        return DayTry(*rows[0]) if rows else None

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """A player's tries at the deals from day `first` to `last`, sorted by day and game."""
        query = f"""
            SELECT {DAY_TRY_COLUMNS} FROM day_tries
            WHERE player_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day, game
        """
        return [DayTry(*row) for row in await self._query(query, player_id, first, last)]

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """Each score in the deal of a day, and how many players had finished with it before a
        time; sorted by score."""
        query = """
            SELECT score, count(*) FROM day_tries
            WHERE day = $1 AND game = $2 AND score IS NOT NULL AND finished_ms < $3
            GROUP BY score ORDER BY score
        """
        return [(score, count) for score, count in await self._query(query, day, game, before_ms)]


class ModerationStore(Database):
    """The methods of a store for blocks, bans, reports and the log of the operator's commands."""

    async def moderate(self, change: ModerationWrite) -> None:
        """Carry out one block, report, ban or audit entry, or undo one. Raises StoreError with the
        problem `taken` if it is refused: there are too many, it exists already, or there is
        nothing to undo."""
        await self._change(change)

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """The blocks that a player has made, or those of all players if no player is given; sorted
        by the player who blocks."""
        query = f"""
            SELECT {BLOCK_COLUMNS} FROM blocks WHERE player_id = $1 OR $1 = ''
            ORDER BY player_id, number
        """
        return [BlockRow(*row) for row in await self._query(query, player_id)]

    async def bans(self) -> list[BanRow]:
        """All bans, the oldest first, including those that are over."""
        query = f"SELECT {BAN_COLUMNS} FROM bans ORDER BY made_ms, what"
        return [BanRow(*row) for row in await self._query(query)]

    async def reports(self, limit: int) -> list[ReportRow]:
        """The newest reports, at most `limit` of them, the newest first."""
        query = f"SELECT {REPORT_COLUMNS} FROM reports ORDER BY number DESC LIMIT $1"
        return [ReportRow(*row) for row in await self._query(query, limit)]

    async def audit(self, limit: int) -> list[AuditRow]:
        """The last commands that the operator gave on the server's machine, the newest first."""
        query = f"SELECT {AUDIT_COLUMNS} FROM audit ORDER BY number DESC LIMIT $1"
        return [AuditRow(*row) for row in await self._query(query, limit)]
