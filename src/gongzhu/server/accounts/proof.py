"""Handlers by which a signed-in player proves their identity again, as sensitive changes of an
account require."""

from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts, recovered_of
from gongzhu.server.accounts.bodies import Me, Recover, Recovered
from gongzhu.server.accounts.cookies import Cookies
from gongzhu.server.accounts.passkeys import CopiedPasskey, Passkeys
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_in_bodies import (
    LARGEST_PASSKEY,
    PasskeyRequest,
    SignInByPasskey,
)
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import reply
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.monitoring.security_log import SecurityLog
from gongzhu.server.tables.everywhere import Everywhere

OPERATIONS = Operations()


@OPERATIONS.post("/api/me/proof/passkey/options", caller="person", limit="sign_ins_per_hour")
async def ask_to_prove(session: Session, passkeys: Passkeys) -> PasskeyRequest:
    """Begin a proof of identity with a passkey."""
    return await passkeys.ask_for_proof(session)


@OPERATIONS.post(
    "/api/me/proof/passkey", Me, caller="person", most=LARGEST_PASSKEY, limit="sign_ins_per_hour"
)
async def prove_by_passkey(
    visit: Visit,
    session: Session,
    body: SignInByPasskey,
    passkeys: Passkeys,
    everywhere: Everywhere,
    accounts: Accounts,
    cookies: Cookies,
    security: SecurityLog,
) -> Response:
    """Check a proof of identity with a passkey."""
    try:
        now, cookie = await passkeys.prove(session, body.credential)
    except CopiedPasskey as refusal:
        security.note("passkey_copied", visit.address, refusal.player)
        raise
    everywhere.renew(now.player.id, session.device, now.device)
    security.note("proved", visit.address, now.player.id, "passkey")
    return cookies.keep_session(reply(accounts.me(now)), cookie)


@OPERATIONS.post("/api/me/proof/code", Recovered, caller="person", limit="recoveries_per_hour")
async def prove_by_code(
    visit: Visit,
    session: Session,
    body: Recover,
    codes: RecoveryCodes,
    everywhere: Everywhere,
    cookies: Cookies,
    security: SecurityLog,
) -> Response:
    """Check a proof of identity with a recovery code."""
    player = session.player
    proved = await codes.prove(session, body.code)
    everywhere.renew(player.id, session.device, proved.session.device)
    security.note("proved", visit.address, player.id, "recovery")
    return cookies.keep_session(reply(recovered_of(proved)), proved.cookie)
