"""The list of all open tables, whether or not this server has them in memory. It is kept up to date
with the store and with the other servers on it."""

from collections.abc import Callable, Collection, Container, Iterator

import msgspec
import structlog
from msgspec import Struct

from gongzhu.server.cluster.bus import Bus
from gongzhu.server.cluster.messages import Numbered, NumbersAsked
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, read_listing
from gongzhu.server.monitoring.logs import short
from gongzhu.server.tables.room_numbers import RoomNumbers
from gongzhu.store import Store, TableSummary

log = structlog.get_logger()


class ListedTable(Struct):
    """An entry in the list of open tables: the table's summary, when it was last visited, and
    whether another server has it."""

    listing: Listing
    """The table's summary."""
    touched: int
    """The last time at which a player is known to have been connected to the table, in milliseconds
    since 1970."""
    place: int
    """Sort key: tables opened later have greater numbers."""
    elsewhere: bool = False
    """True if another server had the table when this server last tried to load it."""


class OpenTables:
    """The list of all open tables, here and on other servers: their summaries and room numbers,
    indexed by name, by player and by club."""

    def __init__(
        self, services: Services, bus: Bus, rooms: Collection[str], loading: Container[str]
    ) -> None:
        """`rooms` has the names of the tables in memory, and `loading` those of tables that are
        being read. Both are only read here, and change later. The list is empty at first."""
        self._store: Store = services.store
        self._clock: Callable[[], int] = services.clock
        self._bus = bus
        self._rooms = rooms
        self._loading = loading
        self._by_name: dict[str, ListedTable] = {}
        self._of: dict[str, set[str]] = {}
        """Names of tables by id of a player who has a seat there, and by id of the club that they
        belong to."""
        self._opened = 0
        self.numbers = RoomNumbers(
            services.clock, services.entropy, self._has_seat, self._tell_number
        )
        services.metrics.tables.set_function(lambda: len(self._by_name))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[tuple[str, ListedTable]]:
        """All tables as pairs of name and entry, in the order of opening. Tables may be removed
        during the iteration."""
        return iter(list(self._by_name.items()))

    def get(self, name: str) -> ListedTable | None:
        """The entry of a table, or None if there is no open table with this name."""
        return self._by_name.get(name)

    def listing(self, name: str) -> Listing | None:
        """The summary of a table, or None if there is no open table with this name."""
        kept = self._by_name.get(name)
        return None if kept is None else kept.listing

    def listings(self) -> dict[str, Listing]:
        """The summaries of all tables by name, the last opened first."""
        return {name: kept.listing for name, kept in reversed(self._by_name.items())}

    def of(self, player: str) -> dict[str, Listing]:
        """The summaries of the tables at which the player with this id has a seat, by name, the
        last opened first."""
        names = sorted(
            self._of.get(player, ()), key=lambda name: self._by_name[name].place, reverse=True
        )
        return {name: self._by_name[name].listing for name in names}

    def of_club(self, club: str) -> dict[str, Listing]:
        """The summaries of the tables of the club with this id, by name, the last opened first."""
        return {name: one for name, one in self.of(club).items() if one.club == club}

    # --- changes ---------------------------------------------------------------------------------

    def put(self, name: str, listing: Listing) -> None:
        """Add the open table with this name and its summary, or replace the summary of a listed
        one. Indexes the table by its players and club."""
        kept = self._by_name.get(name)
        if kept is None:
            self._opened += 1
            self._by_name[name] = ListedTable(listing, self._clock(), self._opened)
        else:
            self._unseat(name, kept.listing)
            kept.listing = listing
        for id in _found_by(listing):
            self._of.setdefault(id, set()).add(name)

    def remove(self, name: str) -> None:
        """Remove the closed table with this name, and its room number. Does nothing if it is not
        listed."""
        kept = self._by_name.pop(name, None)
        if kept is not None:
            self._unseat(name, kept.listing)
        self.numbers.closed(name)

    def _unseat(self, name: str, listing: Listing) -> None:
        for id in _found_by(listing):
            names = self._of.get(id, set())
            names.discard(name)
            if not names:
                self._of.pop(id, None)

    # --- from the store and the other servers ----------------------------------------------------

    async def start(self) -> list[str]:
        """Read all open tables from the store, and ask the other servers for their room numbers.

        Returns the names of tables that are closed but not archived. Raises StoreError.
        """
        closed = [table.name for table in await self._store.tables() if not self._read(table)]
        self._bus.tell(NumbersAsked())
        return closed

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of the tables with these names, or of all tables if None, from the
        store again. Tables that are no longer open are removed from the list.

        Tables in memory here are skipped, since their summaries are newer. Raises StoreError.
        """
        gone = set(self._by_name if tables is None else tables)
        found = await (self._store.tables() if tables is None else self._store.summaries_of(tables))
        for table in found:
            gone.discard(table.name)
            if table.name not in self._rooms:
                self._read(table)
        for name in gone:
            if name not in self._rooms and name not in self._loading:
                self.remove(name)

    def _read(self, table: TableSummary) -> bool:
        """Add a table to the list by its stored summary. Returns False if it is closed, and
        therefore not listed."""
        try:
            listing = read_listing(table.summary)
        except msgspec.MsgspecError:
            log.error("unreadable_listing", table=short(table.name))
            return True
        if listing.stage == "closed":
            return False
        self.put(table.name, listing)
        return True

    # --- room numbers ----------------------------------------------------------------------------

    def _has_seat(self, name: str) -> bool:
        """True if a table is open and a newcomer can take a seat at it."""
        listing = self.listing(name)
        return listing is not None and listing.has_seat

    def tell_numbers(self) -> None:
        """Send the room numbers of the tables in memory here to the other servers."""
        for name in self._rooms:
            if self.numbers.known(name) is not None or not self.numbers.is_on(name):
                self._tell_number(name)

    def _tell_number(self, table: str) -> None:
        numbers = self.numbers
        self._bus.tell(Numbered(table, numbers.known(table), numbers.is_on(table)))


def _found_by(listing: Listing) -> set[str]:
    """The ids under which a table is indexed: its players, and its club."""
    return {id for id in (*listing.players, listing.club) if id}
