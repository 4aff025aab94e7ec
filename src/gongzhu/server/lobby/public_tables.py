"""The public tables of the lobby: sorts them, and finds those that match a search."""

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from gongzhu.server.live.summary import Listing, asker_of, rules_title
from gongzhu.texts import LANGUAGES

LONGEST_SEARCH = 60
"""Largest number of characters in a search for tables."""
Found = tuple[str, Listing]
"""The id of a table and its summary."""
KEPT_PER_MS = 16
"""The sorted list is cached for one millisecond for each KEPT_PER_MS tables. Sorting it takes a
twentieth of that time."""


class PublicTableList:
    """The public tables that somebody is connected to, in the order of the lobby.

    Every open lobby requests them every few seconds, so a long list is cached briefly: one of 3,000
    tables for 0.19 seconds.
    """

    def __init__(self, living: Callable[[], dict[str, Listing]], clock: Callable[[], int]) -> None:
        """`living` returns the summaries, by id, of all tables that somebody is connected to, the
        last opened first. `clock` returns milliseconds since 1970."""
        self._living = living
        self._clock = clock
        self._ordered: list[Found] = []
        self._until = 0

    def ordered(self) -> list[Found]:
        """All public tables that somebody is connected to, in the order of the lobby. Callers must
        not change the list."""
        now = self._clock()
        if now >= self._until:
            public = (found for found in self._living().items() if found[1].access == "public")
            self._ordered = in_turns(public)
            self._until = now + len(self._ordered) // KEPT_PER_MS
        return self._ordered


def in_turns(tables: Iterable[Found]) -> list[Found]:
    """Sort tables, given with the newest first, so that nobody fills the front of the list: the
    network addresses that opened them take turns with one table each, and so do the accounts of
    each address. Within an account and within a turn, tables with an open seat come first."""
    addresses: dict[str, dict[str, list[Found]]] = {}
    for name, listing in tables:
        asker = asker_of(name, listing)
        accounts = addresses.setdefault(asker.address, {})
        accounts.setdefault(asker.account, []).append((name, listing))
    return _in_turns(
        [
            _in_turns([sorted(mine, key=_full) for mine in accounts.values()])
            for accounts in addresses.values()
        ]
    )


def _in_turns(groups: Sequence[Sequence[Found]]) -> list[Found]:
    """Merge groups of tables: first the first table of each group, then the second of each, and so
    on. Among the tables of one such turn, those with an open seat come first."""
    turns = zip_longest(*groups)
    return [
        found
        for turn in turns
        for found in sorted((found for found in turn if found is not None), key=_full)
    ]


def _full(found: Found) -> bool:
    """True if the table has no open seat."""
    return all(seat.kind != "open" for seat in found[1].seats)


def matching(tables: Iterable[Found], search: str) -> list[Found]:
    """The tables for which each word of a search occurs in the table's name, in the title of its
    rules in any language, or in the name of a player there. Case is ignored, and the order stays
    the same. An empty search returns all tables."""
    words = search.casefold().split()
    return [found for found in tables if _has(found[1], words)]


def _has(listing: Listing, words: Sequence[str]) -> bool:
    if not words:
        return True
    titles = [rules_title(listing.preset, listing.rules, lang) for lang in LANGUAGES]
    people = [seat.name for seat in listing.seats if seat.kind == "player"]
    text = "\n".join([listing.name, listing.preset or "", *titles, *people]).casefold()
    return all(word in text for word in words)
