"""Changes that concern players wherever they are: made here, and told to the other servers on the
database, which make them too."""

from typing import assert_never

from gongzhu.server.cluster.messages import (
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
from gongzhu.server.connections import Connections
from gongzhu.server.forgetting import forget_name
from gongzhu.server.services import Services
from gongzhu.server.tables import Tables
from gongzhu.store import StoreError
from gongzhu.table.commands import Expel, Expire


class Everywhere:
    """All tables and all connections, at every server."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self.connections = Connections(services)
        self._store = services.store
        self._moderation = services.moderation
        self._tables = tables
        self._bus = tables.bus

    def sign_out(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close the connections of a player whose sessions have ended; here as
        `Connections.end`."""
        self._bus.tell(SignedOut(player))
        self.connections.end(player, only=only, but=but)

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """A device of a player goes on under another token."""
        self._bus.tell(Renewed(player, device, new))
        self.connections.renew(player, device, new)

    async def give_up_seats(self, player: str) -> None:
        """Have a player whose account was deleted leave every table. Raises StoreError."""
        self._bus.tell(Deleted(player))
        await self._give_up_seats(player)

    async def ban(self, player: str | None) -> None:
        """Close the connections of those who are banned by now, and free the seats of a player who
        is. Raises StoreError."""
        self._bus.tell(Banned(player))
        await self._ban(player)

    def unban(self) -> None:
        """Somebody is not banned any more; here that is known."""
        self._bus.tell(Banned(None))

    def send_lines_again(self, player: str) -> None:
        """Send what is said at tables anew to a player who hears others than before."""
        self._bus.tell(BlocksChanged(player))
        self._send_lines_again(player)

    def say(self, text: str) -> int:
        """Send a message to everybody who is connected, and have it in the lobby for a while; the
        number of connections to this server."""
        self._bus.tell(OperatorSaid(text))
        return self.connections.say(text)

    async def close_table(self, table: str) -> bool:
        """Close a table, wherever it is; False where there is none. Raises StoreError."""
        try:
            room = await self._tables.registry.room(table)
        except StoreError as error:
            if error.problem != "moved":
                raise
            self._bus.tell(Closing(table))
            return True
        if room is not None and room.do(Expire("admin")):
            await room.settled()
        return room is not None

    def lost(self) -> None:
        """Let go of every table: other servers may have them."""
        self._tables.registry.lost()

    def visited(self) -> list[str]:
        """The tables here at which somebody is, or was a moment ago."""
        return self._tables.rooms.visited()

    async def relist(self, tables: list[str] | None) -> None:
        """Look up how tables are listed; None: all. Raises StoreError."""
        await self._tables.directory.relist(tables)

    async def heard(self, message: Message) -> None:
        """Carry out what another server tells. Raises StoreError."""
        tables, connections = self._tables, self.connections
        match message:
            case Closing(table):
                room = await tables.registry.room_here(table)
                if room is not None:
                    room.do(Expire("admin"))
            case Numbered(table, number, on):
                tables.directory.numbers.learn(table, number, on)
            case NumbersAsked():
                tables.directory.tell_numbers()
            case SignedOut(player):
                await connections.close_ended(player)
            case Renewed(player, device, new):
                connections.renew(player, device, new)
            case Deleted(player):
                await connections.close_ended(player)
                self._moderation.forget(player)
                await self._give_up_seats(player)
                await forget_name(self._store, tables.registry, player)
            case Banned(player):
                await self._moderation.load()
                await self._ban(player)
            case BlocksChanged(player):
                await self._moderation.read_blocks(player)
                self._send_lines_again(player)
            case OperatorSaid(text):
                connections.say(text)
            case _:
                assert_never(message)

    async def missed(self) -> None:
        """Look up what was told while this server was out of reach. Raises StoreError."""
        await self._moderation.load()
        await self.connections.close_ended()
        self.connections.close_banned()
        for ban in self._moderation.bans():
            await self._expel(ban.what)

    async def _give_up_seats(self, player: str) -> None:
        for name in self._tables.listed.of(player):
            room = await self._tables.registry.room_here(name)
            if room is not None:
                await room.give_up_seat(player)

    async def _ban(self, player: str | None) -> None:
        self.connections.close_banned()
        if player is not None:
            await self._expel(player)

    async def _expel(self, player: str) -> None:
        for name in self._tables.listed.of(player):
            room = await self._tables.registry.room_here(name)
            if room is not None:
                room.do(Expel(player))

    def _send_lines_again(self, player: str) -> None:
        for room in self._tables.rooms:
            room.audience.send_lines_again(player)
