"""Changes that affect players on all servers that share a database. They are carried out on this
server and sent to the others, which carry them out too."""

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
    """Carries out changes to tables and connections on this server and on all others that share its
    database."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self.connections = Connections(services)
        self._store = services.store
        self._moderation = services.moderation
        self._tables = tables
        self._bus = tables.bus
        self.attendance = Attendance(services.clock, tables.bus)

    def sign_out(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close the connections of a player whose sessions have ended. On this server it closes all
        of them by default. A token hash in `only` closes just those of that device, and one in
        `but` spares those of that device. Other servers close connections whose session is no
        longer in the store."""
        self._bus.tell(SignedOut(player))
        self.connections.end(player, only=only, but=but)

    async def end_session(self, player: str, device: bytes) -> None:
        """Sign a player out on the device with the token hash `device`, and close its connections.
        Raises StoreError."""
        await self._store.change(DropDevice(player, device))
        self.sign_out(player, only=device)

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """Move the player's connections from the session with the token hash `device` to the one
        with the token hash `new`."""
        self._bus.tell(Renewed(player, device, new))
        self.connections.renew(player, device, new)

    async def give_up_seats(self, player: str) -> None:
        """Take a player whose account was deleted out of every table. Raises StoreError."""
        self._bus.tell(Deleted(player))
        await self._give_up_seats(player)

    async def ban(self, player: str | None) -> None:
        """Close the connections of all banned players and addresses, and take `player` out of all
        tables, unless None. The ban must be stored before. Raises StoreError."""
        self._bus.tell(Banned(player))
        await self._ban(player)

    def unban(self) -> None:
        """Inform the other servers that a ban was lifted. Here nothing needs to be done."""
        self._bus.tell(Banned(None))

    def send_lines_again(self, player: str) -> None:
        """Send the remembered chat lines of their tables again to a player who has blocked or
        unblocked somebody."""
        self._bus.tell(BlocksChanged(player))
        self._send_lines_again(player)

    def say(self, text: str) -> int:
        """Send a message of the operator to all connected visitors, and show it in the lobby for
        half an hour. Returns the number of connections to this server that it was sent to."""
        self._bus.tell(OperatorSaid(text))
        return self.connections.say(text)

    async def is_open(self, table: str) -> bool:
        """True if a table with this name is open, here or on another server. Raises StoreError."""
        if table in self._tables.listed:
            return True
        return not self._store.alone and await self._store.last(table) > 0

    async def close_table(self, table: str) -> bool:
        """Close a table as the operator, on whichever server has it. Returns False if this server
        knows no such table. Raises StoreError."""
        try:
            room = await self._tables.room(table)
        except TableMoved:
            self._bus.tell(Closing(table))
            return True
        if room is not None and room.do(Expire("admin")):
            await room.settled()
        return room is not None

    async def call_off(self, state: Tournament) -> None:
        """Have bots finish the tables of the tournament's current round, if there is one. Tables
        that cannot be reached are left out."""
        for table in () if state.running is None else state.running.tables:
            with suppress(StoreError):
                await self.close_table(table.table)

    def lost(self) -> None:
        """Drop all tables from memory, since other servers may have taken them."""
        self._tables.lost()

    def visited(self) -> list[str]:
        """Names of this server's tables that somebody is connected to, or was until recently."""
        return self._tables.visited_here()

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of the tables with these names, or of all tables if None, from the
        store again. Raises StoreError."""
        await self._tables.listed.relist(tables)

    async def heard(self, message: Message) -> None:
        """Carry out a change that another server has made and sent. Raises StoreError."""
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
        """Catch up on changes made while this server could not hear the others. Raises
        StoreError."""
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
