"""Who you are: guests, their recovery codes, accounts of bots."""

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.bodies import BotToken, Introduce, Me, Recover, RecoveryCode
from gongzhu.server.context import ServerContext
from gongzhu.server.identity import COOKIE, COOKIE_SECONDS, Session
from gongzhu.server.problems import read_json, reply
from gongzhu.table import clean_name


class MeApi:
    """`/api/me…` and `/api/bots`."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context

    async def show(self, request: Request) -> Response:
        """GET /api/me."""
        return reply(_me(await self._context.identity.who(request)))

    async def introduce(self, request: Request) -> Response:
        """POST /api/me."""
        context = self._context
        name = clean_name((await read_json(request, Introduce)).name)
        session = await context.identity.who(request)
        if session is not None:
            player = await context.identity.rename(session.player, name)
            return reply(_me(Session(player, session.device)))
        context.spend(context.new_players, request)
        return self._signed_in(*await context.identity.create(name, "guest"))

    async def make_code(self, request: Request) -> Response:
        """POST /api/me/recovery."""
        session = await self._context.session(request)
        return reply(RecoveryCode(await self._context.identity.new_code(session.player)))

    async def recover(self, request: Request) -> Response:
        """POST /api/me/recover."""
        context = self._context
        context.spend(context.new_players, request)
        code = (await read_json(request, Recover)).code
        return self._signed_in(*await context.identity.recover(code))

    async def sign_out_others(self, request: Request) -> Response:
        """POST /api/me/sign-out-others."""
        context = self._context
        before = await context.session(request)
        session, cookie = await context.identity.sign_out_others(before.player)
        context.registry.sign_out(session.player.id, before.device)
        return self._signed_in(session, cookie)

    async def make_bot(self, request: Request) -> Response:
        """POST /api/bots."""
        context = self._context
        name = clean_name((await read_json(request, Introduce)).name)
        context.spend(context.new_players, request)
        _, token = await context.identity.create(name, "bot")
        return reply(BotToken(name, token), 201)

    def _signed_in(self, session: Session, cookie: str) -> Response:
        answer = reply(_me(session))
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_SECONDS,
            secure=self._context.config.secure,
            httponly=True,
            samesite="lax",
        )
        return answer


def _me(session: Session | None) -> Me:
    if session is None:
        return Me(None)
    return Me(session.player.name, session.player.recovery_hash is not None)
