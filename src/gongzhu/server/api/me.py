"""Guests, their recovery codes, and the accounts of bots."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import BotToken, Introduce, Me, Recover, RecoveryCode
from gongzhu.server.context import ServerContext
from gongzhu.server.identity import COOKIE_SECONDS, Session
from gongzhu.server.problems import read_json, reply
from gongzhu.table import clean_name


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/me."""
    return reply(_me(await context.identity.who(request)))


async def introduce(context: ServerContext, request: Request) -> Response:
    """POST /api/me."""
    name = clean_name((await read_json(request, Introduce)).name)
    session = await context.identity.who(request)
    if session is not None:
        player = await context.identity.rename(session.player, name)
        return reply(_me(Session(player, session.device)))
    context.spend(context.new_players, request)
    return _signed_in(context, *await context.identity.create(name, "guest"))


async def make_code(context: ServerContext, request: Request) -> Response:
    """POST /api/me/recovery."""
    session = await context.session(request)
    return reply(RecoveryCode(await context.identity.new_code(session.player)))


async def recover(context: ServerContext, request: Request) -> Response:
    """POST /api/me/recover."""
    context.spend(context.new_players, request)
    code = (await read_json(request, Recover)).code
    return _signed_in(context, *await context.identity.recover(code))


async def sign_out_others(context: ServerContext, request: Request) -> Response:
    """POST /api/me/sign-out-others."""
    before = await context.session(request)
    session, cookie = await context.identity.sign_out_others(before.player)
    context.registry.sign_out(session.player.id, before.device)
    return _signed_in(context, session, cookie)


async def make_bot(context: ServerContext, request: Request) -> Response:
    """POST /api/bots."""
    name = clean_name((await read_json(request, Introduce)).name)
    context.spend(context.new_players, request)
    _, token = await context.identity.create(name, "bot")
    return reply(BotToken(name, token), 201)


def _signed_in(context: ServerContext, session: Session, cookie: str) -> Response:
    answer = reply(_me(session))
    answer.set_cookie(
        context.identity.cookie,
        cookie,
        max_age=COOKIE_SECONDS,
        secure=context.config.secure,
        httponly=True,
        samesite="lax",
    )
    return answer


def _me(session: Session | None) -> Me:
    if session is None:
        return Me(None)
    return Me(session.player.name, session.player.recovery_hash is not None)
