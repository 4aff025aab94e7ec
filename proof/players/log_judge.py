"""The log of a table against what its players were told: nothing acknowledged is missing, nothing
was done twice, everybody saw what the log says, and knows what the table knows."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from gongzhu.cards import Seat
from gongzhu.rules import Action
from gongzhu.server.live.messages import AskHint, Request, Say, Write
from gongzhu.store.packing import unpack
from gongzhu.table import (
    CommandRefused,
    Fact,
    LogEntry,
    OutOfOrder,
    Player,
    Table,
    TableView,
    evolve,
    read_entry,
    see_fact,
    step,
    view_table,
)
from proof.players.socket_player import Received, SocketPlayer

LOG = """
    SELECT last, first, body FROM packs WHERE table_name = $1 AND last > $2
    UNION ALL
    SELECT number, 0, body FROM entries WHERE table_name = $1 AND number > $2
    ORDER BY 1
"""
"""The entries of a table after a number, in packs and in rows of their own."""

KEPT = 500
"""Entries that a player may be told of late."""


class Log:
    """The entries in a server's data, read beside it."""

    def __init__(self, data: Path) -> None:
        (found,) = data.glob("*.db")
        self._database = sqlite3.connect(f"{found.as_uri()}?mode=ro", uri=True)

    def entries(self, table: str, after: int) -> list[tuple[int, LogEntry]]:
        """The entries after number `after`, with their numbers."""
        rows = self._database.execute(LOG, {"1": table, "2": after}).fetchall()
        return read_log(rows, after)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()


def read_log(rows: Iterable[Sequence[Any]], after: int) -> list[tuple[int, LogEntry]]:
    """The entries of rows as LOG finds them, each with its number."""
    found: list[tuple[int, LogEntry]] = []
    for last, first, body in rows:
        bodies = unpack(body).bodies if first else (body,)
        numbers = range(first or last, last + 1)
        found += [
            (number, read_entry(body))
            for number, body in zip(numbers, bodies, strict=True)
            if number > after
        ]
    return found


class Entries(Protocol):
    """Where a log is read."""

    def entries(self, table: str, after: int) -> list[tuple[int, LogEntry]]:
        """The entries after number `after`, with their numbers."""
        ...


class Told(NamedTuple):
    """What a player was told since it was last asked, and the table that it has folded."""

    player: SocketPlayer
    ledger: Received
    seq: int
    view: TableView | None


def take(players: Iterable[SocketPlayer]) -> list[Told]:
    """Ask players what they were told."""
    return [Told(player, player.received.take(), player.seq, player.view) for player in players]


