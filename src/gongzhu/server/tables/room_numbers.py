"""Room numbers: six digits that lead to a private table and can be told to others, unlike the long
name of a table.

A number only leads to the name, which stays in the table's URL. It is short enough to be guessed.
So it is valid for two hours at most, leads nowhere while no seat is free, and a visitor has ten
attempts a minute. Every server on a database has all numbers in memory. They are not stored.
"""

from collections.abc import Callable

from gongzhu.server.cluster.messages import RoomNumber

DIGITS = 6
"""Number of digits of a room number."""
VALID = 2 * 3600 * 1000
"""Milliseconds for which a room number is valid."""
MOST = 10_000
"""Largest number of room numbers in use at the same time: a hundredth of all six-digit numbers.
With more of them, guessing would be worthwhile."""
_BYTES = 3
"""Number of random bytes from which a room number is drawn."""
_ALL = 10**DIGITS
"""Number of all room numbers."""
_EVEN = 256**_BYTES // _ALL * _ALL
"""Random draws from this value on are discarded, so that all room numbers are equally likely."""


class RoomNumbers:
    """The room numbers known to this server. No two tables have the same one."""

    def __init__(
        self,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        is_open: Callable[[str], bool],
        changed: Callable[[str], None] = lambda table: None,
    ) -> None:
        """`clock` returns milliseconds since 1970, `entropy` a number of unpredictable random
        bytes. `is_open` returns True for the name of a table at which a seat is free. `changed` is
        called with the name of a table whose number was drawn, or switched on or off, on this
        server."""
        self._clock = clock
        self._entropy = entropy
        self._is_open = is_open
        self._changed = changed
        self._numbers: dict[str, RoomNumber] = {}
        """Room numbers by name of the table."""
        self._tables: dict[str, str] = {}
        """Names of tables by room number."""
        self._off: set[str] = set()
        """Names of tables whose hosts have switched the room number off."""

    def __len__(self) -> int:
        """Number of room numbers in memory, including expired ones."""
        return len(self._numbers)

    def of(self, table: str) -> RoomNumber | None:
        """The room number of the table with this name, which is drawn if it has none. None while no
        seat is free, if the host has switched it off, or if too many numbers are in use."""
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
        """The name of the table with this room number, or None if the number is unknown or expired,
        or no seat is free."""
        name = self._tables.get(number)
        if name is None or self._clock() >= self._numbers[name].until or not self._is_open(name):
            return None
        return name

    def is_on(self, table: str) -> bool:
        """False if the host of this table has switched its room number off."""
        return table not in self._off

    def switch(self, table: str, on: bool) -> None:
        """Switch the room number of a table on or off. Switching off deletes the number. A new one
        is drawn after it is switched on again."""
        if on != self.is_on(table):
            self._learn_switch(table, on)
            self._changed(table)

    def known(self, table: str) -> RoomNumber | None:
        """The current room number of a table, expired or not, or None if there is none. Draws no
        number."""
        return self._numbers.get(table)

    def learn(self, table: str, drawn: RoomNumber | None, on: bool) -> None:
        """Adopt the state of a table's room number on another server: `drawn` is the number drawn
        there, or None. `on` is False if the host has switched it off. If two servers have drawn
        numbers for a table at the same time, all servers keep the same one."""
        self._learn_switch(table, on)
        if drawn is None or not on or drawn.number in self._tables:
            return
        known = self._numbers.get(table)
        if known is None or (known.until, known.number) < (drawn.until, drawn.number):
            self._forget(table)
            self._numbers[table], self._tables[drawn.number] = drawn, table

    def closed(self, table: str) -> None:
        """Forget the room number of a closed table."""
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
        """Forget expired numbers."""
        now = self._clock()
        for table in [name for name, known in self._numbers.items() if now >= known.until]:
            self._forget(table)
