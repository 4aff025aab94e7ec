"""Guests and accounts of bots, known by random tokens and by nothing else.

A cookie, or a bot's bearer token, is `player.token`. The token has 256 random bits; of it the store
keeps a hash only, one for each device, and there is no key that could be stolen. Every device has a
token of its own: none is ever shown twice, and whoever reads the database can be nobody. Each
change is one step of the store that looks again whether its session still stands, so nothing can be
done with one that is being ended.
"""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from gongzhu.server.edge.origins import bearer
from gongzhu.server.problems import ApiError
from gongzhu.store import AccountStore, DeviceRow, PlayerRow, StoreError
from gongzhu.store.accounts import (
    AccountWrite,
    AddDevice,
    KeepOneDevice,
    Rename,
    RenewDevice,
    TouchDevice,
)
from gongzhu.store.sign_in import SignInWrite

COOKIE = "gongzhu"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Over https: browsers take a cookie of such a name from this very host only, so that no other
site can plant one of its own."""
SESSION_SECONDS = 400 * 24 * 3600
"""A session that was not used for so long is over, on the server and in the browser, which keeps
no cookie for longer. Using it lets it last on."""
CLAIM = "x-gongzhu-session"
"""The header in which a page names the session that it is sure of; sockets, whose handshakes pages
cannot give headers, have `?session=` instead."""
MOST_DEVICES = 20
"""Of one player; with one more, the oldest is signed out."""
DAY = 24 * 3600 * 1000
_FORM = re.compile(r"([0-9a-f]{24})\.([0-9a-f]{64})", re.ASCII)
"""A cookie, or a bot's bearer token: the player's id and the token."""


def hash_of(secret: str) -> bytes:
    """What the store keeps of a token or a recovery code: its SHA-256. They are long and random, so
    that no slow hash is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


class Session(Struct, frozen=True):
    """A player, as one of its devices."""

    player: PlayerRow
    row: DeviceRow

    @property
    def device(self) -> bytes:
        """The hash of the token."""
        return self.row.token_hash


