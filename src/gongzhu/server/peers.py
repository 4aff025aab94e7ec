"""The other servers on the same database: what they have changed is heard, and what is changed here
is told to them. A server that has its folder for itself has none.

How tables are listed, and at which tables somebody is, comes from the database; everything else is
a short message. Whoever was out of reach for a moment looks at everything anew.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct

from gongzhu.server.room_numbers import RoomNumber
from gongzhu.server.services import Services
from gongzhu.store import Store, StoreError

VISITS_EVERY = 2.0
"""Seconds between two looks at which tables of other servers somebody is at."""
GATHERING = 0.2
"""Seconds for which changed listings are gathered, to be looked up together."""

log = structlog.get_logger()


class Wanted(Struct, frozen=True, tag="wanted"):
    """Somebody has come to a table at another server than the one that has it."""

    table: str


class SignedOut(Struct, frozen=True, tag="signed_out"):
    """Sessions of a player have ended."""

    player: str


class Renewed(Struct, frozen=True, tag="renewed"):
    """A device of a player goes on under another token."""

    player: str
    device: bytes
    new: bytes


class Deleted(Struct, frozen=True, tag="deleted"):
    """The account of a player was deleted."""

    player: str


class Banned(Struct, frozen=True, tag="banned"):
    """Somebody was banned, or is not any more."""

    player: str | None
    """The one who was banned; None: an address, or nobody."""


class BlocksChanged(Struct, frozen=True, tag="blocks"):
    """A player has blocked somebody, or does so no longer."""

    player: str


class HostSaid(Struct, frozen=True, tag="said"):
    """Whoever runs the servers says something to everybody."""

    text: str


class Numbered(Struct, frozen=True, tag="numbered"):
    """A table has another room number."""

    table: str
    number: RoomNumber | None
    """None: none was drawn yet."""
    on: bool
    """False where its host wants none."""


class NumbersAsked(Struct, frozen=True, tag="numbers"):
    """A server that has just started knows no room numbers."""


PeerMessage = (
    Wanted
    | SignedOut
    | Renewed
    | Deleted
    | Banned
    | BlocksChanged
    | HostSaid
    | Numbered
    | NumbersAsked
)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(PeerMessage).decode


class Hearer(Protocol):
    """Does here what others tell of; see `Everywhere`."""

    async def heard(self, message: PeerMessage) -> None:
        """Do what a message of another server asks for. Raises StoreError."""
        ...

    async def missed(self) -> None:
        """Look up what was told while this server was out of reach. Raises StoreError."""
        ...


class Peers:
    """Tells and hears, one thing after the other."""

    def __init__(
        self,
        services: Services,
        relist: Callable[[list[str] | None], Awaitable[None]],
        visited: Callable[[], list[str]],
    ) -> None:
        """`relist` looks up how tables are listed, None: all, and raises StoreError; `visited`
        gives the tables here at which somebody is, or was a moment ago."""
        self.hearer: Hearer | None = None
        """Nothing is heard without one but how tables are listed."""
        self.visited: set[str] = set()
        """The tables of other servers at which somebody is."""
        self._store: Store = services.store
        self._relist = relist
        self._visited_here = visited
        self._changed: set[str] | None = set()
        """Tables that are to be looked up; None: all."""
        self._heard: list[bytes] = []
        self._something = asyncio.Event()
        self._urgent = asyncio.Event()
        """Set when what there is to do is more than listings that have changed."""
        self._running: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to hear."""
        if self._store.alone:
            return
        self._store.on_listed = self._on_listed
        self._store.on_told = self._on_told
        self._spawn(self._listen())
        self._spawn(self._share())

    def stop(self) -> None:
        """Hear no more."""
        for task in self._running:
            task.cancel()

    def tell(self, message: PeerMessage) -> None:
        """Tell the other servers, soon."""
        if not self._store.alone:
            self._spawn(self._tell(message))

    async def _tell(self, message: PeerMessage) -> None:
        try:
            await self._store.tell(_encode(message))
        except StoreError as error:
            log.error("not_told", problem=error.problem)

    def _on_listed(self, tables: object) -> None:
        if not isinstance(tables, list):
            self._changed = None
            self._urgent.set()
        elif self._changed is not None:
            self._changed.update(tables)
        self._something.set()

    def _on_told(self, message: bytes) -> None:
        self._heard.append(message)
        self._urgent.set()
        self._something.set()

    async def _listen(self) -> None:
        while True:
            await self._something.wait()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._urgent.wait(), GATHERING)
            self._something.clear()
            self._urgent.clear()
            changed, self._changed = self._changed, set()
            messages, self._heard = self._heard, []
            await self._attempt("not_relisted", self._look_up(changed))
            for message in messages:
                await self._attempt("not_heard", self._hear(message))

    async def _look_up(self, changed: set[str] | None) -> None:
        if changed is None:
            if self.hearer is not None:
                await self.hearer.missed()
            await self._relist(None)
        elif changed:
            await self._relist(sorted(changed))

    async def _hear(self, message: bytes) -> None:
        if self.hearer is not None:
            await self.hearer.heard(_decode(message))

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
            self._on_listed(None)
        except Exception:  # a mistake of the program: the other servers are to be heard on
            log.exception(event)

    async def _share(self) -> None:
        while True:
            try:
                self.visited = await self._store.share_visited(self._visited_here())
            except StoreError as error:
                log.error("not_shared", problem=error.problem)
            except Exception:  # likewise
                log.exception("not_shared")
            await asyncio.sleep(VISITS_EVERY)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
