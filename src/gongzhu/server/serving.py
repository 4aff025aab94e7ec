"""A server that runs in the foreground until it is stopped."""

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
from gongzhu.server.config import ServerConfig
from gongzhu.server.context import ServerContext
from gongzhu.server.edge.gate import BoundedRequests, Gate
from gongzhu.server.edge.send_queue import bound_send_queues
from gongzhu.server.edge.socket import SocketProtocol
from gongzhu.server.gc_policy import freeze_startup_objects
from gongzhu.server.outside_bots import as_option
from gongzhu.server.work.pool import COMMAND
from gongzhu.server.work.process import WARM
from gongzhu.store import open_store

BACKLOG = 2048
SWITCH = 0.0005
"""Seconds for which one thread may keep Python to itself: the one that writes to the disk asks for
it several times in each commit, and everybody's move waits for that."""
LONGEST_SHUTDOWN = 5
"""Seconds that requests under way are given."""
PAUSE = 0.05
ENOUGH_DESCRIPTORS = 1 << 20
"""Descriptors that are taken where the system would allow even more."""
OTHER_DESCRIPTORS = 128
"""For the database, the log and calls to a provider, and for connections that have just come or are
just going, which are not among those that are counted."""
PROCESS_DESCRIPTORS = 2
"""For each worker: one to send it jobs, one for its answers."""
CONNECTION_DESCRIPTORS = 2
"""For each connection: itself, and the file that is sent over it."""
FEWEST = 16
"""Connections that are let in however few descriptors there are."""

Handler = Callable[[int, FrameType | None], object]

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
    # uvicorn raises the signals that it has heard once more at its end, when these handlers are in
    # place again: the server ends in peace instead.
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
    """Raise the number of descriptors that a shell allows to the number that the system allows, and
    return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unbounded = hard == resource.RLIM_INFINITY
    wanted = ENOUGH_DESCRIPTORS if unbounded else min(hard, ENOUGH_DESCRIPTORS)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems name a limit that they do not grant
        return soft
    return wanted


def _with_room(config: ServerConfig) -> ServerConfig:
    """The configuration with no more connections than there are descriptors for."""
    processes = PROCESS_DESCRIPTORS * config.processes
    room = (_more_descriptors() - OTHER_DESCRIPTORS - processes) // CONNECTION_DESCRIPTORS
    wanted = config.limits.connections_in_all
    if room >= wanted:
        return config
    most = max(room, FEWEST)
    log.warning("few_descriptors", connections=most, wanted=wanted)
    return replace(config, limits=replace(config.limits, connections_in_all=most))


class _Served:
    """The application as uvicorn runs it: complete once its processes are there, and stopped with a
    goodbye to its players."""

    def __init__(self, app: Starlette, ready: Callable[[], None]) -> None:
        self._app = app
        self._bounded = BoundedRequests(app)
        self._ready = ready
        self._stopping: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or live."""
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
        context: ServerContext = self._app.state.context
        freeze_startup_objects()
        context.vitals.start()
        sys.setswitchinterval(SWITCH)

    def _on_signals(self) -> dict[signal.Signals, Handler]:
        """The handlers that say goodbye first, and then have uvicorn stop by its own."""
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
        # With nohup a server outlives its terminal.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            handlers[signal.SIGHUP] = stop
        return handlers

    async def _goodbye(self) -> None:
        """Say goodbye to those who are there, and close what nobody waits for an answer over."""
        context: ServerContext = self._app.state.context
        await context.tables.registry.goodbye()
        context.admission.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(context.config.timeouts.goodbye):
                while len(context.admission):
                    await asyncio.sleep(PAUSE)


@contextmanager
def _handled(handlers: Mapping[signal.Signals, Handler]) -> Iterator[None]:
    """Handle signals for a while."""
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ignore(number: int, frame: FrameType | None) -> None:
    pass
