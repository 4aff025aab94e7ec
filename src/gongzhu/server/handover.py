"""Connections that are handed on, from the worker that they came to to the one that has the table.

Workers of one machine share a port, so a visitor comes to any of them. What has been read of a
request goes to the right one together with the connection itself (SCM_RIGHTS), by a socket of the
file system that only their user may open: nothing is relayed afterwards, the visitor's address
stays what it was, and nothing has been answered yet that could be lost. A table of another machine
comes to whoever wants it: see `Relocation.hand_on`.
"""

import asyncio
import re
import socket
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

import structlog
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from gongzhu.server.file_socket import listen_at
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.relocation import FIRST_PAUSE, HANDING_ON, LONGEST_PAUSE, Relocation
from gongzhu.server.socket_protocol import PROTOCOL
from gongzhu.store import Owner, Store, StoreError

HANDED = "gongzhu.handed"
"""The key of the scope's state that is there for a request that another worker has handed on."""
BACKLOG = 256
PATIENCE = 1.0
"""Seconds that another worker is given: one that is stopped answers nothing."""
PAUSE = 0.1
"""Seconds until the next try where the system gives no connection."""
TAKE, FIGURES, YES, NO = b"take ", b"figures", b"y", b"n"
Outcome = Literal["handed", "silent", "missing", "elsewhere", "stays"]
"""The outcome of handing on: the owner may be about to answer or to be found dead, may just have
ended, or is no worker of this machine; and some requests cannot be handed on."""
LONGEST_WORD = 64
LENGTH = 4
"""Bytes of the number of those that follow."""
LARGEST = 32 * 1024
"""Bytes of a request that is handed on; the headers of one have at most half of that."""

_TABLE = re.compile(r"/api/tables/([\w.~-]{1,100})/.+", re.ASCII)

log = structlog.get_logger()


class Visit(Protocol):
    """A connection while a request is under way; see `HttpProtocol` and `SocketProtocol`."""

    transport: asyncio.Transport

    def detach(self) -> bytes | None:
        """Read no more; the body of the request as far as it has come. None where another worker
        could not go on with it, and then nothing has changed."""
        ...


class HandedProtocol(HttpProtocol):
    """A connection that another worker has handed on, from the request that it was handed on for.
    That one is answered here, whatever has happened to the table meanwhile."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], head: bytes
    ) -> None:
        super().__init__(config, server_state, {**app_state, HANDED: True})
        self._handed = head

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with what the other worker has read."""
        super().connection_made(transport)
        self.data_received(self._handed)

    def on_response_complete(self) -> None:
        """The requests after the first are like any others."""
        self.app_state.pop(HANDED, None)
        super().on_response_complete()


