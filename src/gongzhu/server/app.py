"""The web application: its routes, and how errors become answers."""

import asyncio
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route, WebSocketRoute

from gongzhu.rules import RuleError
from gongzhu.server.accounts.leaving import resume_deletions
from gongzhu.server.admin.socket import AdminSocket
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.context import ServerContext
from gongzhu.server.edge.admission import ADMISSION
from gongzhu.server.edge.headers import SecurityHeaders, security_headers
from gongzhu.server.edge.hosts import HEALTH, AcceptedHosts
from gongzhu.server.edge.operation import Handler
from gongzhu.server.edge.problems import ApiError, language, refuse, reply
from gongzhu.server.edge.socket import APP
from gongzhu.server.live.requests import InvalidRequest
from gongzhu.server.monitoring.readiness import Health, PartsReady
from gongzhu.server.monitoring.security_log import Event
from gongzhu.server.pages import Bundle, with_preview
from gongzhu.server.protocol.operations import OPERATIONS
from gongzhu.server.tables.socket import TableSocket
from gongzhu.server.work.pool import COMMAND
from gongzhu.store import Store, StoreError
from gongzhu.table import CommandRefused
from gongzhu.texts import LANGUAGES

Endpoint = Callable[[Request], Awaitable[Response]]

PREVIEWED = ("/", "/t/{table}")
"""Paths of pages that get a link preview, since people send their addresses to each other."""
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
)

FILES = "/{path:path}"
ASSETS = "/assets/{path:path}"
NAME = re.compile(r"[\w.~-]{1,100}", re.ASCII)
"""The form of table and game names in paths; other names are refused without asking the store."""

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
    """Make the application on an open store, which it does not close.

    `clock` gives milliseconds since 1970, `entropy(n)` gives n random bytes, and `command` is the
    command line that starts a worker. While the application runs, `app.state.context` is its
    `ServerContext`.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        context = await ServerContext.open(config, store, clock, entropy, command)
        app.state.context = context
        await resume_deletions(context)
        app.router.routes.extend(_routes(context))
        admin = None if config.admin is None else AdminSocket(context, config.admin)
        if admin is not None:
            await admin.open()
        try:
            yield {ADMISSION: context.admission, APP: app}
        finally:
            if admin is not None:
                await admin.close()
            await context.close()

    return Starlette(
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders, headers=security_headers(config)),
            Middleware(AcceptedHosts),
        ],
        exception_handlers={
            ApiError: _refused,
            CommandRefused: _refused_by_table,
            InvalidRequest: _invalid_request,
            RuleError: _bad_rules,
            StoreError: _not_stored,
            HTTPException: _no_such_page,
            ClientDisconnect: _nobody_there,
            Exception: _failed,
        },
    )


def _routes(context: ServerContext) -> list[Route | WebSocketRoute]:
    bundle = Bundle(context.config.bundle)

    def handled(handler: Handler, check: bool) -> Endpoint:
        """An endpoint for a handler. `check`: refuse what pages of other sites send."""

        async def answer(request: Request) -> Response:
            for value in request.path_params.values():
                if isinstance(value, str) and not NAME.fullmatch(value):
                    raise ApiError(404, "no_page")
            if check:
                context.origins.check(request)
            return await handler(context, request)

        return answer

    def route(path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            try:
                return await endpoint(request)
            except asyncio.CancelledError:
                # A server that stops cancels slow requests, which would get no answer otherwise.
                if not context.tables.stopping:
                    raise
                return refuse(request, ApiError(503, "stopping"))

        return Route(path, answer, methods=[method])

    async def health(request: Request) -> Response:
        return reply(Health("ok"))

    async def ready(request: Request) -> Response:
        parts = await context.readiness.ask()
        # A proxy sends no requests to a server that is not ready. Tables can be played as long as
        # the store works, so only the store decides here.
        well = parts["store"] and not context.tables.stopping
        return reply(PartsReady("ready" if well else "not_ready", parts), 200 if well else 503)

    async def metrics(request: Request) -> Response:
        if not context.may_measure(request):
            raise ApiError(403, "metrics")
        return Response(context.metrics.page(), media_type="text/plain; version=0.0.4")

    async def previewed(request: Request) -> Response:
        table = request.path_params.get("table")
        listing = None if table is None else context.tables.listed.listing(table)
        scheme, host = context.origins.own(request)

        def told(page: str) -> str:
            site, path = f"{scheme}://{host}", request.scope["path"]
            return with_preview(page, site, path, listing, language(request))

        return await bundle.page_for(request, told)

    return [
        # Assets come first: a page has dozens of them, and routes are compared one after another.
        route(ASSETS, bundle.file),
        *(
            route(one.path, handled(one.handler, one.method == "POST"), one.method)
            for one in OPERATIONS
        ),
        WebSocketRoute("/api/tables/{table}/socket", TableSocket(context)),
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
_BY_STATUS: dict[int, Event] = {403: "not_allowed", 429: "limit"}
"""HTTP statuses of refusals that go into the security log when their code is not in `_EVENTS`."""


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    context: ServerContext = request.app.state.context
    context.metrics.refusals.labels(error.code).inc()
    event = _EVENTS.get(error.code, _BY_STATUS.get(error.status))
    if event is not None:
        address = context.origins.address(request)
        context.security.repeated(event, address, error.code)
    return refuse(request, error)


async def _refused_by_table(request: Request, error: Exception) -> Response:
    assert isinstance(error, CommandRefused)
    words = {lang: error.text(lang) for lang in LANGUAGES}
    return refuse(request, ApiError(422, error.code, words=words))


async def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, InvalidRequest)
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
    """Answer a visitor who has hung up; the response is never received."""
    return Response(status_code=400)


def _methods(request: Request) -> list[str]:
    """The HTTP methods that a path accepts, sorted; `GET` and `HEAD` if only files are there."""
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
    context: ServerContext = request.app.state.context
    answer = refuse(request, ApiError(500, "failed"))
    # Answers to unexpected errors do not pass through the middleware that adds these headers.
    answer.headers.update(security_headers(context.config))
    return answer