class Identity:
    """Makes players, and knows them again."""

    def __init__(
        self,
        store: AccountStore,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        *,
        secure: bool = False,
    ) -> None:
        """`secure`: browsers come over https."""
        self.cookie = SECURE_COOKIE if secure else COOKIE
        """The name of the cookie."""
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self.on_refused: Callable[[HTTPConnection], None] = lambda connection: None
        """Hears of a request that shows a token which is not valid."""
        self.way_back: Callable[[str], Awaitable[int | None]] = _no_way
        """The time since which a player, by the id, has had another way to sign in; None: has
        none."""

    async def create(
        self,
        name: str,
        kind: Literal["guest", "bot"],
        device_name: str = "",
        owner: str | None = None,
    ) -> tuple[Session, str]:
        """A new player, and what its cookie or its header holds from now on. `owner`: the player
        who makes it, of a bot."""
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
        # Made at once, they are written in one group.
        await asyncio.gather(
            self._store.put_player(player), self._store.change_account(_added(player, device))
        )
        return Session(player, device), _shown(player, token)

    async def who(self, connection: HTTPConnection) -> Session | None:
        """The player whose token a request shows; None where it shows none that is valid."""
        token, session = bearer(connection), None
        shown = self._shown(connection)
        if token is not None:
            session = await self._known("bot", token)
        # Of two, one was planted by somebody else, and nobody knows which.
        elif len(shown) == 1:
            session = await self._known("guest", shown[0])
        if session is None and (token is not None or shown):
            self.on_refused(connection)
        claim = self.claim(connection)
        # A cookie that is not the one which the page was given was planted, too.
        return session if session is None or claim in (None, session.row.id) else None

    @staticmethod
    def claim(connection: HTTPConnection) -> str | None:
        """The session that the page of a request says is its own; None: it does not say."""
        return connection.headers.get(CLAIM) or connection.query_params.get("session")

    def _shown(self, connection: HTTPConnection) -> list[str]:
        """The values of all cookies of our name."""
        pieces = [
            piece.strip().partition("=")
            for header in connection.headers.getlist("cookie")
            for piece in header.split(";")
        ]
        return [value.strip() for name, _, value in pieces if name == self.cookie]

    def shown(self, connection: HTTPConnection) -> str | None:
        """The value of the cookie that `who` goes by, valid or not."""
        shown = self._shown(connection)
        return shown[0] if len(shown) == 1 else None

    async def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """The player under another name. Raises ApiError."""
        await self.change(Rename(player.id, name))
        return replace(player, name=name)

    async def prove(
        self,
        session: Session,
        change: Callable[[RenewDevice], AccountWrite | SignInWrite],
        refusal: ApiError,
    ) -> tuple[Session, str]:
        """A session whose player has shown anew who they are, under a new token, and what its
        cookie holds from now on: `change` spends what shows it. Raises `refusal` where that is good
        no longer, or the session has ended meanwhile."""
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
        change: Callable[[AddDevice], AccountWrite | SignInWrite],
        refusal: ApiError,
    ) -> tuple[Session, str]:
        """A player on a device more, and what its cookie holds from now on: `change` spends, with
        that device, what it is signed in by. Raises `refusal` where that is good no longer."""
        device, token = self._token(device_name)
        await self.change(change(_added(player, device)), refusal)
        return Session(player, device), _shown(player, token)

    async def sign_out_others(self, session: Session) -> tuple[Session, str]:
        """The same player with a new token; every other one is void, and so is the recovery code.
        Raises ApiError where this session has ended meanwhile."""
        device, token = self._token(session.row.name)
        device = replace(device, made_ms=session.row.made_ms, proved_ms=session.row.proved_ms)
        player = session.player
        await self.change(
            KeepOneDevice(player.id, session.device, device.token_hash, device.seen_ms)
        )
        player = replace(player, recovery_hash=None)
        return Session(player, device), _shown(player, token)

    async def seen(self, session: Session) -> bool:
        """Note, once a day, that the player was here, which makes the session last on. True if it
        was noted now; where it cannot be written, it is tried the next time."""
        now = self._clock()
        if now - session.row.seen_ms < DAY:
            return False
        try:
            await self._store.change_account(TouchDevice(session.player.id, session.device, now))
        except StoreError:
            # What can still be read is shown all the same.
            return False
        return True

    async def change(
        self, change: AccountWrite | SignInWrite, refusal: ApiError | None = None
    ) -> None:
        """Change an account. Raises `refusal` where the change does not fit what is there by now:
        as a rule, because the session that wants it has ended."""
        try:
            await self._store.change_account(change)
        except StoreError as error:
            if error.problem == "taken":
                raise refusal or ApiError(401, "nobody") from error
            raise

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
        # Most are younger, and nothing has to be looked up.
        old = kind == "guest" and _began(device) + lasts <= now
        if old and expires(device, await self.way_back(id)) <= now:
            return None
        return Session(player, device)


def expires(device: DeviceRow, way_back: int | None) -> int:
    """The time at which a session ends if it is not used until then. For a player who has another
    way to sign in since `way_back` it ends in any case, that long after the later of both."""
    lasts = SESSION_SECONDS * 1000
    unused = device.seen_ms + lasts
    return unused if way_back is None else min(unused, max(_began(device), way_back) + lasts)


def _began(device: DeviceRow) -> int:
    """The time at which somebody last signed in there, or showed anew who they are."""
    return max(device.made_ms, device.proved_ms)


async def _no_way(player: str) -> int | None:
    return None


def _shown(player: PlayerRow, token: str) -> str:
    return f"{player.id}.{token}"


def _added(player: PlayerRow, device: DeviceRow) -> AddDevice:
    return AddDevice(player.id, device.token_hash, MOST_DEVICES, device.name, device.made_ms)
