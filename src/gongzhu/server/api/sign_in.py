"""Passkeys of a player, and signing in with one."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.accounts import end_session
from gongzhu.server.api.me import account_of, device_of, me_of
from gongzhu.server.bodies import AddPasskey, RemovePasskey, RenamePasskey, SignInByPasskey
from gongzhu.server.context import ServerContext
from gongzhu.server.cookies import begin_sign_in, end_sign_in, keep_session, sign_in_token
from gongzhu.server.passkeys import CopiedPasskey
from gongzhu.server.problems import json_of, read_body, read_json, reply

LARGEST = 16 * 1024
"""Bytes of what an authenticator tells, in JSON."""


async def ways(context: ServerContext, request: Request) -> Response:
    """GET /api/sign-in."""
    return reply(context.ways_in)


async def begin_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/passkeys/options."""
    session = await context.session(request)
    context.spend(context.changes, request)
    return reply(await context.passkeys.begin(session))


async def add_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/passkeys."""
    session = await context.session(request)
    context.spend(context.changes, request)
    asked = json_of(await read_body(request, LARGEST), AddPasskey)
    await context.passkeys.add(session, asked)
    context.note("passkey_added", request, session.player.id)
    return reply(await account_of(context, session))


async def rename_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/passkeys/rename."""
    asked = await read_json(request, RenamePasskey)
    session = await context.session(request)
    context.spend(context.changes, request)
    await context.passkeys.rename(session.player, asked.passkey, asked.name)
    return reply(await account_of(context, session))


async def remove_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/me/passkeys/remove."""
    asked = await read_json(request, RemovePasskey)
    session = await context.session(request)
    await context.passkeys.remove(session.player, asked.passkey)
    context.note("passkey_removed", request, session.player.id)
    return reply(await account_of(context, session))


async def ask_for_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/sign-in/passkey/options."""
    context.spend(context.sign_ins, request)
    asked, token = context.passkeys.ask()
    return begin_sign_in(context, reply(asked), token)


async def by_passkey(context: ServerContext, request: Request) -> Response:
    """POST /api/sign-in/passkey."""
    context.spend(context.sign_ins, request)
    shown = json_of(await read_body(request, LARGEST), SignInByPasskey).credential
    before = await context.identity.who(request)
    try:
        session, cookie = await context.passkeys.sign_in(
            sign_in_token(context, request),
            shown,
            device_of(request),
            lambda player: context.refuse_banned(request, player.id),
        )
    except CopiedPasskey as refusal:
        context.note("passkey_copied", request, refusal.player)
        raise
    if before is not None:
        # Nobody has its token any more.
        await end_session(context, before.player.id, before.device)
    context.note("passkey_used", request, session.player.id)
    answer = end_sign_in(context, reply(me_of(session)))
    return keep_session(context, answer, cookie)
