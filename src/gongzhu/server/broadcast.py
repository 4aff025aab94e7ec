"""The messages about a change of a table for each seat; equal messages are encoded only once."""

from operator import is_

from gongzhu.cards import Seat
from gongzhu.server.connection import encode
from gongzhu.server.messages import Snapshot, Update, You
from gongzhu.table import Fact, LogEntry, Table, ask_of, see_fact, view_table
from gongzhu.table.clocks import graces
from gongzhu.table.facts import (
    Configured,
    GameEnded,
    HostChanged,
    Left,
    Readmitted,
    Removed,
    Sat,
    Swapped,
)
from gongzhu.table.moves import must_choose
from gongzhu.table.table import held_by

SEATING = frozenset({Configured, GameEnded, Left, Sat, Swapped})
"""Facts that can change which seat a player has."""
STANDING = frozenset({HostChanged, Readmitted, Removed})
"""Facts that can change who the host is, or which players are removed."""


class Updates:
    """The update messages for one log entry, one for each seat and one for spectators."""

    def __init__(self, seq: int, entry: LogEntry, after: Table | None) -> None:
        """`after` is the table after the entry; None if that is no longer known: then the messages
        ask no player for a choice."""
        self._seq = seq
        self._entry = entry
        self._after = after
        self._bots_at = {} if after is None else _bots_at(after)
        self._asked = () if after is None else must_choose(after)
        self._texts: dict[Seat | None, bytes] = {}
        self._plain: list[tuple[tuple[Fact, ...], bytes]] = []

    def text(self, seat: Seat | None) -> bytes:
        """The update redacted for a seat (None: for spectators), as the payload of a frame."""
        text = self._texts.get(seat)
        if text is None:
            text = self._texts[seat] = self._make(seat)
        return text

    def _make(self, seat: Seat | None) -> bytes:
        facts = tuple(
            seen for fact in self._entry.facts if (seen := see_fact(fact, seat)) is not None
        )
        ask = None
        if self._after is not None and seat in self._asked:
            ask = ask_of(self._after, seat)
        if ask is not None:
            return encode(Update(self._seq, self._entry.at, facts, ask, self._bots_at))
        for known, text in self._plain:
            # Facts that hide nothing are the same objects for every seat.
            if len(known) == len(facts) and all(map(is_, known, facts)):
                return text
        text = encode(Update(self._seq, self._entry.at, facts, None, self._bots_at))
        self._plain.append((facts, text))
        return text


def _bots_at(table: Table) -> dict[str, int]:
    return {f"{seat}": time for seat, time in graces(table).items()}


def may_look(table: Table, player: str | None) -> bool:
    """True if a player without a seat may see the table.

    A public table may always be seen; a private one only while a seat is free between games, or by
    a player who left a seat and may come back. Removed players do not see a private table.
    """
    state = table.state
    if state.settings.access == "public":
        return True
    if player in table.removed:
        return False
    if player is not None and held_by(table, player) is not None:
        return True
    return state.stage in ("gathering", "finished") and any(
        seat.kind == "open" for seat in state.seats
    )


def snapshot(table: Table, seat: Seat | None, you: You, at: int) -> bytes:
    """A snapshot of the table as the payload of a frame, redacted for a seat (None: spectators).

    `at` is the current time in milliseconds since 1970.
    """
    ask = None if seat is None else ask_of(table, seat)
    return encode(Snapshot(table.seq, at, you, view_table(table, seat), ask, _bots_at(table)))
