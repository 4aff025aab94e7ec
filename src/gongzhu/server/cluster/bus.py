"""The bus between the servers on one database: it sends changes to the other servers, and receives
theirs. A single server sends nothing.

The summaries of tables, and which tables have visitors, are read from the database; everything else
is a short message. A server that was out of reach for a moment looks everything up again.
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
"""Seconds between two exchanges of which tables have visitors."""

log = structlog.get_logger()


class BusServer(Protocol):
    """What the bus needs of a server: methods that apply there what other servers have sent."""

    def lost(self) -> None:
        """Drop all tables from memory, since other servers may have taken them."""
        ...

    def visited(self) -> list[str]:
        """Names of this server's tables that have visitors, or had some a moment ago."""
        ...

    async def relist(self, tables: list[str] | None) -> None:
        """Read the summaries of these tables again; None for all. Raises StoreError."""
        ...

    async def heard(self, message: Message) -> None:
        """Carry out a message of another server. Raises StoreError."""
        ...

    async def missed(self) -> None:
        """Look up what changed while this server was out of reach. Raises StoreError."""
        ...


class Bus:
    """Sends messages to the other servers, and handles theirs one after the other."""

    def __init__(self, store: Store) -> None:
        self.visited: set[str] = set()
        """Names of the tables of other servers that have visitors."""
        self._store = store
        self._heard = asyncio.Queue[SummariesChanged | MessageReceived]()
        self._running = BackgroundTasks()

    def start(self, server: BusServer) -> None:
        """Begin to receive messages, which `server` carries out."""
        if not self._store.alone:
            self._running.start(self._receive(server))
            self._running.start(self._listen(server))
            self._running.start(self._share(server))

    def stop(self) -> None:
        """Stop receiving messages."""
        self._running.cancel()

    def tell(self, message: Message) -> None:
        """Send a message to the other servers soon."""
        if not self._store.alone:
            self._store.tell(encode(message))

    async def _receive(self, server: BusServer) -> None:
        """Receive what the store announces: lost tables are dropped at once, and all else is
        queued."""
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
        """Carry out one message, and log an error under this event name; later messages are
        handled all the same."""
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
