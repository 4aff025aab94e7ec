"""Passkeys: making and removing them, and signing in or proving one's identity with them.

They belong to the server's public URL, which must be https. Signatures are verified for the host
and origin of that URL only, whatever a request says.
"""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from ipaddress import ip_address

from cachetools import TTLCache
from starlette.concurrency import run_in_threadpool

from gongzhu.server.accounts.cookies import LASTS, pending
from gongzhu.server.accounts.passkey_checks import KINDS, Site, bytes_of, check_new, check_shown
from gongzhu.server.accounts.sign_in_bodies import (
    AddPasskey,
    KeyKind,
    KnownCredential,
    PasskeyCreation,
    PasskeyRequest,
    PasskeysHere,
    PasskeyUser,
    RelyingParty,
    ShownCredential,
)
from gongzhu.server.edge.origins import host_of, place
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.sessions import Identity, Session, hash_of
from gongzhu.server.live.services import Services
from gongzhu.store import PasskeyRow, PlayerRow
from gongzhu.store import sign_in as writes
from gongzhu.table.names import clean_name

MOST_PASSKEYS = 10
"""Greatest number of passkeys of one player."""
LONGEST_NAME = 40
"""Greatest length of a passkey's name in characters."""
CHALLENGE = 32
"""Number of random bytes in a challenge."""
SITE_NAME = "gongzhu"


def passkeys_at(public_url: str | None) -> Site | PasskeysHere:
    """The site that passkeys belong to for this public URL; if there can be none, the reason."""
    scheme, host = place(public_url or "") or ("", "")
    name = host_of(host)
    if scheme != "https" or name is None:
        return "no_https"
    try:
        ip_address(name)
    except ValueError:
        return Site(name, f"https://{host}")
    return "no_name"


