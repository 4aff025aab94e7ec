"""Blocks, reports, bans, and the log of the operator's commands.

Times are milliseconds since 1970.
"""

from msgspec import Struct

from gongzhu.store.database import Database
from gongzhu.store.writes import Change

_BLOCK = "player_id, number, blocked_id, name, made_ms"
_REPORT = "number, made_ms, by_id, player_id, name, table_name, reason, words"
_BAN = "what, until_ms, made_ms"
_AUDIT = "number, made_ms, who, command, detail"


class BlockRow(Struct, frozen=True):
    """One player's block of another one."""

    player_id: str
    """The player who blocks."""
    number: int
    """Number of the block among the blocks of this player."""
    blocked_id: str
    name: str
    """The name that the blocked player had when blocked."""
    made_ms: int


class ReportRow(Struct, frozen=True):
    """One player's report about another one, to be read by the operator."""

    number: int
    made_ms: int
    by_id: str
    player_id: str
    name: str
    """The name that the reported player had when reported."""
    table: str
    reason: str
    words: str
    """The text that the reporting player wrote; may be empty."""


class BanRow(Struct, frozen=True):
    """A player or an address that this server refuses."""

    what: str
    """The id of a player, or a network such as `192.0.2.7/32`."""
    until_ms: int | None
    """The end of the ban; None if it has no end."""
    made_ms: int


class AuditRow(Struct, frozen=True):
    """A command that the operator gave on the machine of the server."""

    number: int
    made_ms: int
    who: str
    """The operator's user name on the machine of the server."""
    command: str
    detail: str


class Block(Change, frozen=True):
    """Block a player. Refused if that player is blocked already, or if the one who blocks has
    blocked `most` players already."""

    player_id: str
    blocked_id: str
    name: str
    at: int
    most: int

    needed = f"""
        INSERT INTO blocks ({_BLOCK})
        SELECT $player_id, coalesce(max(number), 0) + 1, $blocked_id, $name, $at
        FROM blocks WHERE player_id = $player_id
        HAVING count(*) < $most AND NOT EXISTS
            (SELECT 1 FROM blocks WHERE player_id = $player_id AND blocked_id = $blocked_id)
    """


class DeleteBlock(Change, frozen=True):
    """Remove a player's block, given its number."""

    player_id: str
    number: int

    others = ("DELETE FROM blocks WHERE player_id = $player_id AND number = $number",)


class Report(Change, frozen=True):
    """Report a player. Refused if the reporter has made `most` reports since the time `since`."""

    player_id: str
    """The player who reports."""
    reported_id: str
    name: str
    table: str
    reason: str
    words: str
    at: int
    since: int
    most: int

    needed = f"""
        INSERT INTO reports ({_REPORT})
        SELECT coalesce(max(number), 0) + 1, $at, $player_id, $reported_id, $name, $table, $reason,
            $words FROM reports
        HAVING (SELECT count(*) FROM reports WHERE by_id = $player_id AND made_ms >= $since) < $most
    """


class Ban(Change, frozen=True):
    """Ban a player or an address, or change when a ban ends."""

    what: str
    until: int | None
    at: int

    others = (
        "DELETE FROM bans WHERE what = $what",
        f"INSERT INTO bans ({_BAN}) VALUES ($what, $until, $at)",
    )


class Unban(Change, frozen=True):
    """Lift a ban. Refused if there is no such ban."""

    what: str

    needed = "DELETE FROM bans WHERE what = $what"


class Audit(Change, frozen=True):
    """Log a command that the operator gave on the machine of the server."""

    who: str
    command: str
    detail: str
    at: int

    others = (
        f"""INSERT INTO audit ({_AUDIT})
        SELECT coalesce(max(number), 0) + 1, $at, $who, $command, $detail FROM audit""",
    )


class ModerationStore(Database):
    """Reads blocks, bans, reports and the log of the operator's commands; `change` changes them."""

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """The blocks that a player has made, or those of all players if no player is given; sorted
        by the player who blocks."""
        query = f"""
            SELECT {_BLOCK} FROM blocks WHERE player_id = $1 OR $1 = ''
            ORDER BY player_id, number
        """
        return await self._all(BlockRow, query, player_id)

    async def bans(self) -> list[BanRow]:
        """All bans, the oldest first, including those that are over."""
        query = f"SELECT {_BAN} FROM bans ORDER BY made_ms, what"
        return await self._all(BanRow, query)

    async def reports(self, limit: int) -> list[ReportRow]:
        """The newest reports, at most `limit` of them, the newest first."""
        query = f"SELECT {_REPORT} FROM reports ORDER BY number DESC LIMIT $1"
        return await self._all(ReportRow, query, limit)

    async def audit(self, limit: int) -> list[AuditRow]:
        """The last commands that the operator gave on the server's machine, the newest first."""
        query = f"SELECT {_AUDIT} FROM audit ORDER BY number DESC LIMIT $1"
        return await self._all(AuditRow, query, limit)
