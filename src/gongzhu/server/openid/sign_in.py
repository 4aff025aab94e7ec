"""Signing in by an account elsewhere, and linking one with a player.

A browser is sent to the provider with words that are good once, in time, and for it alone: `state`
comes back with it, `nonce` stands in what the provider signs, and the code is good only with the
verifier that never leaves the server. The page it comes back to posts what it was told.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, TypeVar

import structlog
from msgspec import Struct

from gongzhu.server.bodies import FinishProvider, ProviderPurpose
from gongzhu.server.ceremonies import Ceremonies
from gongzhu.server.config import ServerConfig
from gongzhu.server.edge.origins import place
from gongzhu.server.identity import Identity, Session
from gongzhu.server.problems import ApiError
from gongzhu.store import LinkRow, PlayerRow, Store, StoreError
from gongzhu.store import sign_in as writes

if TYPE_CHECKING:
    from gongzhu.server.openid.provider import Identified, Provider
    from gongzhu.server.openid.settings import OpenIdSettings

PAGE = "/sign-in"
"""The page that people come back to."""
WORD = 32
"""Random bytes."""

T = TypeVar("T")

log = structlog.get_logger()


class Begun(Struct, frozen=True):
    """A browser that was sent to the provider."""

    purpose: ProviderPurpose
    state: str
    nonce: str
    verifier: str
    device: bytes | None
    """The session that it had then."""


class ProviderSignIn:
    """Knows players by the accounts that a provider knows."""

    def __init__(
        self,
        store: Store,
        identity: Identity,
        config: ServerConfig,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        """`clock` gives milliseconds."""
        self.settings = config.openid
        """None: there is no provider."""
        self._store = store
        self._identity = identity
        self._clock = clock
        self._entropy = entropy
        self._address = "{}://{}".format(*(place(config.public_url or "") or ("", ""))) + PAGE
        self._known: Provider | None = None
        self._begun: Ceremonies[Begun] = Ceremonies(clock)
        self._strangers: Ceremonies[Identified] = Ceremonies(clock)
        """Those who came back, and are nobody here yet."""

    async def close(self) -> None:
        """Let go of what is held of the provider."""
        if self._known is not None:
            await self._known.close()

    async def begin(self, purpose: ProviderPurpose, session: Session | None) -> tuple[str, str]:
        """The page of the provider, and a token that the browser has to show when it is back.
        Raises ApiError."""
        token, state, nonce, verifier = (self._entropy(WORD).hex() for _ in range(4))
        begun = Begun(purpose, state, nonce, verifier, session.device if session else None)
        address = await self._asked(
            lambda provider: provider.address(state, nonce, verifier, recent=_recent(begun))
        )
        self._begun.begin(_hash(token), begun)
        return address, token

    async def finish(self, token: str | None, told: FinishProvider) -> tuple[Begun, "Identified"]:
        """What a browser was sent for, and who came back with it. Raises ApiError."""
        begun = None if token is None else self._begun.take(_hash(token))
        if begun is None:
            raise ApiError(403, "late_provider")
        if not compare_digest(begun.state.encode(), told.state.encode("utf-8", "surrogatepass")):
            raise ApiError(403, "wrong_provider")
        if not await self._asked(lambda provider: provider.is_issuer(told.iss)):
            raise ApiError(403, "wrong_provider")
        code = told.code
        if told.error is not None or code is None:
            raise ApiError(403, "provider_refused")
        return begun, await self._asked(
            lambda provider: provider.identify(
                code,
                begun.nonce,
                begun.verifier,
                recent=_recent(begun),
            )
        )

    async def sign_in(
        self,
        token: str,
        who: "Identified",
        device_name: str,
        check: Callable[[PlayerRow], None],
    ) -> tuple[Session, str] | None:
        """The player whose account elsewhere it is, signed in anew, and what the cookie holds from
        now on; None: they are nobody here yet, and may become somebody by `new`. Raises ApiError,
        also where `check` raises it for that player, and StoreError."""
        issuer = self._required.issuer
        row = await self._store.link(issuer, who.subject)
        player = None if row is None else await self._store.player(row.player_id)
        if player is None:
            self._strangers.begin(_hash(token), who)
            return None
        check(player)
        return await self._identity.sign_in(
            player,
            device_name,
            lambda device: writes.UseLink(player.id, issuer, who.subject, device),
            ApiError(403, "wrong_provider"),
        )

    async def prove(self, session: Session, who: "Identified") -> tuple[Session, str]:
        """The same session, whose player has shown the account elsewhere that signs them in, and
        what the cookie holds from now on. Raises ApiError where it is not theirs, and
        StoreError."""
        player, issuer = session.player.id, self._required.issuer
        return await self._identity.prove(
            session,
            lambda device: writes.UseLink(player, issuer, who.subject, device),
            ApiError(403, "other_player"),
        )

    async def link(self, session: Session, who: "Identified") -> None:
        """From now on an account elsewhere signs this player in, and no other one does. Raises
        ApiError where it is another player's, and StoreError."""
        change = writes.Link(
            session.player.id, session.device, self._required.issuer, who.subject, self._clock()
        )
        try:
            await self._store.change_account(change)
        except StoreError as error:
            if error.problem == "taken":
                raise ApiError(409, "known_link") from error
            raise

    async def new(self, token: str | None, name: str, device_name: str) -> tuple[Session, str]:
        """A new player whom the account elsewhere of somebody who came back signs in, and what the
        cookie holds. Raises ApiError and StoreError."""
        who = None if token is None else self._strangers.take(_hash(token))
        if who is None:
            raise ApiError(403, "late_provider")
        if await self._store.link(self._required.issuer, who.subject) is not None:
            raise ApiError(409, "known_link")
        session, cookie = await self._identity.create(name, "guest", device_name)
        await self.link(session, who)
        return session, cookie

    async def unlink(self, player: PlayerRow) -> None:
        """No account elsewhere signs this player in any more. Raises StoreError."""
        await self._store.change_account(writes.Unlink(player.id))

    async def link_of(self, player: str) -> LinkRow | None:
        """The account elsewhere that signs a player in on this server as it is set now. Raises
        StoreError."""
        row = await self._store.link_of(player)
        here = self.settings is not None and row is not None and row.issuer == self.settings.issuer
        return row if here else None

    @property
    def _required(self) -> "OpenIdSettings":
        if self.settings is None:
            raise ApiError(404, "no_provider")
        return self.settings

    async def _asked(self, ask: Callable[["Provider"], Awaitable[T]]) -> T:
        """What the provider says. Raises ApiError, and tells the log why."""
        settings = self._required
        # A third of a second and 20 MB, which a server without a provider does without.
        from gongzhu.server.openid.provider import (
            BadToken,
            NoAnswer,
            Provider,
            ShortKey,
        )

        if self._known is None:
            self._known = Provider(settings, self._address, self._clock)
        try:
            return await ask(self._known)
        except NoAnswer as error:
            log.warning("provider_down", why=str(error))
            raise ApiError(503, "provider_down", retry_after=30) from error
        except BadToken as error:
            log.warning("provider_not_believed", why=str(error))
            code = "short_provider" if isinstance(error, ShortKey) else "wrong_provider"
            raise ApiError(403, code, provider=settings.label) from error


def _recent(begun: Begun) -> bool:
    """Whoever is signed in here already has to sign in there anew: a page that was left open is to
    prove nothing."""
    return begun.device is not None


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
