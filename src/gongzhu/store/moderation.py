"""Blocks, reports, bans, and the log of the operator's commands: their rows, and changes of them.

Times are milliseconds since 1970.
"""

from msgspec import Struct

from gongzhu.store.accounts import Statement

BLOCK_COLUMNS = "player_id, number, blocked_id, name, made_ms"
REPORT_COLUMNS = "number, made_ms, by_id, player_id, name, table_name, reason, words"
BAN_COLUMNS = "what, until_ms, made_ms"
AUDIT_COLUMNS = "number, made_ms, who, command, detail"


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


class Block(Struct, frozen=True):
    """Block a player. Refused if that player is blocked already, or if the one who blocks has
    blocked `most` players already."""

    player_id: str
    blocked_id: str
    name: str
    at: int
    most: int

    def statements(self) -> tuple[Statement, ...]:
        text = f"""
            INSERT INTO blocks ({BLOCK_COLUMNS})
            SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM blocks WHERE player_id = $1
            HAVING count(*) < $5
                AND NOT EXISTS (SELECT 1 FROM blocks WHERE player_id = $1 AND blocked_id = $2)
        """
        values = (self.player_id, self.blocked_id, self.name, self.at, self.most)
        return (Statement(text, values, needed=True),)


class Unblock(Struct, frozen=True):
    """Remove a player's block, given its number."""

    player_id: str
    number: int

    def statements(self) -> tuple[Statement, ...]:
        text = "DELETE FROM blocks WHERE player_id = $1 AND number = $2"
        return (Statement(text, (self.player_id, self.number)),)


class Report(Struct, frozen=True):
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

    def statements(self) -> tuple[Statement, ...]:
        text = f"""
            INSERT INTO reports ({REPORT_COLUMNS})
            SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM reports
            HAVING (SELECT count(*) FROM reports WHERE by_id = $2 AND made_ms >= $8) < $9
        """
        values = (
            *(self.at, self.player_id, self.reported_id, self.name, self.table),
            *(self.reason, self.words, self.since, self.most),
        )
        return (Statement(text, values, needed=True),)


class Ban(Struct, frozen=True):
    """Ban a player or an address, or change when a ban ends."""

    what: str
    until: int | None
    at: int
    player_id: str = ""

    def statements(self) -> tuple[Statement, ...]:
        text = f"INSERT INTO bans ({BAN_COLUMNS}) VALUES ($1, $2, $3)"
        return (
            Statement("DELETE FROM bans WHERE what = $1", (self.what,)),
            Statement(text, (self.what, self.until, self.at)),
        )


class Unban(Struct, frozen=True):
    """Lift a ban. Refused if there is no such ban."""

    what: str
    player_id: str = ""

    def statements(self) -> tuple[Statement, ...]:
        return (Statement("DELETE FROM bans WHERE what = $1", (self.what,), needed=True),)


class Audit(Struct, frozen=True):
    """Log a command that the operator gave on the machine of the server."""

    who: str
    command: str
    detail: str
    at: int
    player_id: str = ""

    def statements(self) -> tuple[Statement, ...]:
        text = f"""
            INSERT INTO audit ({AUDIT_COLUMNS})
            SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4 FROM audit
        """
        return (Statement(text, (self.at, self.who, self.command, self.detail)),)


ModerationWrite = Block | Unblock | Report | Ban | Unban | Audit
