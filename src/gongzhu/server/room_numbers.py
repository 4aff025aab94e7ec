"""Room numbers: six digits that can be told across a room, for the name of a table that cannot.

A number only looks up the name, which stays the table's address. It is short, so it could be
guessed: it lives for two hours at most, leads nowhere while no seat is free, and whoever guesses
is stopped after ten tries a minute. Numbers are kept in memory alone, in that of every server on a
database.
"""

from collections.abc import Callable

from msgspec import Struct

DIGITS = 6
VALID = 2 * 3600 * 1000
"""Milliseconds for which a number leads to its table."""
MOST = 10_000
"""Numbers at once, one in a hundred of all there are: above that, guessing would be worth while."""
_BYTES = 3
_ALL = 10**DIGITS
_EVEN = 256**_BYTES // _ALL * _ALL
"""Draws from here on are thrown away, so that all numbers are equally likely."""


class RoomNumber(Struct, frozen=True):
    """A number that was drawn for a table."""

    number: str
    until: int
    """The time from which it leads nowhere, in milliseconds since 1970."""


class RoomNumbers:
    """The numbers of one server's tables; no two of them are the same."""

    def __init__(
        self,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        is_open: Callable[[str], bool],
        changed: Callable[[str], None] = lambda table: None,
    ) -> None:
        """`entropy` gives random bytes that nobody can foretell; `is_open` is true for the name of
        a table with a free seat; `changed` hears of a table that has another number by now, or
        none any more."""
        self._clock = clock
        self._entropy = entropy
        self._is_open = is_open
        self._changed = changed
        self._numbers: dict[str, RoomNumber] = {}
        """By table."""
        self._tables: dict[str, str] = {}
        """By number."""
        self._off: set[str] = set()

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._numbers)

    def of(self, table: str) -> RoomNumber | None:
        """The number of a table, drawn when it is first asked for. None while no seat is free,
        while its host wants none, and where too many are in use."""
        if table in self._off or not self._is_open(table):
            return None
        known = self._numbers.get(table)
        if known is not None and self._clock() < known.until:
            return known
        self._forget(table)
        if len(self._numbers) >= MOST:
            self._sweep()
        return self._draw(table) if len(self._numbers) < MOST else None

    def table(self, number: str) -> str | None:
        """The name of the table that a number leads to now, if any."""
        name = self._tables.get(number)
        if name is None or self._clock() >= self._numbers[name].until or not self._is_open(name):
            return None
        return name

    def is_on(self, table: str) -> bool:
        """True unless the host has switched the number off."""
        return table not in self._off

    def switch(self, table: str, on: bool) -> None:
        """Have a number for a table, or none. One that was switched off never comes back."""
        if on != self.is_on(table):
            self._learn_switch(table, on)
            self._changed(table)

    def known(self, table: str) -> RoomNumber | None:
        """The number that a table has, or None, also where none was asked for yet."""
        return self._numbers.get(table)

    def learn(self, table: str, drawn: RoomNumber | None, on: bool) -> None:
        """Another server has drawn this number for a table; None: none yet. `on`: False where its
        host wants none. Of two that were drawn at the same moment all servers keep the same."""
        self._learn_switch(table, on)
        if drawn is None or not on or drawn.number in self._tables:
            return
        known = self._numbers.get(table)
        if known is None or (known.until, known.number) < (drawn.until, drawn.number):
            self._forget(table)
            self._numbers[table], self._tables[drawn.number] = drawn, table

    def closed(self, table: str) -> None:
        """Forget a table that is no more."""
        self._forget(table)
        self._off.discard(table)

    def _learn_switch(self, table: str, on: bool) -> None:
        if on:
            self._off.discard(table)
        else:
            self._forget(table)
            self._off.add(table)

    def _draw(self, table: str) -> RoomNumber:
        while True:
            draw = int.from_bytes(self._entropy(_BYTES), "big")
            number = f"{draw % _ALL:0{DIGITS}}"
            if draw < _EVEN and number not in self._tables:
                break
        drawn = RoomNumber(number, self._clock() + VALID)
        self._numbers[table], self._tables[number] = drawn, table
        self._changed(table)
        return drawn

    def _forget(self, table: str) -> None:
        known = self._numbers.pop(table, None)
        if known is not None:
            del self._tables[known.number]

    def _sweep(self) -> None:
        """Forget numbers that lead nowhere any more."""
        now = self._clock()
        for table in [name for name, known in self._numbers.items() if now >= known.until]:
            self._forget(table)
