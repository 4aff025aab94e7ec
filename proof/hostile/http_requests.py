"""Requests as nobody should send them: every path, every method, bodies and headers gone wrong."""

import re
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct
from starlette.routing import Route

from gongzhu.server.edge.problems import Problem
from proof.hostile.fuzzing import DECODERS, mangled
from tests.support import asgi
from tests.support.asgi import Answer, scope_of

METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "get",
    "",
)
BODIES = {
    "/api/me": "introductions",
    "/api/bots": "introductions",
    "/api/rules/explain": "rules asked for",
    "/api/tables": "tables asked for",
    "/api/records": "records, text",
}
"""The examples of what a path takes; the others take nothing, and are given anything."""
QUERIES = ("", "", "lang=zh", "lang=en&lang=zh", "lang=%ff", "lang=" + "x" * 500, "%00=%00", "&&=")
PIECES = (
    "1", "0", "-1", "9" * 400, "..", ".", "%2e%2e", "a b", "猪", "\x00", "%00", "x" * 3000, "'",
    "<b>", "a.jsonl", "none", "\ud7ff", "1e3", "１",
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {}, {}, {}, {"origin": "http://elsewhere.example"}, {"origin": "null"}, {"origin": ""},
    {"cookie": "gongzhu=x"}, {"cookie": "gongzhu=" + "a." * 900}, {"cookie": "\xff=\xfe; ;;=,"},
    {"authorization": "Bearer x"}, {"authorization": "Bearer \xff"}, {"authorization": "Basic"},
    {"content-type": "text/plain"}, {"content-length": "-1"}, {"accept-language": "zh;q=x,,;;"},
    {"host": ""}, {"host": "\xff"}, {"host": "elsewhere.example"},
    {"x-forwarded-for": "1.2.3.4, x,"}, {"range": "bytes=9-1"},
)  # fmt: skip


class Asked(Struct, frozen=True):
    """A request."""

    method: str
    path: str
    """As it stands in the request, with a query."""
    body: bytes
    headers: dict[str, str]


def routes(app: Any) -> list[Route]:
    """All paths of an application that runs, sockets apart."""
    return [route for route in app.router.routes if isinstance(route, Route)]


def any_request(rng: Random, app: Any) -> Asked:
    """A request gone wrong, or in order."""
    route = rng.choice(routes(app))
    path = route.path
    for name in route.param_convertors:
        path = re.sub(rf"\{{{name}(:\w+)?\}}", lambda _: rng.choice(PIECES), path)
    query = rng.choice(QUERIES)
    method = rng.choice((*METHODS, *(route.methods or ()), *(route.methods or ())))
    target = quote(path, safe="/%") + (f"?{query}" if query else "")
    return Asked(method, target, _body(rng, route.path), rng.choice(HEADERS))


def _body(rng: Random, path: str) -> bytes:
    name = BODIES.get(path)
    examples = next(
        (one.examples() for one in DECODERS if one.name == name), (b'{"code":"0000"}', b"")
    )
    chance = rng.random()
    if chance < 0.1:
        return b""
    if chance < 0.3:
        return rng.choice(examples)
    if chance < 0.35:
        return b"x" * rng.choice((4096, 4097, 1024 * 1024 + 1))
    return mangled(rng, examples)


async def ask(app: Any, cookie: str, asked: Asked) -> Answer:
    """Send it, as who shows that cookie."""
    answer = Answer()
    scope = scope_of("http", asked.path, cookie, asked.method, asked.headers)
    await asgi.ask(app, scope, asked.body, answer)
    return answer


def fault_of(asked: Asked, answer: Answer) -> str | None:
    """What is wrong with an answer: a failure of the server's, or a refusal without a word."""
    if answer.status == 503 and asked.path.partition("?")[0] == "/readyz":
        return None  # A part that takes its time, on a busy machine, is not ready: so it says.
    if answer.status >= 500 or not answer.status:
        return f"{answer.status} to {asked}"
    # What is wrong with a range of a file is told by the library, which sends files.
    if answer.status < 400 or asked.method == "HEAD" or "range" in asked.headers:
        return None
    if answer.status == 405 and "allow" not in dict(answer.headers):
        return f"not a word of which methods are allowed to {asked}"
    if answer.status == 421 and not asked.path.startswith("/api/"):
        # For a person before a page.
        return None if answer.body else f"not a word of the wrong host to {asked}"
    try:
        problem = msgspec.json.decode(answer.body, type=Problem)
    except msgspec.DecodeError:
        return f"{answer.status} {answer.body[:200]!r} to {asked}"
    return None if problem.code and problem.text else f"a refusal without a word to {asked}"
