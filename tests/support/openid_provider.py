"""A provider of OpenID Connect on this machine, over https: it signs in whoever comes, checks what
a client has to do, and misbehaves as it is told."""

import json
import secrets
import ssl
import threading
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from joserfc import jws, jwt
from joserfc.jwk import ECKey, OctKey
from msgspec import Struct

from tests.support.certificates import Certificates

CLIENT, SECRET = "cards & co", "s3cret:/?&="


class Code(Struct):
    """A code that was given out."""

    address: str
    challenge: str
    nonce: str
    asked: dict[str, str]


class Provider:
    """The provider; its fields may be changed at any time."""

    def __init__(self, issuer: str, now: Callable[[], float] = time.time) -> None:
        self.issuer = issuer
        self.now = now
        self.subject = "anna@club"
        self.claims: dict[str, Any] = {}
        """Of the next ID tokens, other than they would be; None: left out."""
        self.told: dict[str, Any] = {}
        """Of its description, other than it would be."""
        self.key: Any = ECKey.generate_key("P-256", {"kid": "one", "use": "sig"})
        self.algorithm = "ES256"
        self.sign: Callable[[dict[str, Any]], str] = self._signed
        self.answer: Callable[[str], bytes | None] = lambda path: None
        """Something else than it would answer at a path."""
        self.signed_in_at: float | None = None
        """The time at which the person signed in; None: now."""
        self.codes: dict[str, Code] = {}
        self.asked: list[str] = []
        """The paths that were asked for."""

    def description(self) -> dict[str, Any]:
        """What stands at the well-known address."""
        usual = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/begin",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256", "RS256"],
            "authorization_response_iss_parameter_supported": True,
        }
        return usual | self.told

    def begin(self, query: str) -> str:
        """Sign the person in who comes to `/begin`; the address to send the browser back to."""
        asked = {key: values[0] for key, values in parse_qs(query).items()}
        assert asked["client_id"] == CLIENT
        assert asked["response_type"] == "code"
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = Code(
            asked["redirect_uri"], asked["code_challenge"], asked["nonce"], asked
        )
        back = {"code": code, "state": asked["state"], "iss": self.issuer}
        return f"{asked['redirect_uri']}?{urlencode(back)}"

    def token(self, form: dict[str, str], header: str) -> tuple[int, dict[str, Any]]:
        """The answer of `/token`; the secret stands in the header, or in the form if the
        description names ways to show it."""
        name, _, secret = b64decode(header.removeprefix("Basic ")).decode().partition(":")
        shown = (unquote(name), unquote(secret))
        if "token_endpoint_auth_methods_supported" in self.told:
            shown = (form.get("client_id", ""), form.get("client_secret", ""))
        if shown != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        code = self.codes.pop(form.get("code", ""), None)
        digest = sha256(form.get("code_verifier", "").encode()).digest()
        challenge = urlsafe_b64encode(digest).decode().rstrip("=")
        wanted = None if code is None else (code.address, code.challenge)
        if code is None or (form.get("redirect_uri"), challenge) != wanted:
            return 400, {"error": "invalid_grant"}
        now = int(self.now())
        claims = {
            "iss": self.issuer,
            "sub": self.subject,
            "aud": CLIENT,
            "exp": now + 300,
            "iat": now,
            "nonce": code.nonce,
            "auth_time": int(now if self.signed_in_at is None else self.signed_in_at),
            "preferred_username": "anna",
            **self.claims,
        }
        kept = {key: value for key, value in claims.items() if value is not None}
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": self.sign(kept)}

    def keys(self) -> dict[str, Any]:
        """What stands at `/keys`: beside the key others that a client has to pass over."""
        other = ECKey.generate_key("P-256", {"kid": "enc", "use": "enc"})
        return {
            "keys": [
                {"kty": "AKP", "kid": "later", "alg": "ML-DSA-44", "pub": "x"},
                other.as_dict(private=False),
                self.key.as_dict(private=False),
            ]
        }

    def _signed(self, claims: dict[str, Any]) -> str:
        header = {"alg": self.algorithm, "kid": self.key.kid}
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])

    def signed_by_nobody(self, claims: dict[str, Any]) -> str:
        """A token without a signature."""
        parts = ({"alg": "none", "typ": "JWT"}, claims)
        return ".".join([*(_text(json.dumps(part).encode()) for part in parts), ""])

    def signed_by_public_key(self, claims: dict[str, Any]) -> str:
        """A token signed by HMAC with what everybody knows: the text of the public key."""
        pem = self.key.as_pem(private=False)
        header = {"alg": "HS256", "kid": self.key.kid}
        registry = jws.JWSRegistry(algorithms=["HS256"])
        key = OctKey.import_key(urlsafe_b64encode(pem).decode().rstrip("="))
        return jwt.encode(header, claims, key, registry=registry)

    def signed_by_stranger(self, claims: dict[str, Any]) -> str:
        """A token by another key of the same name."""
        key = ECKey.generate_key("P-256", {"kid": self.key.kid})
        return jwt.encode({"alg": "ES256", "kid": key.kid}, claims, key, algorithms=["ES256"])


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        """The description, the keys, and the page that signs in at once."""
        url = urlsplit(self.path)
        self.provider.asked.append(url.path)
        match url.path:
            case "/.well-known/openid-configuration":
                self._json(200, self.provider.description())
            case "/keys":
                self._json(200, self.provider.keys())
            case "/begin":
                self.send_response(303)
                self.send_header("Location", self.provider.begin(url.query))
                self.end_headers()
            case _:
                self._json(404, {})

    def do_POST(self) -> None:
        """The tokens."""
        self.provider.asked.append(self.path)
        length = int(self.headers["Content-Length"])
        form = parse_qs(self.rfile.read(length).decode())
        told = {key: values[0] for key, values in form.items()}
        self._json(*self.provider.token(told, self.headers.get("Authorization", "")))

    def _json(self, status: int, body: object) -> None:
        data = self.provider.answer(urlsplit(self.path).path)
        sent = json.dumps(body).encode() if data is None else data
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def provider(made: Certificates, now: Callable[[], float] = time.time) -> Iterator[Provider]:
    """A provider that runs, in threads of this process; `now` in seconds since 1970."""

    class Handler(_Handler):
        """The handler of this provider alone."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    Handler.provider = found = Provider(f"https://localhost:{server.server_port}", now)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
