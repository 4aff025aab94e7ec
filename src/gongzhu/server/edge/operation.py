"""One operation of the HTTP API, from which its route and its entry in the OpenAPI document are
made."""

from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.responses import Response


class NumberConvertor(IntegerConvertor):
    """Converts a number of at most nine digits in a path; Starlette's own converter accepts more
    digits than Python converts."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberConvertor())

Handler = Callable[..., Awaitable[Response]]

LINES = "application/x-ndjson"
TEXT = "text/plain"
SVG = "image/svg+xml"
BYTES = "application/octet-stream"


class Operation(Struct, frozen=True):
    """A method of a path, with its handler and bodies."""

    method: Literal["GET", "POST"]
    path: str
    """The path in Starlette's notation; `{name:number}` is a number of at most nine digits."""
    handler: Handler
    takes: type[Struct] | str | None
    """Type of the request's JSON body, or its media type if it is not JSON; None if there is no
    body."""
    gives: type[Struct] | str
    """Type of the answer's JSON body, or its media type if it is not JSON."""
    status: int = 200
    """HTTP status of an answer that is not a refusal."""
