"""HTTP handlers for guests, their sessions and recovery codes, and bot accounts."""

from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts, recovered_of
from gongzhu.server.accounts.bodies import (
    Account,
    BotToken,
    DeleteAccount,
    Introduce,
    Me,
    Recover,
    Recovered,
    RecoveryCode,
    RevokeBot,
    SignOut,
)
from gongzhu.server.accounts.cookies import Cookies
from gongzhu.server.accounts.leaving import Leaving
from gongzhu.server.accounts.recovery import RecoveryCodes
from gongzhu.server.accounts.sign_ins import SignIns
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import ApiError, reply
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Identity, Session
from gongzhu.server.identity.visit import Visit, of_person, player_id
from gongzhu.server.monitoring.security_log import SecurityLog
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.store import Store
from gongzhu.table import clean_name

OPERATIONS = Operations()


@OPERATIONS.get("/api/me", Me)
async def show_me(
    visit: Visit, session: Session | None, accounts: Accounts, identity: Identity, cookies: Cookies
) -> Response:
    """Respond with the player of the session, or without a session with a `Me` whose name is None
    (not 401). Once a day, a request extends the session and its cookie."""
    answer = reply(accounts.me(session))
    if session is not None and await identity.seen(session):
        cookie = identity.shown(visit.request)
        if cookie is not None and session.player.kind == "guest":
            # The browser should keep the cookie for as long as the session lasts now.
            cookies.keep_session(answer, cookie)
    return answer


@OPERATIONS.post("/api/me", Me, bans=True)
async def introduce(
    visit: Visit,
    session: Session | None,
    body: Introduce,
    identity: Identity,
    limits: RateLimits,
    accounts: Accounts,
    cookies: Cookies,
    security: SecurityLog,
) -> Response:
    """Create a guest with this name and a session, whose cookie is set. If the request has a
    session and gives its id in the header `X-Gongzhu-Session`, rename the player of that session
    instead."""
    name = clean_name(body.name)
    # If a page does not name its session, the cookie may have been planted by another site.
    if session is not None and identity.claim(visit.request) is not None:
        await limits.spend("changes_per_hour", visit.address)
        player = await identity.rename(session.player, name)
        return reply(accounts.me(Session(player, session.row)))
    await limits.spend("players_per_hour", visit.address)
    session, cookie = await identity.create(name, "guest", visit.device)
    security.note("signed_up", visit.address, session.player.id)
    return cookies.keep_session(reply(accounts.me(session)), cookie)


@OPERATIONS.get("/api/me/account", caller="player")
async def show_account(session: Session, accounts: Accounts) -> Account:
    """Respond with all data that is stored about the player, except the games."""
    return await accounts.account(session)


@OPERATIONS.post(
    "/api/me/recovery", caller="person", limit="changes_per_hour", proof=True, event="recovery_made"
)
async def make_recovery_code(session: Session, codes: RecoveryCodes) -> RecoveryCode:
    """Make a new recovery code for the player; the previous one becomes invalid."""
    return RecoveryCode(await codes.make(session))


@OPERATIONS.post("/api/me/recover", Recovered, limit="recoveries_per_hour")
async def recover(
    visit: Visit, session: Session | None, body: Recover, codes: RecoveryCodes, sign_ins: SignIns
) -> Response:
    """Sign in with a recovery code. Needs no session; one that the browser has ends. Refuses with
    403 if the code is not valid or its player is banned."""
    recovered = await codes.recover(body.code, visit.device, sign_ins.check(visit))
    now = recovered.session, recovered.cookie
    return await sign_ins.signed_in(visit, session, now, recovered_of(recovered), "recovery_used")


@OPERATIONS.post("/api/me/sign-out", Me, caller="player")
async def sign_out(
    visit: Visit,
    session: Session,
    everywhere: Everywhere,
    accounts: Accounts,
    cookies: Cookies,
    security: SecurityLog,
) -> Response:
    """End the session of the request, and delete its cookie."""
    await everywhere.end_session(session.player.id, session.device)
    security.note("signed_out", visit.address, session.player.id, "this_device")
    return cookies.drop_session(reply(accounts.me(None)))


@OPERATIONS.post("/api/me/sign-out-others", Me, caller="person", proof=True)
async def sign_out_others(
    visit: Visit,
    session: Session,
    identity: Identity,
    everywhere: Everywhere,
    accounts: Accounts,
    cookies: Cookies,
    security: SecurityLog,
) -> Response:
    """End all other sessions of the player, and make the recovery code invalid. The session of the
    request gets a new token in its cookie."""
    now, cookie = await identity.sign_out_others(session)
    player = now.player.id
    security.note("signed_out", visit.address, player, "other_devices")
    everywhere.renew(player, session.device, now.device)
    everywhere.sign_out(player, but=now.device)
    return cookies.keep_session(reply(accounts.me(now)), cookie)


@OPERATIONS.post("/api/me/devices/sign-out", caller="player", proof=True)
async def sign_out_device(
    visit: Visit,
    session: Session,
    body: SignOut,
    store: Store,
    everywhere: Everywhere,
    accounts: Accounts,
    security: SecurityLog,
) -> Account:
    """End one session of the player. Refuses with 404 if the player has no session with this id."""
    player = session.player.id
    for device in await store.devices(player):
        if device.id == body.device:
            await everywhere.end_session(player, device.token_hash)
            security.note("signed_out", visit.address, player, "one_device")
            return await accounts.account(session)
    raise ApiError(404, "no_device")


@OPERATIONS.post("/api/bots", status=201, bans=True)
async def make_bot(
    visit: Visit,
    session: Session | None,
    body: Introduce,
    identity: Identity,
    limits: RateLimits,
    accounts: Accounts,
    security: SecurityLog,
) -> BotToken:
    """Create an account for a program, and respond with its token. Needs no session. With one, the
    account belongs to the player, who must be a person and may have to prove their identity
    (403)."""
    name = clean_name(body.name)
    await limits.spend("players_per_hour", visit.address)
    if session is not None:
        await accounts.ask_for_proof(of_person(session))
    made, token = await identity.create(name, "bot", owner=player_id(session))
    security.note("bot_made", visit.address, made.player.id)
    return BotToken(name, token)


@OPERATIONS.post("/api/bots/revoke", caller="player")
async def revoke_bot(
    visit: Visit,
    session: Session,
    body: RevokeBot,
    store: Store,
    leaving: Leaving,
    accounts: Accounts,
    security: SecurityLog,
) -> Account:
    """Make the token of one of the player's bot accounts invalid. Refuses with 404 if the player
    has no such account."""
    if body.bot not in [bot.id for bot in await store.bots_of(session.player.id)]:
        raise ApiError(404, "no_bot")
    await accounts.ask_for_proof(session)
    await leaving.end_sessions(body.bot)
    security.note("signed_out", visit.address, body.bot, "bot")
    return await accounts.account(session)


@OPERATIONS.post("/api/me/delete", Me, caller="player", event="account_deleted")
async def delete_account(
    session: Session, body: DeleteAccount, leaving: Leaving, accounts: Accounts, cookies: Cookies
) -> Response:
    """Delete the player's account. Refuses with 422 if `name` is not the player's name."""
    if body.name != session.player.name:
        raise ApiError(422, "other_name")
    await accounts.ask_for_proof(session)
    await leaving.delete_account(session.player)
    return cookies.drop_session(reply(accounts.me(None)))
