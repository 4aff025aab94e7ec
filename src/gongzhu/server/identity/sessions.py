"""Players (guests and bots) and their sessions, which are identified by random tokens only.

A session cookie, and a bot's bearer token, has the form `PLAYER_ID.TOKEN`, where the token has 256
random bits. The store has only a hash of the token for each device, so there is no key that could
be stolen, and a copy of the database does not let anyone sign in. Each device has a token of its
own, which is sent to it once. Each change of an account is one write to the store that checks again
whether its session is still valid, so a session that is being ended can change nothing.
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
"""Name of the session cookie over https. Browsers accept the prefix `__Host-` from this exact host
only, so that no other site can set the cookie."""
SESSION_SECONDS = 400 * 24 * 3600
"""Seconds after which an unused session ends, on the server and in the browser, which keeps no
cookie for longer. Using the session extends it."""
CLAIM = "x-gongzhu-session"
"""The header in which a page sends the id of the session that it expects. WebSockets use
`?session=` instead, since pages cannot set their headers."""
MOST_DEVICES = 20
"""Greatest number of sessions of one player; with one more, the oldest ends."""
DAY = 24 * 3600 * 1000
_FORM = re.compile(r"([0-9a-f]{24})\.([0-9a-f]{64})", re.ASCII)
"""Matches a session cookie or bearer token; the groups are the player's id and the secret token."""


def hash_of(secret: str) -> bytes:
    """The SHA-256 of a token or recovery code, which is stored instead of it. A fast hash is
    enough, since tokens and codes are long and random."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class Session(Struct, frozen=True):
    """A player who is signed in on one device; `player` and `row` are the stored rows of both."""

    player: PlayerRow
    row: DeviceRow

    @property
    def device(self) -> bytes:
        """The hash of the session's token, which identifies the device in the store."""
        return self.row.token_hash


class SignInMethods:
    """The methods by which a player can sign in again later: passkeys and a linked account at an
    OpenID provider."""

    def __init__(
        self, store: SignInStore, provider: OpenIdSettings | None, *, passkeys: bool
    ) -> None:
        """`provider` has the settings of the OpenID provider, None if there is none; `passkeys` is
        true if passkeys work at this server's URL."""
        self._store = store
        self._issuer = None if provider is None else provider.issuer
        self._passkeys = passkeys

    async def since(self, player: str) -> int | None:
        """The time at which the player with this id got the oldest of their passkeys and linked
        account, in milliseconds since 1970, or None if the player has neither. Raises
        StoreError."""
        link = None if self._issuer is None else await self._store.link_of(player)
        since = [link.made_ms] if link is not None and link.issuer == self._issuer else []
        if self._passkeys:
            since += [row.made_ms for row in await self._store.passkeys(player)]
        return min(since, default=None)


class Identity:
    """Creates players and sessions, and finds the session of a request by its token."""

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
        """`clock` returns the time in milliseconds since 1970, and `entropy(n)` n random bytes.
        `methods` tells whether players can sign in again (None: they cannot), `on_refused` is
        called with each request that has an invalid token, and `secure` is true if browsers use
        https."""
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
        """Create a player with a session. Returns the session, and the value of its cookie or
        bearer token. Raises StoreError.

        `owner` is the id of the player who creates a bot.
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
        """The session of a request. None if it has no valid token, several session cookies, or
        another session than the page expects."""
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
        """The id of the session that the page expects, as the request gives it, or None if it gives
        none."""
        return connection.headers.get(CLAIM) or connection.query_params.get("session")

    def _shown(self, connection: HTTPConnection) -> list[str]:
        """The values of all session cookies of a request."""
        pieces = [
            piece.strip().partition("=")
            for header in connection.headers.getlist("cookie")
            for piece in header.split(";")
        ]
        return [value.strip() for name, _, value in pieces if name == self.cookie]

    def shown(self, connection: HTTPConnection) -> str | None:
        """The value of the session cookie of a request, valid or not, or None if there is none or
        more than one."""
        shown = self._shown(connection)
        return shown[0] if len(shown) == 1 else None

    async def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """Give a player another name, and return the changed player. Raises ApiError (401) if the
        account was deleted, and StoreError."""
        await self.change(RenameAccount(player.id, name))
        return replace(player, name=name)

    async def prove(
        self,
        session: Session,
        change: Callable[[RenewDevice], Change],
        refusal: ApiError,
    ) -> tuple[Session, str]:
        """Renew a session after the player has proved their identity again.

        Returns the session with a new token, and the value of its cookie. `change` turns the
        renewal into the write that also uses up the proof, such as a recovery code. Raises
        `refusal` if the proof is no longer valid or the session has ended, and StoreError.
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
        """Sign in a player on another device. Returns the new session, and the value of its cookie.

        `change` turns the new device into the write that also uses up the proof, such as a recovery
        code. Raises `refusal` if the proof is no longer valid, and StoreError.
        """
        device, token = self._token(device_name)
        await self.change(change(_added(player, device)), refusal)
        return Session(player, device), _shown(player, token)

    async def sign_out_others(self, session: Session) -> tuple[Session, str]:
        """End all other sessions of the player, and make the recovery code invalid.

        Returns the session with a new token, and the value of its cookie. Raises ApiError (401) if
        this session has ended, and StoreError.
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
        """Store that the player was here, at most once a day; that extends the session.

        Returns True if it was stored now. If the store fails, the next request tries again.
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
        """Write a change of an account. Raises `refusal` (default: ApiError 401) if it conflicts
        with the stored account, usually because the session has ended, and StoreError."""
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
    """The time at which a session ends if it is not used again, in milliseconds since 1970.

    `since` is the time at which the player got another method to sign in, or None. If there is one,
    even a session in use ends `SESSION_SECONDS` after `since` or the last sign-in, whichever is
    later.
    """
    lasts = SESSION_SECONDS * 1000
    unused = device.seen_ms + lasts
    return unused if since is None else min(unused, max(_began(device), since) + lasts)


def _began(device: DeviceRow) -> int:
    """The time of the last sign-in or proof of identity on a device, in milliseconds since 1970."""
    return max(device.made_ms, device.proved_ms)


def _shown(player: PlayerRow, token: str) -> str:
    return f"{player.id}.{token}"


def _added(player: PlayerRow, device: DeviceRow) -> AddDevice:
    return AddDevice(player.id, device.token_hash, MOST_DEVICES, device.name, device.made_ms)
