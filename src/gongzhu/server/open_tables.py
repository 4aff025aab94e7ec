"""The list of a server's open tables, by name and by the players who sit there."""

from collections.abc import Iterator

from msgspec import Struct

from gongzhu.server.listing import Listing


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
