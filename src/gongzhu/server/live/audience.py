"""The connections to one table, and the messages by which each of them follows it."""

from collections import deque
from collections.abc import Callable, Iterable
from operator import is_

from gongzhu.cards import Seat
from gongzhu.server.live.connection import Connection, encode
from gongzhu.server.live.conversation import Conversation
from gongzhu.server.live.messages import (
    CloseReason,
    Line,
    Lines,
    Said,
    Say,
    Snapshot,
    Update,
    Write,
    You,
    YouAre,
)
from gongzhu.server.live.presence import Presence
from gongzhu.table import Fact, LogEntry, Table, ask_of, seat_of, see_fact, view_table
from gongzhu.table.clocks import graces
from gongzhu.table.facts import (
    Configured,
    GameEnded,
    HostChanged,
    Knocked,
    Left,
    Readmitted,
    Removed,
    Sat,
    StoppedWaiting,
    Swapped,
    TookBack,
)
from gongzhu.table.moves import must_choose
from gongzhu.table.table import held_by

SEATING = frozenset({Configured, GameEnded, Left, Sat, Swapped})
"""Classes of facts that can change which seat a player has. After an entry with one of them, the
seat of each connection is determined again, and a connection with a new seat is sent a snapshot."""
STANDING = frozenset({HostChanged, Knocked, Readmitted, Removed, StoppedWaiting})
"""Classes of facts that can change who is the host, removed, or waiting for a seat. After an entry
with one of them, connections are sent the status of their player again (`YouAre`)."""


class Updates:
    """The `Update` messages for one log entry: one for each seat and one for spectators, each
    encoded once, when it is first needed."""

    def __init__(self, seq: int, entry: LogEntry, after: Table | None) -> None:
        """`entry` has the number `seq` in the table's log. `after` is the table after the entry, or
        None if that state is no longer known. Without it, no message asks a player for a choice."""
        self._seq = seq
        self._entry = entry
        self._after = after
        away = {} if after is None else graces(after)
        self._bots_at = {f"{seat}": time for seat, time in away.items()}
        self._asked = () if after is None else must_choose(after)
        self._texts: dict[Seat | None, bytes] = {}
        self._plain: list[tuple[tuple[Fact, ...], bytes]] = []

    def text(self, seat: Seat | None) -> bytes:
        """The encoded message for a seat, or for spectators if `seat` is None. It contains only
        facts that the recipient may know."""
        text = self._texts.get(seat)
        if text is not None:
            return text
        facts = tuple(
            seen for fact in self._entry.facts if (seen := see_fact(fact, seat)) is not None
        )
        ask = None
        if self._after is not None and seat in self._asked:
            ask = ask_of(self._after, seat)
        if ask is None:
            for known, shared in self._plain:
                # Facts that hide nothing are the same objects for every seat.
                if len(known) == len(facts) and all(map(is_, known, facts)):
                    text = shared
        if text is None:
            text = encode(Update(self._seq, self._entry.at, facts, ask, self._bots_at))
            if ask is None:
                self._plain.append((facts, text))
        self._texts[seat] = text
        return text


def may_look(table: Table, player: str | None) -> bool:
    """True if somebody without a seat may see the table. A table with a fixed deal (of the day or
    of a tournament) may be seen only by a player who holds a seat there, any other table by
    everybody who has its link, except players removed from a private table. `player` is None for a
    visitor without an account."""
    settings = table.state.settings
    if settings.fixed:
        return player is not None and held_by(table, player) is not None
    return settings.access == "public" or player not in table.removed


def snapshot(table: Table, seat: Seat | None, you: You, at: int) -> bytes:
    """Encode a `Snapshot` message for a seat, or for spectators if `seat` is None. It contains only
    what the recipient may know.

    `you` is the recipient's status at the table, `at` the current time in milliseconds since 1970.
    """
    ask = None if seat is None else ask_of(table, seat)
    bots_at = {f"{seat}": time for seat, time in graces(table).items()}
    return encode(Snapshot(table.seq, at, you, view_table(table, seat), ask, bots_at))


