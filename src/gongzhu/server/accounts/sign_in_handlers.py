"""Handlers for signing in with a passkey or an account at a provider, and for managing a player's
passkeys and linked account."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.accounts.bodies import Account, Me
from gongzhu.server.accounts.cookies import begin_sign_in, end_sign_in, keep_session, sign_in_token
from gongzhu.server.accounts.handlers import account_of, device_of, me_of
from gongzhu.server.accounts.leaving import replace_session
from gongzhu.server.accounts.passkeys import CopiedPasskey
from gongzhu.server.accounts.sign_in_bodies import (
    LARGEST_PASSKEY,
    AddPasskey,
    BeginProvider,
    FinishProvider,
    NewByProvider,
    PasskeyCreation,
    PasskeyRequest,
    ProviderDone,
    ProviderPage,
    RemovePasskey,
    RenamePasskey,
    SignInByPasskey,
    SignInWays,
)
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import ApiError, json_of, read_body, read_json, reply
from gongzhu.server.identity.sessions import Session
from gongzhu.table import clean_name

if TYPE_CHECKING:
    from gongzhu.server.accounts.provider import Identified
    from gongzhu.server.context import ServerContext


async def sign_in_ways(context: "ServerContext", request: Request) -> Response:
    """GET /api/sign-in: answer the ways to sign in that this server offers."""
    return reply(context.ways_in)


async def begin_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/passkeys/options: begin to make a passkey."""
    session = await context.person(request)
    await context.spend_shared(context.changes, request)
    await context.ask_for_proof(session)
    return reply(await context.passkeys.begin(session))


async def add_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/passkeys: check and store a new passkey."""
    session = await context.person(request)
    await context.spend_shared(context.changes, request)
    asked = json_of(await read_body(request, LARGEST_PASSKEY), AddPasskey)
    await context.passkeys.add(session, asked)
    context.note("passkey_added", request, session.player.id)
    return reply(await account_of(context, session))


async def rename_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/passkeys/rename: rename one of the player's passkeys."""
    asked = await read_json(request, RenamePasskey)
    session = await context.person(request)
    await context.spend_shared(context.changes, request)
    await context.passkeys.rename(session.player, asked.passkey, asked.name)
    return reply(await account_of(context, session))


async def remove_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/passkeys/remove: remove one of the player's passkeys."""
    asked = await read_json(request, RemovePasskey)
    session = await context.person(request)
    await context.ask_for_proof(session)
    await context.passkeys.remove(session.player, asked.passkey)
    context.note("passkey_removed", request, session.player.id)
    return reply(await account_of(context, session))


