"""Takes the entries of a table's log through three steps, in order: decided, written to disk,
published.

A command is decided immediately, and the next one is decided on the resulting table. The entry then
waits to be written, together with others decided in the meantime. It is acknowledged and published
only once the store has it. When the store fails, the waiting entries are discarded, their commands
are refused, and the table is read from the store again.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum

import structlog
from msgspec import Struct, field

from gongzhu.server.live.connection import Connection
from gongzhu.server.live.finished_game import kept_game
from gongzhu.server.live.summary import QUIET, Listing, listing_of, write_listing
from gongzhu.server.monitoring.logs import short
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.store import Conflict, Store, StoredTable, StoreError, TableMoved
from gongzhu.table import (
    LogEntry,
    OlderTable,
    OutOfOrder,
    Table,
    evolve,
    read_entry,
    read_table,
    write_entry,
    write_table,
)
from gongzhu.table.facts import GameEnded

WORTH = 4
"""A new snapshot is written once the entries since the last one are at least 1/WORTH as long as
that snapshot. So tables load fast, and snapshots multiply the amount written by a bounded factor
only."""


class PendingEntry(Struct, eq=False):
    """A log entry that is decided but not on disk yet, with all who wait for it. `Pipeline.queue`
    creates it."""

    seq: int
    """Number of the entry in the table's log."""
    entry: LogEntry
    after: Table
    """The table after the entry."""
    listing: Listing
    """The table's summary after the entry."""
    decided: float
    """The time at which the entry was decided, in seconds of the event loop's clock."""
    senders: list[tuple[Connection, str]] = field(default_factory=list)
    """The connections that are sent `Done` for the entry, each with the id of its request."""
    waiters: list[asyncio.Future[None]] = field(default_factory=list)
    """Futures that are completed once the entry is on disk, or failed with StoreError."""


async def table_of(stored: StoredTable, store: Store) -> Table:
    """Rebuild a table from its last snapshot and the entries after it.

    If the snapshot has an older format, the whole log is read instead. Raises StoreError, and
    NewerFormat, OutOfOrder or msgspec.DecodeError for data that cannot be read.
    """
    table, bodies = None, stored.bodies
    if stored.snapshot is not None:
        try:
            table = read_table(stored.snapshot)
        except OlderTable:
            bodies = await store.read(stored.table)
    for body in bodies:
        table = evolve(table, read_entry(body))
    if table is None:
        raise OutOfOrder(None)
    return table


class Journal:
    """Writes the log entries and snapshots of one table to the store. Its pipeline creates it."""

    def __init__(self, table: str, store: Store) -> None:
        """`table` is the name of the table."""
        self._table = table
        self._store = store
        self._listing: Listing | None = None
        """The table's summary as last written, or None before that."""
        self._snapshot = 0
        """Length in bytes of the last snapshot, or 0 before this server has written one."""
        self._since = 0
        """Total length in bytes of the entries written since the last snapshot."""

    async def write(self, batch: Sequence[PendingEntry]) -> None:
        """Write consecutive entries (at least one) to the store in one transaction, with the rows
        of games that end in them, and with a snapshot if WORTH demands one.

        Raises StoreError.
        """
        last = batch[-1]
        bodies = [write_entry(item.entry) for item in batch]
        self._since += sum(map(len, bodies))
        snapshot = None
        if self._since * WORTH >= self._snapshot:
            snapshot = write_table(last.after)
            self._since, self._snapshot = 0, len(snapshot)
        await self._store.append(
            self._table,
            batch[0].seq,
            bodies,
            snapshot=snapshot,
            summary=None if last.listing is self._listing else write_listing(last.listing),
            along=[
                kept
                for item in batch
                if item.after.finished
                and any(isinstance(fact, GameEnded) for fact in item.entry.facts)
                for kept in kept_game(item.after, item.listing, item.entry.at)
            ],
        )
        self._listing = last.listing

    async def put_snapshot(self, table: Table) -> None:
        """Write a snapshot of `table`, the state after the last entry that is on disk. Raises
        StoreError, and Conflict if the log has more entries by now."""
        snapshot = write_table(table)
        await self._store.append(self._table, table.seq + 1, [], snapshot=snapshot)
        self._since, self._snapshot = 0, len(snapshot)


PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0)
"""Seconds before each further attempt when the store fails repeatedly. The last value applies to
all later attempts."""
log = structlog.get_logger()


class State(Enum):
    """The state of a pipeline: whether it accepts commands, and why not."""

    RUNNING = "running"
    """Commands are accepted."""
    REREADING = "rereading"
    """The store failed. Commands are refused until the table has been read again."""
    STOPPED = "stopped"
    """Commands are no longer accepted. Entries decided before are still written."""


