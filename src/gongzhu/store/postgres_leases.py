"""Leases in PostgreSQL: the tables that this server alone may write, while it says in time that it
lives.

A server has a row in `workers`, with the time until which it lives by the database's clock, and
each lease is a row that refers to it: whoever finds that time over deletes the server, and its
leases go with it. A group of writes holds the row until it is committed, and is refused without
one (see `postgres_writer`), so nothing can be written on a lease that somebody else has by now. A
server that could not say in time that it lives, by its own clock, lets go of everything by itself.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from gongzhu.store.faults import StoreError
from gongzhu.store.postgres_link import (
    CONNECT_SECONDS,
    OPENING_PATIENCE,
    Connection,
    connect,
    retrying,
    store_errors,
)

BEAT = 1.0
"""Seconds between two words that a server lives."""
LIFE = 3.5
"""Seconds for which one of them is good."""
GONE = 2.0
"""Seconds for which it is good where the server's connection has ended."""
LATE = 3.0
"""Seconds after the last good one in which a server has not got through, and lets go: less, so that
it does before another one may take over."""
COMMAND_SECONDS = 2.0
PATIENCE = 5.0
"""Seconds that whoever wants a lease waits for a lost database to come back."""
LISTED = "gongzhu_listed"
"""The channel of NOTIFY on which servers hear of tables that are listed otherwise by now."""
TOLD = "gongzhu_told"
"""Likewise, of all that servers tell each other."""
SERVERS = 0x677A
"""The class of advisory locks that tell whether a server's connection stands."""
WRITERS = 0x6777
"""The class of advisory locks that the connections hold which write."""
STOPPED_MS = 2000
"""Milliseconds for which a transaction may lie still before the database ends it, since its server
does: less than the life of a lease, so that nobody waits for it."""

_BEGIN = f"""
    INSERT INTO workers (until) VALUES (clock_timestamp() + interval '{LIFE} s')
    RETURNING epoch
"""
_BEAT = f"""
    UPDATE workers SET until = clock_timestamp() + interval '{LIFE} s' WHERE epoch = $1
    RETURNING true
"""
_END = "DELETE FROM workers WHERE epoch = $1"
# To the database, a server that stops when it has prepared a statement, and not yet carried it out,
# lies still within the statement and not within its transaction: no time limit of PostgreSQL's is
# meant for that, and it would keep the row that its leases stand on for as long as it is stopped.
_END_STOPPED = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE EXISTS (SELECT FROM workers WHERE until < clock_timestamp())
        AND state = 'active' AND wait_event = 'ClientRead'
        AND state_change < clock_timestamp() - interval '{STOPPED_MS} ms'
        AND datname = current_database() AND pid IN (
            SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = {WRITERS}
        )
"""
# A server that is dead, but whose last group is still being written, is left for the next time.
_BURY = """
    DELETE FROM workers WHERE epoch IN (
        SELECT epoch FROM workers WHERE until < clock_timestamp() FOR UPDATE SKIP LOCKED
    )
"""
# For a table that somebody waits for: one whose process has ended, connection and all, as well.
_BURY_GONE = f"""
    DELETE FROM workers WHERE epoch IN (
        SELECT epoch FROM workers
        WHERE CASE
            WHEN until < clock_timestamp() THEN true
            WHEN until < clock_timestamp() + interval '{LIFE - GONE} s'
            THEN pg_try_advisory_xact_lock({SERVERS}, epoch::integer)
            ELSE false
        END
        FOR UPDATE SKIP LOCKED
    )
"""
# A server that was killed on this machine a moment ago: nobody is to wait for the rest of its life.
_BURY_LEFT = f"""
    DELETE FROM workers WHERE epoch IN (
        SELECT epoch FROM workers WHERE pg_try_advisory_xact_lock({SERVERS}, epoch::integer)
        FOR UPDATE SKIP LOCKED
    )
"""
_TAKE = """
    INSERT INTO leases (table_name, epoch)
    SELECT name, $2 FROM unnest($1::text[]) AS name ORDER BY name
    ON CONFLICT (table_name) DO NOTHING
