"""One live table: commands come in one by one, and what they brought about goes out when it is on
disk, in order, and never before."""

import asyncio
from collections import deque
from typing import Protocol

import structlog

from gongzhu.server.bot_seats import BotSeats
from gongzhu.server.broadcast import SEATING, Updates, may_look, snapshot
from gongzhu.server.connection import Connection
from gongzhu.server.hints import Hints
from gongzhu.server.journal import Journal, PendingEntry, table_of
from gongzhu.server.listing import Listing, listing_of
from gongzhu.server.logs import short
from gongzhu.server.messages import AskHint, You, YouAre
from gongzhu.server.orders import InvalidRequest, Order, command_of
from gongzhu.server.presence import Presence
from gongzhu.server.services import Services
from gongzhu.store import StoreError
from gongzhu.table import Command, Entry, Refused, Table, due, seat_of, step
from gongzhu.table.commands import BotAct, Connect, Disconnect, Tick

REMEMBERED = 64
"""Entries that somebody who was away for a moment is told; who missed more is told all anew."""

PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0)
"""Seconds between two tries when the store fails again and again; the last one stays."""

log = structlog.get_logger()


class RoomListener(Protocol):
    """What a room tells the house of."""

    def listed(self, table: str, listing: Listing) -> None:
        """The table is to be listed like this."""
        ...

    def closed(self, table: str) -> None:
        """The table is no more."""
        ...


