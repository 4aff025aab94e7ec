"""Handlers for guests, their sessions and recovery codes, and bot accounts."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from gongzhu.server.accounts import recovery
from gongzhu.server.accounts.bodies import (
    Account,
    Bot,
    BotToken,
    DeleteAccount,
    Device,
    Introduce,
    Me,
    Recover,
    Recovered,
    RecoveryCode,
    RecoveryState,
    RevokeBot,
    SignOut,
)
from gongzhu.server.accounts.cookies import drop_session, keep_session
from gongzhu.server.accounts.leaving import (
    delete_account,
    end_session,
    end_sessions,
    replace_session,
)
from gongzhu.server.accounts.passkeys import name_of
from gongzhu.server.accounts.sign_in_bodies import Linked, Passkey
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import ApiError, read_json, reply
from gongzhu.server.identity.sessions import Session, expires
from gongzhu.table import clean_name

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext

_BROWSERS = (
    # The first match counts: most browsers call themselves Chrome and Safari as well.
    ("MicroMessenger/", "WeChat"),
    ("QQBrowser/", "QQ Browser"),
    ("UCBrowser/", "UC Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """The name of a browser and its system, such as `Firefox, Android`, from a `User-Agent` header.

    It is empty if neither is recognized. Nothing else of the header is kept.
    """
    found = [
        next((name for sign, name in names if sign in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name)


async def show_me(context: "ServerContext", request: Request) -> Response:
    """GET /api/me: answer the player of the session; if the session's life was extended, so is the
    cookie's."""
    session = await context.who(request)
    answer = reply(me_of(context, session))
    if session is not None and await context.identity.seen(session):
        cookie = context.identity.shown(request)
        if cookie is not None and session.player.kind == "guest":
            # The browser should keep the cookie for as long as the session lasts now.
            keep_session(context, answer, cookie)
    return answer


async def introduce(context: "ServerContext", request: Request) -> Response:
    """POST /api/me: create a guest with this name, or rename the player of the session."""
    name = clean_name((await read_json(request, Introduce)).name)
    session = await context.who(request)
    context.refuse_banned(request, None if session is None else session.player.id)
    # If a page does not name its session, the cookie may have been planted by another site.
    if session is not None and context.identity.claim(request) is not None:
        await context.spend_shared(context.changes, request)
        player = await context.identity.rename(session.player, name)
        return reply(me_of(context, Session(player, session.row)))
    await context.spend_shared(context.new_players, request)
    session, cookie = await context.identity.create(name, "guest", device_of(request))
    context.note("signed_up", request, session.player.id)
    return keep_session(context, reply(me_of(context, session)), cookie)


async def show_account(context: "ServerContext", request: Request) -> Response:
    """GET /api/me/account: answer all data about the player except the games."""
    return reply(await account_of(context, await context.session(request)))


