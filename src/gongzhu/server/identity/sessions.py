"""Guests and bot accounts, which are identified by random tokens only.

A cookie, or a bot's bearer token, has the form `player.token`. The token has 256 random bits. The
store keeps only a hash of it for each device, so there is no key that could be stolen, and reading
the database does not let anyone sign in as a player. Every device has its own token, which is
issued once and never shown again. Each change of an account is one step of the store that checks
again whether its session is still valid, so a session that is being ended can change nothing.
"""

import asyncio
import hashlib
import re
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from gongzhu.server.config.openid import OpenIdSettings
from gongzhu.server.edge.origins import bearer
from gongzhu.server.edge.problems import ApiError, unless_taken
from gongzhu.store import DeviceRow, PlayerRow, SignInStore, StoreError
from gongzhu.store.accounts import (
    AddDevice,
    KeepOneDevice,
    RenameAccount,
    RenewDevice,
    TouchDevice,
)
from gongzhu.store.writes import Change

COOKIE = "gongzhu"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie's name over https: browsers accept the prefix `__Host-` from this exact host only, so
that no other site can set the cookie."""
SESSION_SECONDS = 400 * 24 * 3600
"""Seconds after which an unused session ends, both on the server and in the browser, which keeps no
cookie for longer. Using the session renews it."""
CLAIM = "x-gongzhu-session"
"""The header in which a page names the session that it expects. WebSockets use `?session=` instead,
since pages cannot set headers for them."""
MOST_DEVICES = 20
"""The largest number of devices of one player; with one more, the oldest is signed out."""
DAY = 24 * 3600 * 1000
_FORM = re.compile(r"([0-9a-f]{24})\.([0-9a-f]{64})", re.ASCII)
"""The form of a cookie or a bot's bearer token: the player's id, a dot and the secret token."""


def hash_of(secret: str) -> bytes:
    """The SHA-256 hash of a token or recovery code, which the store keeps instead of it. No slow
    hash is needed, since tokens and codes are long and random."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class Session(Struct, frozen=True):
    """A player who is signed in on one device."""

    player: PlayerRow
    row: DeviceRow

    @property
    def device(self) -> bytes:
        """The hash of the session's token, by which the store knows the device."""
        return self.row.token_hash


class SignInMethods:
    """The ways in which players can sign in again: by a passkey or by an account at the
    provider."""

    def __init__(
        self, store: SignInStore, provider: OpenIdSettings | None, *, passkeys: bool
    ) -> None:
        """Use this provider, None if there is none; `passkeys` is true if passkeys work at this
        server's address."""
        self._store = store
        self._issuer = None if provider is None else provider.issuer
        self._passkeys = passkeys

    async def since(self, player: str) -> int | None:
        """Since when the player with this id has a passkey or a linked account, in milliseconds
        since 1970; None if they have neither. Raises StoreError."""
        link = None if self._issuer is None else await self._store.link_of(player)
        since = [link.made_ms] if link is not None and link.issuer == self._issuer else []
        if self._passkeys:
            since += [row.made_ms for row in await self._store.passkeys(player)]
        return min(since, default=None)