HISTORY = 64
"""Number of newest log entries kept in memory, to be sent to a connection that was interrupted. A
connection that missed more entries is sent a snapshot."""


class Audience:
    """All connections to one table. They are sent only entries that are on disk."""

    def __init__(
        self,
        table: Table,
        clock: Callable[[], int],
        blocks: Callable[[str | None, str], bool] = lambda player, other: False,
    ) -> None:
        """`clock` returns milliseconds since 1970. `blocks(player, other)` is true if `player` has
        blocked `other`. `player` is then not sent the chat lines of `other`."""
        self.table = table
        """The table in the state that was last sent to the connections."""
        self.present = Presence()
        self.conversation = Conversation(clock)
        self.idle_since = clock()
        """The time at which the last connection left, in milliseconds since 1970. It has no meaning
        while there are connections."""
        self._clock = clock
        self._blocks = blocks
        self._history: deque[tuple[int, LogEntry]] = deque(maxlen=HISTORY)

    def remember(self, entry: LogEntry) -> None:
        """Put the last log entry of a table that was just loaded into the history, so that it can
        be sent again."""
        self._history.append((self.table.seq, entry))

    # --- joining and leaving -------------------------------------------------------------------

    def join(self, connection: Connection, since: int | None) -> bool:
        """Add a connection. Send it the log entries after number `since`, or a snapshot if `since`
        is None or these entries are no longer in the history. A connection that may not see the
        table is closed instead.

        Returns True if this is its player's first connection to the table.
        """
        seat = self._seat(connection)
        if seat is None and not self._may_stay(connection):
            return False
        first = connection not in self.present and self.present.add(connection)
        connection.seat = seat
        missed = self._missed(since)
        if missed is None:
            self._show(connection)
        else:
            for seq, entry in missed:
                after = self.table if seq == self.table.seq else None
                connection.push(Updates(seq, entry, after).text(seat))
            connection.you = None
            self._send_you(connection)
            self._send_lines(connection)
        self._tell_devices(connection.player)
        return first

    def leave(self, connection: Connection) -> bool:
        """Remove a connection that is gone. Returns True if it was its player's last connection to
        the table."""
        if connection not in self.present:
            return False
        last = self.present.remove(connection)
        if not self.present:
            self.idle_since = self._clock()
        self._tell_devices(connection.player)
        return last

    def close(self, reason: CloseReason) -> None:
        """Close all connections with the same reason."""
        for connection in self.present:
            connection.close(reason)

    # --- messages to all -----------------------------------------------------------------------

    def publish(self, entry: LogEntry, table: Table) -> None:
        """Send a log entry that is on disk to all connections, to each as far as it may know it.
        `table` is the table after the entry. If cards were taken back, all connections are sent a
        snapshot instead."""
        if any(isinstance(fact, TookBack) for fact in entry.facts):
            self.resync(table)
            return
        self.table = table
        self._history.append((table.seq, entry))
        updates = Updates(table.seq, entry, table)
        seating = not SEATING.isdisjoint(map(type, entry.facts))
        standing = not STANDING.isdisjoint(map(type, entry.facts))
        for connection in self.present:
            if seating and self._moved(connection):
                continue
            connection.push(updates.text(connection.seat))
            if standing:
                self._send_you(connection)
            if connection.seat is None:
                self._may_stay(connection)
        if self.conversation.withheld:
            for line in self.conversation.open(table):
                self._spread(line, [other for other in self.present if other.seat is None])

    def say(self, connection: Connection, player: str, id: str, asked: Say | Write) -> bool:
        """Send a player's chat line to all connections that may read it, and confirm it to
        `connection` under the request's id.

        Returns False if the same request was made before: then it is only confirmed again. Raises
        CommandRefused.
        """
        line, new = self.conversation.say(self.table, player, id, asked)
        connection.send(Said(line, id))
        if new:
            self._spread(line, [other for other in self.present if other is not connection])
        return new

    def send_lines_again(self, player: str) -> None:
        """Send the remembered chat lines to all connections of a player again, after the player has
        blocked or unblocked somebody."""
        for connection in self.present.of(player):
            self._send_lines(connection)

    def resync(self, table: Table) -> None:
        """Send all connections a snapshot of `table`, which replaces everything sent before."""
        self.table = table
        self._history.clear()
        for connection in self.present:
            connection.seat = self._seat(connection)
            self._show(connection)

    def _moved(self, connection: Connection) -> bool:
        """True if the connection's player has another seat than before. In that case the connection
        is sent a snapshot for the new seat, or is closed if the player has no seat now and may not
        see the table."""
        seat = self._seat(connection)
        if seat == connection.seat:
            return False
        connection.seat = seat
        if seat is not None or self._may_stay(connection):
            self._show(connection)
        return True

    def _may_stay(self, connection: Connection) -> bool:
        """True if the visitor behind the connection, who has no seat, may see the table
        (`may_look`). Otherwise the connection is closed, and the result is False."""
        if may_look(self.table, connection.player):
            return True
        connection.close("removed" if connection.player in self.table.removed else "private")
        return False

    def _missed(self, since: int | None) -> list[tuple[int, LogEntry]] | None:
        """The log entries after number `since`, each with its number, or None if a snapshot must be
        sent instead."""
        if since is None or since > self.table.seq:
            return None
        missed = [item for item in self._history if item[0] > since]
        if len(missed) != self.table.seq - since:
            return None
        if not all(SEATING.isdisjoint(map(type, entry.facts)) for _, entry in missed):
            return None
        return missed

    # --- single messages -----------------------------------------------------------------------

    def _seat(self, connection: Connection) -> Seat | None:
        return None if connection.player is None else seat_of(self.table, connection.player)

    def _show(self, connection: Connection) -> None:
        """Send a connection a snapshot and the remembered chat lines."""
        you = connection.you = self._you(connection)
        connection.push(snapshot(self.table, connection.seat, you, self._clock()))
        self._send_lines(connection)

    def _spread(self, line: Line, connections: Iterable[Connection]) -> None:
        """Send a chat line to those of these connections that want chat and may read the line."""
        text, speaker = encode(Said(line)), self.conversation.speaker_of(line)
        for connection in connections:
            seated = connection.seat is not None
            if (
                connection.wants_talk
                and self.conversation.may_hear(line, seated)
                and not self._blocks(connection.player, speaker)
            ):
                connection.push(text)

    def _send_lines(self, connection: Connection) -> None:
        """Send a connection the remembered chat lines that it may read, if it wants chat."""
        if connection.wants_talk:
            lines = self.conversation.lines(connection.seat is not None)
            heard = tuple(
                line
                for line in lines
                if not self._blocks(connection.player, self.conversation.speaker_of(line))
            )
            connection.send(Lines(heard))

    def _you(self, connection: Connection) -> You:
        player, table, seat = connection.visitor.player, self.table, connection.seat
        devices = self.present.devices(connection.player)
        if player is None:
            return You("", seat, False, devices)
        return You(
            name=player.name,
            seat=seat,
            host=table.host == player.id,
            devices=devices,
            removed=player.id in table.removed,
            left=seat is None and held_by(table, player.id) is not None,
            waiting=player.id in table.waiting,
        )

    def _send_you(self, connection: Connection) -> None:
        """Send a connection its player's status at the table (`YouAre`), if that has changed since
        it was last sent."""
        you = self._you(connection)
        if you != connection.you:
            connection.you = you
            connection.send(YouAre(you))

    def _tell_devices(self, player: str | None) -> None:
        """Update the number of devices in the status of all connections of a player, after one was
        added or removed."""
        for connection in self.present.of(player):
            self._send_you(connection)
