"""The endpoints of the HTTP API. A request is checked as its operation requires, then the handler
is called with the arguments that its parameters name."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, get_type_hints

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts
from gongzhu.server.edge.admission import Admission
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.origins import Origins
from gongzhu.server.edge.problems import LARGEST_BODY, ApiError, json_of, read_body, reply
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Identity, Session
from gongzhu.server.identity.visit import Visit, of_person, player_id, required
from gongzhu.server.monitoring.security_log import SecurityLog

Endpoint = Callable[[Request], Awaitable[Response]]
Parts = Mapping[Any, Any]
"""All parts of a server, by type."""

NAME = re.compile(r"[\w.~-]{1,100}", re.ASCII)
"""Syntax of the names and ids in paths. Others are refused with 404, without a query of the
store."""
_SESSION = (Session, Session | None)
_IN_PATH = re.compile(r"\{(\w+)")


class Routing:
    """Creates the endpoints of all operations of one server, which check requests and call the
    handlers."""

    def __init__(self, parts: Parts) -> None:
        """`parts` has the parts that handlers may ask for, by type."""
        self._parts = parts
        self._origins: Origins = parts[Origins]
        self._admission: Admission = parts[Admission]
        self._identity: Identity = parts[Identity]
        self._limits: RateLimits = parts[RateLimits]
        self._moderation: Moderation = parts[Moderation]
        self._accounts: Accounts = parts[Accounts]
        self._security: SecurityLog = parts[SecurityLog]

    def endpoint(self, operation: Operation) -> Endpoint:
        """Create the endpoint of an operation, an async function from request to response. Raises
        KeyError if a handler's parameter has a type that is not a part of the server."""
        named = get_type_hints(operation.handler)
        named.pop("return")
        path = _IN_PATH.findall(operation.path)
        body, takes = {"body"} & named.keys(), operation.takes
        visits = {name for name, kind in named.items() if kind is Visit}
        sessions = {name for name, kind in named.items() if kind in _SESSION}
        fixed = {
            name: self._parts[kind]
            for name, kind in named.items()
            if name not in visits | sessions | body | set(path)
        }
        asks_who = bool(sessions) or operation.bans or operation.caller != "anyone"
        in_path = [name for name in path if name in named]
        is_large = operation.most > LARGEST_BODY
        is_small = takes is not None and not is_large

        def decoded(data: bytes) -> Any:
            return json_of(data, takes) if isinstance(takes, type) else data

        async def answer(request: Request) -> Response:
            for value in request.path_params.values():
                if isinstance(value, str) and not NAME.fullmatch(value):
                    raise ApiError(404, "no_page")
            if operation.method == "POST":
                self._origins.check(request)
            address = self._origins.address(request)
            # A session may end while a body is being received, so it is looked up after that.
            data = await read_body(request, operation.most) if is_small else b""
            session = await self._session(operation, request, address) if asks_who else None
            given = decoded(data) if is_small else None
            if operation.limit is not None:
                await self._limits.spend(operation.limit, address)
            if is_large:
                given = decoded(await read_body(request, operation.most))
            if operation.proof:
                await self._accounts.ask_for_proof(required(session))
            found = await operation.handler(
                **fixed,
                **dict.fromkeys(visits, Visit(request, address)),
                **dict.fromkeys(sessions, session),
                **dict.fromkeys(body, given),
                **{name: request.path_params[name] for name in in_path},
            )
            if operation.event is not None:
                self._security.note(operation.event, address, player_id(session))
            return found if isinstance(found, Response) else reply(found, operation.status)

        return answer

    async def _session(
        self, operation: Operation, request: Request, address: str
    ) -> Session | None:
        """The session of a request, or None for a visitor without one. Raises ApiError as
        `operation.caller` and `operation.bans` demand: 401 without a session, 403 for a bot or a
        banned visitor."""
        session = await self._identity.who(request)
        if session is not None:
            self._admission.know(address)
        if operation.caller != "anyone":
            check = required if operation.caller == "player" else of_person
            await self._identity.seen(check(session))
        if operation.bans:
            self._moderation.refuse_banned(player_id(session), address)
        return session
