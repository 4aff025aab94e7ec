"""All tables of a server: those in memory, and those that are only listed."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress

import msgspec
import structlog

from gongzhu.server.bodies import OpenTable
from gongzhu.server.connection import CloseReason
from gongzhu.server.journal import table_of
from gongzhu.server.listing import Listing, read_listing
from gongzhu.server.logs import short
from gongzhu.server.open_tables import OpenTables
from gongzhu.server.opening import create_table
from gongzhu.server.peers import Numbered, NumbersAsked, Peers, Wanted
from gongzhu.server.room import Room
from gongzhu.server.room_numbers import RoomNumbers
from gongzhu.server.services import Services
from gongzhu.store import Owner, PlayerRow, StoreError, TableBrief, Tail
from gongzhu.table import (
    LogEntry,
    NewerFormat,
    OutOfOrder,
    Table,
    step_server,
    write_entry,
)
from gongzhu.table.commands import Expire, Resume

SECOND = 1000
BATCH = 25
"""Tables that are read together when the server starts."""
HANDING_ON = 5.0
"""Seconds for which somebody who has come to a table waits for the server that has it: for longer
than a dead one keeps it."""
FIRST_PAUSE, LONGEST_PAUSE = 0.03, 0.25
"""Seconds between two looks at whether it has let go."""
KEPT = 5.0
"""Seconds for which a server keeps a table, when people come to it there and elsewhere."""
LEAVING = 5.0
"""Seconds in which a server that stops lets go of its tables: not of all at once, for those who
come again would wait for each other."""
LOADING = 4
"""Batches that are read at once: while the disk is asked for one, another is put together."""

log = structlog.get_logger()


class TableRegistry:
    """Opens tables, finds them, lets go of idle ones."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}
        self._open_tables = OpenTables()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._opening: list[tuple[str, str]] = []
        """The player and the address of each table that is being opened."""
        self._resumed: set[str] = set()
        """Tables that know that the server was away, or were opened since."""
        self._elsewhere: set[str] = set()
        """Tables that another server had when they were wanted here."""
        self._leaving: set[str] = set()
        """Tables that are on their way to another server."""
        self._wanted: dict[str, asyncio.Task[Room | None]] = {}
        """Tables to which somebody has come here."""
        self._losses = 0
        """Times that all leases were lost."""
        services.store.on_lost = self._lost
        self.peers = Peers(services, self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        self.numbers = RoomNumbers(
            services.clock, services.entropy, self._has_room, self._tell_number
        )

    @property
    def stopping(self) -> bool:
        """True if the server is about to end."""
        return self._stopped

    async def start(self) -> None:
        """Read which tables there are. Raises StoreError."""
        self.peers.start()
        for brief in await self._services.store.tables():
            if not self._list(brief):
                # The server was stopped in between.
                self._spawn(self._put_away(brief.name, None))
        self._count()
        self.peers.tell(NumbersAsked())
        self._spawn(self._load_running())
        self._spawn(self._sweep())

    async def stop(self) -> None:
        """Take nothing more, and write down the entries that are on their way."""
        self._stopped = True
        self.peers.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(room.stop() for room in self._rooms.values()))

    async def goodbye(self) -> None:
        """Tell everybody that the server stops. Where others may have its tables, it lets go of
        them first, one batch after the other; the rest is played on meanwhile."""
        self._stopped = True
        if self._services.store.alone:
            for room in self._rooms.values():
                room.audience.close("restarting")
            return
        loop = asyncio.get_running_loop()
        until = loop.time() + LEAVING
        while self._rooms:
            began = loop.time()
            names = list(self._rooms)[: BATCH if began < until else None]
            await self._leave([self._rooms.pop(name) for name in names], "restarting")
            if self._rooms:
                # As much time for whoever has them next.
                await asyncio.sleep(loop.time() - began)
        # Those on their way here give themselves back.
        await asyncio.gather(*self._loading.values(), return_exceptions=True)

    async def _leave(self, rooms: list[Room], why: CloseReason) -> None:
        """Let other servers have tables that are no longer among those here, once all is written,
        and send on whoever is there."""
        names = [room.name for room in rooms]
        self._leaving.update(names)
        try:
            await asyncio.gather(*(room.stop() for room in rooms))
            with suppress(StoreError):
                await self._give_back(names)
        finally:
            self._leaving.difference_update(names)
        for room in rooms:
            room.audience.close(why)
        self._count()

    # --- finding ---------------------------------------------------------------------------------

    def listing(self, name: str) -> Listing | None:
        """An open table as it is listed; None where there is none of that name."""
        return self._open_tables.listing(name)

    def _has_room(self, name: str) -> bool:
        """True for an open table at which a seat is free."""
        listing = self.listing(name)
        return listing is not None and any(seat.kind == "open" for seat in listing.seats)

    def listings(self) -> dict[str, Listing]:
        """Every open table, the last opened one first."""
        return self._open_tables.listings()

    def listings_of(self, player: str) -> dict[str, Listing]:
        """The open tables where a player sits, the last opened one first."""
        return self._open_tables.of(player)

    def living(self) -> dict[str, Listing]:
        """The open tables at which somebody is, or was a moment ago; the last opened one first."""
        visited = self.peers.visited | set(self.visited())
        return {name: listing for name, listing in self.listings().items() if name in visited}

    def visited(self) -> list[str]:
        """The tables here at which somebody is, or was a moment ago."""
        since = self._services.clock() - self._services.config.timeouts.empty * SECOND
        return [
            name
            for name, room in self._rooms.items()
            if room.audience.present or room.audience.idle_since > since
        ]

    def may_open(self, player: str, marks: tuple[str, ...]) -> bool:
        """True if the player, at the address with these marks, may open one more table."""
        limits = self._services.config.limits
        living = [(one.opened_by, one.opened_from) for one in self.living().values()]
        living += self._opening
        return (
            sum(by == player for by, _ in living) < limits.open_tables_per_player
            and sum(place in marks for _, place in living) < limits.open_tables
        )

    async def room(self, name: str) -> Room | None:
        """The table of that name, read into memory if need be; None where there is none. Raises
        StoreError, with the problem `moved` for a table that another server has."""
        if name not in self._open_tables and not self._services.store.alone:
            await self.relist([name])
        loading = self._loading.get(name)
        if (
            loading is None
            and name not in self._leaving
            and self._is_away(name)
            and not self._stopped
        ):
            loading = self._load([name])
        if loading is not None:
            try:
                await asyncio.shield(loading)
            except StoreError:
                # It may have befallen one of those that were read with it.
                if name not in self._rooms:
                    raise
        if name in self._elsewhere or name in self._leaving:
            raise StoreError("moved", table=name)
        return self._rooms.get(name)

    async def shown(self, name: str) -> Table | None:
        """The table of that name as it is on disk, at whichever server it is played; None where
        there is none. Raises StoreError."""
        try:
            room = await self.room(name)
        except StoreError as error:
            if error.problem != "moved":
                raise
            tails = await self._services.store.tails(name, name)
            return await self._whole(tails[0]) if tails else None
        return None if room is None else room.shown

    async def owner(self, name: str) -> Owner | None:
        """The other server that has a table; None for one that is here, where it is taken to if
        nobody has it. Raises StoreError."""
        while True:
            try:
                await self.room(name)
            except StoreError as error:
                if error.problem != "moved":
                    raise
                owner = await self._services.store.owner(name)
                if owner is not None or self._stopped:
                    return owner
            else:
                return None
            # Its lease is just about to be over.
            await asyncio.sleep(FIRST_PAUSE)

    def want(self, name: str) -> None:
        """Ask the server that has a table to let go of it soon: somebody has come to it here."""
        self.peers.tell(Wanted(name))

    async def room_wanted(self, name: str) -> Room | None:
        """The same for somebody who has come to the table here, so that it is to be here: a server
        that has it is given time to let go of it, or to be found dead."""
        task = self._wanted.get(name)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._want(name))
            self._wanted[name] = task
            task.add_done_callback(lambda _: self._wanted.pop(name))
        return await asyncio.shield(task)

    async def _want(self, name: str) -> Room | None:
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + HANDING_ON, FIRST_PAUSE
        while True:
            try:
                return await self.room(name)
            except StoreError as error:
                if error.problem != "moved" or loop.time() + pause > until or self._stopped:
                    raise
            self.want(name)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def room_here(self, name: str) -> Room | None:
        """As `room`, but None for a table that another server has. Raises StoreError."""
        try:
            return await self.room(name)
        except StoreError as error:
            if error.problem != "moved":
                raise
        return None

    def connected(self, name: str) -> int | None:
        """The number of connections to a table; None: some, at another server."""
        room = self._rooms.get(name)
        if room is None:
            return None if name in self.peers.visited else 0
        return len(room.audience.present)

    def rooms(self) -> list[Room]:
        """The tables that are in memory here."""
        return list(self._rooms.values())

    # --- from other servers ----------------------------------------------------------------------

    def tell_numbers(self) -> None:
        """Tell the other servers the room numbers of the tables here."""
        for name in self._rooms:
            if self.numbers.known(name) is not None or not self.numbers.is_on(name):
                self._tell_number(name)

    def _tell_number(self, table: str) -> None:
        numbers = self.numbers
        self.peers.tell(Numbered(table, numbers.known(table), numbers.is_on(table)))

    async def relist(self, tables: list[str] | None) -> None:
        """See `Listed`."""
        store = self._services.store
        names = set(tables or [])
        if tables is None:
            names = {name for name, _ in self._open_tables}
        found = await (store.tables() if tables is None else store.briefs_of(tables))
        for brief in found:
            names.discard(brief.name)
            # What is in memory here is newer.
            if brief.name not in self._rooms:
                self._list(brief)
        for name in names - self._rooms.keys() - self._loading.keys():
            self._open_tables.remove(name)
            self.numbers.closed(name)
        self._count()

    def _list(self, brief: TableBrief) -> bool:
        """List a table as it is on disk; false for one that is closed, or cannot be read."""
        try:
            listing = read_listing(brief.brief)
        except msgspec.MsgspecError:
            log.error("unreadable_listing", table=short(brief.name))
            return True
        if listing.stage == "closed":
            return False
        if brief.name in self._open_tables:
            self._open_tables.change(brief.name, listing)
        else:
            self._open_tables.add(brief.name, listing, self._services.clock())
        return True

    async def hand_on(self, table: str) -> None:
        """Let another server have a table that somebody has come to there: at once if nobody is at
        it here. Else not before it has been here for a while, so that it does not go to and fro."""
        room = self._rooms.get(table)
        if room is not None and not (room.sockets and room.age < KEPT):
            del self._rooms[table]
            await self._leave([room], "moved")

    def _is_away(self, name: str) -> bool:
        """True if an open table is neither in memory nor on its way there."""
        return name in self._open_tables and name not in self._rooms and name not in self._loading

    def _load(self, names: list[str]) -> asyncio.Task[None]:
        """Read open tables that follow one another by name, and are not being read yet."""
        task = asyncio.get_running_loop().create_task(self._read(names))
        self._loading.update(dict.fromkeys(names, task))
        return task

    async def _read(self, names: list[str]) -> None:
        losses, mine = self._losses, set[str]()
        try:
            mine = await self._services.store.take(names)
            if self._stopped and mine and not self._services.store.alone:
                # Nobody else is to wait for the end of this server.
                await self._services.store.give_back(sorted(mine))
                mine = set()
            self._elsewhere = (self._elsewhere - mine) | (set(names) - mine)
            if not self._services.store.alone:
                await self.relist(sorted(mine))
            tails = await self._services.store.tails(names[0], names[-1]) if mine else []
            tables = {tail.table: await self._whole(tail) for tail in tails if tail.table in mine}
            waiting = [
                self._resume(table)
                for name, table in tables.items()
                if table is not None and name in self._open_tables
            ]
            # All of them, so that none is still under way when its table is read again.
            resumed = await asyncio.gather(*waiting, return_exceptions=True)
            if self._losses != losses:
                raise StoreError("moved", table=names[0])
            for table, entry in (one for one in resumed if not isinstance(one, BaseException)):
                listing = self.listing(table.state.table)
                if listing is not None:
                    room = self._take_in(table, listing)
                    if entry is not None:
                        room.audience.remember(entry)
                    room.schedule()
            for error in (one for one in resumed if isinstance(one, BaseException)):
                raise error
        finally:
            for name in names:
                del self._loading[name]
            # Such as could not be read: others may have more luck with them.
            with suppress(StoreError):
                await self._give_back(sorted(mine))

    async def _whole(self, tail: Tail) -> Table | None:
        """The table, or None where this program cannot read it. Raises StoreError."""
        try:
            return await table_of(tail, self._services.store)
        except (NewerFormat, OutOfOrder, msgspec.MsgspecError) as error:
            log.error("unreadable_table", table=short(tail.table), problem=type(error).__name__)
            return None

    async def _resume(self, table: Table) -> tuple[Table, LogEntry | None]:
        """The table, once it knows that the server was away, and the entry that says so. Raises
        StoreError."""
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
        self._rooms[room.name] = room
        self._count()
        return room

    # --- opening -----------------------------------------------------------------------------

    async def open(self, player: PlayerRow, asked: OpenTable, address: str) -> Room:
        """Open a table with a seat for the player; `address` is the mark of the one that asked.
        Raises RuleError, InvalidRequest, CommandRefused and StoreError, and has then done
        nothing."""
        opening = player.id, address
        self._opening.append(opening)
        try:
            table, listing = await create_table(player, asked, address, self._services)
        finally:
            self._opening.remove(opening)
        return self.take_opened(table, listing)

    def take_opened(self, table: Table, listing: Listing) -> Room:
        """Take in a new table that is on disk."""
        name = table.state.table
        self._resumed.add(name)
        self._open_tables.add(name, listing, self._services.clock())
        room = self._take_in(table, listing)
        room.schedule()
        loop = asyncio.get_running_loop()
        loop.call_later(self._services.config.timeouts.arrival, room.sync_presence)
        return room

    # --- from the rooms -------------------------------------------------------------------------

    def listed(self, table: str, listing: Listing) -> None:
        """A table is to be listed like this."""
        self._open_tables.change(table, listing)

    def closed(self, table: str) -> None:
        """A table is no more."""
        self._open_tables.remove(table)
        self._resumed.discard(table)
        self.numbers.closed(table)
        room = self._rooms.pop(table, None)
        self._count()
        self._spawn(self._put_away(table, room))

    def moved(self, table: str) -> None:
        """Another server may have a table."""
        self._rooms.pop(table, None)
        self._resumed.discard(table)
        self._count()

    def _lost(self) -> None:
        """Other servers may have all tables: nobody is to be served what may be old."""
        self._losses += 1
        self._resumed.clear()
        rooms, self._rooms = self._rooms, {}
        log.warning("leases_lost", tables=len(rooms))
        for room in rooms.values():
            room.abandon()
        self._count()

    async def _put_away(self, table: str, room: Room | None) -> None:
        if room is not None:
            await room.stop()
        try:
            await self._services.store.archive(table)
        except StoreError as error:
            log.error("not_archived", table=short(table), problem=error.problem)

    # --- idle tables -----------------------------------------------------------------------------

    async def _load_running(self) -> None:
        """Read tables with a game going on, so that those who come back find them at once. Of a
        group of workers that starts, each begins elsewhere, so that each has its share."""
        running = sorted(
            name
            for name, kept in self._open_tables
            if kept.listing.stage in ("calling", "playing", "scored")
        )
        every = [running[at : at + BATCH] for at in range(0, len(running), BATCH)]
        if (worker := self._services.config.worker) is not None:
            first = len(every) * (worker.number - 1) // worker.count
            every = every[first:] + every[:first]
        batches = iter(every)

        async def load() -> None:
            for batch in batches:
                names = [name for name in batch if self._is_away(name)]
                try:
                    if names:
                        await asyncio.shield(self._load(names))
                except StoreError as error:
                    log.error("not_loaded", tables=len(names), problem=error.problem)

        await asyncio.gather(*(load() for _ in range(LOADING)))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._services.config.timeouts.sweep)
            await self.sweep()

    async def sweep(self) -> None:
        """Let go of tables that nobody is connected to: first from memory, then for good."""
        timeouts, now = self._services.config.timeouts, self._services.clock()
        for name, kept in self._open_tables:
            room = self._rooms.get(name)
            if room is not None:
                kept.touched = now if room.busy else max(kept.touched, room.audience.idle_since)
            idle = (now - kept.touched) / SECOND
            try:
                if idle >= timeouts.close:
                    room = await self.room_here(name)
                    if room is None:
                        kept.touched = now
                    elif not room.busy:
                        room.do(Expire())
                elif room is not None and idle >= timeouts.unload:
                    del self._rooms[name]
                    await room.stop()
                    await self._give_back([name])
            except StoreError as error:
                log.error("not_swept", table=short(name), problem=error.problem)
        self._count()

    async def _give_back(self, tables: list[str]) -> None:
        """Let other servers have tables that have left the memory. Raises StoreError."""
        left = [name for name in tables if name not in self._rooms and name not in self._loading]
        if not self._services.store.alone and left:
            self._resumed.difference_update(left)
            await self._services.store.give_back(left)

    def _count(self) -> None:
        self._services.metrics.tables.set(len(self._open_tables))
        self._services.metrics.loaded.set(len(self._rooms))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
