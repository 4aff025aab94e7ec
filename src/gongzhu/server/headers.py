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
_RAW = [(name.lower().encode(), value.encode()) for name, value in SECURITY.items()]
"""As ASGI has them."""


class SecurityHeaders:
    """Adds them to whatever the application answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = message["headers"]
                named = {name for name, _ in own}
                more = [header for header in _RAW if header[0] not in named]
                message = {**message, "headers": [*own, *more]}
            await send(message)

        await self._app(scope, receive, sending)
