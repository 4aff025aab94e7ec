"""The web application: its routes, and the conversion of errors to responses."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route, WebSocketRoute

from gongzhu.rules import RuleError
from gongzhu.server import puzzles
from gongzhu.server.accounts import export, people, proof, sign_in_handlers
from gongzhu.server.accounts import handlers as accounts_handlers
from gongzhu.server.admin.desk import AdminDesk
from gongzhu.server.admin.socket import AdminSocket
from gongzhu.server.clubs import handlers as clubs_handlers
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.daily import handlers as daily_handlers
from gongzhu.server.edge.admission import ADMISSION
from gongzhu.server.edge.headers import SecurityHeaders, security_headers
from gongzhu.server.edge.hosts import HEALTH, AcceptedHosts
from gongzhu.server.edge.problems import ApiError, language, refuse, reply
from gongzhu.server.edge.socket import APP
from gongzhu.server.games import fork_handlers, history_handlers, review_handlers
from gongzhu.server.games import handlers as games_handlers
from gongzhu.server.live.requests import InvalidRequest
from gongzhu.server.lobby import handlers as lobby_handlers
from gongzhu.server.lobby import rules
from gongzhu.server.monitoring.readiness import Health, PartsReady
from gongzhu.server.monitoring.security_log import Event
from gongzhu.server.pages import Bundle, with_preview
from gongzhu.server.parts import Parts
from gongzhu.server.routing import Endpoint, Routing
from gongzhu.server.tournaments import handlers as tournament_handlers
from gongzhu.server.work.pool import COMMAND
from gongzhu.store import Store, StoreError
from gongzhu.table import CommandRefused
from gongzhu.texts import LANGUAGES

OPERATIONS = (
    *export.OPERATIONS,
    *accounts_handlers.OPERATIONS,
    *people.OPERATIONS,
    *proof.OPERATIONS,
    *sign_in_handlers.OPERATIONS,
    *clubs_handlers.OPERATIONS,
    *daily_handlers.OPERATIONS,
    *fork_handlers.OPERATIONS,
    *games_handlers.OPERATIONS,
    *history_handlers.OPERATIONS,
    *review_handlers.OPERATIONS,
    *lobby_handlers.OPERATIONS,
    *rules.OPERATIONS,
    *tournament_handlers.OPERATIONS,
    *puzzles.OPERATIONS,
)
"""All operations of the HTTP API. Each is declared beside its handler."""
PREVIEWED = ("/", "/t/{table}")
"""Paths of pages whose URLs people send to each other. These pages have a link preview."""
PAGES = (
    "/n",
    "/n/{number}",
    "/replay",
    "/replay/{game}",
    "/fork",
    "/fork/{game}",
    "/review",
    "/review/{game}",
    "/games",
    "/account",
    "/sign-in",
    "/privacy",
    "/score",
    "/verify",
    "/rules",
    "/rules/{preset}",
    "/learn",
    "/learn/{part}",
    "/daily",
    "/daily/{day}",
    "/daily/{day}/{game}",
    "/puzzles",
    "/puzzles/{puzzle}",
    "/clubs",
    "/clubs/{club}",
    "/clubs/join/{code}",
    "/clubs/{club}/ratings",
    "/clubs/{club}/seasons/{season}",
    "/tournaments/{tournament}",
)
"""Paths of all other pages of the client."""

FILES = "/{path:path}"
"""Path of the client's other files."""
ASSETS = "/assets/{path:path}"
"""Path of the client's assets, whose names contain a hash of their contents."""
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"), ip_network("::ffff:127.0.0.0/104"))

log = structlog.get_logger()


def wall_clock() -> int:
    """The current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def create_app(
    config: ServerConfig,
    store: Store,
    clock: Callable[[], int] = wall_clock,
    entropy: Callable[[int], bytes] = os.urandom,
    command: tuple[str, ...] = COMMAND,
) -> Starlette:
    """Create the application on an open store, which it does not close.

    `clock` returns milliseconds since 1970, `entropy(n)` returns n random bytes, and `command` is
    the command line that starts a worker. While the application runs, `app.state.parts` is its
    `Parts`.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        parts = await Parts.open(config, store, clock, entropy, command)
        app.state.parts = parts
        app.router.routes.extend(_routes(parts))
        admin = None if config.admin is None else AdminSocket(_desk(parts).carry_out, config.admin)
        if admin is not None:
            await admin.open()
        try:
            yield {ADMISSION: parts.admission, APP: app}
        finally:
            if admin is not None:
                await admin.close()
            await parts.close()

    return Starlette(
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders, headers=security_headers(config)),
            Middleware(AcceptedHosts),
        ],
        exception_handlers={
            ApiError: _refused,
            CommandRefused: _refused_by_table,
            InvalidRequest: _refused_by_table,
            RuleError: _bad_rules,
            StoreError: _not_stored,
            HTTPException: _no_such_page,
            ClientDisconnect: _nobody_there,
            Exception: _failed,
        },
    )


def _desk(parts: Parts) -> AdminDesk:
    return AdminDesk(
        parts.services,
        parts.tables,
        parts.everywhere,
        identity=parts.identity,
        codes=parts.codes,
        leaving=parts.leaving,
        clubs=parts.clubs,
    )


