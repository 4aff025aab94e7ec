"""The tables in a server's memory: opened, loaded from the store, found by name, and released. To
release a table is to remove this server's number from its row in the store, so that another server
can load it."""

import asyncio
from contextlib import suppress

import msgspec
import structlog

from gongzhu.server.background import BackgroundTasks
from gongzhu.server.cluster.bus import Bus
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.pipeline import table_of
from gongzhu.server.live.room import Room
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing
from gongzhu.server.monitoring.logs import short
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.server.tables.opening import NewTable, OpenTable, TableOpener
from gongzhu.store import PlayerRow, StoredTable, StoreError, TableMoved
from gongzhu.table import LogEntry, NewerFormat, OutOfOrder, Table, step_server, write_entry
from gongzhu.table.commands import Expire, Resume

BATCH = 25
"""Number of tables that are read together when the server starts."""
AT_ONCE = 4
"""Number of batches that are read concurrently: while one waits for the disk, another is
decoded."""
LONGEST_LEAVING = 8.0
"""Seconds that a stopping server takes at most to write and release its tables. After that, for
example if the database is unreachable, it abandons them."""
SECOND = 1000
CLOCKED = ("calling", "playing")
"""The stages of a table in which a move clock may run."""
log = structlog.get_logger()


class Tables:
    """The tables of one server: those in memory, and the list of all open tables."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.store
        self.rooms: dict[str, Room] = {}
        """The tables in memory by name. Only this class changes it."""
        self._loading: dict[str, asyncio.Task[None]] = {}
        """The task that reads each table that is being loaded, by name."""
        self._leaving: set[str] = set()
        """Names of tables that are being released, so that other servers can take them."""
        self._resumed: set[str] = set()
        """Names of tables that were opened since the server started, or whose log already notes
        that the server was down."""
        self._tasks = BackgroundTasks()
        self.stopping = False
        """True once the server has begun to stop."""
        self.bus = Bus(services.store)
        self.listed = OpenTables(services, self.bus, self.rooms, self._loading)
        self.opener = TableOpener(services, self.living)
        services.metrics.loaded.set_function(lambda: len(self.rooms))

    async def start(self) -> None:
        """Read the list of open tables, and start the background tasks. Raises StoreError."""
        for name in await self.listed.start():
            self._tasks.start(self._archive(name, None))
        self._tasks.start(self._load_running())
        self._tasks.start(self._unload_idle())

    async def stop(self) -> None:
        """Stop the background tasks, and write the queued entries of all tables to disk."""
        self.bus.stop()
        self.stopping = True
        self._tasks.cancel()
        await asyncio.gather(*(room.stop() for room in self.rooms.values()))

    # --- finding ---------------------------------------------------------------------------------

    async def room(self, name: str) -> Room | None:
        """The room of the table with this name, loaded into memory if necessary, or None if there
        is no such open table. Raises StoreError, and TableMoved if another server has the table."""
        if name not in self.listed and not self._store.alone:
            await self.listed.relist([name])
        loading = self._loading.get(name)
        if self._is_away(name) and name not in self._leaving and not self.stopping:
            loading = self._load([name])
        if loading is not None:
            try:
                await asyncio.shield(loading)
            except StoreError:
                # The error may concern another table of the same batch.
                if name not in self.rooms:
                    raise
        kept = self.listed.get(name)
        if (kept is not None and kept.elsewhere) or name in self._leaving:
            raise TableMoved(name)
        return self.rooms.get(name)

    async def room_here(self, name: str) -> Room | None:
        """The room of the table with this name, loaded if necessary, or None if there is no such
        open table, or if another server has it. Raises StoreError."""
        with suppress(TableMoved):
            return await self.room(name)
        return None

    async def shown(self, name: str) -> Table:
        """The table with this name as it is on disk, on whichever server it is. Raises ApiError 404
        if there is no such open table, and StoreError."""
        try:
            room = await self.room(name)
            table = None if room is None else room.shown
        except TableMoved:
            found = await self._store.stored_tables(name, name)
            table = await self._whole(found[0]) if found else None
        if table is None:
            raise ApiError(404, "no_table")
        return table

    def _is_away(self, name: str) -> bool:
        """True if the table with this name is open, but neither in memory nor being loaded."""
        return name in self.listed and name not in self.rooms and name not in self._loading

    # --- visitors --------------------------------------------------------------------------------

    def visited_here(self) -> list[str]:
        """Names of the tables in memory that somebody is connected to, or was within the timeout
        `empty` of the configuration."""
        empty = self._services.config.timeouts.empty * SECOND
        since = self._services.clock() - empty
        return [
            name
            for name, room in self.rooms.items()
            if room.audience.present or room.audience.idle_since > since
        ]

    def living(self) -> dict[str, Listing]:
        """The summaries of open tables that somebody is connected to, or was until recently, by
        name, the last opened first. Includes tables of other servers."""
        visited = self.bus.visited.union(self.visited_here())
        return {
            name: listing for name, listing in self.listed.listings().items() if name in visited
        }

    def connected(self, name: str) -> int | None:
        """Number of connections to the table with this name, or None if it is unknown, since people
        are connected to the table on another server."""
        room = self.rooms.get(name)
        if room is None:
            return None if name in self.bus.visited else 0
        return len(room.audience.present)

    # --- opening and loading ---------------------------------------------------------------------

    async def open(self, player: PlayerRow, asked: OpenTable, address: str, club: str = "") -> str:
        """Open a table for a player, add it to the open tables, and return its name. Takes the
        arguments of `TableOpener.open`, and raises the same errors."""
        new = await self.opener.open(player, asked, address, club)
        await self.take_opened(new)
        return new.name

    async def take_opened(self, new: NewTable) -> None:
        """Add a new table, which must be in the store already, to the list of open tables, and load
        it into memory. If other servers may use the same store and the table has a player, this
        server unloads it again at once and releases it (removes its own server number from the
        table's row): the players connect to the server that the proxy chooses by the table's name,
        and that server loads the table. Errors of the store while releasing are ignored."""
        self._resumed.add(new.name)
        self.listed.put(new.name, new.listing)
        room = self._take_in(new.table, new.listing, None)
        loop = asyncio.get_running_loop()
        loop.call_later(self._services.config.timeouts.arrival, room.sync_presence)
        if not self._store.alone and any(seat.kind == "player" for seat in new.table.state.seats):
            with suppress(StoreError):
                await self.unload(room)

    def _take_in(self, table: Table, listing: Listing, last: LogEntry | None) -> Room:
        """Create the room of a table. `last` is its last log entry, if known."""
        room = self.rooms[table.state.table] = Room(table, listing, self._services, self)
        if last is not None:
            room.audience.remember(last)
        room.schedule()
        return room

    async def _load_running(self) -> None:
        """Load all open tables with a running game into memory. Errors are logged."""
        stages = ("calling", "playing", "scored")
        running = sorted(name for name, kept in self.listed if kept.listing.stage in stages)
        batches = iter([running[at : at + BATCH] for at in range(0, len(running), BATCH)])

        async def load() -> None:
            for batch in batches:
                names = [name for name in batch if self._is_away(name)]
                try:
                    if names:
                        await asyncio.shield(self._load(names))
                except StoreError as error:
                    log.error("not_loaded", tables=len(names), problem=error.problem)

        await asyncio.gather(*(load() for _ in range(AT_ONCE)))

    def _load(self, names: list[str]) -> asyncio.Task[None]:
        """Start to read the tables with these names into memory. `names` must be sorted, and none
        of the tables may be being read already. All open tables from the first name to the last are
        fetched from the store, and the others are dropped. Returns the task, which ends when all
        are loaded, and raises StoreError."""
        task = asyncio.get_running_loop().create_task(self._read(names))
        self._loading.update(dict.fromkeys(names, task))
        return task

    async def _read(self, names: list[str]) -> None:
        store, number, mine = self._store, self._store.server, set[str]()
        try:
            mine = await store.take(names)
            if self.stopping and mine and not store.alone:
                # Other servers should not have to wait until this one has stopped.
                await store.give_back(sorted(mine))
                mine = set()
            for name in names:
                if (kept := self.listed.get(name)) is not None:
                    kept.elsewhere = name not in mine
            if not store.alone:
                await self.listed.relist(sorted(mine))
            found = await store.stored_tables(names[0], names[-1]) if mine else []
            tables = [await self._whole(stored) for stored in found if stored.table in mine]
            waiting = [
                self._resume(table)
                for table in tables
                if table is not None and table.state.table in self.listed
            ]
            # Wait for all, so that none is still under way when its table is read again.
            resumed = await asyncio.gather(*waiting, return_exceptions=True)
            if store.server != number:
                raise TableMoved(names[0])
            for table, entry in (one for one in resumed if not isinstance(one, BaseException)):
                listing = self.listed.listing(table.state.table)
                if listing is not None:
                    self._take_in(table, listing, entry)
            for error in (one for one in resumed if isinstance(one, BaseException)):
                raise error
        finally:
            for name in names:
                del self._loading[name]
            # Give back those that could not be read: another server may be able to.
            with suppress(StoreError):
                await self._give_back(sorted(mine))

    async def _whole(self, stored: StoredTable) -> Table | None:
        """Rebuild a table from its snapshot and last log entries. Logs an error and returns None if
        this program cannot read them. Raises StoreError."""
        try:
            return await table_of(stored, self._store)
        except (NewerFormat, OutOfOrder, msgspec.MsgspecError) as error:
            log.error("unreadable_table", table=short(stored.table), problem=type(error).__name__)
            return None

    async def _resume(self, table: Table) -> tuple[Table, LogEntry | None]:
        """Note in a table's log that the server was down, unless that was done. Returns the table,
        and the new entry if there is one. Raises StoreError."""
        name, entry = table.state.table, None
        if name not in self._resumed:
            changed = step_server(table, Resume(), self._services.clock())
            if changed is not None:
                table, entry = changed
                await self._store.append(name, table.seq, [write_entry(entry)])
            self._resumed.add(name)
        return table, entry

    # --- idle tables -----------------------------------------------------------------------------

    async def _unload_idle(self) -> None:
        while True:
            await asyncio.sleep(self._services.config.timeouts.sweep)
            await self.sweep()

    async def sweep(self) -> None:
        """Remove tables from memory that nobody has been connected to for the timeout `unload`, and
        close those that nobody has been connected to for the timeout `close` (seconds, in
        `Timeouts`)."""
        timeouts, now = self._services.config.timeouts, self._services.clock()
        for name, kept in self.listed:
            room, listing = self.rooms.get(name), kept.listing
            if room is not None:
                kept.touched = now if room.busy else max(kept.touched, room.audience.idle_since)
            elif name in self.bus.visited:
                kept.touched = now
            idle = (now - kept.touched) / SECOND
            try:
                if (
                    room is None
                    and not self._store.alone
                    and listing.timed
                    and listing.stage in CLOCKED
                ):
                    # The server that had the table may have ended, and its move clock must go on.
                    await self.room_here(name)
                if idle >= timeouts.close:
                    room = await self.room_here(name)
                    if room is None:
                        kept.touched = now
                    elif not room.busy:
                        room.do(Expire())
                elif room is not None and idle >= timeouts.unload:
                    await self.unload(room)
            except StoreError as error:
                log.error("not_swept", table=short(name), problem=error.problem)

    # --- releasing -------------------------------------------------------------------------------

    async def goodbye(self) -> None:
        """Close all connections, because the server stops. If other servers may use the same store,
        the tables are released before that, so that clients that connect again find them there."""
        self.stopping = True
        rooms = list(self.rooms.values())
        if self._store.alone:
            for room in rooms:
                room.audience.close("restarting")
            return
        try:
            async with asyncio.timeout(LONGEST_LEAVING):
                await self._leave(rooms)
                # Tables that are still being loaded are given back by their tasks.
                await asyncio.gather(*self._loading.values(), return_exceptions=True)
        except TimeoutError:
            log.warning("tables_given_up", tables=len(rooms))
            self._store.let_go()
            self.rooms.clear()
            for room in rooms:
                room.abandon()

    async def _leave(self, rooms: list[Room]) -> None:
        """Write these tables, all that are in memory, to disk, and release them."""
        names = [room.name for room in rooms]
        self.rooms.clear()
        self._leaving.update(names)
        try:
            await asyncio.gather(*(room.stop() for room in rooms))
            with suppress(StoreError):
                await self._give_back(names)
        finally:
            self._leaving.difference_update(names)
        for room in rooms:
            room.audience.close("restarting")

    async def unload(self, room: Room) -> None:
        """Write a table to disk, remove it from memory, and release it (remove this server's number
        from the table's row) so that other servers can load it. Raises StoreError."""
        self.rooms.pop(room.name, None)
        await room.stop()
        await self._give_back([room.name])

    async def _give_back(self, tables: list[str]) -> None:
        """Release those of these tables that are no longer in memory, so that other servers can
        take them. Raises StoreError."""
        left = [name for name in tables if name not in self.rooms and name not in self._loading]
        if not self._store.alone and left:
            self._resumed.difference_update(left)
            # They must not be loaded here again while they are given back.
            self._leaving.update(left)
            try:
                await self._store.give_back(left)
            finally:
                self._leaving.difference_update(left)

    def lost(self) -> None:
        """Drop all tables immediately: other servers may have taken them, and the state here may be
        outdated."""
        self._resumed.clear()
        rooms = list(self.rooms.values())
        self.rooms.clear()
        log.warning("tables_lost", tables=len(rooms))
        for room in rooms:
            room.abandon()

    # --- from the rooms --------------------------------------------------------------------------

    def changed(self, table: str, listing: Listing) -> None:
        """Replace a table's summary in the list of open tables."""
        if table in self.listed:
            self.listed.put(table, listing)

    def closed(self, table: str) -> None:
        """Remove a closed table from the list and from memory, and archive it."""
        self.listed.remove(table)
        self._resumed.discard(table)
        self._tasks.start(self._archive(table, self.rooms.pop(table, None)))

    def moved(self, table: str) -> None:
        """Remove a table from memory, since another server may have taken it."""
        self.rooms.pop(table, None)
        self._resumed.discard(table)

    async def _archive(self, table: str, room: Room | None) -> None:
        if room is not None:
            await room.stop()
        try:
            await self._store.archive(table)
        except StoreError as error:
            log.error("not_archived", table=short(table), problem=error.problem)
