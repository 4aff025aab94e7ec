"""The open tables of a server as they are listed, found by their names and by who sits there."""

from collections.abc import Iterator

from msgspec import Struct

from gongzhu.server.listing import Listing


class ListedTable(Struct):
    """A table that is open, in memory or not."""

    listing: Listing
    touched: int
    """The time at which somebody was last there, as far as is known."""
    place: int
    """Its place in the order in which tables were opened."""
    elsewhere: bool = False
    """True if another server had it when it was wanted here."""


class OpenTables:
    """Finds the tables of one player without a look at all the others."""

    def __init__(self) -> None:
        self._by_name: dict[str, ListedTable] = {}
        self._of: dict[str, set[str]] = {}
        """The names of the tables where a player sits."""
        self._opened = 0

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[tuple[str, ListedTable]]:
        """Each table with its name, the first opened one first, whatever is removed meanwhile."""
        return iter(list(self._by_name.items()))

    def listing(self, name: str) -> Listing | None:
        """A table as it is listed; None where there is none of that name."""
        kept = self._by_name.get(name)
        return None if kept is None else kept.listing

    def listings(self) -> dict[str, Listing]:
        """Every table, the last opened one first."""
        return {name: kept.listing for name, kept in reversed(self._by_name.items())}

    def of(self, player: str) -> dict[str, Listing]:
        """The tables where a player sits, the last opened one first."""
        names = sorted(
            self._of.get(player, ()), key=lambda name: self._by_name[name].place, reverse=True
        )
        return {name: self._by_name[name].listing for name in names}

    def is_elsewhere(self, name: str) -> bool:
        """True for a table that another server had when it was wanted here."""
        kept = self._by_name.get(name)
        return kept is not None and kept.elsewhere

    def set_elsewhere(self, name: str, elsewhere: bool) -> None:
        """Another server has a table, or has not; harmless for one that is not listed."""
        kept = self._by_name.get(name)
        if kept is not None:
            kept.elsewhere = elsewhere

    def add(self, name: str, listing: Listing, at: int) -> None:
        """Add a table that was opened, or was read when the server started, at that time."""
        self._opened += 1
        self._by_name[name] = ListedTable(listing, at, self._opened)
        self._seat(name, listing)

    def change(self, name: str, listing: Listing) -> None:
        """List a table like this from now on, if it is open."""
        kept = self._by_name.get(name)
        if kept is not None:
            if kept.listing.players != listing.players:
                self._unseat(name, kept.listing)
                self._seat(name, listing)
            kept.listing = listing

    def remove(self, name: str) -> None:
        """List a table no more; harmless for one that is not listed."""
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
