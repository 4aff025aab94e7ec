"""The directory of open tables, kept up to date with the store and the other servers on it."""

from collections.abc import Callable, Iterator

import msgspec
import structlog
from msgspec import Struct

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.cluster.messages import Numbered, NumbersAsked
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, read_listing
from gongzhu.server.monitoring.logs import short
from gongzhu.server.tables.room_numbers import RoomNumbers
from gongzhu.server.tables.rooms import Rooms
from gongzhu.store import Store, TableSummary


class ListedTable(Struct):
    """A table that is open, whether it is in memory or not."""

    listing: Listing
    touched: int
    """The last time at which a player is known to have been at the table, in milliseconds since
    1970."""
    place: int
    """The table's place in the order in which tables were opened."""
    elsewhere: bool = False
    """True if another server had the table when it was last asked for here."""


class OpenTables:
    """The summaries of all open tables; finds those of one player without a search through all."""

    def __init__(self) -> None:
        self._by_name: dict[str, ListedTable] = {}
        self._of: dict[str, set[str]] = {}
        """The names of the tables where each player sits, by the player's id."""
        self._opened = 0

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[tuple[str, ListedTable]]:
        """Each table with its name, in the order of opening; tables may be removed meanwhile."""
        return iter(list(self._by_name.items()))

    def listing(self, name: str) -> Listing | None:
        """The summary of a table, or None if there is no open table of that name."""
        kept = self._by_name.get(name)
        return None if kept is None else kept.listing

    def listings(self) -> dict[str, Listing]:
        """The summaries of all tables by name, the last opened one first."""
        return {name: kept.listing for name, kept in reversed(self._by_name.items())}

    def of(self, player: str) -> dict[str, Listing]:
        """The summaries of the tables where a player sits, the last opened one first."""
        names = sorted(
            self._of.get(player, ()), key=lambda name: self._by_name[name].place, reverse=True
        )
        return {name: self._by_name[name].listing for name in names}

    def is_elsewhere(self, name: str) -> bool:
        """True if another server had the table when it was last asked for here."""
        kept = self._by_name.get(name)
        return kept is not None and kept.elsewhere

    def set_elsewhere(self, name: str, elsewhere: bool) -> None:
        """Note whether another server has a table; does nothing for one that is not listed."""
        kept = self._by_name.get(name)
        if kept is not None:
            kept.elsewhere = elsewhere

    def add(self, name: str, listing: Listing, at: int) -> None:
        """Add a table that was opened at time `at`, or read when the server started then."""
        self._opened += 1
        self._by_name[name] = ListedTable(listing, at, self._opened)
        self._seat(name, listing)

    def change(self, name: str, listing: Listing) -> None:
        """Replace the summary of a table, if it is open."""
        kept = self._by_name.get(name)
        if kept is not None:
            if kept.listing.players != listing.players:
                self._unseat(name, kept.listing)
                self._seat(name, listing)
            kept.listing = listing

    def remove(self, name: str) -> None:
        """Remove a table from the list; does nothing for one that is not listed."""
        kept = self._by_name.pop(name, None)
        if kept is not None:
            self._unseat(name, kept.listing)

    def _seat(self, name: str, listing: Listing) -> None:
        for player in listing.players:
            if player is not None:
                self._of.setdefault(player, set()).add(name)

    def _unseat(self, name: str, listing: Listing) -> None:
        for player in listing.players:
            if player is not None:
                names = self._of.get(player, set())
                names.discard(name)
                if not names:
                    self._of.pop(player, None)


log = structlog.get_logger()


class TableDirectory:
    """Knows which tables are open, which of them have visitors, and their room numbers."""

    def __init__(self, services: Services, listed: OpenTables, rooms: Rooms, bus: Bus) -> None:
        self._store: Store = services.store
        self._clock: Callable[[], int] = services.clock
        self._listed = listed
        self._rooms = rooms
        self._bus = bus
        self.numbers = RoomNumbers(
            services.clock, services.entropy, self._has_room, self._tell_number
        )
        services.metrics.tables.set_function(lambda: len(listed))

    async def start(self) -> list[str]:
        """Read the open tables from the store, and ask the other servers for their room numbers.

        Returns the names of tables that are closed but not yet archived. Raises StoreError.
        """
        closed = [table.name for table in await self._store.tables() if not self._list(table)]
        self._bus.tell(NumbersAsked())
        return closed

    # --- listing ---------------------------------------------------------------------------------

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of these tables again from the store; None: of all tables.

        Tables in memory here are skipped, since their summaries are newer. Raises StoreError.
        """
        names = set(tables or [])
        if tables is None:
            names = {name for name, _ in self._listed}
        found = await (self._store.tables() if tables is None else self._store.summaries_of(tables))
        for table in found:
            names.discard(table.name)
            # What is in memory here is newer.
            if table.name not in self._rooms:
                self._list(table)
        for name in names:
            if self._rooms.is_away(name):
                self.closed(name)

    def _list(self, table: TableSummary) -> bool:
        """Add or update a table in the directory by its summary in the store.

        False if the table is closed, and therefore not listed.
        """
        try:
            listing = read_listing(table.summary)
        except msgspec.MsgspecError:
            log.error("unreadable_listing", table=short(table.name))
            return True
        if listing.stage == "closed":
            return False
        if table.name in self._listed:
            self._listed.change(table.name, listing)
        else:
            self._listed.add(table.name, listing, self._clock())
        return True

    def closed(self, table: str) -> None:
        """Remove a closed table from the directory, together with its room number."""
        self._listed.remove(table)
        self.numbers.closed(table)

    # --- visitors --------------------------------------------------------------------------------

    def living(self) -> dict[str, Listing]:
        """The summaries of open tables with visitors now or a moment ago, the newest table first.

        They are keyed by the tables' names; tables of other servers are included.
        """
        visited = self._bus.visited.union(self._rooms.visited())
        return {
            name: listing for name, listing in self._listed.listings().items() if name in visited
        }

    def connected(self, name: str) -> int | None:
        """The number of connections to a table; None: unknown, as they are at another server."""
        room = self._rooms.get(name)
        if room is None:
            return None if name in self._bus.visited else 0
        return len(room.audience.present)

    # --- room numbers ----------------------------------------------------------------------------

    def _has_room(self, name: str) -> bool:
        """True if a table is open and has a free seat."""
        listing = self._listed.listing(name)
        return listing is not None and any(seat.kind == "open" for seat in listing.seats)

    def tell_numbers(self) -> None:
        """Send the other servers the room numbers of the tables that are in memory here."""
        for room in self._rooms:
            if self.numbers.known(room.name) is not None or not self.numbers.is_on(room.name):
                self._tell_number(room.name)

    def _tell_number(self, table: str) -> None:
        numbers = self.numbers
        self._bus.tell(Numbered(table, numbers.known(table), numbers.is_on(table)))
