"""Requests over HTTP, in memory: the application is asked as a server would ask it."""

import asyncio
from typing import Any

from msgspec import Struct

HOST = "gongzhu.test"


class Answer(Struct, frozen=True):
    """To a request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


async def ask(
    app: Any, scope: dict[str, Any], content: bytes, answer: "asyncio.Future[Answer]"
) -> None:
    """Put a request to the application, and give the answer when it is whole."""
    sent = [{"type": "http.request", "body": content, "more_body": False}]
    status, body = 0, b""
    headers: tuple[tuple[str, str], ...] = ()

    async def receive() -> dict[str, Any]:
        return sent.pop() if sent else {"type": "http.disconnect"}

    async def send(event: dict[str, Any]) -> None:
        nonlocal status, headers, body
        if event["type"] == "http.response.start":
            status = event["status"]
            headers = tuple((key.decode(), value.decode()) for key, value in event["headers"])
        else:
            body += event.get("body", b"")

    await app(scope, receive, send)
    if not answer.done():
        answer.set_result(Answer(status, headers, body))


def scope_of(kind: str, path: str, cookie: str, method: str = "GET") -> dict[str, Any]:
    """What ASGI tells of a request or a socket."""
    headers = {"host": HOST, "origin": f"http://{HOST}"}
    if cookie:
        headers["cookie"] = cookie
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 1234),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
    }
