"""Guests and accounts of bots, known by signed tokens and by nothing else.

A cookie, or a bot's bearer token, is `player.token.signature`. The token has 256 random bits; of it
the store keeps the SHA-256 only, one for each device. A recovery code gives another device a token
of its own: no token is ever shown twice, and whoever reads the database can be nobody.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Literal

from itsdangerous import BadSignature, Signer
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from gongzhu.server.origins import bearer
from gongzhu.server.problems import ApiError
from gongzhu.store import PlayerRow, Store

COOKIE = "gongzhu"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Over https: browsers take a cookie of such a name from this very host only, so that no other
site can plant one of its own."""
COOKIE_SECONDS = 365 * 24 * 3600
MOST_DEVICES = 20
"""Of one player; with one more, the oldest is signed out."""
DAY = 24 * 3600 * 1000

# Digits and letters without those that are taken for one another.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_GROUPS = 7
GROUP = 4
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


class Session(Struct, frozen=True):
    """A player, as one of its devices."""

    player: PlayerRow
    device: bytes
    """The hash of the token."""


class Identity:
    """Makes players, and knows them again."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        *,
        secure: bool = False,
    ) -> None:
        """`secure`: browsers come over https."""
        self.cookie = SECURE_COOKIE if secure else COOKIE
        """The name of the cookie."""
        self._store = store
        self._signers: dict[str, Signer] = {
            kind: Signer(key, salt=f"gongzhu.{kind}", digest_method=hashlib.sha256)
            for kind in ("guest", "bot")
        }
        self._clock = clock
        self._entropy = entropy
        self._changing = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        store: Store,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        *,
        secure: bool = False,
    ) -> "Identity":
        """With the key that the store keeps; a new store is given one."""
        key = await store.setting("cookie_key")
        if key is None:
            key = entropy(32)
            await store.put_setting("cookie_key", key)
        return cls(store, key, clock, entropy, secure=secure)

    async def create(self, name: str, kind: Literal["guest", "bot"]) -> tuple[Session, str]:
        """A new player, and what its cookie or its header holds from now on."""
        now = self._clock()
        device, token = self._token()
        player = PlayerRow(
            id=self._entropy(12).hex(),
            name=name,
            kind=kind,
            recovery_hash=None,
            created_ms=now,
            seen_ms=now,
        )
        # Made at once, they are written in one group.
        await asyncio.gather(
            self._store.put_player(player), self._store.add_device(player.id, device, MOST_DEVICES)
        )
        return Session(player, device), self._signed(player, token)

    async def who(self, connection: HTTPConnection) -> Session | None:
        """The player whose token a request shows; None where it shows none that is valid."""
        token = bearer(connection)
        if token is not None:
            return await self._known("bot", token)
        shown = self._shown(connection)
        # Of two, one was planted by somebody else, and nobody knows which.
        return await self._known("guest", shown[0]) if len(shown) == 1 else None

    def _shown(self, connection: HTTPConnection) -> list[str]:
        """The values of all cookies of our name."""
        pieces = [
            piece.strip().partition("=")
            for header in connection.headers.getlist("cookie")
            for piece in header.split(";")
        ]
        return [value.strip() for name, _, value in pieces if name == self.cookie]

    async def rename(self, player: PlayerRow, name: str) -> PlayerRow:
        """The player under another name."""
        return await self._change(player.id, name=name)

    async def new_code(self, player: PlayerRow) -> str:
        """A recovery code in place of the one before: 140 bits in readable groups."""
        number = int.from_bytes(self._entropy(18), "big")
        letters = "".join(LETTERS[number >> 5 * place & 31] for place in range(CODE_GROUPS * GROUP))
        await self._change(player.id, recovery_hash=_hash(letters))
        return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))

    async def recover(self, code: str) -> tuple[Session, str]:
        """The player whose code this is, with a token for this device. Raises ApiError."""
        letters = code.upper().translate(_READ_AS)
        player = await self._store.player_by_recovery(_hash(letters))
        if player is None:
            raise ApiError(403, "wrong_code")
        device, token = self._token()
        await self._store.add_device(player.id, device, MOST_DEVICES)
        return Session(player, device), self._signed(player, token)

    async def sign_out_others(self, player: PlayerRow) -> tuple[Session, str]:
        """The same player with a new token; every other one is void."""
        device, token = self._token()
        await self._store.add_device(player.id, device, keep=1)
        return Session(player, device), self._signed(player, token)

    async def seen(self, player: PlayerRow) -> None:
        """Note, once a day, that the player was here."""
        now = self._clock()
        if now - player.seen_ms >= DAY:
            await self._change(player.id, seen_ms=now)

    async def _change(self, id: str, **fields: object) -> PlayerRow:
        """Change some fields of a player, one change after the other, so that none is lost."""
        async with self._changing:
            player = await self._store.player(id)
            if player is None:
                raise ApiError(403, "nobody")
            changed = replace(player, **fields)
            await self._store.put_player(changed)
        return changed

    def _token(self) -> tuple[bytes, str]:
        token = self._entropy(32).hex()
        return _hash(token), token

    def _signed(self, player: PlayerRow, token: str) -> str:
        return self._signers[player.kind].sign(f"{player.id}.{token}").decode()

    async def _known(self, kind: str, shown: str) -> Session | None:
        try:
            content = self._signers[kind].unsign(shown).decode()
        except (BadSignature, UnicodeError):
            return None
        id, _, token = content.partition(".")
        device = _hash(token)
        player = await self._store.player_by_token(device)
        if player is None or (player.id, player.kind) != (id, kind):
            return None
        return Session(player, device)


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