async def make_recovery_code(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/recovery: make a new recovery code for the player."""
    session = await context.person(request)
    await context.spend_shared(context.changes, request)
    await context.ask_for_proof(session)
    code = await context.codes.make(session)
    context.note("recovery_made", request, session.player.id)
    return reply(RecoveryCode(code))


async def recover(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/recover: sign in with a recovery code."""
    await context.spend_shared(context.recoveries, request)
    code = (await read_json(request, Recover)).code
    before = await context.who(request)
    recovered = await context.codes.recover(
        code, device_of(request), lambda player: context.refuse_banned(request, player.id)
    )
    await replace_session(context, before, recovered.session)
    context.note("recovery_used", request, recovered.session.player.id)
    return keep_session(context, reply(recovered_of(recovered)), recovered.cookie)


async def sign_out(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/sign-out: end the session of the request."""
    session = await context.session(request)
    await end_session(context, session.player.id, session.device)
    context.note("signed_out", request, session.player.id, "this_device")
    return drop_session(context, reply(me_of(context, None)))


async def sign_out_others(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/sign-out-others: end all other sessions of the player."""
    before = await context.person(request)
    await context.ask_for_proof(before)
    session, cookie = await context.identity.sign_out_others(before)
    context.note("signed_out", request, session.player.id, "other_devices")
    context.everywhere.renew(session.player.id, before.device, session.device)
    context.everywhere.sign_out(session.player.id, but=session.device)
    return keep_session(context, reply(me_of(context, session)), cookie)


async def sign_out_device(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/devices/sign-out: end one session of the player, given by its name."""
    asked = (await read_json(request, SignOut)).device
    session = await context.session(request)
    await context.ask_for_proof(session)
    for device in await context.store.devices(session.player.id):
        if device.id == asked:
            await end_session(context, session.player.id, device.token_hash)
            context.note("signed_out", request, session.player.id, "one_device")
            return reply(await account_of(context, session))
    raise ApiError(404, "no_device")


async def make_bot(context: "ServerContext", request: Request) -> Response:
    """POST /api/bots: create an account for a program, and answer its token."""
    name = clean_name((await read_json(request, Introduce)).name)
    await context.spend_shared(context.new_players, request)
    session = await context.who(request)
    context.refuse_banned(request, None if session is None else session.player.id)
    if session is not None:
        session = await context.person(request)
        await context.ask_for_proof(session)
    owner = None if session is None else session.player.id
    made, token = await context.identity.create(name, "bot", owner=owner)
    context.note("bot_made", request, made.player.id)
    return reply(BotToken(name, token), 201)


async def revoke_bot(context: "ServerContext", request: Request) -> Response:
    """POST /api/bots/revoke: make the token of one of the player's bots invalid."""
    asked = (await read_json(request, RevokeBot)).bot
    session = await context.session(request)
    if asked not in [bot.id for bot in await context.store.bots_of(session.player.id)]:
        raise ApiError(404, "no_bot")
    await context.ask_for_proof(session)
    await end_sessions(context, asked)
    context.note("signed_out", request, asked, "bot")
    return reply(await account_of(context, session))


async def delete_own_account(context: "ServerContext", request: Request) -> Response:
    """POST /api/me/delete: delete the player's account."""
    asked = await read_json(request, DeleteAccount)
    session = await context.session(request)
    if asked.name != session.player.name:
        raise ApiError(422, "other_name")
    await context.ask_for_proof(session)
    await delete_account(context, session.player)
    context.note("account_deleted", request, session.player.id)
    return drop_session(context, reply(me_of(context, None)))


def device_of(request: Request) -> str:
    """The name of the device that sent a request, from its `User-Agent` header; it may be empty."""
    return device_name(request.headers.get("user-agent", ""))


def me_of(context: "ServerContext", session: Session | None) -> Me:
    """The body that describes the player of a session, or the lack of a session, to the client."""
    if session is None:
        return Me(None, certain=context.config.secure)
    player, certain = session.player, context.config.secure
    return Me(player.name, context.codes.has(player), session.row.id, certain)


def recovered_of(recovered: recovery.Recovered) -> Recovered:
    """The body that answers the use of a recovery code."""
    player, row = recovered.session.player, recovered.session.row
    return Recovered(player.name, recovered.code, row.id, player.recovery_hash is not None)


async def account_of(context: "ServerContext", session: Session) -> Account:
    """All data that is kept about a player, except the games. Raises StoreError."""
    store, now = context.store, context.clock()
    player = await store.player(session.player.id) or session.player
    way_back = await context.way_back(player.id)
    devices = [one for one in await store.devices(player.id) if expires(one, way_back) > now]
    link = await store.link_of(player.id)
    bots = [bot for bot in await store.bots_of(player.id) if await store.devices(bot.id)]
    return Account(
        name=player.name,
        made=player.created_ms,
        recovery=RecoveryState(
            context.codes.has(player),
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
                expires(one, way_back),
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
        sign_in=context.ways_in,
        bots=tuple(Bot(bot.id, bot.name, bot.created_ms, bot.seen_ms) for bot in bots),
    )


OPERATIONS = (
    Operation("GET", "/api/me", show_me, None, Me),
    Operation("POST", "/api/me", introduce, Introduce, Me),
    Operation("POST", "/api/me/recovery", make_recovery_code, None, RecoveryCode),
    Operation("POST", "/api/me/recover", recover, Recover, Recovered),
    Operation("GET", "/api/me/account", show_account, None, Account),
    Operation("POST", "/api/me/sign-out", sign_out, None, Me),
    Operation("POST", "/api/me/devices/sign-out", sign_out_device, SignOut, Account),
    Operation("POST", "/api/me/sign-out-others", sign_out_others, None, Me),
    Operation("POST", "/api/me/delete", delete_own_account, DeleteAccount, Me),
    Operation("POST", "/api/bots", make_bot, Introduce, BotToken, 201),
    Operation("POST", "/api/bots/revoke", revoke_bot, RevokeBot, Account),
)
