"""A server that runs in the foreground until it is stopped."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import structlog
import uvicorn
import uvloop
from msgspec.structs import replace
from starlette.applications import Starlette

from gongzhu.server.acceptor import Acceptor
from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.app import create_app
from gongzhu.server.config import Membership, ServerConfig
from gongzhu.server.context import ServerContext
from gongzhu.server.descriptors import more_descriptors
from gongzhu.server.gc_policy import freeze_startup_objects
from gongzhu.server.handover import Doorway
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.messages import LONGEST_MESSAGE
from gongzhu.server.outside_bots import as_option
from gongzhu.server.send_queue import bound_send_queues
from gongzhu.server.socket_protocol import SocketProtocol
from gongzhu.server.work.pool import COMMAND
from gongzhu.server.work.process import WARM
from gongzhu.store import open_store

BACKLOG = 2048
SWITCH = 0.0005
"""Seconds for which one thread may keep Python to itself: the one that writes to the disk asks for
it several times in each commit, and everybody's move waits for that."""
LONGEST_SHUTDOWN = 5
"""Seconds that requests under way are given."""
PING_EVERY = 6.0
"""Seconds from one ping of a socket to the next."""
PONG_WITHIN = 6.0
"""Seconds for the answer: whoever gives none has no network, and the others are to know soon."""
PAUSE = 0.05
OTHER_DESCRIPTORS = 128
"""For the database, the log and calls to a provider, and for connections that have just come or are
just going, which are not among those that are counted."""
PROCESS_DESCRIPTORS = 2
"""For each worker: one to send it jobs, one for its answers."""
FEWEST = 16
"""Connections that are let in however few descriptors there are."""

log = structlog.get_logger()


def bind(host: str, port: int) -> socket.socket:
    """A socket with that address, at which nobody can come in yet; port 0: any free one. Raises
    OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound_send_queues(bound)
        bound.bind((host, port))
    except OSError:
        bound.close()
        raise
    return bound


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0: any free one. Raises OSError."""
    listener = bind(host, port)
    try:
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def run_server(
    config: ServerConfig, place: str, listener: socket.socket, ready: Callable[[], None]
) -> None:
    """Serve on the socket, over the store at `place`, until SIGTERM, SIGINT or SIGHUP; `ready` is
    called when players are accepted. Raises StoreError when the store cannot be opened."""
    uvloop.run(_serve(config, place, listener, ready))


async def _serve(
    config: ServerConfig, place: str, listener: socket.socket, ready: Callable[[], None]
) -> None:
    doorway = None if config.worker is None else _doorway(config.worker)
    store = await open_store(place, "" if doorway is None else str(doorway.path))
    try:
        where = listener.getsockname()
        at = {"socket": where}
        if not isinstance(where, str):
            at = {"host": where[0], "port": where[1]}
            config = replace(config, listens=(where[0], where[1]))
        config = _with_room(config)
        command = (*COMMAND, WARM, as_option(config.outside))
        app = create_app(config, store, command=command)
        server = _Server(
            app,
            ready,
            doorway,
            uvicorn.Config(
                app,
                loop="uvloop",
                http=HttpProtocol,
                ws=SocketProtocol,
                ws_max_size=LONGEST_MESSAGE,
                ws_ping_interval=PING_EVERY,
                ws_ping_timeout=PONG_WITHIN,
                ws_per_message_deflate=False,
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                lifespan="on",
                timeout_keep_alive=config.timeouts.idle,
                timeout_graceful_shutdown=LONGEST_SHUTDOWN,
            ),
        )
        log.info("serving", **at)
        await server.serve(sockets=[listener])
        log.info("stopped")
    finally:
        if doorway is not None:
            doorway.close()
        await store.close()


def _doorway(worker: Membership) -> Doorway | None:
    """The way by which the other workers reach this one. Where there can be none, it is logged, and
    the worker is to them like one on another machine."""
    try:
        return Doorway(worker.folder, worker.number, os.getpid())
    except OSError as error:
        log.error("no_doorway", problem=error.strerror or str(error))
        return None


def _with_room(config: ServerConfig) -> ServerConfig:
    """The configuration with no more connections than there are descriptors for."""
    processes = PROCESS_DESCRIPTORS * config.processes
    # A worker needs another one, to another worker, for each that it hands on or is handed.
    each = 1 if config.worker is None else 2
    room = (more_descriptors() - OTHER_DESCRIPTORS - processes) // each
    wanted = config.limits.connections_in_all
    if room >= wanted:
        return config
    most = max(room, FEWEST)
    log.warning("few_descriptors", connections=most, wanted=wanted)
    return replace(config, limits=replace(config.limits, connections_in_all=most))


class _Server(uvicorn.Server):
    """Says goodbye before it hangs up, and then ends in peace: uvicorn would end by the signal."""

    def __init__(
        self,
        app: Starlette,
        ready: Callable[[], None],
        doorway: Doorway | None,
        config: uvicorn.Config,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._doorway = doorway
        self._acceptor: Acceptor | None = None

    def _protocol(self) -> HttpProtocol:
        return HttpProtocol(self.config, self.server_state, self.lifespan.state)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGTERM, SIGINT and SIGHUP."""
        handled = [signal.SIGTERM, signal.SIGINT]
        # With nohup a server outlives its terminal.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            handled.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the application and accept connections."""
        await super().startup([])
        if self.started and sockets:
            context: ServerContext = self._app.state.context
            freeze_startup_objects()
            context.vitals.start()
            sys.setswitchinterval(SWITCH)
            admission: Admission = self.lifespan.state[ADMISSION]
            self._acceptor = Acceptor(sockets[0], admission, self._protocol)
            if self._doorway is not None:
                context.doorway = self._doorway
                state = self.config, self.server_state, self.lifespan.state
                self._doorway.open(context.store, context.metrics.page, state)
            self._acceptor.open()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connections, say goodbye to those that are there, and close."""
        if self._acceptor is not None:
            self._acceptor.close()
        context: ServerContext = self._app.state.context
        await context.tables.registry.goodbye()
        if self._doorway is not None:
            self._doorway.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(context.config.timeouts.goodbye):
                while context.sockets:
                    await asyncio.sleep(PAUSE)
        await super().shutdown(sockets)
