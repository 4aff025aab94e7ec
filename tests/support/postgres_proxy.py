"""A proxy between a store and PostgreSQL whose connections can be cut at a chosen moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import parse_qs, quote, urlsplit

from gongzhu.store.postgres_writer import WRITE_ROWS_NAME
from tests.support.postgres import Postgres

Moment = Literal["before", "after"]

ENDS = (b"COMMIT\0", b"\0%b\0" % WRITE_ROWS_NAME.encode())
"""The ends of transactions that write: a COMMIT, or the values for the statement that is a whole
one."""
SOCKET = ".s.PGSQL.5432"


class PostgresProxy:
    """Carries every byte both ways; `cut_at` cuts at the next COMMIT, before the server gets it
    or after it has answered; `silent_after` has its client say nothing more, as a program that is
    stopped does, once the server has got something with this in it."""

    def __init__(self, address: str, folder: Path) -> None:
        (there,) = parse_qs(urlsplit(address).query)["host"]
        self._there = f"{there}/{SOCKET}"
        self._here = folder / SOCKET
        self.address = address.replace(quote(there), quote(str(folder)))
        self.cut_at: Moment | None = None
        self.silent_after: bytes | None = None
        self._spoken = asyncio.Event()
        """Set while what its client says is carried on."""
        self._spoken.set()
        self.plugged = True
        self.cuts = 0
        self.refused = 0
        """Connections that were not let through."""
        self._writers: set[asyncio.StreamWriter] = set()
        self._awaited: asyncio.StreamWriter | None = None
        """To whom the answer goes that is to be lost."""
        self._tasks: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Cut every connection now; new ones are carried both ways."""
        self.cuts += 1
        self._spoken.set()
        for writer in self._writers:
            writer.transport.abort()

    def unplug(self) -> None:
        """Cut every connection, and let no new one through until `plugged` is set again."""
        self.plugged = False
        self.cut()

    async def serve(self) -> asyncio.Server:
        return await asyncio.start_unix_server(self._connected, self._here)

    async def done(self) -> None:
        """Wait until all connections have ended."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def _connected(
        self, near_reader: asyncio.StreamReader, near: asyncio.StreamWriter
    ) -> None:
        if not self.plugged:
            self.refused += 1
            near.transport.abort()
            return
        try:
            far_reader, far = await asyncio.open_unix_connection(self._there)
        except OSError:
            self.refused += 1
            near.transport.abort()
            return
        self._writers |= {near, far}
        there = asyncio.create_task(self._forth(near_reader, far, near))
        back = asyncio.create_task(self._back(far_reader, near))
        for task in (there, back):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forth(
        self, near: asyncio.StreamReader, far: asyncio.StreamWriter, home: asyncio.StreamWriter
    ) -> None:
        try:
            while data := await near.read(65536):
                moment = self.cut_at if any(end in data for end in ENDS) else None
                if moment is not None:
                    self.cut_at = None
                if moment == "before":
                    self.unplug()
                    return
                if moment == "after":
                    self._awaited = home
                await self._spoken.wait()
                far.write(data)
                if self.silent_after is not None and self.silent_after in data:
                    self.silent_after = None
                    self._spoken.clear()
        except (ConnectionError, RuntimeError):  # the last is of uvloop, for a closed one
            pass
        finally:
            far.close()

    async def _back(self, far: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        try:
            while data := await far.read(65536):
                if self._awaited is near:
                    self._awaited = None
                    self.unplug()
                    return
                near.write(data)
        except (ConnectionError, RuntimeError):  # the last is of uvloop, for a closed one
            pass
        finally:
            near.close()


@asynccontextmanager
async def postgres_proxy(address: str, folder: Path) -> AsyncIterator[PostgresProxy]:
    """A proxy of the database at an address; its own socket is made in the folder."""
    new = PostgresProxy(address, folder)
    server = await new.serve()
    try:
        yield new
    finally:
        server.close()
        await server.wait_closed()
        new.cut()
        await new.done()


@asynccontextmanager
async def new_database(server: Postgres) -> AsyncIterator[tuple[PostgresProxy, Path]]:
    """An empty database behind a proxy, and a folder for whoever uses it."""
    # A short name: the path of a socket has at most about a hundred bytes.
    with TemporaryDirectory(prefix="gongzhu-") as name:
        async with postgres_proxy(server.empty(), Path(name)) as link:
            yield link, Path(name)
