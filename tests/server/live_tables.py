"""A table by itself, and connections whose frames are kept: for parts of a room without a room."""

from typing import Any

import msgspec

from gongzhu.rules import PRESETS
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.messages import ToPlayer
from gongzhu.store import PlayerRow
from gongzhu.table import Command, LogEntry, Player, Settings, Table, open_table, step
from gongzhu.table.commands import Open, Sit

START = 1_800_000_000_000
NAME = "0123456789abcdef01"

_decode = msgspec.json.Decoder(ToPlayer).decode


def decided(table: Table, player: str, command: Command) -> tuple[Table, LogEntry]:
    """The table after a player's command, which must change it, and the entry of that."""
    changed = step(table, Player(player, player.title()), command, START, "00" * 32)
    assert changed is not None, command
    return changed


def table_of(*players: str, **settings: Any) -> tuple[Table, list[LogEntry]]:
    """A new table at which these players sit, the first one its host, with its entries."""
    rules = PRESETS["gongzhu-pagat"].rules
    settled = Settings("", "gongzhu-pagat", rules, **settings)
    table, entry = open_table(Open(NAME, settled, players[0]), START)
    entries = [entry]
    for player in players:
        table, entry = decided(table, player, Sit())
        entries.append(entry)
    return table, entries


class Recorder:
    """A transport that keeps what it is given."""

    waiting = 0

    def __init__(self) -> None:
        self.messages: list[ToPlayer] = []

    def write(self, payload: bytes) -> None:
        """See `Transport`."""
        self.messages.append(_decode(payload))

    def take(self) -> list[ToPlayer]:
        """The messages since."""
        messages, self.messages = self.messages, []
        return messages


def connected(player: str | None) -> tuple[Connection, Recorder]:
    """A connection of a player; None: of somebody without a name."""
    recorder = Recorder()
    row = None if player is None else PlayerRow(player, player.title(), "guest", None, START, START)
    return Connection(Visitor(player or "?", row), recorder, 1_000_000), recorder
