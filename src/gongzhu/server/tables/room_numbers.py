"""Room numbers: six digits that can be called across a room, unlike the long name of a table.

A number only looks up the name, which stays the table's address. It is short, so it could be
guessed: it is valid for two hours at most, leads nowhere while no seat is free, and lookups are
limited to ten tries a minute. Numbers are kept only in memory, by every server on a database.
"""

from collections.abc import Callable

from gongzhu.server.cluster.messages import RoomNumber

DIGITS = 6
VALID = 2 * 3600 * 1000
"""Milliseconds for which a number is valid."""
MOST = 10_000
"""The most numbers in use at once, a hundredth of all six-digit numbers; with more, guessing would
be worth while."""
_BYTES = 3
_ALL = 10**DIGITS
_EVEN = 256**_BYTES // _ALL * _ALL
"""Random draws of at least this value are discarded, so that all numbers are equally likely."""


class RoomNumbers:
    """The room numbers that a server knows; no two tables have the same one."""

    def __init__(
        self,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        is_open: Callable[[str], bool],
        changed: Callable[[str], None] = lambda table: None,
    ) -> None:
        """Start without numbers. `clock` returns milliseconds since 1970; `entropy` returns
        unpredictable random bytes; `is_open` returns True for the name of a table with a free seat;
        `changed` is called with the name of a table whose number was drawn or switched on or off on
        this server."""
        self._clock = clock
        self._entropy = entropy
        self._is_open = is_open
        self._changed = changed
        self._numbers: dict[str, RoomNumber] = {}
        """Room numbers by the name of their table."""
        self._tables: dict[str, str] = {}
        """Names of tables by their room number."""
        self._off: set[str] = set()

    def __len__(self) -> int:
        """How many numbers are in memory, expired ones included."""
        return len(self._numbers)

    def of(self, table: str) -> RoomNumber | None:
        """The room number of a table, drawn when it is first asked for. None while no seat is free,
        if the host has switched it off, or if too many numbers are in use."""
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
        """The name of the table with this room number; None if the number is unknown or expired or
        no seat is free."""
        name = self._tables.get(number)
        if name is None or self._clock() >= self._numbers[name].until or not self._is_open(name):
            return None
        return name

    def is_on(self, table: str) -> bool:
        """True unless the host has switched the number off."""
        return table not in self._off

    def switch(self, table: str, on: bool) -> None:
        """Switch the room number of a table on or off. After switching off, the old number is
        forgotten; a new one is drawn when it is on again."""
        if on != self.is_on(table):
            self._learn_switch(table, on)
            self._changed(table)

    def known(self, table: str) -> RoomNumber | None:
        """The room number that a table has now, or None; no new number is drawn."""
        return self._numbers.get(table)

    def learn(self, table: str, drawn: RoomNumber | None, on: bool) -> None:
        """Take over the number that another server has drawn for a table, or None if it has not
        drawn one; `on` is False if the host has switched it off. If two servers drew a number at
        the same moment, all servers keep the same one."""
        self._learn_switch(table, on)
        if drawn is None or not on or drawn.number in self._tables:
            return
        known = self._numbers.get(table)
        if known is None or (known.until, known.number) < (drawn.until, drawn.number):
            self._forget(table)
            self._numbers[table], self._tables[drawn.number] = drawn, table

    def closed(self, table: str) -> None:
        """Forget the number of a table that was closed."""
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
        """Forget the numbers that have expired."""
        now = self._clock()
        for table in [name for name, known in self._numbers.items() if now >= known.until]:
            self._forget(table)
