"""The directory of open tables, kept up to date with the store and the other servers on it."""

from collections.abc import Callable

import msgspec
import structlog

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.cluster.messages import Numbered, NumbersAsked
from gongzhu.server.listing import Listing, read_listing
from gongzhu.server.logs import short
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.room_numbers import RoomNumbers
from gongzhu.server.rooms import Rooms
from gongzhu.server.services import Services
from gongzhu.store import Store, TableSummary

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
