"""Requests that ask for another protocol and have a body, in which a further request hides: whoever
takes no body there reads what nobody has asked for."""

from msgspec import Struct

MALLORY = b"mallory"
"""In an answer, it gives a hidden request away."""
KEY = ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
SOCKET = "/api/tables/none/socket"


class Form(Struct, frozen=True):
    """A form of such requests."""

    method: str
    path: str
    headers: tuple[str, ...]
    chunked: bool = False

    @property
    def name(self) -> str:
        """For the list of tests."""
        kind = self.headers[-1].partition(": ")[2].replace("/", "")
        return f"{self.method} {kind}{' chunked' if self.chunked else ''}{self.path[4:8]}".lower()

    @property
    def refused(self) -> bool:
        """True for one that is read as a handshake, but is none: a handshake has no body."""
        upgrade = [line for line in self.headers if line.startswith("Connection: ")][-1]
        return "Upgrade" in upgrade and "Upgrade: websocket" in self.headers

    def written(self, base: str, hidden: bytes) -> tuple[bytes, bytes]:
        """The head and the body, for the server at that address."""
        framing = "Transfer-Encoding: chunked" if self.chunked else f"Content-Length: {len(hidden)}"
        own = (f"Host: {base.partition('://')[2]}", f"Origin: {base}", framing)
        lines = (f"{self.method} {self.path} HTTP/1.1", *own, *self.headers, "", "")
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(hidden), hidden)
        return "\r\n".join(lines).encode(), chunks if self.chunked else hidden


FORMS = (
    Form("GET", "/api/me", ("Connection: Upgrade", "Upgrade: foo")),
    Form("POST", "/api/me", ("Connection: Upgrade", "Upgrade: foo")),
    Form("POST", "/api/me", ("Connection: Upgrade", "Upgrade: foo"), chunked=True),
    Form("HEAD", "/api/me", ("Connection: Upgrade", "Upgrade: foo")),
    # As curl --http2 sends it.
    Form(
        "POST",
        "/api/me",
        (
            "Connection: Upgrade, HTTP2-Settings",
            "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
            "Upgrade: h2c",
        ),
    ),
    Form("GET", "/api/me", ("Connection: keep-alive, Upgrade", "Upgrade: TLS/1.0")),
    # Of two headers with one name, one reader may look at the first and one at the last.
    Form(
        "POST",
        "/api/me",
        ("Connection: Upgrade", "Connection: keep-alive", *KEY, "Upgrade: websocket"),
    ),
    Form("GET", "/api/me", ("Connection: Upgrade", *KEY, "Upgrade: websocket")),
    Form("GET", SOCKET, ("Connection: Upgrade", *KEY, "Upgrade: websocket")),
)
"""The forms in which other protocols are asked for in the wild or by attackers."""


def hidden_in(base: str, *, whole: bool = True) -> bytes:
    """A request by which Mallory signs up; `whole` False: one that takes the beginning of the next
    request for its own."""
    host = f"Host: {base.partition('://')[2]}\r\nOrigin: {base}"
    if not whole:
        return f"GET /api/rules HTTP/1.1\r\n{host}\r\nX-Rest: ".encode()
    body = b'{"name":"%s"}' % MALLORY
    head = f"POST /api/me HTTP/1.1\r\n{host}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body
