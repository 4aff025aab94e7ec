"""A web application asked in memory, as a web server would ask it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

from msgspec import Struct, field

HOST = "localhost"


class Answer(Struct):
    """To a request: as much of it as has come."""

    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""


def scope_of(
    kind: str, path: str, cookie: str, method: str = "GET", headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What ASGI tells of a request or a socket that comes from the server's own page. `path`: as
    it is sent, with its query; `headers`: more of them, or others instead."""
    path, _, query = path.partition("?")
    usual = {"host": HOST, "origin": f"http://{HOST}"} | ({"cookie": cookie} if cookie else {})
    sent = {**usual, **(headers or {})}
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
        "client": ("192.0.2.1", 1234),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
    }


async def ask(
    app: Any,
    scope: dict[str, Any],
    content: bytes,
    answer: Answer,
    heard: Callable[[dict[str, Any]], None] = lambda event: None,
) -> None:
    """Put a request to the application, and fill in the answer as it comes; `heard` is told of
    every event of it. What the application raises is raised here."""
    sent = [{"type": "http.request", "body": content, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not sent:  # whoever asks stays for the answer
            await asyncio.get_running_loop().create_future()
        return sent.pop()

    async def send(event: dict[str, Any]) -> None:
        heard(event)
        if event["type"] == "http.response.start":
            answer.status = event["status"]
            answer.headers = [(key.decode(), value.decode()) for key, value in event["headers"]]
        else:
            answer.body += event.get("body", b"")

    await app(scope, receive, send)