class Passkeys:
    """Makes passkeys, and verifies sign-ins and proofs of identity with them."""

    def __init__(self, services: Services, identity: Identity) -> None:
        site = passkeys_at(services.config.public_url)
        self._site = site if isinstance(site, Site) else None
        self.here: PasskeysHere = "ready" if isinstance(site, Site) else site
        """`ready` if passkeys can be used at this server, otherwise the reason why not."""
        self._store = services.store
        self._identity = identity
        self._clock = clock = services.clock
        self._entropy = services.entropy
        self._added: TTLCache[bytes, bytes, int] = pending(clock)
        """Challenges for new passkeys, by the hash of the session's token."""
        self._shown: TTLCache[bytes, bytes, int] = pending(clock)
        """Challenges for signing in, by the hash of the token in the sign-in cookie."""
        self._proofs: TTLCache[bytes, bytes, int] = pending(clock)
        """Challenges for proofs of identity, by the hash of the session's token."""

    async def begin(self, session: Session) -> PasskeyCreation:
        """The options with which the browser makes a new passkey for the player of the session.
        Raises ApiError (409 if the player has MOST_PASSKEYS, 404 if passkeys cannot be used here)
        and StoreError."""
        site = self._required()
        mine = await self._store.passkeys(session.player.id)
        if len(mine) >= MOST_PASSKEYS:
            raise ApiError(409, "many_passkeys", most=MOST_PASSKEYS)
        challenge = self._entropy(CHALLENGE)
        self._added[session.device] = challenge
        name = session.player.name
        return PasskeyCreation(
            challenge=_text(challenge),
            rp=RelyingParty(site.name, SITE_NAME),
            user=PasskeyUser(_text(session.player.id.encode()), name, name),
            pub_key_cred_params=tuple(map(KeyKind, KINDS)),
            exclude_credentials=_named(mine),
            timeout=LASTS,
        )

    async def add(self, session: Session, asked: AddPasskey) -> None:
        """Verify a new passkey for which `begin` was called, and store it. Raises ApiError (403 if
        it is wrong or late, 409 if it is stored already), CommandRefused for its name, and
        StoreError."""
        site, challenge = self._required(), self._added.pop(session.device, None)
        name = clean_name(asked.name, LONGEST_NAME)
        if challenge is None:
            raise ApiError(403, "late_passkey")
        made = await run_in_threadpool(check_new, asked.credential, challenge, site)
        row = PasskeyRow(
            id=sha256(made.credential_id).digest(),
            player_id=session.player.id,
            credential=made.credential_id,
            public_key=made.credential_public_key,
            sign_count=made.sign_count,
            name=name,
            made_ms=self._clock(),
            used_ms=None,
        )
        change = writes.InsertPasskey(session.device, row, MOST_PASSKEYS)
        await self._identity.change(change, ApiError(409, "known_passkey"))

    async def rename(self, player: PlayerRow, passkey: str, name: str) -> None:
        """Rename a passkey of the player, given as `name_of` gives it. Raises ApiError (404 if
        there is none), CommandRefused for the name, and StoreError."""
        name = clean_name(name, LONGEST_NAME)
        row = await self._mine(player, passkey)
        await self._store.change(writes.UpdatePasskeyName(player.id, row.id, name))

    async def remove(self, player: PlayerRow, passkey: str) -> None:
        """Remove a passkey of the player, given as `name_of` gives it. Raises ApiError (404 if
        there is none) and StoreError."""
        row = await self._mine(player, passkey)
        await self._store.change(writes.DropPasskey(player.id, row.id))

    def ask(self) -> tuple[PasskeyRequest, str]:
        """The options with which a browser asks for a passkey to sign in, and the token for its
        sign-in cookie, which `sign_in` needs. Raises ApiError (404 if passkeys cannot be used
        here)."""
        site = self._required()
        challenge, token = self._entropy(CHALLENGE), self._entropy(CHALLENGE).hex()
        self._shown[hash_of(token)] = challenge
        return PasskeyRequest(_text(challenge), site.name, LASTS), token

    async def sign_in(
        self,
        token: str | None,
        shown: ShownCredential,
        device_name: str,
        check: Callable[[PlayerRow], None],
    ) -> tuple[Session, str]:
        """Sign in the player to whom the passkey belongs. `token` is from the sign-in cookie.
        Returns the new session and the value of its cookie. `check` may refuse the player by
        raising ApiError. Raises ApiError (403) and StoreError."""
        challenge = None if token is None else self._shown.pop(hash_of(token), None)
        row, count = await self._checked(shown, challenge)
        player = await self._store.player(row.player_id)
        if player is None:
            raise ApiError(403, "unknown_passkey")
        if bytes_of(shown.response.user_handle) != player.id.encode():
            raise ApiError(403, "wrong_passkey")
        check(player)
        return await self._identity.sign_in(
            player,
            device_name,
            lambda device: writes.UsePasskey(player.id, row.id, count, device),
            ApiError(403, "wrong_passkey"),
        )

    async def ask_for_proof(self, session: Session) -> PasskeyRequest:
        """The options with which the browser asks for a passkey of the session's player, as a proof
        of identity. Raises ApiError (404 if passkeys cannot be used here) and StoreError."""
        site = self._required()
        mine = await self._store.passkeys(session.player.id)
        challenge = self._entropy(CHALLENGE)
        self._proofs[session.device] = challenge
        return PasskeyRequest(_text(challenge), site.name, LASTS, _named(mine))

    async def prove(self, session: Session, shown: ShownCredential) -> tuple[Session, str]:
        """Verify a proof of identity for which `ask_for_proof` was called. Returns the session with
        a new token, and the value of its cookie. Raises ApiError (403) and StoreError."""
        row, count = await self._checked(shown, self._proofs.pop(session.device, None))
        if row.player_id != session.player.id:
            raise ApiError(403, "other_player")
        return await self._identity.prove(
            session,
            lambda device: writes.UsePasskey(row.player_id, row.id, count, device),
            ApiError(403, "wrong_passkey"),
        )

    async def _checked(
        self, shown: ShownCredential, challenge: bytes | None
    ) -> tuple[PasskeyRow, int]:
        """Verify the signature of a challenge (None if it has expired). Returns the row of the
        passkey and its new signature counter. Raises ApiError (403), and CopiedPasskey if the
        counter did not increase."""
        site = self._required()
        if challenge is None:
            raise ApiError(403, "late_passkey")
        row = await self._store.passkey(sha256(bytes_of(shown.id)).digest())
        if row is None:
            raise ApiError(403, "unknown_passkey")
        told = await run_in_threadpool(check_shown, shown, row, challenge, site)
        count = told.new_sign_count
        if count <= row.sign_count and (count or row.sign_count):
            raise CopiedPasskey(row.player_id)
        return row, count

    async def _mine(self, player: PlayerRow, passkey: str) -> PasskeyRow:
        for row in await self._store.passkeys(player.id):
            if name_of(row) == passkey:
                return row
        raise ApiError(404, "no_passkey")

    def _required(self) -> Site:
        if self._site is None:
            raise ApiError(404, "no_passkeys")
        return self._site


class CopiedPasskey(ApiError):
    """Raised if the signature counter of a passkey did not increase, so that the passkey may have
    been copied. The request is refused with 403, and the security log notes the player whose
    passkey it is."""

    def __init__(self, player: str) -> None:
        self.player = player
        """The id of the player to whom the passkey belongs."""
        super().__init__(403, "copied_passkey")


def name_of(row: PasskeyRow) -> str:
    """The id by which requests refer to a passkey: the first 16 hexadecimal digits of its row's
    id."""
    return row.id.hex()[:16]


def _named(rows: list[PasskeyRow]) -> tuple[KnownCredential, ...]:
    return tuple(KnownCredential(_text(row.credential)) for row in rows)


def _text(data: bytes) -> str:
    """Bytes in base64url without padding, as WebAuthn has them in JSON."""
    return urlsafe_b64encode(data).decode().rstrip("=")