async def ask_for_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/sign-in/passkey/options: begin to sign in with a passkey."""
    await context.spend_shared(context.sign_ins, request)
    asked, token = context.passkeys.ask()
    return begin_sign_in(context, reply(asked), "sign-in", token)


async def sign_in_by_passkey(context: "ServerContext", request: Request) -> Response:
    """POST /api/sign-in/passkey: sign in with a passkey."""
    await context.spend_shared(context.sign_ins, request)
    shown = json_of(await read_body(request, LARGEST_PASSKEY), SignInByPasskey).credential
    before = await context.who(request)
    try:
        session, cookie = await context.passkeys.sign_in(
            sign_in_token(context, request, "sign-in"),
            shown,
            device_of(request),
            lambda player: context.refuse_banned(request, player.id),
        )
    except CopiedPasskey as refusal:
        context.note("passkey_copied", request, refusal.player)
        raise
    await replace_session(context, before, session)
    context.note("passkey_used", request, session.player.id)
    answer = end_sign_in(context, reply(me_of(context, session)), "sign-in")
    return keep_session(context, answer, cookie)


async def begin_provider(context: "ServerContext", request: Request) -> Response:
    """POST /api/sign-in/provider: begin to sign in at the provider, for one of three purposes."""
    purpose = (await read_json(request, BeginProvider)).purpose
    await context.spend_shared(context.sign_ins, request)
    session = await context.who(request)
    if purpose != "sign_in":
        session = await context.person(request)
    if purpose == "link" and session is not None:
        await context.ask_for_proof(session)
    url, token = await context.provider.begin(purpose, session)
    return begin_sign_in(context, reply(ProviderPage(url)), "provider", token)


async def finish_provider(context: "ServerContext", request: Request) -> Response:
    """POST /api/sign-in/provider/finish: finish what was begun at the provider: sign in, link the
    account, or prove the player's identity."""
    told = await read_json(request, FinishProvider)
    await context.spend_shared(context.sign_ins, request)
    token = sign_in_token(context, request, "provider")
    begun, who = await context.provider.finish(token, told)
    before = await context.who(request)
    if begun.purpose != "sign_in":
        # Only the session that began it may finish it.
        if before is None or before.device != begun.device:
            raise ApiError(403, "late_provider")
        if begun.purpose == "prove":
            return await _proved(context, request, before, who)
        await context.provider.link(before, who)
        context.note("provider_linked", request, before.player.id)
        return end_sign_in(context, reply(ProviderDone("linked")), "provider")
    found = await context.provider.sign_in(
        token or "",
        who,
        device_of(request),
        lambda player: context.refuse_banned(request, player.id),
    )
    if found is None:
        return reply(ProviderDone("unknown", who.name))
    session, cookie = found
    await replace_session(context, before, session)
    context.note("provider_used", request, session.player.id)
    done = ProviderDone("signed_in", session=session.row.id)
    answer = end_sign_in(context, reply(done), "provider")
    return keep_session(context, answer, cookie)


async def _proved(
    context: "ServerContext", request: Request, before: Session, who: "Identified"
) -> Response:
    session, cookie = await context.provider.prove(before, who)
    context.everywhere.renew(session.player.id, before.device, session.device)
    context.note("proved", request, session.player.id, "provider")
    done = ProviderDone("proved", session=session.row.id)
    answer = end_sign_in(context, reply(done), "provider")
    return keep_session(context, answer, cookie)


async def new_by_provider(context: "ServerContext", request: Request) -> Response:
    """POST /api/sign-in/provider/new: create a player linked to the provider's account."""
    name = clean_name((await read_json(request, NewByProvider)).name)
    context.refuse_banned(request)
    await context.spend_shared(context.new_players, request)
    before = await context.who(request)
    session, cookie = await context.provider.new(
        sign_in_token(context, request, "provider"), name, device_of(request)
    )
    await replace_session(context, before, session)
    context.note("signed_up", request, session.player.id)
    context.note("provider_linked", request, session.player.id)
    answer = end_sign_in(context, reply(me_of(context, session)), "provider")
    return keep_session(context, answer, cookie)


async def unlink(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/unlink: remove the link between the player and the provider's account."""
    session = await context.person(request)
    await context.spend_shared(context.changes, request)
    await context.ask_for_proof(session)
    await context.provider.unlink(session.player)
    context.note("provider_unlinked", request, session.player.id)
    return reply(await account_of(context, session))


OPERATIONS = (
    Operation("POST", "/api/me/passkeys/options", begin_passkey, None, PasskeyCreation),
    Operation("POST", "/api/me/passkeys", add_passkey, AddPasskey, Account),
    Operation("POST", "/api/me/passkeys/rename", rename_passkey, RenamePasskey, Account),
    Operation("POST", "/api/me/passkeys/remove", remove_passkey, RemovePasskey, Account),
    Operation("GET", "/api/sign-in", sign_in_ways, None, SignInWays),
    Operation("POST", "/api/sign-in/passkey/options", ask_for_passkey, None, PasskeyRequest),
    Operation("POST", "/api/sign-in/passkey", sign_in_by_passkey, SignInByPasskey, Me),
    Operation("POST", "/api/sign-in/provider", begin_provider, BeginProvider, ProviderPage),
    Operation(
        "POST", "/api/sign-in/provider/finish", finish_provider, FinishProvider, ProviderDone
    ),
    Operation("POST", "/api/sign-in/provider/new", new_by_provider, NewByProvider, Me),
    Operation("POST", "/api/me/unlink", unlink, None, Account),
)
