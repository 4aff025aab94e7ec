"""Runs a server in the foreground until it is stopped."""

import asyncio
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType

import structlog
import uvicorn
import uvloop
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from gongzhu.server.app import create_app
from gongzhu.server.config.outside_bots import as_option
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.file_socket import listening
from gongzhu.server.edge.gate import BoundedRequests, Gate
from gongzhu.server.edge.send_queue import bound_send_queues
from gongzhu.server.edge.socket import SocketProtocol
from gongzhu.server.monitoring.gc_policy import freeze_startup_objects
from gongzhu.server.parts import Parts
from gongzhu.server.work.job import WARM
from gongzhu.server.work.pool import COMMAND
from gongzhu.store import open_store

BACKLOG = 2048
"""Greatest number of connections that wait to be accepted."""
SWITCH = 0.0005
"""Python's thread switch interval in seconds. It is short because the thread that writes to disk
needs the interpreter several times in each commit, and every move waits for that."""
LONGEST_SHUTDOWN = 5
"""Seconds for which unfinished requests are waited for when the server stops."""
PAUSE = 0.05
"""Seconds between two checks whether all connections are closed."""
ENOUGH_DESCRIPTORS = 1 << 20
"""Largest number of file descriptors that the server requests, even if the system allows more."""
OTHER_DESCRIPTORS = 128
"""File descriptors reserved for the database, the log, requests to a sign-in provider, and
connections that are just being opened or closed, which are not counted as connections."""
PROCESS_DESCRIPTORS = 2
"""File descriptors for each worker: one to send it jobs, one for its answers."""
CONNECTION_DESCRIPTORS = 2
"""File descriptors for each connection: its socket, and a file that is being sent over it."""
FEWEST = 16
"""Number of connections that are accepted even if there are not enough file descriptors for
them."""

Handler = Callable[[int, FrameType | None], object]

log = structlog.get_logger()


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to an IPv4 or IPv6 address or host name, which does not accept connections
    yet. Port 0 means any free port. Raises OSError."""
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
    """A non-blocking socket that listens on an IPv4 or IPv6 address or host name. Port 0 means any
    free port. Raises OSError."""
    return listening(bind(host, port), BACKLOG)


def run_server(
    config: ServerConfig, place: str, listener: socket.socket, ready: Callable[[], None]
) -> None:
    """Run a server on a listening socket until SIGTERM, SIGINT or SIGHUP. `place` is the folder or
    database URL of its store. `ready` is called once players are accepted. Raises StoreError if the
    store cannot be opened."""
    # At its end uvicorn raises again the signals that it received; these handlers, which are back
    # in place by then, ignore them, so that the process exits normally.
    with _handled(dict.fromkeys((signal.SIGTERM, signal.SIGINT), _ignore)):
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
        command = (*COMMAND, WARM, as_option(config.outside))
        app = create_app(config, store, command=command)
        server = uvicorn.Server(
            uvicorn.Config(
                _Served(app, ready),
                loop="uvloop",
                http=Gate,
                ws=SocketProtocol,
                proxy_headers=False,
                server_header=False,
                access_log=False,
                log_config=None,
                lifespan="on",
                h11_max_incomplete_event_size=config.limits.header_bytes,
                timeout_keep_alive=config.timeouts.idle,
                timeout_graceful_shutdown=LONGEST_SHUTDOWN,
            )
        )
        log.info("serving", **at)
        await server.serve(sockets=[listener])
        log.info("stopped")
    finally:
        await store.close()


def _more_descriptors() -> int:
    """Raise the process's soft limit of file descriptors as far as the system allows (at most
    ENOUGH_DESCRIPTORS), and return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unbounded = hard == resource.RLIM_INFINITY
    wanted = ENOUGH_DESCRIPTORS if unbounded else min(hard, ENOUGH_DESCRIPTORS)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems report a limit that they do not allow
        return soft
    return wanted


def _with_room(config: ServerConfig) -> ServerConfig:
    """The configuration, with a lower limit of connections if there are not enough file descriptors
    for it."""
    processes = PROCESS_DESCRIPTORS * config.processes
    room = (_more_descriptors() - OTHER_DESCRIPTORS - processes) // CONNECTION_DESCRIPTORS
    wanted = config.limits.connections_in_all
    if room >= wanted:
        return config
    most = max(room, FEWEST)
    log.warning("few_descriptors", connections=most, wanted=wanted)
    return replace(config, limits=replace(config.limits, connections_in_all=most))


class _Served:
    """The ASGI application that uvicorn runs. It reports when startup is complete, and closes the
    players' connections with `Goodbye` before the server stops."""

    def __init__(self, app: Starlette, ready: Callable[[], None]) -> None:
        self._app = app
        self._bounded = BoundedRequests(app)
        self._ready = ready
        self._stopping: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI request or the lifespan events."""
        if scope["type"] != "lifespan":
            await self._bounded(scope, receive, send)
            return
        with ExitStack() as stack:

            async def sending(message: Message) -> None:
                if message["type"] == "lifespan.startup.complete":
                    await self._begin()
                    stack.enter_context(_handled(self._on_signals()))
                    self._ready()
                await send(message)

            await self._app(scope, receive, sending)

    async def _begin(self) -> None:
        parts: Parts = self._app.state.parts
        freeze_startup_objects()
        parts.vitals.start()
        sys.setswitchinterval(SWITCH)

    def _on_signals(self) -> dict[signal.Signals, Handler]:
        """The handlers by signal. Each first closes the players' connections, then calls uvicorn's
        own handler, which stops the server."""
        loop, finish = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)
        assert callable(finish)

        def stop(number: int, _: FrameType | None) -> None:
            if self._stopping is None:
                loop.call_soon_threadsafe(begin)
            elif number == signal.SIGINT:
                finish(number, None)

        def begin() -> None:
            if self._stopping is None:
                self._stopping = loop.create_task(self._goodbye())
                self._stopping.add_done_callback(lambda _: finish(signal.SIGTERM, None))

        handlers: dict[signal.Signals, Handler] = {signal.SIGTERM: stop, signal.SIGINT: stop}
        # Under nohup the server keeps running when its terminal is closed.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            handlers[signal.SIGHUP] = stop
        return handlers

    async def _goodbye(self) -> None:
        """Close the players' connections and idle ones, and wait up to the timeout `goodbye` until
        the others are closed."""
        parts: Parts = self._app.state.parts
        await parts.tables.goodbye()
        parts.admission.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(parts.config.timeouts.goodbye):
                while len(parts.admission):
                    await asyncio.sleep(PAUSE)


@contextmanager
def _handled(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """Install these signal handlers within the context, and restore the previous ones after it."""
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ignore(number: int, frame: FrameType | None) -> None:
    pass