def _may_measure(parts: Parts, request: Request) -> bool:
    """True if a request may read the metrics: it comes from a network that the operator has
    allowed, or it comes from this machine and its `Host` header is `localhost` or a loopback
    address."""
    allowed = [ip_network(one, strict=False) for one in parts.config.metrics_from]
    return parts.origins.from_networks(request, allowed) or (
        parts.hosts.named_for_itself(request) and parts.origins.from_networks(request, LOOPBACK)
    )


def _routes(parts: Parts) -> list[Route | WebSocketRoute]:
    bundle = Bundle(parts.config.bundle)
    routing = Routing(parts.by_type())

    def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            try:
                return await endpoint(request)
            except asyncio.CancelledError:
                # A server that stops cancels slow requests, which would get no answer otherwise.
                if not parts.tables.stopping:
                    raise
                return refuse(request, ApiError(503, "stopping"))

        return Route(path, answer, methods=[method])

    async def health(request: Request) -> Response:
        return reply(Health("ok"))

    async def ready(request: Request) -> Response:
        answers = await parts.readiness.ask()
        # A proxy sends no requests to a server that is not ready. Tables can be played as long as
        # the store works, so only the store decides here.
        well = answers["store"] and not parts.tables.stopping
        return reply(PartsReady("ready" if well else "not_ready", answers), 200 if well else 503)

    async def metrics(request: Request) -> Response:
        if not _may_measure(parts, request):
            raise ApiError(403, "metrics")
        return Response(parts.metrics.page(), media_type="text/plain; version=0.0.4")

    async def previewed(request: Request) -> Response:
        table = request.path_params.get("table")
        listing = None if table is None else parts.tables.listed.listing(table)
        scheme, host = parts.origins.own(request)

        def told(page: str) -> str:
            site, path = f"{scheme}://{host}", request.scope["path"]
            return with_preview(page, site, path, listing, language(request))

        return await bundle.page_for(request, told)

    return [
        # Assets come first: a page has dozens of them, and routes are compared one after another.
        route(ASSETS, bundle.file),
        *(route(one.path, routing.endpoint(one), one.method) for one in OPERATIONS),
        WebSocketRoute("/api/tables/{table}/socket", parts.socket),
        *(route(path, answer) for path, answer in zip(HEALTH, (health, ready), strict=True)),
        route("/metrics", metrics),
        *(route(path, previewed) for path in PREVIEWED),
        *(route(path, bundle.page) for path in PAGES),
        route(FILES, bundle.file),
    ]


_EVENTS: dict[str, Event] = {
    "no_origin": "origin_refused",
    "other_origin": "origin_refused",
    "wrong_code": "recovery_failed",
    "not_your_code": "recovery_failed",
    "late_passkey": "passkey_failed",
    "unknown_passkey": "passkey_failed",
    "wrong_passkey": "passkey_failed",
    "late_provider": "provider_failed",
    "wrong_provider": "provider_failed",
    "provider_refused": "provider_failed",
    "banned": "banned_refused",
    "not_json": "bad_input",
    "misfit": "bad_input",
    "too_large": "bad_input",
}
"""Events for the security log, by code of a refusal."""
_BY_STATUS: dict[int, Event] = {403: "not_allowed", 429: "limit"}
"""Events for the security log, by HTTP status of a refusal whose code is not in `_EVENTS`."""


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    parts: Parts = request.app.state.parts
    parts.metrics.refusals.labels(error.code).inc()
    event = _EVENTS.get(error.code, _BY_STATUS.get(error.status))
    if event is not None:
        address = parts.origins.address(request)
        parts.security.repeated(event, address, error.code)
    return refuse(request, error)


async def _refused_by_table(request: Request, error: Exception) -> Response:
    assert isinstance(error, CommandRefused | InvalidRequest)
    words = {lang: error.text(lang) for lang in LANGUAGES}
    return refuse(request, ApiError(422, error.code, words=words))


async def _bad_rules(request: Request, error: Exception) -> Response:
    assert isinstance(error, RuleError)
    return refuse(request, ApiError(422, "rules", faults=error))


async def _not_stored(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreError)
    # The route's pattern, not the path itself: names in a path are links to tables and games.
    log.error("not_stored", path=request.scope["route"].path, problem=error.problem)
    return refuse(request, ApiError(503, "not_stored"))


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no_page", 405: "no_method"}.get(error.status_code, "bad_request")
    answer = refuse(request, ApiError(error.status_code, code))
    if error.status_code == 405:
        answer.headers["Allow"] = ", ".join(_methods(request))
    return answer


async def _nobody_there(request: Request, error: Exception) -> Response:
    """Respond to a client that has disconnected. Nobody receives this response."""
    return Response(status_code=400)


def _methods(request: Request) -> list[str]:
    """The HTTP methods that the path of a request accepts, sorted. They are `GET` and `HEAD` if it
    can only be the path of a file."""
    routes = [
        route
        for route in request.app.router.routes
        if isinstance(route, Route) and route.path != FILES
    ]
    found = [
        route.methods or set()
        for route in routes
        if route.matches(request.scope)[0] is not Match.NONE
    ]
    return sorted(set[str]().union(*found)) or ["GET", "HEAD"]


async def _failed(request: Request, error: Exception) -> Response:
    parts: Parts = request.app.state.parts
    answer = refuse(request, ApiError(500, "failed"))
    # Answers to unexpected errors do not pass through the middleware that adds these headers.
    answer.headers.update(security_headers(parts.config))
    return answer