class Judge:
    """Follows one table through its log. What it finds wrong is told in words."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.judged = 0
        """Acknowledged commands so far."""
        self.lost = 0
        """Those of them that the log does not have."""
        self.twice = 0
        """Commands that the log has twice."""
        self.faults: list[str] = []
        """Everything that is wrong, lost commands among it."""
        self.truth: Table | None = None
        self.seq = 0
        """The entry up to which the log was read."""
        self._recent: dict[int, tuple[LogEntry, Table]] = {}
        self._ids: dict[tuple[str, str], int] = {}
        self._cuts: dict[tuple[int, Seat | None], tuple[Fact, ...]] = {}
        """Of the entries that are told of now."""
        self._folded: dict[SocketPlayer, tuple[int, TableView]] = {}
        """What each player knew when it was judged last."""

    def judge(self, log: Entries, players: Iterable[SocketPlayer]) -> None:
        """Hold everything that the players were told so far against the log."""
        told = take(players)
        self.compare(told, log.entries(self.table, self.seq))

    def compare(self, told: Sequence[Told], entries: Iterable[tuple[int, LogEntry]]) -> None:
        """Hold what players were told against the log, of which these are the entries after number
        `seq`, read after the players were asked."""
        self._read_on(entries)
        for player, ledger, seq, view in told:
            for request, number in ledger.acknowledged:
                self._acknowledged(player, request, number)
            for number, seat, facts in ledger.seen:
                self._seen(player, number, seat, facts)
            for number, shown in ledger.shown:
                self._shown(player, number, shown)
            last, known = self._folded.get(player, (0, None))
            if view is not None and (seq != last or view is not known):
                self._folded[player] = seq, view
                self._shown(player, seq, view)
        self._cuts.clear()
        for number in list(self._recent)[:-KEPT]:
            del self._recent[number]

    def refused(self, player: SocketPlayer, id: str) -> None:
        """What was refused was not done."""
        me = None if self.truth is None else self._id_of(player, self.truth)
        number = None if me is None else self._ids.get((me, id))
        if number is not None:
            self._fault(f"{player.person.name}: {id} was refused, and stands in entry {number}")

    def _read_on(self, entries: Iterable[tuple[int, LogEntry]]) -> None:
        for number, entry in entries:
            if number != self.seq + 1:
                self._fault(f"entry {number} after {self.seq}")
            self.seq = number
            if entry.by is not None and entry.id is not None:
                first = self._ids.setdefault((entry.by, entry.id), number)
                if first != number:
                    self.twice += 1
                    self._fault(f"command {entry.id} stands in entry {first} and in {number}")
            self._advance(number, entry)

    def _advance(self, number: int, entry: LogEntry) -> None:
        """The next entry of the log."""
        try:
            self.truth = evolve(self.truth, entry)
        except OutOfOrder:
            self._fault(f"entry {number} does not follow from those before it")
            return
        self._recent[number] = entry, self.truth

    def _acknowledged(self, player: SocketPlayer, request: Request, number: int) -> None:
        self.judged += 1
        entry, table = self._recent.get(number, (None, None))
        if table is None or entry is None:
            self._lose(player, request, number)
            return
        me = self._id_of(player, table)
        if (entry.by, entry.id) != (me, request.id) and not did_nothing(table, me, request):
            self._lose(player, request, number)
        if isinstance(request.do, Action) and not self._is_timely(request, number):
            self._fault(f"{player.person.name}: {request} was not meant for entry {number}")

    def _is_timely(self, request: Request, number: int) -> bool:
        """Whether a move was chosen in the position that its entry found."""
        _, before = self._recent.get(number - 1, (None, None))
        return before is None or request.after is None or request.after >= before.position_seq

    def _seen(
        self, player: SocketPlayer, number: int, seat: Seat | None, facts: tuple[Fact, ...]
    ) -> None:
        entry, _ = self._recent.get(number, (None, None))
        if entry is None:
            self._fault(f"{player.person.name} was told of entry {number}, and it is not there")
        elif facts != self._cut(number, entry, seat):
            self._fault(f"{player.person.name} was told of another entry {number}")

    def _cut(self, number: int, entry: LogEntry, seat: Seat | None) -> tuple[Fact, ...]:
        """What a seat sees of an entry, made once for all who sit there or look on."""
        cut = self._cuts.get((number, seat))
        if cut is None:
            cut = tuple(seen for fact in entry.facts if (seen := see_fact(fact, seat)) is not None)
            self._cuts[number, seat] = cut
        return cut

    def _shown(self, player: SocketPlayer, number: int, view: TableView) -> None:
        _, table = self._recent.get(number, (None, None))
        if table is None:
            self._fault(f"{player.person.name} is at entry {number}, and it is not there")
        elif view != view_table(table, view.seat):
            self._fault(f"{player.person.name} has another table after entry {number}")

    @staticmethod
    def _id_of(player: SocketPlayer, table: Table) -> str | None:
        # By name, which nobody else at the table has: a player that was told that it sits may not
        # have been told where.
        for sitting, holder in zip(table.state.seats, table.players, strict=True):
            if sitting.name == player.person.name:
                return holder
        return None

    def _lose(self, player: SocketPlayer, request: Request, number: int) -> None:
        self.lost += 1
        self._fault(f"{player.person.name}: {request} was done in entry {number}, and is not there")

    def _fault(self, what: str) -> None:
        self.faults.append(f"{self.table}: {what}")


def did_nothing(table: Table, player: str | None, request: Request) -> bool:
    """Whether there is nothing to do for a command, so that it is acknowledged without one."""
    if player is None:
        return False
    command = request.do
    if isinstance(command, AskHint | Say | Write):
        return True
    try:
        return step(table, Player(player), command, 0, "0" * 64) is None
    except CommandRefused:
        return False