class Doorway:
    """The way by which the workers of a group reach each other."""

    def __init__(self, folder: Path, number: int, pid: int) -> None:
        """`folder` is that of the group; `number` and `pid` are this worker's. Raises OSError."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / f"worker-{number}-{pid}.sock"
        self._listener = listen_at(self.path, 0o600, BACKLOG)
        self._tasks: set[asyncio.Task[None]] = set()
        self._state: tuple[Config, ServerState, dict[str, Any]] | None = None
        self._store: Store | None = None
        self._figures: Callable[[], bytes] = bytes

    def open(
        self,
        store: Store,
        figures: Callable[[], bytes],
        state: tuple[Config, ServerState, dict[str, Any]],
    ) -> None:
        """Take connections for the tables of this store, with what their protocols need; `figures`
        makes the page of this worker's."""
        self._store, self._figures, self._state = store, figures, state
        self._listen()

    def close(self) -> None:
        """Answer no more; harmless for one that is closed."""
        if self._listener.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self.path.unlink(missing_ok=True)

    # --- to others -------------------------------------------------------------------------------

    async def hand_on(self, visit: Visit, scope: Scope, owner: Owner) -> Outcome:
        """Hand a connection with its request to the worker that has the table, if it can be."""
        if not owner.doorway:
            return "elsewhere"
        loop = asyncio.get_running_loop()
        with socket.socket(socket.AF_UNIX) as link:
            link.setblocking(False)
            try:
                async with asyncio.timeout(PATIENCE):
                    await loop.sock_connect(link, owner.doorway)
                    await loop.sock_sendall(link, TAKE + b"%d" % owner.epoch)
                    answer = await loop.sock_recv(link, 1)
                    if answer != YES:
                        return "elsewhere"
            except FileNotFoundError:
                return "missing"
            except (OSError, TimeoutError):
                return "silent"
            body = visit.detach()
            if body is None:
                return "stays"
            head = _head(scope) + body
            connection = visit.transport.get_extra_info("socket").fileno()
            try:
                # All of it fits into what the system keeps for a connection that is new.
                socket.send_fds(link, [len(head).to_bytes(LENGTH, "big") + head], [connection])
            except OSError:
                log.warning("not_handed_on")
            # What was said to be taken is the other's, whatever happens to it: the visitor comes
            # again if need be, and two workers must never read from one connection.
            visit.transport.abort()
            return "handed"

    async def figures(self) -> Mapping[str, bytes]:
        """The pages of figures of all workers that answer, by their numbers."""
        paths = sorted(self.path.parent.glob("worker-*.sock"))
        pages = await asyncio.gather(*map(self._ask, paths))
        numbers = [path.name.split("-")[1] for path in paths]
        return {number: page for number, page in zip(numbers, pages, strict=True) if page}

    async def _ask(self, path: Path) -> bytes:
        if path == self.path:
            return self._figures()
        loop = asyncio.get_running_loop()
        page = b""
        with socket.socket(socket.AF_UNIX) as link, suppress(OSError, TimeoutError):
            link.setblocking(False)
            async with asyncio.timeout(PATIENCE):
                await loop.sock_connect(link, str(path))
                await loop.sock_sendall(link, FIGURES)
                while more := await loop.sock_recv(link, LARGEST):
                    page += more
        return page

    # --- from others -----------------------------------------------------------------------------

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            link, _ = self._listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError:  # no descriptors: a reader would be called again at once
            loop.remove_reader(self._listener)
            loop.call_later(PAUSE, self._listen)
            return
        task = loop.create_task(self._serve(link))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _listen(self) -> None:
        if self._listener.fileno() >= 0:
            asyncio.get_running_loop().add_reader(self._listener, self._accept)

    async def _serve(self, link: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with link, suppress(OSError, TimeoutError, ValueError):
            link.setblocking(False)
            async with asyncio.timeout(PATIENCE):
                asked = await loop.sock_recv(link, LONGEST_WORD)
                if asked == FIGURES:
                    await loop.sock_sendall(link, self._figures())
                elif self._takes(asked):
                    await loop.sock_sendall(link, YES)
                    await self._take(link)
                else:
                    await loop.sock_sendall(link, NO)

    def _takes(self, asked: bytes) -> bool:
        """True for a connection to a table whose lease is one of this worker's: a path may lead to
        another worker than the one that is meant."""
        epoch = asked.removeprefix(TAKE)
        return self._store is not None and 0 < self._store.epoch == int(epoch)

    async def _take(self, link: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        await _readable(link)
        data, handles, _, _ = socket.recv_fds(link, LENGTH + LARGEST, 1)
        with ExitStack() as here:
            connections = [here.enter_context(socket.socket(fileno=one)) for one in handles]
            while len(data) < LENGTH + int.from_bytes(data[:LENGTH], "big"):
                more = await loop.sock_recv(link, LARGEST)
                if not more:
                    return
                data += more
            if self._state is not None:
                here.pop_all()
                protocol = partial(HandedProtocol, *self._state, data[LENGTH:])
                for connection in connections:
                    connection.setblocking(False)
                    await loop.connect_accepted_socket(protocol, connection)


async def _readable(link: socket.socket) -> None:
    """Wait until there is something to read."""
    loop = asyncio.get_running_loop()
    something = loop.create_future()

    def ready() -> None:
        if not something.done():
            something.set_result(None)

    loop.add_reader(link, ready)
    try:
        await something
    finally:
        loop.remove_reader(link)


def _head(scope: Scope) -> bytes:
    """The request line and the headers of a request, as they came."""
    method = scope.get("method", "GET").encode("ascii")
    query = scope["query_string"]
    target = scope["raw_path"] + (b"?" + query if query else b"")
    lines = [b"%s %s HTTP/1.1" % (method, target)]
    lines += [name + b": " + value for name, value in scope["headers"]]
    return b"\r\n".join((*lines, b"", b""))


class HandedToOwners:
    """Hands on requests that concern a table which another worker of this machine has, and has
    sockets wait for a table that another machine has."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] in ("http", "websocket") and await _handed_on(scope):
            while not (await receive())["type"].endswith("disconnect"):
                pass
        else:
            await self._app(scope, receive, send)


async def _handed_on(scope: Scope) -> bool:
    context = scope["app"].state.context
    doorway: Doorway | None = context.doorway
    if (doorway is None and context.store.alone) or HANDED in scope["state"]:
        return False
    found = _TABLE.fullmatch(scope["path"])
    if found is None:
        return False
    relocation: Relocation = context.tables.relocation
    visit: Visit = scope["state"][PROTOCOL]
    missed = 0
    loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
    until = loop.time() + HANDING_ON
    while True:
        try:
            owner = await relocation.owner(found[1])
        except StoreError:
            return False
        outcome: Outcome = "elsewhere"
        if owner is None:
            outcome = "stays"
        elif doorway is not None:
            outcome = await doorway.hand_on(visit, scope, owner)
        if outcome == "missing" and owner is not None:
            # A worker that has just ended had given its tables back: it is found so only once.
            outcome, missed = "elsewhere" if owner.epoch == missed else "silent", owner.epoch
        if outcome == "handed":
            return True
        if outcome == "elsewhere" and scope["type"] == "websocket":
            relocation.want(found[1])
        elif outcome != "silent":
            return False
        # Whoever else wants the table may have it sooner, and is then the one to hand this on to.
        if loop.time() + pause > until or visit.transport.is_closing():
            return False
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
