"""The headers that every answer carries."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
STRICT_TRANSPORT = ("Strict-Transport-Security", "max-age=31536000")
"""Over https: for a year, browsers come to this very host by https only. Neither for the hosts
below it, which may be somebody else's, nor for longer than a host may want to go back on."""
_RAW = [(name.lower().encode(), value.encode()) for name, value in SECURITY.items()]
"""As ASGI has them."""


class SecurityHeaders:
    """Adds them to whatever the application answers."""

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        """`secure`: browsers come over https."""
        self._app = app
        name, value = STRICT_TRANSPORT
        strict = [(name.lower().encode(), value.encode())] if secure else []
        self._headers = [*_RAW, *strict]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message["headers"]
                named = {name for name, _ in own}
                more = [header for header in self._headers if header[0] not in named]
                message = {**message, "headers": [*own, *more]}
            await send(message)

        await self._app(scope, receive, sending)