class Pipeline:
    """Receives the log entries decided at one table, writes them to disk in batches, and then
    publishes them."""

    def __init__(
        self,
        table: Table,
        listing: Listing,
        store: Store,
        metrics: Metrics,
        *,
        publish: Callable[[PendingEntry], None],
        restart: Callable[[Table], None],
        moved: Callable[[], None],
    ) -> None:
        """`table` is the table as it is on disk, `listing` its summary. `publish` is called with
        each entry once it is on disk, in order. `restart` is called with the table after it was
        read again because the store failed, or after names in it were changed. `moved` is called
        when another server may have taken the table."""
        self.decided = table
        """The table after all entries decided so far, including those that are not on disk."""
        self.state = State.RUNNING
        self._name = table.state.table
        self._listing = listing
        self._store = store
        self._metrics = metrics
        self._publish = publish
        self._restart = restart
        self._moved = moved
        self._journal = Journal(self._name, store)
        # Kept, since in Python 3.11 each look-up of the loop is a system call.
        self._loop = asyncio.get_running_loop()
        self._pending: deque[PendingEntry] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._failures = 0
        """Number of failures since the store last accepted an entry."""

    @property
    def running(self) -> bool:
        """True if commands are accepted."""
        return self.state is State.RUNNING

    @property
    def busy(self) -> bool:
        """True if there are entries that are not on disk."""
        return bool(self._pending)

    def queue(
        self,
        changed: tuple[Table, LogEntry] | None,
        sender: tuple[Connection, str] | None = None,
    ) -> bool:
        """Queue a decided entry, to be written to disk. `changed` is the table after the entry, and
        the entry. It is None if the command changed nothing, and then False is returned. `sender`
        is the connection that is sent `Done` once the entry is on disk, and the id of its
        request."""
        if changed is None:
            return False
        self.decided, entry = changed
        # The facts of most entries, such as a card, change nothing in lists of tables.
        if not QUIET.issuperset(map(type, entry.facts)):
            self._listing = listing_of(self.decided, entry.facts, self._listing)
        self._pending.append(
            PendingEntry(
                self.decided.seq,
                entry,
                self.decided,
                self._listing,
                self._loop.time(),
                [] if sender is None else [sender],
            )
        )
        if self._writer is None:
            self._writer = self._loop.create_task(self._write())
        return True

    def acknowledge(self, connection: Connection, id: str, seq: int) -> None:
        """Send `Done` for the request `id` once entry `seq` is on disk, or immediately if it is."""
        for pending in self._pending:
            if pending.seq == seq:
                pending.senders.append((connection, id))
                return
        connection.done(id, seq)

    async def settled(self) -> None:
        """Wait until every entry decided so far is on disk. Raises StoreError if they cannot be
        written."""
        if self._pending:
            waiter = asyncio.get_running_loop().create_future()
            self._pending[-1].waiters.append(waiter)
            await waiter

    async def change_names(self, change: Callable[[Table], Table]) -> None:
        """Replace the table by `change(table)`, which may differ only in names, and write it to
        disk as a snapshot. `change` may be called several times. Raises StoreError."""
        while True:
            await self.settled()
            if not self.running:
                raise StoreError("closed")
            if self._pending:
                continue
            # No entry is waiting: everything decided from here on has the new names.
            self.decided = change(self.decided)
            self._restart(self.decided)
            try:
                await self._journal.put_snapshot(self.decided)
            except Conflict:
                continue  # an entry was written meanwhile
            return

    async def stop(self) -> None:
        """Accept no more commands, and wait until the queued entries are written. Must be called
        only once."""
        self.state = State.STOPPED
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)
        # Without this reference cycle, the room and its pipeline are freed immediately.
        del self._publish, self._restart, self._moved

    def abandon(self) -> None:
        """Accept no more commands, and drop the waiting entries without answering their requests.
        Another server may have the table, and will answer when the clients repeat the requests
        there."""
        self.state = State.STOPPED
        pending, self._pending = self._pending, deque()
        for waiter in [waiter for each in pending for waiter in each.waiters]:
            if not waiter.done():
                waiter.set_exception(TableMoved(self._name))

    async def _write(self) -> None:
        while self._pending:
            batch = list(self._pending)
            try:
                await self._journal.write(batch)
                if not self._pending:  # the table was abandoned meanwhile
                    break
                self._failures = 0
                for pending in batch:
                    self._pending.popleft()
                    self._metrics.commit.observe(self._loop.time() - pending.decided)
                    for connection, id in pending.senders:
                        connection.done(id, pending.seq)
                    for waiter in pending.waiters:
                        if not waiter.done():
                            waiter.set_result(None)
                    self._publish(pending)
            except TableMoved:
                if self._pending:
                    self._moved()
                break
            except StoreError as error:
                log.error("not_saved", table=short(self._name), problem=error.problem)
                await self._recover(error)
            except Exception:  # a fault in the program: the state on disk is still valid
                log.exception("room_failed", table=short(self._name))
                await self._recover(StoreError("closed"))
        self._writer = None

    async def _recover(self, error: StoreError) -> None:
        """Discard the entries that are not on disk and refuse their commands, read the table from
        the store, and continue with it."""
        if self.running:
            self.state = State.REREADING
        for pending in self._pending:
            for connection, id in pending.senders:
                self._metrics.commands.labels("not_saved").inc()
                connection.refuse_by_code(id, "not_saved")
            for waiter in pending.waiters:
                if not waiter.done():
                    waiter.set_exception(error)
        self._pending.clear()
        table = await self._read_again()
        if table is not None:
            self.state = State.RUNNING
            self.decided = table
            # The entries that were discarded may have changed it.
            self._listing = listing_of(table, (), self._listing)
            self._restart(table)

    async def _read_again(self) -> Table | None:
        """Read the table from the store, with further attempts until one succeeds. Returns None if
        the pipeline was stopped meanwhile, or if the table no longer exists."""
        while self.state is State.REREADING:
            # Bots and clocks act as soon as the table is back, so failing writes would repeat fast.
            if self._failures:
                await asyncio.sleep(PAUSES[min(self._failures, len(PAUSES)) - 1])
            self._failures += 1
            try:
                found = await self._store.stored_tables(self._name, self._name)
                table = await table_of(found[0], self._store) if found else None
            except StoreError:
                continue
            stays = self.state is State.REREADING
            return table if stays else None
        return None
