"""Changes that concern players wherever they are: made here, and told to the other servers on the
database, which make them too."""

from typing import assert_never

from gongzhu.server.connections import Connections
from gongzhu.server.peers import (
    Banned,
    BlocksChanged,
    Deleted,
    HostSaid,
    Numbered,
    NumbersAsked,
    PeerMessage,
    Renewed,
    SignedOut,
    Wanted,
)
from gongzhu.server.services import Services
from gongzhu.server.tables import Tables
from gongzhu.table.commands import Expel


class Everywhere:
    """All tables and all connections, at every server."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self.connections = Connections(services)
        self._moderation = services.moderation
        self._tables = tables
        self._peers = tables.directory.peers
        self._peers.hearer = self

    def sign_out(self, player: str, *, only: bytes | None = None, but: bytes | None = None) -> None:
        """Close the connections of a player whose sessions have ended; here as
        `Connections.end`."""
        self._peers.tell(SignedOut(player))
        self.connections.end(player, only=only, but=but)

    def renew(self, player: str, device: bytes, new: bytes) -> None:
        """A device of a player goes on under another token."""
        self._peers.tell(Renewed(player, device, new))
        self.connections.renew(player, device, new)

    async def give_up_seats(self, player: str) -> None:
        """Have a player whose account was deleted leave every table. Raises StoreError."""
        self._peers.tell(Deleted(player))
        await self._give_up_seats(player)

    async def ban(self, player: str | None) -> None:
        """Close the connections of those who are banned by now, and free the seats of a player who
        is. Raises StoreError."""
        self._peers.tell(Banned(player))
        await self._ban(player)

    def unban(self) -> None:
        """Somebody is not banned any more; here that is known."""
        self._peers.tell(Banned(None))

    def send_lines_again(self, player: str) -> None:
        """Send what is said at tables anew to a player who hears others than before."""
        self._peers.tell(BlocksChanged(player))
        self._send_lines_again(player)

    def say(self, text: str) -> int:
        """Send a message to everybody who is connected, and have it in the lobby for a while; the
        number of connections to this server."""
        self._peers.tell(HostSaid(text))
        return self.connections.say(text)

    async def heard(self, message: PeerMessage) -> None:
        """See `Hearer`."""
        tables, connections = self._tables, self.connections
        match message:
            case Wanted(table):
                await tables.relocation.hand_on(table)
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
            case Banned(player):
                await self._moderation.load()
                await self._ban(player)
            case BlocksChanged(player):
                await self._moderation.read_blocks(player)
                self._send_lines_again(player)
            case HostSaid(text):
                connections.say(text)
            case _:
                assert_never(message)

    async def missed(self) -> None:
        """See `Hearer`."""
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
