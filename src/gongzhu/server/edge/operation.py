"""One operation of the HTTP API: its path, its handler, and what is asked of a request before the
handler is called."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypedDict, TypeVar, Unpack, get_type_hints

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.responses import Response

from gongzhu.server.edge.problems import LARGEST_BODY
from gongzhu.server.monitoring.security_log import Event


class NumberConvertor(IntegerConvertor):
    """Converts a number of at most nine digits in a path; Starlette's own converter accepts more
    digits than Python converts."""

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
"""A limit on the requests of one address: a field of `Limits`."""

LINES = "application/x-ndjson"
TEXT = "text/plain"
SVG = "image/svg+xml"
CSV = "text/csv"
CALENDAR = "text/calendar"
BYTES = "application/octet-stream"


class Operation(Struct, frozen=True):
    """An HTTP method of a path, with its handler and the types of its bodies.

    The handler is called with what its parameters name: `Visit`, `Session`, the `body` as the type
    that it states, a part of the path by its name, or a part of the server by its class. It returns
    the body of the answer, or a whole answer where that has headers of its own.

    A request is checked in the order of the fields `caller`, `bans`, `limit`, `proof`. A malformed
    body is refused before the limit, so it costs no allowance; but a body that may be larger than
    `LARGEST_BODY` is read only within the limit.
    """

    method: Literal["GET", "POST"]
    path: str
    """The path in Starlette's notation; `{name:number}` is a number of at most nine digits."""
    handler: Handler
    gives: type[Struct] | str
    """Type of the answer's JSON body, or its media type if it is not JSON."""
    status: int = 200
    """HTTP status of an answer that is not a refusal."""
    caller: Caller = "anyone"
    bans: bool = False
    """Refuse players and addresses that are banned."""
    most: int = LARGEST_BODY
    """The most bytes of the request's body."""
    limit: LimitName | None = None
    proof: bool = False
    """Ask for a recent proof of identity, as sensitive changes of an account require."""
    event: Event | None = None
    """What the security log says of the player once it is done, if anything."""

    @property
    def takes(self) -> type[Struct] | str | None:
        """Type of the request's JSON body, or its media type if it is not JSON; None if there is no
        body."""
        form: Any = get_type_hints(self.handler).get("body")
        return BYTES if form is bytes else form


class Checks(TypedDict, total=False):
    """What an operation may declare besides its path: fields of `Operation`."""

    status: int
    caller: Caller
    bans: bool
    most: int
    limit: LimitName
    proof: bool
    event: Event


class Operations(list[Operation]):
    """The operations of a module. Each is declared above its handler, as a decorator that takes the
    fields of `Operation`; the first one whose path matches a request is used. What an operation
    gives is what its handler returns, unless that is a `Response`, or JSON as bytes."""

    def get(
        self, path: str, gives: type[Struct] | str | None = None, **checks: Unpack[Checks]
    ) -> Callable[[H], H]:
        """Declare the handler of a GET."""
        return self._declared("GET", path, gives, checks)

    def post(
        self, path: str, gives: type[Struct] | str | None = None, **checks: Unpack[Checks]
    ) -> Callable[[H], H]:
        """Declare the handler of a POST."""
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
