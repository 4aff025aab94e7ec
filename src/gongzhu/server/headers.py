"""The headers that every answer carries, whoever makes it: the application, the handler of its
mistakes, or the protocol that turns a connection away."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gongzhu.server.config import ServerConfig

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
        "form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STRICT_TRANSPORT = "max-age=31536000"
"""Over https: for a year, browsers come to this very host by https only, not for longer than a
host may want to go back on. The hosts below it may be somebody else's, so they are a host's to
name."""

_Raw = tuple[bytes, bytes]
"""A header as ASGI has it."""


def security_headers(config: ServerConfig) -> dict[str, str]:
    """The headers of every answer of a server."""
    if not config.secure:
        return SECURITY
    below = "; includeSubDomains" if config.strict_subdomains else ""
    return {**SECURITY, "Strict-Transport-Security": STRICT_TRANSPORT + below}


def written(headers: dict[str, str]) -> bytes:
    """Headers as they stand in an answer."""
    return "".join(f"{name.lower()}: {value}\r\n" for name, value in headers.items()).encode()


class SecurityHeaders:
    """Adds them to whatever the application answers."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            await self._app(scope, receive, self._adding(send))
        elif scope["type"] == "websocket":
            await self._app(scope, receive, self._refusing(send, scope))
        else:
            await self._app(scope, receive, send)

    def _adding(self, send: Send) -> Send:
        """For answers."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(message["headers"])}
            await send(message)

        return sending

    def _refusing(self, send: Send, scope: Scope) -> Send:
        """For handshakes: one that is refused is answered like any other request."""
        answered = "websocket.http.response" not in scope.get("extensions", {})

        async def sending(message: Message) -> None:
            nonlocal answered
            refused = message["type"] == "websocket.close" and not answered
            answered = True
            if not refused:
                await send(message)
                return
            head = {"status": 403, "headers": self._with([])}
            await send({"type": "websocket.http.response.start", **head})
            await send({"type": "websocket.http.response.body", "body": b""})

        return sending

    def _with(self, own: list[_Raw]) -> list[_Raw]:
        named = {name for name, _ in own}
        return [*own, *(header for header in self._headers if header[0] not in named)]