"""
_TAKEN = "SELECT table_name FROM leases WHERE table_name = ANY($1::text[]) AND epoch = $2"
_SHARE_VISITED = """
    UPDATE leases SET visited = NOT visited
    WHERE epoch = $1 AND visited <> (table_name = ANY($2::text[]))
"""
_VISITED = "SELECT table_name FROM leases WHERE visited AND epoch <> $1"
_GIVE_BACK = "DELETE FROM leases WHERE table_name = ANY($1::text[]) AND epoch = $2"


class Keeper:
    """The leases of one server."""

    def __init__(self, address: str) -> None:
        self.epoch: int | None = None
        """The number of the row in `workers`: one that no server ever had; None: everything was
        lost, and there is no new one yet."""
        self.on_lost: Callable[[], None] = lambda: None
        """Hears that all leases are over."""
        self.on_listed: Callable[[Sequence[str] | None], None] = lambda names: None
        """See `Store`."""
        self.on_told: Callable[[bytes], None] = lambda message: None
        """See `Store`."""
        self.writer = 0
        """The process of the database that this server's writer talks to."""
        self._address = address
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._asked: set[str] = set()
        """Tables that are to be taken next."""
        self._taking: asyncio.Task[set[str]] | None = None
        """Takes them, once it has its turn."""
        self._marked = False
        """True if the connection holds the lock by which others know that it stands."""
        self._hurry = asyncio.Event()
        """Set when a new epoch is wanted at once."""
        self._former: list[int] = []
        """Epochs that are over here, and whose rows may be there still."""
        self._late: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to live. Raises StoreError."""
        await retrying(OPENING_PATIENCE, self._bury_left)
        await retrying(OPENING_PATIENCE, self._beat)
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Give all leases back."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._expect(None)
        connection, self._connection = self._connection, None
        if self.epoch is not None:
            self._former.append(self.epoch)
            self.epoch = None
        if connection is not None:
            # A database that is out of reach finds out by itself.
            with suppress(StoreError), store_errors():
                for epoch in self._former:
                    await connection.execute(_END, epoch)
                await connection.close(timeout=CONNECT_SECONDS)

    async def take(self, tables: Sequence[str]) -> set[str]:
        """See `Store.take`. All that are asked for meanwhile are taken together: thousands of
        tables may be looked for at once, and the beats must have their turn."""
        self._asked.update(tables)
        if self._taking is None:
            self._taking = asyncio.get_running_loop().create_task(self._take_asked())
        return await asyncio.shield(self._taking) & set(tables)

    async def _take_asked(self) -> set[str]:
        tables: list[str] = []

        async def take() -> set[str]:
            async with self._turn:
                if self._taking is task:
                    tables[:], self._asked, self._taking = sorted(self._asked), set(), None
                return await self._take(tables)

        task = asyncio.current_task()
        try:
            return await retrying(PATIENCE, take)
        finally:
            if self._taking is task:
                self._asked, self._taking = set(), None

    async def give_back(self, tables: Sequence[str]) -> None:
        """See `Store.give_back`."""
        async with self._turn:
            connection = await self._connected()
            with store_errors():
                await connection.execute(_GIVE_BACK, list(tables), self.epoch)

    async def tell(self, message: bytes) -> None:

        async def tell() -> None:
            async with self._turn:
                connection = await self._connected()
                with store_errors():
                    await connection.execute("SELECT pg_notify($1, $2)", TOLD, message.decode())

        await retrying(PATIENCE, tell)

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        async with self._turn:
            connection = await self._connected()
            with store_errors():
                epoch = self.epoch or 0
                await connection.execute(_SHARE_VISITED, epoch, list(tables))
                return {name for (name,) in await connection.fetch(_VISITED, epoch)}

    async def _take(self, tables: list[str]) -> set[str]:
        connection, epoch = await self._connected(), self.epoch
        if epoch is None:
            raise StoreError("unreachable", error="this server has just come back")
        try:
            with store_errors():
                await self._insert(connection, tables, epoch)
                rows = await connection.fetch(_TAKEN, tables, epoch)
                if len(rows) < len(tables) and await _met(connection, _BURY_GONE):
                    await self._insert(connection, tables, epoch)
                    rows = await connection.fetch(_TAKEN, tables, epoch)
        except _Buried as error:
            self.lose()
            raise StoreError("unreachable", error="this server was taken for dead") from error
        return {name for (name,) in rows} if self.epoch == epoch else set()

    @staticmethod
    async def _insert(connection: Connection, tables: list[str], epoch: int) -> None:
        try:
            await connection.execute(_TAKE, tables, epoch)
        except asyncpg.ForeignKeyViolationError as error:
            raise _Buried from error

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._hurry.wait()
            self._hurry.clear()
            # It is said again in a moment; what comes of it, the clock tells.
            with suppress(StoreError):
                await self._beat()

    async def _beat(self) -> None:
        """Say that this server lives, anew if it was taken for dead. Raises StoreError."""
        async with self._turn:
            began = asyncio.get_running_loop().time()
            connection = await self._connected()
            with store_errors():
                epoch = self.epoch
                if epoch is not None and not await connection.fetchval(_BEAT, epoch):
                    self.lose()
                if self.epoch is None:
                    for former in list(self._former):
                        await connection.execute(_END, former)
                        self._former.remove(former)
                    self.epoch = await self._begin(connection)
                    self._marked = True
                elif not self._marked:
                    mark = "SELECT pg_try_advisory_lock($1, $2)"
                    self._marked = await connection.fetchval(mark, SERVERS, self.epoch)
                self._expect(began + LATE)
                await connection.execute(_END_STOPPED)
                await connection.execute(_BURY)

    async def _begin(self, connection: Connection) -> int:
        async with connection.transaction():
            # No crash of the database may give the number to another one.
            await connection.execute("SET LOCAL synchronous_commit = on")
            epoch = int(await connection.fetchval(_BEGIN))
            await connection.execute("SELECT pg_advisory_lock($1, $2)", SERVERS, epoch)
        return epoch

    async def _bury_left(self) -> None:
        async with self._turn:
            connection = await self._connected()
            with store_errors():
                await connection.execute(_BURY_LEFT)

    async def _connected(self) -> Connection:
        """The connection, anew if it was lost. Raises StoreError."""
        if self._connection is None or self._connection.is_closed():
            # What a crash of the database undoes of all this is refused at the next write.
            connection = await connect(self._address, COMMAND_SECONDS, synchronous_commit="off")
            try:
                with store_errors():
                    await connection.add_listener(LISTED, self._heard_listed)
                    await connection.add_listener(TOLD, self._heard)
            except BaseException:
                connection.terminate()
                raise
            first, self._connection = self._connection is None, connection
            self._marked = False
            if not first:
                self.on_listed(None)
        return self._connection

    def _heard_listed(self, _: object, process: int, channel: str, name: object) -> None:
        if process != self.writer:
            self.on_listed([str(name)])

    def _heard(self, connection: Any, process: int, channel: str, message: object) -> None:
        if process != connection.get_server_pid():
            self.on_told(str(message).encode())

    def _expect(self, until: float | None) -> None:
        """Let go of everything at that time of the loop's clock, unless it is put off; None: do
        not."""
        if self._late is not None:
            self._late.cancel()
        self._late = None
        if until is not None:
            self._late = asyncio.get_running_loop().call_at(until, self.lose)

    def lose(self) -> None:
        """Let go of everything: this server was taken for dead, or may be, or is about to end."""
        if self.epoch is not None:
            self._former.append(self.epoch)
            self.epoch = None
            self._expect(None)
            self._hurry.set()
            self.on_lost()


class _Buried(Exception):
    """This server was taken for dead."""


async def _met(connection: Connection, statement: str) -> bool:
    """Carry out a statement; true if it met a row."""
    return not (await connection.execute(statement)).endswith(" 0")
