"""Rows and changes of moderation: blocks, reports and bans, and the log of the operator's commands.

All times are milliseconds since 1970.
"""

from msgspec import Struct

from gongzhu.store.database import Database
from gongzhu.store.writes import Change

_BLOCK = "player_id, number, blocked_id, name, made_ms"
_REPORT = "number, made_ms, by_id, player_id, name, table_name, reason, words"
_BAN = "what, until_ms, made_ms"
_AUDIT = "number, made_ms, who, command, detail"


class BlockRow(Struct, frozen=True):
    """One row of the `blocks` table: a player does not want to see or meet another player."""

    player_id: str
    """Id of the player who blocks."""
    number: int
    """Number of the block among those of the player who blocks, counted from 1."""
    blocked_id: str
    """Id of the blocked player."""
    name: str
    """The name that the blocked player had at the time of the block."""
    made_ms: int
    """The time of the block."""


class ReportRow(Struct, frozen=True):
    """One row of the `reports` table: a player's complaint about another player, for the operator
    to read."""

    number: int
    """Number of the report among all reports, counted from 1."""
    made_ms: int
    """The time of the report."""
    by_id: str
    """Id of the player who reports, or empty if that account was deleted."""
    player_id: str
    """Id of the reported player, or empty if that account was deleted."""
    name: str
    """The name that the reported player had at the time of the report."""
    table: str
    """Name of the table at which both were."""
    reason: str
    """The kind of complaint, one of the words in `ReportPlayer.reason`."""
    words: str
    """The text that the reporting player wrote, which may be empty."""


class BanRow(Struct, frozen=True):
    """A ban of a player or a network address from this server."""

    what: str
    """The id of a player, or a network in CIDR notation such as `192.0.2.7/32`."""
    until_ms: int | None
    """The end of the ban, or None if it never ends."""
    made_ms: int
    """The time at which the ban was made."""


class AuditRow(Struct, frozen=True):
    """A command that the operator gave on the machine of the server, with the time and the
    operator's user name."""

    number: int
    """Number of the command in the log of commands, counted from 1."""
    made_ms: int
    """The time at which the command was given."""
    who: str
    """The operator's user name on the machine of the server."""
    command: str
    """Name of the command (the tag of its class in `gongzhu.server.admin.commands`)."""
    detail: str
    """The object of the command, such as the id of a player or the text of a message, or empty if
    there is none."""


class Block(Change, frozen=True):
    """Record that player `player_id` blocks player `blocked_id`, whose current name is `name`.
    Refused if that block exists already, or if the player has blocked `most` players already."""

    player_id: str
    """Id of the player who blocks."""
    blocked_id: str
    """Id of the blocked player."""
    name: str
    """The blocked player's current name."""
    at: int
    """The time of the block."""
    most: int
    """Greatest number of blocks of one player."""

    needed = f"""
        INSERT INTO blocks ({_BLOCK})
        SELECT $player_id, coalesce(max(number), 0) + 1, $blocked_id, $name, $at
        FROM blocks WHERE player_id = $player_id
        HAVING count(*) < $most AND NOT EXISTS
            (SELECT 1 FROM blocks WHERE player_id = $player_id AND blocked_id = $blocked_id)
    """


class DeleteBlock(Change, frozen=True):
    """Delete block `number` of the player `player_id`. Never refused."""

    player_id: str
    """Id of the player who made the block."""
    number: int
    """Number of the block, as in `BlockRow.number`."""

    others = ("DELETE FROM blocks WHERE player_id = $player_id AND number = $number",)


class Report(Change, frozen=True):
    """Store a report by player `player_id` about player `reported_id`, whose current name is
    `name`. Refused if the reporter has made `most` reports at the time `since` or later."""

    player_id: str
    """Id of the player who reports."""
    reported_id: str
    """Id of the reported player."""
    name: str
    """The reported player's current name."""
    table: str
    """Name of the table at which both are."""
    reason: str
    """The kind of complaint, as in `ReportRow.reason`."""
    words: str
    """The text that the reporting player wrote, which may be empty."""
    at: int
    """The time of the report."""
    since: int
    """The time from which the reporting player's earlier reports are counted."""
    most: int
    """Greatest number of reports from `since` on."""

    needed = f"""
        INSERT INTO reports ({_REPORT})
        SELECT coalesce(max(number), 0) + 1, $at, $player_id, $reported_id, $name, $table, $reason,
            $words FROM reports
        HAVING (SELECT count(*) FROM reports WHERE by_id = $player_id AND made_ms >= $since) < $most
    """


class Ban(Change, frozen=True):
    """Ban a player or a network. Replaces an earlier ban of the same player or network."""

    what: str
    """The id of a player, or a network in CIDR notation, as in `BanRow.what`."""
    until: int | None
    """The end of the ban, or None if it never ends."""
    at: int
    """The time at which the ban is made."""

    others = (
        "DELETE FROM bans WHERE what = $what",
        f"INSERT INTO bans ({_BAN}) VALUES ($what, $until, $at)",
    )


class Unban(Change, frozen=True):
    """Delete the ban of a player or a network. Refused if there is no such ban."""

    what: str
    """The id of a player, or a network in CIDR notation, exactly as in `BanRow.what`."""

    needed = "DELETE FROM bans WHERE what = $what"


class Audit(Change, frozen=True):
    """Append a command that the operator gave on the machine of the server to the log of
    commands."""

    who: str
    """The operator's user name on the machine of the server."""
    command: str
    """Name of the command."""
    detail: str
    """The object of the command, as in `AuditRow.detail`."""
    at: int
    """The time at which the command was given."""

    others = (
        f"""INSERT INTO audit ({_AUDIT})
        SELECT coalesce(max(number), 0) + 1, $at, $who, $command, $detail FROM audit""",
    )


class ModerationStore(Database):
    """Reads blocks, bans, reports and the log of the operator's commands. `change` writes them."""

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """The blocks made by a player, or by all players if `player_id` is empty, sorted by the id
        of the player who blocks, then by number."""
        query = f"""
            SELECT {_BLOCK} FROM blocks WHERE player_id = $1 OR $1 = ''
            ORDER BY player_id, number
        """
        return await self._all(BlockRow, query, player_id)

    async def bans(self) -> list[BanRow]:
        """All bans, the oldest first, expired ones included."""
        query = f"SELECT {_BAN} FROM bans ORDER BY made_ms, what"
        return await self._all(BanRow, query)

    async def reports(self, limit: int) -> list[ReportRow]:
        """The newest reports, at most `limit` of them, the newest first."""
        query = f"SELECT {_REPORT} FROM reports ORDER BY number DESC LIMIT $1"
        return await self._all(ReportRow, query, limit)

    async def audit(self, limit: int) -> list[AuditRow]:
        """The newest commands that the operator gave on the machine of the server, at most `limit`,
        the newest first."""
        query = f"SELECT {_AUDIT} FROM audit ORDER BY number DESC LIMIT $1"
        return await self._all(AuditRow, query, limit)
