"""The last steps of every sign-in and proof of identity: the former session ends, the security log
notes it, and the response gets the session cookie."""

from collections.abc import Callable

import structlog
from msgspec import Struct
from starlette.responses import Response

from gongzhu.server.accounts.cookies import Cookies
from gongzhu.server.edge.problems import reply
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.monitoring.security_log import Event, SecurityLog
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.store import PlayerRow, StoreError

log = structlog.get_logger()


class SignIns:
    """Completes sign-ins and proofs of identity, by whatever method a player has made them."""

    def __init__(
        self,
        everywhere: Everywhere,
        moderation: Moderation,
        cookies: Cookies,
        security: SecurityLog,
    ) -> None:
        self._everywhere = everywhere
        self._moderation = moderation
        self._cookies = cookies
        self._security = security

    def check(self, visit: Visit) -> Callable[[PlayerRow], None]:
        """A function that raises ApiError (403) if the player passed to it, or the address of the
        visit, is banned."""
        return lambda player: self._moderation.refuse_banned(player.id, visit.address)

    async def signed_in(
        self,
        visit: Visit,
        before: Session | None,
        now: tuple[Session, str],
        body: Struct,
        *events: Event,
    ) -> Response:
        """Respond with `body` to a visitor who has signed in. `before` is the session that the
        browser had until then (None: it had none), and ends now. `now` is the new session and the
        value of its cookie, and `events` are noted in the security log."""
        session, cookie = now
        await self.replace_session(before, session)
        for event in events:
            self._security.note(event, visit.address, session.player.id)
        return self._cookies.keep_session(reply(body), cookie)

    def proved(
        self, visit: Visit, before: Session, now: tuple[Session, str], body: Struct, by: str
    ) -> Response:
        """Respond with `body` to a player who has proved their identity. `before` is the session
        until then, `now` the same session with a new token and the value of its cookie, and `by`
        the method for the security log: `passkey`, `recovery` or `provider`."""
        session, cookie = now
        self._everywhere.renew(session.player.id, before.device, session.device)
        self._security.note("proved", visit.address, session.player.id, by)
        return self._cookies.keep_session(reply(body), cookie)

    async def replace_session(self, old: Session | None, new: Session) -> None:
        """End the session `old` that a browser had before it signed in, since its token is no
        longer used. Does nothing for None, and for a bot's token, which does not belong to a
        browser. If the player is the same, the connections of the old session stay open under the
        new one. A StoreError is only logged."""
        if old is None or old.player.kind == "bot":
            return
        if old.player.id == new.player.id:
            self._everywhere.renew(old.player.id, old.device, new.device)
        try:
            await self._everywhere.end_session(old.player.id, old.device)
        except StoreError as error:
            # The new token must reach the player in any case: a recovery code may be spent for it.
            log.error("old_session_stays", problem=error.problem)
