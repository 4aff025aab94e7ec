"""Takes tables from the store into a server's memory, and gives them back."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress

import msgspec
import structlog

from gongzhu.server.directory import TableDirectory
from gongzhu.server.journal import table_of
from gongzhu.server.listing import Listing
from gongzhu.server.logs import short
from gongzhu.server.messages import CloseReason
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.room import Room
from gongzhu.server.rooms import Rooms
from gongzhu.server.services import Services
from gongzhu.store import Store, StoredTable, StoreError
from gongzhu.table import (
    LogEntry,
    NewerFormat,
    OutOfOrder,
    Table,
    step_server,
    write_entry,
)
from gongzhu.table.commands import Resume

BATCH = 25
"""How many tables are read together when the server starts."""
LONGEST_LEAVING = 8.0
"""Seconds that a stopping server waits for its tables to be written and given back; after that, for
example if the database is unreachable, it gives them up."""

log = structlog.get_logger()


class TableRegistry:
    """Loads tables into memory, finds them by name, and gives them back to the store."""

    def __init__(
        self, services: Services, listed: OpenTables, rooms: Rooms, directory: TableDirectory
    ) -> None:
        self._services = services
        self._listed = listed
        self._rooms = rooms
        self._directory = directory
        self._resumed: set[str] = set()
        """Tables opened since the server started, or whose log notes that the server was down."""
        self._leaving: set[str] = set()
        """Tables that are being given to other servers."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    @property
    def stopping(self) -> bool:
        """True once the server has begun to stop."""
        return self._stopped

    async def stop(self) -> None:
        """Take no more commands, and write the queued entries of all tables to disk."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.stop() for room in self._rooms))

    # --- finding ---------------------------------------------------------------------------------

    async def room(self, name: str) -> Room | None:
        """The room of the table of that name, loaded into memory if necessary; None if there is no
        such table. Raises StoreError, with the problem `moved` if another server has the table."""
        if name not in self._listed and not self._services.store.alone:
            await self._directory.relist([name])
        loading = self._rooms.loading(name)
        if (
            name in self._listed
            and self._rooms.is_away(name)
            and name not in self._leaving
            and not self._stopped
        ):
            loading = self.load([name])
        if loading is not None:
            try:
                await asyncio.shield(loading)
            except StoreError:
                # The error may concern another table of the same batch.
                if name not in self._rooms:
                    raise
        if self._listed.is_elsewhere(name) or name in self._leaving:
            raise StoreError("moved", table=name)
        return self._rooms.get(name)

    async def room_here(self, name: str) -> Room | None:
        """The room of the table of that name, loaded if necessary; None if there is no such table
        or if another server has it. Raises StoreError."""
        try:
            return await self.room(name)
        except StoreError as error:
            if error.problem != "moved":
                raise
        return None

    async def shown(self, name: str) -> Table | None:
        """The table of that name as it is on disk, whichever server has it; None if there is no
        such table. Raises StoreError."""
        try:
            room = await self.room(name)
        except StoreError as error:
            if error.problem != "moved":
                raise
            found = await self._services.store.stored_tables(name, name)
            return await _whole(found[0], self._services.store) if found else None
        return None if room is None else room.shown

    # --- reading ---------------------------------------------------------------------------------

    def load(self, names: list[str]) -> asyncio.Task[None]:
        """Start to read open tables, which must be consecutive by name and not being read yet;
        returns the task."""
        task = asyncio.get_running_loop().create_task(self._read(names))
        self._rooms.expect(names, task)
        return task

    async def _read(self, names: list[str]) -> None:
        number, mine = self._services.store.server, set[str]()
        try:
            mine = await self._services.store.take(names)
            if self._stopped and mine and not self._services.store.alone:
                # Other servers should not have to wait until this one has stopped.
                await self._services.store.give_back(sorted(mine))
                mine = set()
            for name in names:
                self._listed.set_elsewhere(name, name not in mine)
            if not self._services.store.alone:
                await self._directory.relist(sorted(mine))
            found = await self._services.store.stored_tables(names[0], names[-1]) if mine else []
            tables = {
                stored.table: await _whole(stored, self._services.store)
                for stored in found
                if stored.table in mine
            }
            waiting = [
                self._resume(table)
                for name, table in tables.items()
                if table is not None and name in self._listed
            ]
            # Wait for all, so that none is still under way when its table is read again.
            resumed = await asyncio.gather(*waiting, return_exceptions=True)
            if self._services.store.server != number:
                raise StoreError("moved", table=names[0])
            for table, entry in (one for one in resumed if not isinstance(one, BaseException)):
                listing = self._listed.listing(table.state.table)
                if listing is not None:
                    room = self._take_in(table, listing)
                    if entry is not None:
                        room.audience.remember(entry)
                    room.schedule()
            for error in (one for one in resumed if isinstance(one, BaseException)):
                raise error
        finally:
            self._rooms.expect_no_more(names)
            # Give back those that could not be read: another server may be able to.
            with suppress(StoreError):
                await self._give_back(sorted(mine))

    async def _resume(self, table: Table) -> tuple[Table, LogEntry | None]:
        """Note in a table's log that the server was down, if that is needed. Returns the table and
        the new entry, if any. Raises StoreError."""
        name, services, entry = table.state.table, self._services, None
        if name not in self._resumed:
            changed = step_server(table, Resume(), services.clock())
            if changed is not None:
                table, entry = changed
                await services.store.append(name, table.seq, [write_entry(entry)])
            self._resumed.add(name)
        return table, entry

    def _take_in(self, table: Table, listing: Listing) -> Room:
        room = Room(table, listing, self._services, self)
        self._rooms.add(room)
        return room

    def take_opened(self, table: Table, listing: Listing) -> Room:
        """Make the room for a new table that is already on disk."""
        name = table.state.table
        self._resumed.add(name)
        self._listed.add(name, listing, self._services.clock())
        room = self._take_in(table, listing)
        room.schedule()
        loop = asyncio.get_running_loop()
        loop.call_later(self._services.config.timeouts.arrival, room.sync_presence)
        return room

    # --- letting go ------------------------------------------------------------------------------

    async def goodbye(self) -> None:
        """Close all connections because the server stops. If other servers may use the same store,
        the tables are given back first."""
        self._stopped = True
        rooms = list(self._rooms)
        if self._services.store.alone:
            for room in rooms:
                room.audience.close("restarting")
            return
        try:
            async with asyncio.timeout(LONGEST_LEAVING):
                await self.leave(rooms, "restarting")
                # Tables that are still being loaded are given back by their tasks.
                await asyncio.gather(*self._rooms.loads(), return_exceptions=True)
        except TimeoutError:
            log.warning("tables_given_up", tables=len(rooms))
            self._services.store.let_go()
            self._rooms.remove_all()
            for room in rooms:
                room.abandon()

    async def leave(self, rooms: list[Room], why: CloseReason) -> None:
        """Write out tables that are in memory, give them back to the store, and close their
        connections for the reason `why`."""
        names = [room.name for room in rooms]
        for name in names:
            self._rooms.remove(name)
        self._leaving.update(names)
        try:
            await asyncio.gather(*(room.stop() for room in rooms))
            with suppress(StoreError):
                await self._give_back(names)
        finally:
            self._leaving.difference_update(names)
        for room in rooms:
            room.audience.close(why)

    async def unload(self, room: Room) -> None:
        """Write out a table, remove it from memory and give it back. Raises StoreError."""
        self._rooms.remove(room.name)
        await room.stop()
        await self._give_back([room.name])

    async def offer(self, room: Room) -> None:
        """Give back a table that was just opened here, if there may be other servers: its players
        connect to the server that the proxy chooses by the table's name. Raises StoreError."""
        if not self._services.store.alone:
            await self.unload(room)

    async def _give_back(self, tables: list[str]) -> None:
        """Give tables that are no longer in memory back to the store, so that other servers can
        take them. Raises StoreError."""
        left = [name for name in tables if self._rooms.is_away(name)]
        if not self._services.store.alone and left:
            self._resumed.difference_update(left)
            # They must not be loaded here again while they are given back.
            self._leaving.update(left)
            try:
                await self._services.store.give_back(left)
            finally:
                self._leaving.difference_update(left)

    def lost(self) -> None:
        """Drop every table at once: other servers may have taken them, and the state here may be
        out of date."""
        self._resumed.clear()
        rooms = self._rooms.remove_all()
        log.warning("tables_lost", tables=len(rooms))
        for room in rooms:
            room.abandon()

    # --- from the rooms --------------------------------------------------------------------------

    def listed(self, table: str, listing: Listing) -> None:
        """Replace the summary of a table in the list of open tables."""
        self._listed.change(table, listing)

    def closed(self, table: str) -> None:
        """Remove a closed table from the lists and from memory, and archive it."""
        self._directory.closed(table)
        self._resumed.discard(table)
        room = self._rooms.remove(table)
        self._spawn(self._put_away(table, room))

    def moved(self, table: str) -> None:
        """Remove a table from memory that another server may have taken."""
        self._rooms.remove(table)
        self._resumed.discard(table)

    def put_away(self, tables: Sequence[str]) -> None:
        """Archive closed tables in the background."""
        for table in tables:
            self._spawn(self._put_away(table, None))

    async def _put_away(self, table: str, room: Room | None) -> None:
        if room is not None:
            await room.stop()
        try:
            await self._services.store.archive(table)
        except StoreError as error:
            log.error("not_archived", table=short(table), problem=error.problem)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _whole(stored: StoredTable, store: Store) -> Table | None:
    """Read a table from its snapshot and last entries; None if this version cannot read it.
    Raises StoreError."""
    try:
        return await table_of(stored, store)
    except (NewerFormat, OutOfOrder, msgspec.MsgspecError) as error:
        log.error("unreadable_table", table=short(stored.table), problem=type(error).__name__)
        return None
