"""Changes that affect players on all servers that share a database: they are made on this server,
and sent to the others, which make them too."""

from contextlib import suppress
from typing import assert_never

from gongzhu.duplicate.state import Tournament
from gongzhu.server.cluster.messages import (
    AtTournament,
    Banned,
    BlocksChanged,
    Closing,
    Deleted,
    Message,
    Numbered,
    NumbersAsked,
    OperatorSaid,
    Renewed,
    SignedOut,
)
from gongzhu.server.live.connections import Connections
from gongzhu.server.live.services import Services
from gongzhu.server.tables.attendance import Attendance
from gongzhu.server.tables.forgetting import forget_name
from gongzhu.server.tables.tables import Tables
from gongzhu.store import StoreError, TableMoved
from gongzhu.store.accounts import DropDevice
from gongzhu.table.commands import Expel, Expire


class Everywhere:
    """Makes changes to tables and connections on this server and on all others that share its
    database."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self.connections = Connections(services)
        self._store = services.store
        self._moderation = services.moderation
        self._tables = tables
        self._bus = tables.bus
        self.attendance = Attendance(services.clock, tables.bus)

    def sign_out(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close the connections of a player whose sessions have ended. On this server these are all
        connections, `only` those of one device, or all `but` those of one device (given by the hash
        of its token); other servers close those whose session is no longer in the store."""
        self._bus.tell(SignedOut(player))
        self.connections.end(player, only=only, but=but)

    async def end_session(self, player: str, device: bytes) -> None:
        """Sign a player out on one device, given by the hash of its token. Raises StoreError."""
        await self._store.change(DropDevice(player, device))
        self.sign_out(player, only=device)

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """Give the player's connections on a device the session's new token; `device` and `new` are
        the hashes of the old and the new one."""
        self._bus.tell(Renewed(player, device, new))
        self.connections.renew(player, device, new)

    async def give_up_seats(self, player: str) -> None:
        """Make a player whose account was deleted leave every table. Raises StoreError."""
        self._bus.tell(Deleted(player))
        await self._give_up_seats(player)

    async def ban(self, player: str | None) -> None:
        """Close the connections of all banned players and addresses, and free the seats of
        `player`, if one is given. Raises StoreError."""
        self._bus.tell(Banned(player))
        await self._ban(player)

    def unban(self) -> None:
        """Let the other servers know that a ban was lifted; this server knows it already."""
        self._bus.tell(Banned(None))

    def send_lines_again(self, player: str) -> None:
        """Send a player, who has changed whom they block, the remembered chat lines of their tables
        again."""
        self._bus.tell(BlocksChanged(player))
        self._send_lines_again(player)

    def say(self, text: str) -> int:
        """Send a message of the operator to all connected visitors, and show it in the lobby for a
        while. Returns the number of connections to this server."""
        self._bus.tell(OperatorSaid(text))
        return self.connections.say(text)

    async def is_open(self, table: str) -> bool:
        """True if players can come to a table, here or at another server. Raises StoreError."""
        if table in self._tables.listed:
            return True
        return not self._store.alone and await self._store.last(table) > 0

    async def close_table(self, table: str) -> bool:
        """Close a table on any server; False if there is no such table. Raises StoreError."""
        try:
            room = await self._tables.room(table)
        except TableMoved:
            self._bus.tell(Closing(table))
            return True
        if room is not None and room.do(Expire("admin")):
            await room.settled()
        return room is not None

    async def call_off(self, state: Tournament) -> None:
        """Have bots finish the tables of a tournament's running round, if there is one."""
        for table in () if state.running is None else state.running.tables:
            with suppress(StoreError):
                await self.close_table(table.table)

    def lost(self) -> None:
        """Drop all tables from memory, since other servers may have taken them."""
        self._tables.lost()

    def visited(self) -> list[str]:
        """Names of this server's tables that have visitors, or had some a moment ago."""
        return self._tables.visited_here()

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of these tables again; None for all. Raises StoreError."""
        await self._tables.listed.relist(tables)

    async def heard(self, message: Message) -> None:
        """Carry out a message of another server. Raises StoreError."""
        tables, connections = self._tables, self.connections
        match message:
            case Closing(table):
                room = await tables.room_here(table)
                if room is not None:
                    room.do(Expire("admin"))
            case Numbered(table, number, on):
                tables.listed.numbers.learn(table, number, on)
            case NumbersAsked():
                tables.listed.tell_numbers()
            case SignedOut(player):
                await connections.close_ended(player)
            case Renewed(player, device, new):
                connections.renew(player, device, new)
            case Deleted(player):
                await connections.close_ended(player)
                self._moderation.forget(player)
                await self._give_up_seats(player)
                await forget_name(self._store, tables.room, player)
            case Banned(player):
                await self._moderation.load()
                await self._ban(player)
            case BlocksChanged(player):
                await self._moderation.read_blocks(player)
                self._send_lines_again(player)
            case OperatorSaid(text):
                connections.say(text)
            case AtTournament():
                self.attendance.hear(message)
            case _:
                assert_never(message)

    async def missed(self) -> None:
        """Look up what changed while this server was out of reach. Raises StoreError."""
        await self._moderation.load()
        await self.connections.close_ended()
        self.connections.close_banned()
        for ban in self._moderation.bans():
            await self._expel(ban.what)

    async def _give_up_seats(self, player: str) -> None:
        for name in self._tables.listed.of(player):
            room = await self._tables.room_here(name)
            if room is not None:
                await room.give_up_seat(player)

    async def _ban(self, player: str | None) -> None:
        self.connections.close_banned()
        if player is not None:
            await self._expel(player)

    async def _expel(self, player: str) -> None:
        for name in self._tables.listed.of(player):
            room = await self._tables.room_here(name)
            if room is not None:
                room.do(Expel(player))

    def _send_lines_again(self, player: str) -> None:
        for room in list(self._tables.rooms.values()):
            room.audience.send_lines_again(player)
