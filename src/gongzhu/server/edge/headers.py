"""The security headers of all responses: those of the application, of its error handler and of the
gate. Only h11's own response to invalid HTTP has none."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gongzhu.server.config.settings import ServerConfig

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
"""Value of `Strict-Transport-Security` that makes browsers use only https for this host name. It
lasts a year, so that the operator is not bound for longer. Subdomains may belong to others, so they
are included only if the operator asks for it."""

_Raw = tuple[bytes, bytes]
"""A header as ASGI has it: its name in lower case, and its value."""


def security_headers(config: ServerConfig) -> dict[str, str]:
    """The security headers, by name, of every response of a server with this configuration."""
    if not config.secure:
        return SECURITY
    below = "; includeSubDomains" if config.strict_subdomains else ""
    return {**SECURITY, "Strict-Transport-Security": STRICT_TRANSPORT + below}


class SecurityHeaders:
    """ASGI middleware that adds security headers to all HTTP responses. A header that a response
    already has is not changed."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Responses to WebSocket handshakes are passed on unchanged."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(message["headers"])}
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)

    def _with(self, own: list[_Raw]) -> list[_Raw]:
        named = {name for name, _ in own}
        return [*own, *(header for header in self._headers if header[0] not in named)]
