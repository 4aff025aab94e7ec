"""Handlers by which a signed-in player proves their identity again, as sensitive changes of an
account require."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.accounts.bodies import Me, Recover, Recovered
from gongzhu.server.accounts.cookies import keep_session
from gongzhu.server.accounts.handlers import me_of, recovered_of
from gongzhu.server.accounts.passkeys import CopiedPasskey
from gongzhu.server.accounts.sign_in_bodies import (
    LARGEST_PASSKEY,
    PasskeyRequest,
    SignInByPasskey,
)
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import json_of, read_body, read_json, reply

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext


async def ask_to_prove(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/proof/passkey/options: begin a proof of identity with a passkey."""
    session = await context.person(request)
    await context.spend_shared(context.sign_ins, request)
    return reply(await context.passkeys.ask_for_proof(session))


async def prove_by_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/proof/passkey: check a proof of identity with a passkey."""
    before = await context.person(request)
    await context.spend_shared(context.sign_ins, request)
    shown = json_of(await read_body(request, LARGEST_PASSKEY), SignInByPasskey).credential
    try:
        session, cookie = await context.passkeys.prove(before, shown)
    except CopiedPasskey as refusal:
        context.note("passkey_copied", request, refusal.player)
        raise
    context.everywhere.renew(session.player.id, before.device, session.device)
    context.note("proved", request, session.player.id, "passkey")
    return keep_session(context, reply(me_of(context, session)), cookie)


async def prove_by_code(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/proof/code: check a proof of identity with a recovery code."""
    before = await context.person(request)
    await context.spend_shared(context.recoveries, request)
    code = (await read_json(request, Recover)).code
    player = before.player
    proved = await context.codes.prove(before, code)
    context.everywhere.renew(player.id, before.device, proved.session.device)
    context.note("proved", request, player.id, "recovery")
    return keep_session(context, reply(recovered_of(proved)), proved.cookie)


OPERATIONS = (
    Operation("POST", "/api/me/proof/passkey/options", ask_to_prove, None, PasskeyRequest),
    Operation("POST", "/api/me/proof/passkey", prove_by_passkey, SignInByPasskey, Me),
    Operation("POST", "/api/me/proof/code", prove_by_code, Recover, Recovered),
)
