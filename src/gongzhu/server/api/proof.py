"""Handlers by which a signed-in player proves their identity again, as sensitive changes of an
account require.

A proof is valid for ten minutes, only in the session in which it was given, which goes on under a
new token. Proof by an account at a provider is in the module `sign_in`.
"""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.api.me import me_of, recovered_of
from gongzhu.server.api.sign_in import LARGEST
from gongzhu.server.bodies import Recover, SignInByPasskey
from gongzhu.server.context import ServerContext
from gongzhu.server.cookies import keep_session
from gongzhu.server.passkeys import CopiedPasskey
from gongzhu.server.problems import json_of, read_body, read_json, reply


async def ask_for_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/proof/passkey/options: begin a proof of identity with a passkey."""
    session = await context.person(request)
    await context.spend_shared(context.sign_ins, request)
    return reply(await context.passkeys.ask_for_proof(session))


async def by_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/proof/passkey: check a proof of identity with a passkey."""
    before = await context.person(request)
    await context.spend_shared(context.sign_ins, request)
    shown = json_of(await read_body(request, LARGEST), SignInByPasskey).credential
    try:
        session, cookie = await context.passkeys.prove(before, shown)
    except CopiedPasskey as refusal:
        context.note("passkey_copied", request, refusal.player)
        raise
    context.everywhere.renew(session.player.id, before.device, session.device)
    context.note("proved", request, session.player.id, "passkey")
    return keep_session(context, reply(me_of(context, session)), cookie)


async def by_code(context: ServerContext, request: Request) -> Response:
    """POST /api/me/proof/code: check a proof of identity with a recovery code."""
    before = await context.person(request)
    await context.spend_shared(context.recoveries, request)
    code = (await read_json(request, Recover)).code
    player = before.player
    proved = await context.codes.prove(before, code)
    context.everywhere.renew(player.id, before.device, proved.session.device)
    context.note("proved", request, player.id, "recovery")
    return keep_session(context, reply(recovered_of(proved)), proved.cookie)
