"""The data that players are shown about their own accounts, and the decision when they must prove
their identity again."""

from gongzhu.server.accounts import recovery
from gongzhu.server.accounts.bodies import Account, BotAccount, Device, Me, Recovered, RecoveryState
from gongzhu.server.accounts.passkeys import Passkeys, name_of
from gongzhu.server.accounts.provider_sign_in import ProviderSignIn
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_in_bodies import Linked, Passkey, SignInWays
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.sessions import Session, SignInMethods, expires
from gongzhu.server.live.services import Services

RECENT = 10 * 60 * 1000
"""Milliseconds after a sign-in or proof of identity for which sensitive actions need no other
proof."""


class Accounts:
    """Reads the data of players' accounts on one server, and decides whether a player must prove
    their identity."""

    def __init__(
        self,
        services: Services,
        methods: SignInMethods,
        codes: RecoveryCodes,
        passkeys: Passkeys,
        provider: ProviderSignIn,
    ) -> None:
        self._store = services.store
        self._clock = services.clock
        self._secure = services.config.secure
        self._methods = methods
        self._codes = codes
        self._passkeys = passkeys
        self._provider = provider

    def me(self, session: Session | None) -> Me:
        """The body of `GET /api/me`: the player of the session; for None, a body whose name is
        None."""
        if session is None:
            return Me(None, certain=self._secure)
        player = session.player
        return Me(player.name, self._codes.has(player), session.row.id, self._secure)

    @property
    def sign_in_ways(self) -> SignInWays:
        """The methods by which players can sign in at this server, besides recovery codes."""
        provider = self._provider.settings
        return SignInWays(self._passkeys.here, None if provider is None else provider.label)

    async def account(self, session: Session) -> Account:
        """All data that is stored about the player of the session, except the games. Raises
        StoreError."""
        store, now = self._store, self._clock()
        player = await store.player(session.player.id) or session.player
        since = await self._methods.since(player.id)
        devices = [one for one in await store.devices(player.id) if expires(one, since) > now]
        link = await store.link_of(player.id)
        bots = [bot for bot in await store.bots_of(player.id) if await store.devices(bot.id)]
        return Account(
            name=player.name,
            made=player.created_ms,
            recovery=RecoveryState(
                self._codes.has(player),
                player.recovery_made_ms,
                player.recovery_used_ms,
                player.recovery_until_ms,
            ),
            devices=tuple(
                Device(
                    one.id,
                    one.name,
                    one.made_ms or None,
                    one.seen_ms,
                    expires(one, since),
                    one.token_hash == session.device,
                )
                for one in devices
            ),
            passkeys=tuple(
                Passkey(name_of(row), row.name, row.made_ms, row.used_ms)
                for row in await store.passkeys(player.id)
            ),
            link=None
            if link is None
            else Linked(link.issuer, link.subject, link.made_ms, link.used_ms),
            sign_in=self.sign_in_ways,
            bots=tuple(BotAccount(bot.id, bot.name, bot.created_ms, bot.seen_ms) for bot in bots),
        )

    async def ask_for_proof(self, session: Session) -> None:
        """Raise ApiError (403) if the player must prove their identity before a sensitive action.

        That is so if they have a recovery code, passkey or linked account, and have not signed in
        or proved their identity on this device in the last ten minutes. Without https nobody is
        asked, since a typed code could be intercepted and its owner locked out. Raises StoreError.
        """
        player = session.player
        if not self._secure or self._clock() - session.row.proved_ms < RECENT:
            return
        if self._codes.has(player) or await self._methods.since(player.id) is not None:
            raise ApiError(403, "not_proved")


def recovered_of(recovered: recovery.RecoveredSession) -> Recovered:
    """The body of the response to the use of a recovery code."""
    player, row = recovered.session.player, recovered.session.row
    return Recovered(player.name, recovered.code, row.id, player.recovery_hash is not None)