class Room:
    """A table, and everybody who is connected to it."""

    def __init__(
        self, table: Table, listing: Listing, services: Services, listener: RoomListener
    ) -> None:
        self.name = table.state.table
        self.present = Presence()
        self.shown = table
        """The table as it is on disk, and as everybody knows it."""
        self.idle_since = services.clock()
        """Since when nobody is connected; without meaning while somebody is."""
        self._table = table
        """The table with what is on its way to the disk."""
        self._listing = listing
        self._services = services
        self._listener = listener
        self._on_way: deque[PendingEntry] = deque()
        self._flusher: asyncio.Task[None] | None = None
        self._lost = False
        """Whether the store failed, and the table is yet to be read again."""
        self._failed = 0
        """How often the store failed since it last took something."""
        self._stopped = False
        self._history: deque[tuple[int, Entry]] = deque(maxlen=REMEMBERED)
        self._journal = Journal(self.name, services.store)
        self._bots = BotSeats(services)
        self._hints = Hints(services)

    @property
    def busy(self) -> bool:
        """Whether somebody is connected, or something is on its way to the disk."""
        return bool(self.present) or bool(self._on_way)

    def remember(self, entry: Entry | None) -> None:
        """The table has just been read, and this was its last entry."""
        if entry is not None:
            self._history.append((self.shown.seq, entry))

    # --- connections ---------------------------------------------------------------------------

    def join(self, connection: Connection, since: int | None) -> None:
        """A connection has said hello: tell it where the table is, or what it missed."""
        if self._stopped:
            # The table left the memory just now; who comes again finds it anew.
            connection.close("restarting")
            return
        table = self.shown
        seat = None if connection.player is None else seat_of(table, connection.player)
        if seat is None and not may_look(table, connection.player):
            connection.close("private")
            return
        again = connection in self.present
        first = not again and self.present.add(connection)
        connection.seat = seat
        missed = self._missed(since)
        if missed is None:
            self._show(connection)
        else:
            for seq, entry in missed:
                after = table if seq == table.seq else None
                connection.push(Updates(seq, entry, after).text(seat))
            self._tell_you(connection)
        if first and connection.player is not None:
            self.do(Connect(connection.player))
        self._tell_devices(connection)

    def leave(self, connection: Connection) -> None:
        """A connection is gone."""
        if connection not in self.present:
            return
        last = self.present.remove(connection)
        if not self.present:
            self.idle_since = self._services.clock()
        if last and connection.player is not None:
            self.do(Disconnect(connection.player))
        self._tell_devices(connection)

    def _missed(self, since: int | None) -> list[tuple[int, Entry]] | None:
        """The entries after `since`; None where all must be shown anew."""
        if since is None or since > self.shown.seq:
            return None
        missed = [item for item in self._history if item[0] > since]
        if len(missed) != self.shown.seq - since:
            return None
        if any(isinstance(fact, SEATING) for _, entry in missed for fact in entry.facts):
            return None
        return missed

    def _show(self, connection: Connection) -> None:
        """Tell all that may be known."""
        you = self._you(connection)
        now = self._services.clock()
        connection.push(snapshot(self.shown, connection.seat, you, now))

    def _you(self, connection: Connection) -> You:
        player = connection.visitor.player
        connection.devices = self.present.devices(connection.player)
        connection.is_host = player is not None and self.shown.host == player.id
        name = "" if player is None else player.name
        return You(name, connection.seat, connection.is_host, connection.devices)

    def _tell_you(self, connection: Connection) -> None:
        connection.send(YouAre(self._you(connection)))

    def _tell_devices(self, connection: Connection) -> None:
        """Tell a player's other connections how many there are now."""
        for other in self.present.of(connection.player):
            if other.devices != self.present.devices(other.player):
                self._tell_you(other)

    # --- commands ------------------------------------------------------------------------------

    def order(self, connection: Connection, order: Order) -> None:
        """What a program asks for, with an id: answered by Done or Refused."""
        metrics = self._services.metrics
        player = connection.visitor.player
        if player is None:
            metrics.commands.labels("refused").inc()
            connection.refuse_by_code(order.id, "nobody")
            return
        if self._lost or self._stopped:
            metrics.commands.labels("not_saved").inc()
            connection.refuse_by_code(order.id, "not_saved")
            return
        seen = self._table.seen(player.id, order.id)
        if seen is not None:
            metrics.commands.labels("repeated").inc()
            self._answer(connection, order.id, seen)
            return
        try:
            seat = seat_of(self._table, player.id)
            command = command_of(order, player, seat, self._services.config)
            applied = self._apply(command, order.id)
        except (InvalidRequest, Refused) as refused:
            metrics.commands.labels("refused").inc()
            connection.refuse(order.id, refused.code, refused.text)
            return
        if applied is None:
            metrics.commands.labels("nothing").inc()
            self._answer(connection, order.id, self._table.seq)
        else:
            metrics.commands.labels("done").inc()
            applied.senders.append((connection, order.id))

    def hint(self, connection: Connection, order: AskHint) -> None:
        """Answer with a hint, or refuse it."""
        try:
            self._hints.ask(self.shown, connection.seat, connection, order)
        except InvalidRequest as refused:
            self._services.metrics.refusals.labels(refused.code).inc()
            connection.refuse(order.id, refused.code, refused.text)

    def do(self, command: Command) -> bool:
        """What the server itself asks for; whether anything came of it."""
        if self._lost or self._stopped:
            return False
        try:
            return self._apply(command) is not None
        except Refused:
            return False

    async def settled(self) -> None:
        """Wait until all that was decided is on disk. Raises StoreError."""
        if self._on_way:
            waiter = asyncio.get_running_loop().create_future()
            self._on_way[-1].waiters.append(waiter)
            await waiter

    def _answer(self, connection: Connection, id: str, seq: int) -> None:
        """Tell that an entry is on disk, now or when it is."""
        for applied in self._on_way:
            if applied.seq == seq:
                applied.senders.append((connection, id))
                return
        connection.done(id, seq)

    def _apply(self, command: Command, id: str | None = None) -> PendingEntry | None:
        """Decide, and send the entry on its way to the disk. Raises Refused."""
        now = self._services.clock()
        changed = step(self._table, command, now, self._services.entropy(32).hex(), id)
        if changed is None:
            return None
        self._table, entry = changed
        self._listing = listing_of(self._table, entry.facts, self._listing)
        decided = asyncio.get_running_loop().time()
        applied = PendingEntry(self._table.seq, entry, self._table, self._listing, decided)
        self._on_way.append(applied)
        self._send_off()
        self.wake()
        return applied

    # --- time and bots ---------------------------------------------------------------------------

    def wake(self) -> None:
        """See to it that the clock is set and that bots think."""
        self._services.timers.set(self.name, due(self._table), self._tick)
        self._bots.wake(self._table, self._bot_chose)

    def _bot_chose(self, choice: BotAct) -> None:
        if not self.do(choice) and not (self._lost or self._stopped):
            self.wake()

    def _tick(self) -> None:
        if not self.do(Tick()) and not (self._lost or self._stopped):
            # Nothing was to be done after all: look again, but not at once.
            again = self._services.clock() + 1000
            at = due(self._table)
            if at is not None:
                self._services.timers.set(self.name, max(at, again), self._tick)

    # --- the disk ------------------------------------------------------------------------------

    def _send_off(self) -> None:
        """See to it that what is on its way is written down."""
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        while self._on_way:
            try:
                await self._save(list(self._on_way))
            except StoreError as error:
                log.error("not_saved", table=short(self.name), problem=error.problem)
                await self._read_again(error)
            except Exception:  # a mistake of the program: what is on disk still holds
                log.exception("room_failed", table=short(self.name))
                await self._read_again(StoreError("closed"))
        self._flusher = None

    async def _save(self, batch: list[PendingEntry]) -> None:
        """Write entries down, and tell everybody of them. Raises StoreError."""
        await self._journal.write(batch)
        self._failed = 0
        for item in batch:
            self._on_way.popleft()
            self._publish(item)

    def _publish(self, item: PendingEntry) -> None:
        """The entry is on disk: tell whoever asked for it, and then everybody."""
        table = self.shown = item.after
        self._history.append((item.seq, item.entry))
        loop = asyncio.get_running_loop()
        self._services.metrics.commit.observe(loop.time() - item.decided)
        for connection, id in item.senders:
            connection.done(id, item.seq)
        updates = Updates(item.seq, item.entry, table)
        seating = any(isinstance(fact, SEATING) for fact in item.entry.facts)
        for connection in self.present:
            if seating and self._moved(connection):
                continue
            connection.push(updates.text(connection.seat))
            if connection.is_host != (table.host is not None and table.host == connection.player):
                self._tell_you(connection)
            if connection.seat is None and not may_look(table, connection.player):
                connection.close("private")
        for waiter in item.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self._listener.listed(self.name, item.listing)
        if table.state.stage == "closed":
            for connection in self.present:
                connection.close("closed")
            self._listener.closed(self.name)

    def _moved(self, connection: Connection) -> bool:
        """Whether the connection's player sits elsewhere now; then it is told all anew."""
        seat = None if connection.player is None else seat_of(self.shown, connection.player)
        if seat == connection.seat:
            return False
        connection.seat = seat
        if seat is None and not may_look(self.shown, connection.player):
            connection.close("private")
        else:
            self._show(connection)
        return True

    async def _read_again(self, error: StoreError) -> None:
        """The store failed: what it has is the truth, and what was on its way is not."""
        self._lost = True
        for item in self._on_way:
            for connection, id in item.senders:
                self._services.metrics.commands.labels("not_saved").inc()
                connection.refuse_by_code(id, "not_saved")
            for waiter in item.waiters:
                if not waiter.done():
                    waiter.set_exception(error)
        self._on_way.clear()
        while not self._stopped:
            # Bots and clocks try again as soon as the table is back: not a hundred times a second.
            if self._failed:
                await asyncio.sleep(PAUSES[min(self._failed, len(PAUSES)) - 1])
            self._failed += 1
            try:
                tails = await self._services.store.tails(self.name, self.name)
            except StoreError:
                continue
            for tail in tails:
                self._start_over(table_of(tail))
            return

    def _start_over(self, table: Table) -> None:
        """Go on from what the store has."""
        self._bots.forget()
        self._history.clear()
        self._lost = False
        self._table = self.shown = table
        self._listing = listing_of(table, (), self._listing)
        for connection in self.present:
            connection.seat = None
            if connection.player is not None:
                connection.seat = seat_of(table, connection.player)
            self._show(connection)
        self.greet()
        self.wake()

    def greet(self) -> None:
        """Tell the table who is connected and who is not, where it does not know."""
        here = self.present.players()
        for player in here:
            self.do(Connect(player))
        table = self._table
        for seat, holder in zip(table.state.seats, table.players, strict=True):
            if seat.online and holder is not None and holder not in here:
                self.do(Disconnect(holder))

    async def stop(self) -> None:
        """Write down what is on its way, and take nothing more."""
        self._stopped = True
        self._services.timers.set(self.name, None, self._tick)
        if self._flusher is not None:
            await asyncio.gather(self._flusher, return_exceptions=True)
