"""HTTP handlers for signing in with a passkey or with an account at a provider, and for a player's
passkeys and linked account."""

from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts
from gongzhu.server.accounts.bodies import Account, Me
from gongzhu.server.accounts.cookies import Cookies
from gongzhu.server.accounts.passkeys import CopiedPasskey, Passkeys
from gongzhu.server.accounts.provider_sign_in import ProviderSignIn
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
from gongzhu.server.accounts.sign_ins import SignIns
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import ApiError, reply
from gongzhu.server.identity.rate_limits import RateLimits
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, of_person
from gongzhu.server.monitoring.security_log import SecurityLog
from gongzhu.table import clean_name

OPERATIONS = Operations()


@OPERATIONS.get("/api/sign-in")
async def sign_in_ways(accounts: Accounts) -> SignInWays:
    """Respond with the methods of signing in that this server has."""
    return accounts.sign_in_ways


@OPERATIONS.post("/api/me/passkeys/options", caller="person", limit="changes_per_hour", proof=True)
async def begin_passkey(session: Session, passkeys: Passkeys) -> PasskeyCreation:
    """Respond with the options for making a passkey. Refuses with 404 if passkeys cannot be used
    here, and 409 if the player has too many."""
    return await passkeys.begin(session)


@OPERATIONS.post(
    "/api/me/passkeys",
    caller="person",
    most=LARGEST_PASSKEY,
    limit="changes_per_hour",
    event="passkey_added",
)
async def add_passkey(
    session: Session, body: AddPasskey, passkeys: Passkeys, accounts: Accounts
) -> Account:
    """Verify and store a new passkey. Refuses with 403 if it is wrong or late, and 409 if it is
    stored already."""
    await passkeys.add(session, body)
    return await accounts.account(session)


@OPERATIONS.post("/api/me/passkeys/rename", caller="person", limit="changes_per_hour")
async def rename_passkey(
    session: Session, body: RenamePasskey, passkeys: Passkeys, accounts: Accounts
) -> Account:
    """Rename one of the player's passkeys. Refuses with 404 if there is none with this id."""
    await passkeys.rename(session.player, body.passkey, body.name)
    return await accounts.account(session)


@OPERATIONS.post("/api/me/passkeys/remove", caller="person", proof=True, event="passkey_removed")
async def remove_passkey(
    session: Session, body: RemovePasskey, passkeys: Passkeys, accounts: Accounts
) -> Account:
    """Remove one of the player's passkeys. Refuses with 404 if there is none with this id."""
    await passkeys.remove(session.player, body.passkey)
    return await accounts.account(session)


@OPERATIONS.post("/api/sign-in/passkey/options", PasskeyRequest, limit="sign_ins_per_hour")
async def ask_for_passkey(passkeys: Passkeys, cookies: Cookies) -> Response:
    """Respond with the options for signing in with a passkey, and set the sign-in cookie. Refuses
    with 404 if passkeys cannot be used here."""
    asked, token = passkeys.ask()
    return cookies.begin_sign_in(reply(asked), "sign-in", token)


@OPERATIONS.post("/api/sign-in/passkey", Me, most=LARGEST_PASSKEY, limit="sign_ins_per_hour")
async def sign_in_by_passkey(
    visit: Visit,
    session: Session | None,
    body: SignInByPasskey,
    passkeys: Passkeys,
    accounts: Accounts,
    cookies: Cookies,
    sign_ins: SignIns,
    security: SecurityLog,
) -> Response:
    """Sign in with a passkey. Needs no session; one that the browser has ends. Refuses with 403 if
    the passkey is unknown, its signature is wrong, the challenge is too old, or its player is
    banned."""
    token = cookies.sign_in_token(visit.request, "sign-in")
    try:
        now = await passkeys.sign_in(token, body.credential, visit.device, sign_ins.check(visit))
    except CopiedPasskey as refusal:
        security.note("passkey_copied", visit.address, refusal.player)
        raise
    answer = await sign_ins.signed_in(visit, session, now, accounts.me(now[0]), "passkey_used")
    return cookies.end_sign_in(answer, "sign-in")


