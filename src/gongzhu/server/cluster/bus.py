"""The bus between the servers on one database: what is changed here is told to the others, and what
they have changed is heard. A server that is alone has nobody to tell.

How tables are listed, and at which of them somebody is, comes from the database; everything else is
a short message. A server that was out of reach for a moment looks everything up again.
"""

import asyncio
from collections.abc import Coroutine
from typing import Protocol, assert_never

import msgspec
import structlog

from gongzhu.server.cluster.messages import Message, decode, encode
from gongzhu.store import Listed, Lost, Store, StoreError, Told

VISITS_EVERY = 2.0
"""Seconds between two looks at which tables of other servers somebody is at."""

log = structlog.get_logger()


class Member(Protocol):
    """Carries out here what is heard."""

    def lost(self) -> None:
        """Let go of every table: other servers may have them."""
        ...

    def visited(self) -> list[str]:
        """The tables here at which somebody is, or was a moment ago."""
        ...

    async def relist(self, tables: list[str] | None) -> None:
        """Look up how tables are listed; None: all. Raises StoreError."""
        ...

    async def heard(self, message: Message) -> None:
        """Carry out what another server tells. Raises StoreError."""
        ...

    async def missed(self) -> None:
        """Look up what was told while this server was out of reach. Raises StoreError."""
        ...


class Bus:
    """Tells, and hears one thing after the other."""

    def __init__(self, store: Store) -> None:
        self.visited: set[str] = set()
        """The tables of other servers at which somebody is."""
        self._store = store
        self._heard = asyncio.Queue[Listed | Told]()
        self._running: list[asyncio.Task[None]] = []

    def start(self, member: Member) -> None:
        """Begin to hear."""
        if not self._store.alone:
            loop = asyncio.get_running_loop()
            for work in (self._receive(member), self._listen(member), self._share(member)):
                self._running.append(loop.create_task(work))

    def stop(self) -> None:
        """Hear no more."""
        for task in self._running:
            task.cancel()

    def tell(self, message: Message) -> None:
        """Tell the other servers, soon."""
        if not self._store.alone:
            self._store.tell(encode(message))

    async def _receive(self, member: Member) -> None:
        """Let go of the tables at once where they are lost, and put the rest in line."""
        while True:
            match await self._store.news.get():
                case Lost():
                    member.lost()
                case Listed() | Told() as news:
                    self._heard.put_nowait(news)
                case news:
                    assert_never(news)

    async def _listen(self, member: Member) -> None:
        while True:
            match await self._heard.get():
                case Listed(tables):
                    if tables is None:
                        await self._attempt("not_heard", member.missed())
                    names = None if tables is None else sorted(tables)
                    await self._attempt("not_relisted", member.relist(names))
                case Told(message):
                    await self._attempt("not_heard", self._hear(member, message))

    @staticmethod
    async def _hear(member: Member, message: bytes) -> None:
        await member.heard(decode(message))

    async def _attempt(self, event: str, work: Coroutine[None, None, None]) -> None:
        """Do one thing, and log under this name why it was not done; the next is heard all the
        same."""
        try:
            await work
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            # Such as a message of a newer program.
            log.error(event, problem=type(error).__name__)
        except StoreError as error:
            log.error(event, problem=error.problem)
            # The store has waited for itself already.
            self._heard.put_nowait(Listed(None))
        except Exception:  # a mistake of the program: the other servers are to be heard on
            log.exception(event)

    async def _share(self, member: Member) -> None:
        while True:
            try:
                self.visited = await self._store.share_visited(member.visited())
            except StoreError as error:
                log.error("not_shared", problem=error.problem)
            except Exception:  # as above
                log.exception("not_shared")
            await asyncio.sleep(VISITS_EVERY)
