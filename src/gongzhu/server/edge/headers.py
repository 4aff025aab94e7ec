"""The security headers of every answer: of the application, of the handler of its mistakes and of
the gate. Only h11's own answer to what is no HTTP goes without."""

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


class SecurityHeaders:
    """Adds the headers to all answers of the application."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a handshake is answered by its protocol."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(message["headers"])}
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)

    def _with(self, own: list[_Raw]) -> list[_Raw]:
        named = {name for name, _ in own}
        return [*own, *(header for header in self._headers if header[0] not in named)]
