"""Signing in with an account at the operator's OpenID provider, and linking such an account to a
player.

A browser is sent to the provider with random texts that are valid once, for a few minutes, and only
for that browser. The browser brings `state` back, the provider signs `nonce`, and the authorization
code can be used only with `verifier`, which the browser never receives. The page to which the
browser returns posts its query parameters to this server.
"""

from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import TYPE_CHECKING, TypeVar

import structlog
from cachetools import TTLCache
from msgspec import Struct

from gongzhu.server.accounts.cookies import pending
from gongzhu.server.accounts.sign_in_bodies import FinishProvider, ProviderPurpose
from gongzhu.server.edge.origins import place
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.sessions import Identity, Session, hash_of
from gongzhu.server.live.services import Services
from gongzhu.store import LinkRow, PlayerRow
from gongzhu.store import sign_in as writes

if TYPE_CHECKING:
    from gongzhu.server.accounts.provider import Identified, Provider
    from gongzhu.server.config.openid import OpenIdSettings


PAGE = "/sign-in"
"""The path of the page to which browsers return."""
WORD = 32
"""Number of random bytes in a token, `state`, `nonce` or `verifier`."""
T = TypeVar("T")
log = structlog.get_logger()


class Begun(Struct, frozen=True):
    """A sign-in for which a browser was sent to the provider."""

    purpose: ProviderPurpose
    """The reason for it: to sign in, to link the account, or to prove the player's identity."""
    state: str
    """The random parameter `state` of the authorization request. The provider must send the browser
    back with the same value."""
    nonce: str
    """The random `nonce`, which the provider's ID token must contain."""
    verifier: str
    """The PKCE code verifier, to be sent to the provider with the authorization code."""
    device: bytes | None
    """Hash of the token of the session that the browser had when it began, or None if it had
    none."""


class ProviderSignIn:
    """Signs players in with their accounts at the operator's provider, and links these accounts to
    players."""

    def __init__(self, services: Services, identity: Identity) -> None:
        config, clock = services.config, services.clock
        self.settings = config.openid
        """The settings of the provider, or None if the operator has none."""
        self._store = services.store
        self._identity = identity
        self._clock = clock
        self._entropy = services.entropy
        self._address = "{}://{}".format(*(place(config.public_url or "") or ("", ""))) + PAGE
        self._known: Provider | None = None
        self._begun: TTLCache[bytes, Begun, int] = pending(clock)
        self._strangers: TTLCache[bytes, Identified, int] = pending(clock)
        """People who have signed in at the provider but are not players yet, by the hash of the
        token in their sign-in cookie."""

    async def close(self) -> None:
        """Close the connections to the provider."""
        if self._known is not None:
            await self._known.close()

    async def begin(self, purpose: ProviderPurpose, session: Session | None) -> tuple[str, str]:
        """Begin a sign-in. `session` is the session of the browser, or None. Returns the URL of the
        provider's page, and the secret token for the sign-in cookie, which `finish` needs. Raises
        ApiError (404 without a provider, 503 if it does not respond)."""
        token, state, nonce, verifier = (self._entropy(WORD).hex() for _ in range(4))
        begun = Begun(purpose, state, nonce, verifier, session.device if session else None)
        address = await self._asked(
            lambda provider: provider.address(state, nonce, verifier, recent=_recent(begun))
        )
        self._begun[hash_of(token)] = begun
        return address, token

    async def finish(self, token: str | None, told: FinishProvider) -> tuple[Begun, "Identified"]:
        """Finish a sign-in for which `begin` was called; `token` is from the sign-in cookie, and
        `told` has the parameters with which the browser came back. Returns the sign-in and the
        person. Raises ApiError: 403 if it is late, wrong or refused, 503 if the provider does not
        respond."""
        begun = None if token is None else self._begun.pop(hash_of(token), None)
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
                code, begun.nonce, begun.verifier, recent=_recent(begun)
            )
        )

    async def sign_in(
        self,
        token: str,
        who: "Identified",
        device_name: str,
        check: Callable[[PlayerRow], None],
    ) -> tuple[Session, str] | None:
        """Sign in the player to whom the person's account is linked. Returns the new session and
        the value of its cookie. If there is no such player, remembers the person for `new` and
        returns None. `check` may refuse the player by raising ApiError. Raises ApiError and
        StoreError."""
        issuer = self._required.issuer
        row = await self._store.link(issuer, who.subject)
        player = None if row is None else await self._store.player(row.player_id)
        if player is None:
            self._strangers[hash_of(token)] = who
            return None
        check(player)
        return await self._identity.sign_in(
            player,
            device_name,
            lambda device: writes.UseLink(player.id, issuer, who.subject, device),
            ApiError(403, "wrong_provider"),
        )

    async def prove(self, session: Session, who: "Identified") -> tuple[Session, str]:
        """Accept the sign-in at the provider as a proof of identity. Returns the session with a new
        token, and the value of its cookie. Raises ApiError (403) if the account is not linked to
        the player, and StoreError."""
        player, issuer = session.player.id, self._required.issuer
        return await self._identity.prove(
            session,
            lambda device: writes.UseLink(player, issuer, who.subject, device),
            ApiError(403, "other_player"),
        )

    async def link(self, session: Session, who: "Identified") -> None:
        """Link the person's account to the player of the session; it replaces any other link.
        Raises ApiError (409) if the account is linked to another player, and StoreError."""
        change = writes.Link(
            session.player.id, session.device, self._required.issuer, who.subject, self._clock()
        )
        await self._identity.change(change, ApiError(409, "known_link"))

    async def new(self, token: str | None, name: str, device_name: str) -> tuple[Session, str]:
        """Create a player with this name for the person whom `sign_in` has remembered for `token`,
        and link the account. Returns a session and the value of its cookie. Raises ApiError (403 if
        it is late, 409 if the account is linked by now) and StoreError."""
        who = None if token is None else self._strangers.pop(hash_of(token), None)
        if who is None:
            raise ApiError(403, "late_provider")
        if await self._store.link(self._required.issuer, who.subject) is not None:
            raise ApiError(409, "known_link")
        session, cookie = await self._identity.create(name, "guest", device_name)
        await self.link(session, who)
        return session, cookie

    async def unlink(self, player: PlayerRow) -> None:
        """Remove the link between the player and an account at a provider. Raises StoreError."""
        await self._store.change(writes.Unlink(player.id))

    async def link_of(self, player: str) -> LinkRow | None:
        """The link between a player, given by id, and an account at the current provider, or None
        if there is none. Raises StoreError."""
        row = await self._store.link_of(player)
        here = self.settings is not None and row is not None and row.issuer == self.settings.issuer
        return row if here else None

    @property
    def _required(self) -> "OpenIdSettings":
        if self.settings is None:
            raise ApiError(404, "no_provider")
        return self.settings

    async def _asked(self, ask: Callable[["Provider"], Awaitable[T]]) -> T:
        """Call `ask` with the client of the provider, and return its result. Raises ApiError: 404
        if the operator has no provider; 503 and 403, after logging the reason, in place of NoAnswer
        and BadToken."""
        settings = self._required
        # This import takes a third of a second and 20 MB, so it is made only if it is needed.
        from gongzhu.server.accounts.provider import BadToken, NoAnswer, Provider, ShortKey

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
    """True if the person must have signed in at the provider recently. That is required if the
    browser has a session here, since an old session at the provider proves nothing."""
    return begun.device is not None
