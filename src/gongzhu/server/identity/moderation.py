"""Blocks (players whom a player does not want to meet), bans (players and addresses that this
server refuses), and reports to the operator.

Blocks and bans are few, so all of them are in memory, and taking a seat, sending a line or listing
tables never waits for the store. A change takes effect once it is stored.
"""

from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network

from msgspec import Struct

from gongzhu.server.edge.problems import ApiError, unless_taken
from gongzhu.store import Store
from gongzhu.store.moderation import Ban, BanRow, Block, BlockRow, DeleteBlock, Report, Unban

MOST_BLOCKS = 200
"""Greatest number of players that one player may block."""
MOST_REPORTS = 10
"""Greatest number of reports that one player may make within 24 hours."""
DAY = 24 * 3600 * 1000
MAPPED = 96
"""Length in bits of the prefix of an IPv4-mapped IPv6 address, such as `::ffff:192.0.2.7`."""
Network = IPv4Network | IPv6Network


def network_of(text: str) -> Network | None:
    """The network of an IP address or network in `text`, or None if it is neither. An IPv6 address
    becomes its /64, which belongs to one visitor, and an IPv4-mapped address becomes IPv4."""
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if isinstance(network, IPv4Network):
        return network
    mapped = network.network_address.ipv4_mapped
    if mapped is not None and network.prefixlen >= MAPPED:
        return IPv4Network((mapped, network.prefixlen - MAPPED))
    if network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    return network


class Told(Struct, frozen=True):
    """The content of a report about a player."""

    name: str
    """The name of the reported player."""
    table: str
    """The id of the table."""
    reason: str
    """A code: `abuse`, `name`, `cheating`, `stalling` or `other`."""
    words: str
    """The reporter's description, which may be empty."""


class Moderation:
    """The blocks and bans in force; changes them and stores the changes."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        """There are no blocks and bans until `load` is called. `clock` returns the time in
        milliseconds since 1970."""
        self._store = store
        self._clock = clock
        self._blocks: dict[str, dict[str, BlockRow]] = {}
        """All blocks, by the id of the player who blocks and then by the id of the blocked
        player."""
        self._bans: dict[str, BanRow] = {}

    async def load(self) -> None:
        """Read all blocks and bans from the store. Raises StoreError."""
        blocks: dict[str, dict[str, BlockRow]] = {}
        for block in await self._store.blocks():
            blocks.setdefault(block.player_id, {})[block.blocked_id] = block
        self._blocks = blocks
        self._bans = {ban.what: ban for ban in await self._store.bans()}

    # --- blocks ----------------------------------------------------------------------------------

    def blocks(self, player: str | None, other: str | None) -> bool:
        """True if `player` has blocked `other`, both given by id. False if one of them is None."""
        return other is not None and other in self._blocks.get(player or "", ())

    def blocked_by(self, player: str) -> tuple[BlockRow, ...]:
        """The blocks that `player`, given by id, has made, the oldest first."""
        return tuple(self._blocks.get(player, {}).values())

    async def block(self, player: str, other: str, name: str) -> None:
        """Let `player` block `other`, whose name is `name` now; players are given by id. Does
        nothing if the block exists. Raises ApiError (409) if the player has MOST_BLOCKS, and
        StoreError."""
        if self.blocks(player, other):
            return
        with unless_taken(ApiError(409, "many_blocks", most=MOST_BLOCKS)):
            await self._store.change(Block(player, other, name, self._clock(), MOST_BLOCKS))
        await self.read_blocks(player)

    async def unblock(self, player: str, number: int) -> None:
        """End the block with this number that `player` has made; does nothing if there is none.
        Raises StoreError."""
        await self._store.change(DeleteBlock(player, number))
        await self.read_blocks(player)

    async def read_blocks(self, player: str) -> None:
        """Read the blocks that `player` has made from the store again. Raises StoreError."""
        found = await self._store.blocks(player)
        self._blocks[player] = {block.blocked_id: block for block in found}

    def forget(self, player: str) -> None:
        """Remove from memory all blocks by and of a player whose account was deleted."""
        self._blocks.pop(player, None)
        for blocked in self._blocks.values():
            blocked.pop(player, None)

    # --- reports ---------------------------------------------------------------------------------

    async def report(self, player: str, other: str, told: Told) -> None:
        """Store a report by `player` about `other` for the operator. Raises ApiError (429) if the
        player has made MOST_REPORTS in the last 24 hours, and StoreError."""
        now = self._clock()
        limits = now, now - DAY, MOST_REPORTS
        words = told.name, told.table, told.reason, told.words
        with unless_taken(ApiError(429, "many_reports", most=MOST_REPORTS)):
            await self._store.change(Report(player, other, *words, *limits))

    # --- bans ------------------------------------------------------------------------------------

    def bans(self) -> tuple[BanRow, ...]:
        """The bans in force; expired ones are left out."""
        now = self._clock()
        return tuple(
            ban for ban in self._bans.values() if ban.until_ms is None or ban.until_ms > now
        )

    def is_banned(self, player: str | None, address: str) -> bool:
        """True if the player, given by id, or the address, in the form that limits count, is
        banned."""
        if not self._bans:
            return False
        came = network_of(address)
        return any(ban.what == player or _within(came, ban.what) for ban in self.bans())

    def refuse_banned(self, player: str | None, address: str) -> None:
        """Raise ApiError (403) if the player or the address is banned."""
        if self.is_banned(player, address):
            raise ApiError(403, "banned")

    async def ban(self, what: str, until: int | None) -> None:
        """Ban a player, given by id, or a network, until a time in milliseconds since 1970 or for
        good (None). Replaces an earlier ban of the same player or network. Raises StoreError."""
        change = Ban(what, until, self._clock())
        await self._store.change(change)
        self._bans[what] = BanRow(what, until, change.at)

    async def unban(self, what: str) -> bool:
        """End the ban of a player or network; returns False if there was none. Raises
        StoreError."""
        if what not in self._bans:
            return False
        await self._store.change(Unban(what))
        del self._bans[what]
        return True


def _within(came: Network | None, what: str) -> bool:
    banned = network_of(what) if came is not None and ("." in what or ":" in what) else None
    if came is None or banned is None:
        return False
    if isinstance(came, IPv4Network) and isinstance(banned, IPv4Network):
        return came.subnet_of(banned)
    if isinstance(came, IPv6Network) and isinstance(banned, IPv6Network):
        return came.subnet_of(banned)
    return False
