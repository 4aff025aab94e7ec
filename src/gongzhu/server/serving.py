"""A server that runs in the foreground until it is stopped."""

import asyncio
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import structlog
import uvicorn
import uvloop
from msgspec.structs import replace
from starlette.applications import Starlette

from gongzhu.server.acceptor import Acceptor
from gongzhu.server.admission import ADMISSION, Admission
from gongzhu.server.app import create_app
from gongzhu.server.config import ServerConfig
from gongzhu.server.context import ServerContext
from gongzhu.server.gc_policy import freeze_startup_objects
from gongzhu.server.http_protocol import HttpProtocol
from gongzhu.server.messages import LONGEST_MESSAGE
from gongzhu.server.outside_bots import as_option
from gongzhu.server.send_queue import bound_send_queues
from gongzhu.server.socket_protocol import SocketProtocol
from gongzhu.server.thinking.processes import COMMAND
from gongzhu.server.thinking.remote import kind_of_thinkers
from gongzhu.server.thinking.wire import WARM
from gongzhu.store import is_postgres, open_store

if TYPE_CHECKING:
    from gongzhu.store.postgres_questions import QuestionSender

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
ENOUGH = 1 << 20
"""File descriptors that are taken where the system would allow even more."""
OTHER_DESCRIPTORS = 128
"""For the database, the log and calls to a provider, and for connections that have just come or are
just going, which are not among those that are counted."""
PROCESS_DESCRIPTORS = 2
"""For each process that bots think in or that does costly work: one to tell it, one to hear it."""
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
    store = await open_store(place, config.name)
    try:
        where = listener.getsockname()
        at = {"socket": where}
        if not isinstance(where, str):
            at = {"host": where[0], "port": where[1]}
            config = replace(config, listens=(where[0], where[1]))
        config = _with_room(config)
        think = (*COMMAND, WARM, as_option(config.outside))
        app = create_app(config, store, think=think, sender=_sender(config, place))
        server = _Server(
            app,
            ready,
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
        await store.close()


def _sender(config: ServerConfig, place: str) -> "QuestionSender | None":
    """Whatever asks thinkers on other machines: there are some where there is a database."""
    if not is_postgres(place):
        return None
    from gongzhu.store.postgres_questions import QuestionSender

    return QuestionSender(place, kind_of_thinkers(config.outside))


def _with_room(config: ServerConfig) -> ServerConfig:
    """The configuration with no more connections than there are descriptors for."""
    processes = PROCESS_DESCRIPTORS * (config.thinkers + config.clerks)
    room = _more_descriptors() - OTHER_DESCRIPTORS - processes
    wanted = config.limits.connections_in_all
    if room >= wanted:
        return config
    most = max(room, FEWEST)
    log.warning("few_descriptors", connections=most, wanted=wanted)
    return replace(config, limits=replace(config.limits, connections_in_all=most))


def _more_descriptors() -> int:
    """Raise the soft limit of open files to the hard one, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems name a limit that they do not grant
        return soft
    return wanted


class _Server(uvicorn.Server):
    """Says goodbye before it hangs up, and then ends in peace: uvicorn would end by the signal."""

    def __init__(
        self,
        app: Starlette,
        ready: Callable[[], None],
        config: uvicorn.Config,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
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
            await context.clerks.start()
            freeze_startup_objects()
            context.vitals.start()
            sys.setswitchinterval(SWITCH)
            admission: Admission = self.lifespan.state[ADMISSION]
            self._acceptor = Acceptor(sockets[0], admission, self._protocol)
            self._acceptor.open()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connections, say goodbye to those that are there, and close."""
        if self._acceptor is not None:
            self._acceptor.close()
        context: ServerContext = self._app.state.context
        await context.tables.registry.goodbye()
        with suppress(TimeoutError):
            async with asyncio.timeout(context.config.timeouts.goodbye):
                while context.sockets:
                    await asyncio.sleep(PAUSE)
        await super().shutdown(sockets)
