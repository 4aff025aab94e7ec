"""HTTP handlers by which signed-in players prove their identity again. Sensitive changes of an
account are refused without a recent proof."""

from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts, recovered_of
from gongzhu.server.accounts.bodies import Me, Recover, Recovered
from gongzhu.server.accounts.passkeys import CopiedPasskey, Passkeys
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_in_bodies import (
    LARGEST_PASSKEY,
    PasskeyRequest,
    SignInByPasskey,
)
from gongzhu.server.accounts.sign_ins import SignIns
from gongzhu.server.edge.operation import Operations
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.monitoring.security_log import SecurityLog

OPERATIONS = Operations()


@OPERATIONS.post("/api/me/proof/passkey/options", caller="person", limit="sign_ins_per_hour")
async def ask_to_prove(session: Session, passkeys: Passkeys) -> PasskeyRequest:
    """Respond with the options for a proof of identity with a passkey."""
    return await passkeys.ask_for_proof(session)


@OPERATIONS.post(
    "/api/me/proof/passkey", Me, caller="person", most=LARGEST_PASSKEY, limit="sign_ins_per_hour"
)
async def prove_by_passkey(
    visit: Visit,
    session: Session,
    body: SignInByPasskey,
    passkeys: Passkeys,
    accounts: Accounts,
    sign_ins: SignIns,
    security: SecurityLog,
) -> Response:
    """Verify a proof of identity with a passkey. Refuses with 403 if it is wrong, late, or of
    another player."""
    try:
        now = await passkeys.prove(session, body.credential)
    except CopiedPasskey as refusal:
        security.note("passkey_copied", visit.address, refusal.player)
        raise
    return sign_ins.proved(visit, session, now, accounts.me(now[0]), "passkey")


@OPERATIONS.post("/api/me/proof/code", Recovered, caller="person", limit="recoveries_per_hour")
async def prove_by_code(
    visit: Visit, session: Session, body: Recover, codes: RecoveryCodes, sign_ins: SignIns
) -> Response:
    """Verify a proof of identity with a recovery code, and replace the code. Refuses with 403 if it
    is not the player's code."""
    proved = await codes.prove(session, body.code)
    now = proved.session, proved.cookie
    return sign_ins.proved(visit, session, now, recovered_of(proved), "recovery")
