"""The list of all open tables, whether this server has them in memory or not, kept up to date with
the store and with the other servers on it."""

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
    """An open table in the list, whether it is in memory or not."""

    listing: Listing
    touched: int
    """The last time at which a player is known to have been at the table, in milliseconds since
    1970."""
    place: int
    """The number by which tables are sorted in the order in which they were opened."""
    elsewhere: bool = False
    """True if another server had the table when this server last tried to load it."""


class OpenTables:
    """The summaries and room numbers of all open tables, and which tables have visitors; finds the
    tables of one player without a search through all."""

    def __init__(
        self, services: Services, bus: Bus, rooms: Collection[str], loading: Container[str]
    ) -> None:
        """Start with an empty list. `rooms` holds the names of the tables in memory, and `loading`
        of those that are being read; the owner goes on changing both."""
        self._store: Store = services.store
        self._clock: Callable[[], int] = services.clock
        self._bus = bus
        self._rooms = rooms
        self._loading = loading
        self._by_name: dict[str, ListedTable] = {}
        self._of: dict[str, set[str]] = {}
        """The names of the tables where each player sits, by the player's id, and of the tables of
        each club, by the club's."""
        self._opened = 0
        self.numbers = RoomNumbers(
            services.clock, services.entropy, self._has_seat, self._tell_number
        )
        services.metrics.tables.set_function(lambda: len(self._by_name))

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[tuple[str, ListedTable]]:
        """Each table with its name, in the order of opening; tables may be removed meanwhile."""
        return iter(list(self._by_name.items()))

    def get(self, name: str) -> ListedTable | None:
        """The entry of a table in the list, or None if there is no open table of that name."""
        return self._by_name.get(name)

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

    def of_club(self, club: str) -> dict[str, Listing]:
        """The summaries of the tables of a club, the last opened one first."""
        return {name: one for name, one in self.of(club).items() if one.club == club}

    # --- changes ---------------------------------------------------------------------------------

    def put(self, name: str, listing: Listing) -> None:
        """Add a table that was opened or found in the store, or replace its summary."""
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
        """Remove a closed table and its room number; does nothing for one that is not listed."""
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
        """Read the open tables from the store, and ask the other servers for their room numbers.

        Returns the names of tables that are closed but not yet archived. Raises StoreError.
        """
        closed = [table.name for table in await self._store.tables() if not self._read(table)]
        self._bus.tell(NumbersAsked())
        return closed

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of these tables again from the store; None: of all tables.

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
        """Add a table to the list by its summary in the store. False if it is closed, and so not
        listed."""
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
        """True if a table is open and has a seat for somebody who comes."""
        listing = self.listing(name)
        return listing is not None and listing.has_seat

    def tell_numbers(self) -> None:
        """Send the other servers the room numbers of the tables that are in memory here."""
        for name in self._rooms:
            if self.numbers.known(name) is not None or not self.numbers.is_on(name):
                self._tell_number(name)

    def _tell_number(self, table: str) -> None:
        numbers = self.numbers
        self._bus.tell(Numbered(table, numbers.known(table), numbers.is_on(table)))


def _found_by(listing: Listing) -> set[str]:
    """The ids of the players and of the club by which a table is found."""
    return {id for id in (*listing.players, listing.club) if id}
