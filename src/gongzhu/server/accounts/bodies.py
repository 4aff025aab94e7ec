"""Bodies of HTTP requests and responses for the player: account, sessions, recovery code, and bot
accounts."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.server.accounts.sign_in_bodies import Linked, Passkey, SignInWays
from gongzhu.table.settings import PersonName


class Me(Struct, frozen=True):
    """GET /api/me: the player of the session. Without a session, `name` and `session` are None (the
    status is 200, too)."""

    name: str | None
    recovery: bool = False
    """True if the player has a valid recovery code."""
    session: str | None = None
    """The id of the session, by which requests refer to it. The session's secret token cannot be
    derived from it."""
    certain: bool = False
    """True if browsers accept the session cookie from this server's exact host only, so that no
    other site can have set it."""


class Introduce(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me: become a new guest with this name. If the header `X-Gongzhu-Session` has the id
    of the session, rename its player instead. Responds with `Me` and sets the cookie."""

    name: PersonName


class RecoveryState(Struct, frozen=True):
    """The state of a player's recovery code; a player has at most one. Times are in milliseconds
    since 1970."""

    active: bool
    """True if there is a code that has not been used, replaced or expired."""
    made: int | None
    """The time at which the last code was made, or None if there was none."""
    used: int | None
    """The time at which the player last used a code, also one before this, or None if never."""
    until: int | None = None
    """The time at which the code expires. None for a code that the player made, which does not
    expire."""


class Device(Struct, frozen=True):
    """A session of the player, that is a browser or program that is signed in. Times are in
    milliseconds since 1970."""

    device: str
    """The id of the session, by which requests refer to it. The session's secret token cannot be
    derived from it."""
    name: str
    """Browser and system, such as `Firefox, Android`, or empty if they were not recognized."""
    made: int | None
    """The time at which the session began, or None if it was not recorded."""
    seen: int
    """The time at which the session was last used, accurate to a day."""
    expires: int
    """The time at which the session ends if it is not used again."""
    here: bool
    """True for the session that sent the request."""


class BotAccount(Struct, frozen=True):
    """An account that the player has made for a program. Times are in milliseconds since 1970."""

    bot: str
    """The id of the account, by which `POST /api/bots/revoke` refers to it."""
    name: str
    """The name that the program plays under."""
    made: int
    """The time at which the account was made."""
    seen: int
    """The time at which the account was last used, accurate to a day."""


class Account(Struct, frozen=True):
    """GET /api/me/account: all data that the server has stored about the player, except the games.
    Times are in milliseconds since 1970. A time that was not recorded is None."""

    name: str
    made: int
    """The time at which the account was made."""
    recovery: RecoveryState
    devices: tuple[Device, ...]
    """The player's sessions, newest first."""
    passkeys: tuple[Passkey, ...]
    """The player's passkeys, oldest first."""
    link: Linked | None
    """The account at an OpenID provider that is linked to the player, or None if there is none."""
    sign_in: SignInWays
    """The methods by which players can sign in at this server."""
    bots: tuple[BotAccount, ...]
    """The bot accounts of the player that have a valid token."""


class RecoveryCode(Struct, frozen=True):
    """POST /api/me/recovery: make a recovery code. It is sent only this once, and replaces the
    previous one."""

    code: str
    """The code in groups of letters and digits, to be written down."""


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/recover: sign in as the player whose recovery code this is. Responds with
    `Recovered` and sets the cookie; the former session of this browser ends. POST
    /api/me/proof/code: prove the identity of the signed-in player with their code. Responds with
    `Recovered` and renews the cookie."""

    code: Annotated[str, Meta(max_length=80)]
    """The code as typed; spaces, hyphens and lower case do not matter."""


class Recovered(Struct, frozen=True):
    """The player whose recovery code was used, and the new code that replaces it."""

    name: str
    code: str
    """The new recovery code, which is sent only this once."""
    session: str
    """The id of the session, as in `Me`."""
    recovery: bool
    """True if the player has a valid recovery code, as in `Me`."""


# POST /api/me/sign-out: ends the session, deletes its cookie and closes its sockets. Responds with
# `Me` whose name is None. POST /api/me/sign-out-others: gives this session a new token, ends all
# other sessions, closes their sockets, and makes the recovery code invalid. Responds with `Me`.
class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/devices/sign-out: end one session of the player, given by its id. Responds with
    `Account`."""

    device: Annotated[str, Meta(max_length=16)]
    """Id of the session, as in `Account.devices`."""


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/delete: delete the account for good, and the cookie with it. The name must be
    repeated, so that no account is deleted by mistake. Responds with `Me` whose name is None."""

    name: PersonName
    """The player's current name."""


class BotToken(Struct, frozen=True):
    """POST /api/bots with `Introduce`: make an account for a program. The program sends the token
    in the header `Authorization: Bearer TOKEN` when it opens a socket. The token is sent only this
    once. If the request has a session, the account is listed among the bot accounts of its player.
    Otherwise it belongs to nobody."""

    name: str
    token: str


class RevokeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/bots/revoke: make the token of one of the player's bot accounts invalid, and close
    its sockets. Responds with `Account`."""

    bot: Annotated[str, Meta(max_length=64)]
    """Id of the bot account, as in `BotAccount.bot`."""