@OPERATIONS.post("/api/sign-in/provider", ProviderPage, limit="sign_ins_per_hour")
async def begin_provider(
    session: Session | None,
    body: BeginProvider,
    provider: ProviderSignIn,
    accounts: Accounts,
    cookies: Cookies,
) -> Response:
    """Respond with the URL of the provider's page, and set the sign-in cookie. The purpose
    `sign_in` needs no session. Refuses the purposes `link` and `prove` with 401 without a session
    and 403 for a bot; any purpose with 404 if there is no provider, and 503 if it does not
    respond."""
    if body.purpose != "sign_in":
        session = of_person(session)
        if body.purpose == "link":
            await accounts.ask_for_proof(session)
    url, token = await provider.begin(body.purpose, session)
    return cookies.begin_sign_in(reply(ProviderPage(url)), "provider", token)


@OPERATIONS.post("/api/sign-in/provider/finish", ProviderDone, limit="sign_ins_per_hour")
async def finish_provider(
    visit: Visit,
    session: Session | None,
    body: FinishProvider,
    provider: ProviderSignIn,
    cookies: Cookies,
    sign_ins: SignIns,
    security: SecurityLog,
) -> Response:
    """Finish a sign-in at the provider: sign in, link the account, or prove the player's identity.
    To sign in, no session is needed; for the other two, the session that began. Refuses with 403 if
    the sign-in is late, wrong, or was begun by another browser or session, 409 if the account is
    linked to another player, and 503 if the provider does not respond."""
    token = cookies.sign_in_token(visit.request, "provider")
    begun, who = await provider.finish(token, body)
    if begun.purpose == "sign_in":
        now = await provider.sign_in(token or "", who, visit.device, sign_ins.check(visit))
        if now is None:
            return reply(ProviderDone("unknown", who.name))
        done = ProviderDone("signed_in", session=now[0].row.id)
        answer = await sign_ins.signed_in(visit, session, now, done, "provider_used")
    elif session is None or session.device != begun.device:
        # Only the session that began it may finish it.
        raise ApiError(403, "late_provider")
    elif begun.purpose == "link":
        await provider.link(session, who)
        security.note("provider_linked", visit.address, session.player.id)
        answer = reply(ProviderDone("linked"))
    else:
        now = await provider.prove(session, who)
        done = ProviderDone("proved", session=now[0].row.id)
        answer = sign_ins.proved(visit, session, now, done, "provider")
    return cookies.end_sign_in(answer, "provider")


@OPERATIONS.post("/api/sign-in/provider/new", Me, bans=True)
async def new_by_provider(
    visit: Visit,
    session: Session | None,
    body: NewByProvider,
    provider: ProviderSignIn,
    limits: RateLimits,
    accounts: Accounts,
    cookies: Cookies,
    sign_ins: SignIns,
) -> Response:
    """Create a player to whom the account at the provider is linked, and sign in. Needs no session;
    one that the browser has ends. Refuses with 403 if the sign-in is too old, and 409 if the
    account is linked by now."""
    name = clean_name(body.name)
    await limits.spend("players_per_hour", visit.address)
    token = cookies.sign_in_token(visit.request, "provider")
    now = await provider.new(token, name, visit.device)
    answer = await sign_ins.signed_in(
        visit, session, now, accounts.me(now[0]), "signed_up", "provider_linked"
    )
    return cookies.end_sign_in(answer, "provider")


@OPERATIONS.post(
    "/api/me/unlink",
    caller="person",
    limit="changes_per_hour",
    proof=True,
    event="provider_unlinked",
)
async def unlink(session: Session, provider: ProviderSignIn, accounts: Accounts) -> Account:
    """Remove the link between the player and the account at the provider."""
    await provider.unlink(session.player)
    return await accounts.account(session)
