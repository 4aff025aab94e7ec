"""A new table before it is on disk: its first entries are written together or not at all."""

from msgspec.structs import replace

from gongzhu.server.listing import listing_of, write_listing
from gongzhu.server.services import Services
from gongzhu.store import PlayerRow
from gongzhu.table import LogEntry, Settings, Table, open_table, write_entry, write_table
from gongzhu.table.commands import Open


class NewTable:
    """A table that is being opened, with its entries so far, not yet on disk."""

    def __init__(
        self, name: str, settings: Settings, player: PlayerRow, address: str, services: Services
    ) -> None:
        """`address` is the mark of the address from which the player opens the table."""
        self._name = name
        self._services = services
        self.table, entry = open_table(Open(name, settings, player.id), services.clock())
        self.listing = replace(
            listing_of(self.table, entry.facts, None), opened_by=player.id, opened_from=address
        )
        self._entries = [entry]

    def follow(self, changed: tuple[Table, LogEntry]) -> None:
        """Go on with the table and the entry that a command resulted in."""
        self.table, entry = changed
        self._entries.append(entry)
        self.listing = listing_of(self.table, entry.facts, self.listing)

    async def write(self) -> None:
        """Write all entries to the store. Raises StoreError, in which case nothing is written."""
        await self._services.store.append(
            self._name,
            1,
            [write_entry(entry) for entry in self._entries],
            snapshot=write_table(self.table),
            summary=write_listing(self.listing),
        )
