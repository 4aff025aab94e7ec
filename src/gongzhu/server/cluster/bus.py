"""The bus between servers that share a database: it sends messages about changes to the other
servers and receives theirs. A server that is alone on its store sends nothing.

The summaries of tables, and the list of tables with visitors, are read from the database; all else
is in the messages. A server that was disconnected for some time reads everything again.
"""

import asyncio
from collections.abc import Coroutine
from typing import Protocol, assert_never

import msgspec
import structlog

from gongzhu.server.background import BackgroundTasks
from gongzhu.server.cluster.messages import Message, decode, encode
from gongzhu.store import LockLost, MessageReceived, Store, StoreError, SummariesChanged

VISITS_EVERY = 2.0
"""Seconds between two exchanges of the lists of tables with visitors."""

log = structlog.get_logger()


class BusServer(Protocol):
    """The methods by which a server applies the changes that other servers have made."""

    def lost(self) -> None:
        """Remove all tables from memory, since other servers may have taken them over."""
        ...

    def visited(self) -> list[str]:
        """Ids of this server's tables that somebody is connected to, or was until recently."""
        ...

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of the tables with these ids from the store again (None: of all
        tables). Raises StoreError."""
        ...

    async def heard(self, message: Message) -> None:
        """Apply a message of another server. Raises StoreError."""
        ...

    async def missed(self) -> None:
        """Read again everything that may have changed while this server was disconnected. Raises
        StoreError."""
        ...


class Bus:
    """Sends messages to the other servers on the database, and lets a `BusServer` apply the
    messages that they send, one after another."""

    def __init__(self, store: Store) -> None:
        self.visited: set[str] = set()
        """Ids of the tables of other servers that have visitors."""
        self._store = store
        self._heard = asyncio.Queue[SummariesChanged | MessageReceived]()
        self._running = BackgroundTasks()

    def start(self, server: BusServer) -> None:
        """Begin to receive messages, and let `server` apply them. Does nothing if the server is
        alone on its store."""
        if not self._store.alone:
            self._running.start(self._receive(server))
            self._running.start(self._listen(server))
            self._running.start(self._share(server))

    def stop(self) -> None:
        """Stop receiving and applying messages."""
        self._running.cancel()

    def tell(self, message: Message) -> None:
        """Send a message to all other servers. It is sent in the background; errors are not
        reported."""
        if not self._store.alone:
            self._store.tell(encode(message))

    async def _receive(self, server: BusServer) -> None:
        """Receive the announcements of the store. A lost lock is handled at once; everything else
        is queued."""
        while True:
            match await self._store.news.get():
                case LockLost():
                    server.lost()
                case SummariesChanged() | MessageReceived() as news:
                    self._heard.put_nowait(news)
                case news:
                    assert_never(news)

    async def _listen(self, server: BusServer) -> None:
        while True:
            match await self._heard.get():
                case SummariesChanged(tables):
                    if tables is None:
                        await self._attempt("not_heard", server.missed())
                    names = None if tables is None else sorted(tables)
                    await self._attempt("not_relisted", server.relist(names))
                case MessageReceived(message):
                    await self._attempt("not_heard", self._hear(server, message))

    @staticmethod
    async def _hear(server: BusServer, message: bytes) -> None:
        await server.heard(decode(message))

    async def _attempt(self, event: str, work: Coroutine[None, None, None]) -> None:
        """Await `work`, which applies one message. An error is only logged, under the name `event`,
        so that later messages are applied too. After a StoreError, everything is read again."""
        try:
            await work
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            # For example a message of a newer program.
            log.error(event, problem=type(error).__name__)
        except StoreError as error:
            log.error(event, problem=error.problem)
            # The store has already tried for a while; now look everything up again.
            self._heard.put_nowait(SummariesChanged(None))
        except Exception:  # a mistake in the program must not stop later messages
            log.exception(event)

    async def _share(self, server: BusServer) -> None:
        while True:
            try:
                self.visited = await self._store.share_visited(server.visited())
            except StoreError as error:
                log.error("not_shared", problem=error.problem)
            except Exception:  # as above
                log.exception("not_shared")
            await asyncio.sleep(VISITS_EVERY)
