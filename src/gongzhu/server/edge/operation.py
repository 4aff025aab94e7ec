"""Operations of the HTTP API: their paths, their handlers, and the checks that a request must pass
before its handler is called."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypedDict, TypeVar, Unpack, get_type_hints

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.responses import Response

from gongzhu.server.edge.problems import LARGEST_BODY
from gongzhu.server.monitoring.security_log import Event


class NumberConvertor(IntegerConvertor):
    """Converter for `{name:number}` in a path: a number of at most nine digits. Starlette's own
    converter accepts more digits than Python converts."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberConvertor())

Handler = Callable[..., Awaitable[Response | Struct | bytes]]
H = TypeVar("H", bound=Handler)
Caller = Literal["anyone", "player", "person"]
"""Who may call an operation: `anyone`, also without a session; `player`: a person or bot with a
session; `person`: only a person with a session."""
LimitName = Literal[
    "changes_per_hour",
    "club_changes_per_hour",
    "explanations_per_minute",
    "exports_per_minute",
    "forks_per_minute",
    "games_per_minute",
    "histories_per_minute",
    "invitations_per_minute",
    "lobbies_per_minute",
    "new_reviews_per_minute",
    "players_per_hour",
    "records_per_minute",
    "recoveries_per_hour",
    "reviews_per_minute",
    "sign_ins_per_hour",
    "tables_per_hour",
    "tournaments_per_minute",
]
"""Name of a limit on the requests of one address, a field of `Limits`."""

LINES = "application/x-ndjson"
TEXT = "text/plain"
SVG = "image/svg+xml"
CSV = "text/csv"
CALENDAR = "text/calendar"
BYTES = "application/octet-stream"


class Operation(Struct, frozen=True):
    """An operation of the HTTP API: a method and a path, the handler, and the checks before it is
    called.

    The handler is called with what its parameters name: `Visit`, `Session`, the `body` decoded as
    the type in the signature, a part of the path by its name, or a part of the server by its class.
    It returns the body of the response, or a whole `Response` if that has headers of its own.

    A request is checked in the order of the fields `caller`, `bans`, `limit`, `proof`. A malformed
    body is refused before the limit is counted; but a body that may be larger than `LARGEST_BODY`
    is read only afterwards.
    """

    method: Literal["GET", "POST"]
    path: str
    """The path in Starlette's notation; `{name:number}` is a number of at most nine digits."""
    handler: Handler
    gives: type[Struct] | str
    """Type of the JSON body of the response, or its media type if it is not JSON."""
    status: int = 200
    """HTTP status of a successful response."""
    caller: Caller = "anyone"
    """The callers whose requests are accepted. Without a session, `player` and `person` are refused
    with 401; bots are refused by `person` with 403."""
    bans: bool = False
    """True to refuse banned players and addresses."""
    most: int = LARGEST_BODY
    """Greatest number of bytes in the body of a request."""
    limit: LimitName | None = None
    """The limit that a request counts toward, or None for no limit."""
    proof: bool = False
    """True to require that the player has proved their identity recently, as for sensitive changes
    of an account."""
    event: Event | None = None
    """The event that the security log notes of the caller after the handler has returned, or None
    for no event."""

    @property
    def takes(self) -> type[Struct] | str | None:
        """Type of the JSON body of a request, or its media type if it is not JSON, or None if there
        is no body."""
        form: Any = get_type_hints(self.handler).get("body")
        return BYTES if form is bytes else form


class Checks(TypedDict, total=False):
    """The optional fields of `Operation`, as keyword arguments of `Operations.get` and
    `Operations.post`."""

    status: int
    caller: Caller
    bans: bool
    most: int
    limit: LimitName
    proof: bool
    event: Event


class Operations(list[Operation]):
    """The operations of one module. `get` and `post` are decorators of handlers. If several paths
    match a request, the first operation is used.

    `gives` may be left out if the handler returns the body, not a `Response` or bytes: then it is
    the type of that body.
    """

    def get(
        self, path: str, gives: type[Struct] | str | None = None, **checks: Unpack[Checks]
    ) -> Callable[[H], H]:
        """Declare the decorated function as the handler of GET requests for `path`."""
        return self._declared("GET", path, gives, checks)

    def post(
        self, path: str, gives: type[Struct] | str | None = None, **checks: Unpack[Checks]
    ) -> Callable[[H], H]:
        """Declare the decorated function as the handler of POST requests for `path`."""
        return self._declared("POST", path, gives, checks)

    def _declared(
        self,
        method: Literal["GET", "POST"],
        path: str,
        gives: type[Struct] | str | None,
        checks: Checks,
    ) -> Callable[[H], H]:
        def declared(handler: H) -> H:
            form = gives or get_type_hints(handler)["return"]
            self.append(Operation(method, path, handler, form, **checks))
            return handler

        return declared