class Identity:
    """Creates players and their sessions, and recognizes players by the tokens of requests."""

    def __init__(
        self,
        store: SignInStore,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        methods: "SignInMethods | None" = None,
        on_refused: Callable[[HTTPConnection], None] = lambda connection: None,
        *,
        secure: bool = False,
    ) -> None:
        """`clock` gives milliseconds since 1970, `entropy(n)` gives n random bytes. `methods`: how
        players can sign in again, None for not at all; `on_refused` is called with each request
        that has an invalid token; `secure`: browsers use https."""
        self.cookie = SECURE_COOKIE if secure else COOKIE
        """The name of the session cookie."""
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._methods = methods
        self._on_refused = on_refused

    async def create(
        self,
        name: str,
        kind: Literal["guest", "bot"],
        device_name: str = "",
        owner: str | None = None,
    ) -> tuple[Session, str]:
        """Create a player; return its session and the value of its cookie or bearer token.

        `owner`: for a bot, the id of the player who creates it.
        """
        now = self._clock()
        device, token = self._token(device_name)
        player = PlayerRow(
            id=self._entropy(12).hex(),
            name=name,
            kind=kind,
            recovery_hash=None,
            created_ms=now,
            seen_ms=now,
            owner_id=owner,
        )
        # Started at the same time, both are written to the store in one group.
        await asyncio.gather(
            self._store.put_player(player), self._store.change(_added(player, device))
        )
        return Session(player, device), _shown(player, token)

    async def who(self, connection: HTTPConnection) -> Session | None:
        """The session whose token a request has, or None if it has no valid one."""
        token, session = bearer(connection), None
        shown = self._shown(connection)
        if token is not None:
            session = await self._known("bot", token)
        # With two cookies, one was set by another site, and it is not known which one.
        elif len(shown) == 1:
            session = await self._known("guest", shown[0])
        if session is None and (token is not None or shown):
            self._on_refused(connection)
        claim = self.claim(connection)
        # A cookie of another session than the page expects may have been set by another site, too.
        return session if session is None or claim in (None, session.row.id) else None

    @staticmethod
    def claim(connection: HTTPConnection) -> str | None:
        """The id of the session that the page expects, as named in a request, or None."""
        return connection.headers.get(CLAIM) or connection.query_params.get("session")

    def _shown(self, connection: HTTPConnection) -> list[str]:
        """The values of all cookies in a request that have the name of the session cookie."""
        pieces = [
            piece.strip().partition("=")
            for header in connection.headers.getlist("cookie")
            for piece in header.split(";")
        ]
        return [value.strip() for name, _, value in pieces if name == self.cookie]

    def shown(self, connection: HTTPConnection) -> str | None:
        """The value of a request's session cookie, valid or not; None if it has none or several."""
        shown = self._shown(connection)
        return shown[0] if len(shown) == 1 else None

    async def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """Give a player another name, and return the changed player. Raises ApiError."""
        await self.change(RenameAccount(player.id, name))
        return replace(player, name=name)

    async def prove(
        self,
        session: Session,
        change: Callable[[RenewDevice], Change],
        refusal: ApiError,
    ) -> tuple[Session, str]:
        """Renew a session after the player has proved their identity again.

        Returns the session with a new token, and the value of its cookie. `change` makes the write
        that uses up the proof, such as a recovery code. Raises `refusal` if the proof is no longer
        valid or the session has ended.
        """
        player = session.player
        device, token = self._token(session.row.name)
        renewal = RenewDevice(player.id, session.device, device.token_hash, device.proved_ms)
        await self.change(change(renewal), refusal)
        device = replace(device, made_ms=session.row.made_ms)
        return Session(player, device), _shown(player, token)

    async def sign_in(
        self,
        player: PlayerRow,
        device_name: str,
        change: Callable[[AddDevice], Change],
        refusal: ApiError,
    ) -> tuple[Session, str]:
        """Sign a player in on another device; return the session and the value of its cookie.

        `change` makes the write that adds the device and uses up the proof, such as a recovery
        code. Raises `refusal` if the proof is no longer valid.
        """
        device, token = self._token(device_name)
        await self.change(change(_added(player, device)), refusal)
        return Session(player, device), _shown(player, token)

    async def sign_out_others(self, session: Session) -> tuple[Session, str]:
        """Sign the player out on all other devices, and make the recovery code invalid.

        Returns the session with a new token, and the value of its cookie. Raises ApiError if this
        session has ended.
        """
        device, token = self._token(session.row.name)
        device = replace(device, made_ms=session.row.made_ms, proved_ms=session.row.proved_ms)
        player = session.player
        await self.change(
            KeepOneDevice(player.id, session.device, device.token_hash, device.seen_ms)
        )
        player = replace(player, recovery_hash=None)
        return Session(player, device), _shown(player, token)

    async def seen(self, session: Session) -> bool:
        """Record at most once a day that the player was here, which renews the session.

        True if it was recorded now. If the store cannot be written, the next request tries again.
        """
        now = self._clock()
        if now - session.row.seen_ms < DAY:
            return False
        try:
            await self._store.change(TouchDevice(session.player.id, session.device, now))
        except StoreError:
            # Pages that only need to be read are still shown.
            return False
        return True

    async def change(self, change: Change, refusal: ApiError | None = None) -> None:
        """Write a change of an account. Raises `refusal` if it conflicts with the account's present
        state, usually because the session has ended."""
        with unless_taken(refusal or ApiError(401, "nobody")):
            await self._store.change(change)

    def _token(self, device_name: str) -> tuple[DeviceRow, str]:
        token, now = self._entropy(32).hex(), self._clock()
        return DeviceRow(hash_of(token), device_name, now, now, now), token

    async def _known(self, kind: str, shown: str) -> Session | None:
        form = _FORM.fullmatch(shown)
        if form is None:
            return None
        id, token = form.groups()
        found = await self._store.session(hash_of(token))
        if found is None:
            return None
        player, device = found
        now, lasts = self._clock(), SESSION_SECONDS * 1000
        if (player.id, player.kind) != (id, kind) or device.seen_ms + lasts <= now:
            return None
        # Most sessions are younger, and need no further look-up.
        old = kind == "guest" and _began(device) + lasts <= now
        since = await self._methods.since(id) if old and self._methods is not None else None
        if old and expires(device, since) <= now:
            return None
        return Session(player, device)


def expires(device: DeviceRow, since: int | None) -> int:
    """When a session ends if it is not used again, in milliseconds since 1970.

    `since`: since when the player has had another way to sign in, or None. With one, even a
    session in use ends `SESSION_SECONDS` after the later of that time and the last sign-in.
    """
    lasts = SESSION_SECONDS * 1000
    unused = device.seen_ms + lasts
    return unused if since is None else min(unused, max(_began(device), since) + lasts)


def _began(device: DeviceRow) -> int:
    """When the player last signed in or proved their identity on a device."""
    return max(device.made_ms, device.proved_ms)


def _shown(player: PlayerRow, token: str) -> str:
    return f"{player.id}.{token}"


def _added(player: PlayerRow, device: DeviceRow) -> AddDevice:
    return AddDevice(player.id, device.token_hash, MOST_DEVICES, device.name, device.made_ms)
