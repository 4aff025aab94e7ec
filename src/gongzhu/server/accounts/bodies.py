"""Bodies of the HTTP API for the player: account, sessions, recovery code, and bot accounts."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.server.accounts.sign_in_bodies import Linked, Passkey, SignInWays
from gongzhu.table.settings import PersonName


class Me(Struct, frozen=True):
    """GET /api/me: the player of the session; `name` is None if there is no session."""

    name: str | None
    recovery: bool = False
    """True if the player has a recovery code that is still valid."""
    session: str | None = None
    """The name by which requests refer to the session; its secret token cannot be derived from
    it."""
    certain: bool = False
    """True if browsers accept the cookie from this very server only, so that no other site can have
    planted it."""


class Introduce(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me: become a new guest with this name, or, if the header `X-Gongzhu-Session` names
    the session, change the name of its player. Answers `Me` and sets the cookie."""

    name: PersonName


class RecoveryState(Struct, frozen=True):
    """The state of a player's recovery code, of which there is one at a time. Times are in
    milliseconds since 1970."""

    active: bool
    """True if there is a code that is still valid."""
    made: int | None
    """The time at which the last code was made."""
    used: int | None
    """The time at which a code was last used."""
    until: int | None = None
    """The time at which the code expires, or None for one that the player made, which does not
    expire."""


class Device(Struct, frozen=True):
    """A session of the player: a browser or other program that is signed in. Times are in
    milliseconds since 1970."""

    device: str
    """The name by which requests refer to the session; its secret token cannot be derived from
    it."""
    name: str
    """Browser and system, such as `Firefox, Android`; empty if they are not known."""
    made: int | None
    seen: int
    """The time at which the session was last used, with the precision of a day."""
    expires: int
    """The time at which the session ends if it is not used before."""
    here: bool
    """True for the session that sent the request."""


class BotAccount(Struct, frozen=True):
    """An account that the player made for a program. Times are in milliseconds since 1970."""

    bot: str
    """The name by which requests refer to the account, as in `POST /api/bots/revoke`."""
    name: str
    made: int
    seen: int
    """The time at which the account was last used, with the precision of a day."""


class Account(Struct, frozen=True):
    """GET /api/me/account: all data that the server keeps about the player, except the games. Times
    are in milliseconds since 1970, or None if they were not recorded."""

    name: str
    made: int
    recovery: RecoveryState
    devices: tuple[Device, ...]
    """The player's sessions, newest first."""
    passkeys: tuple[Passkey, ...]
    """The player's passkeys, oldest first."""
    link: Linked | None
    sign_in: SignInWays
    bots: tuple[BotAccount, ...]
    """The player's bot accounts whose tokens are valid."""


class RecoveryCode(Struct, frozen=True):
    """POST /api/me/recovery: makes a new recovery code, which is shown once and replaces the
    previous one."""

    code: str


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/recover: sign in as the player whose code this is. Answers `Recovered` and sets
    the cookie; a session that this browser had before ends. POST /api/me/proof/code: prove the
    identity of the signed-in player with their code. Answers `Recovered` and renews the cookie."""

    code: Annotated[str, Meta(max_length=80)]


class Recovered(Struct, frozen=True):
    """The player whose recovery code was used, and the new code that replaces it, which is shown
    only once."""

    name: str
    code: str
    session: str
    """The name by which requests refer to the session, as in `Me`."""
    recovery: bool
    """True if the player has a valid recovery code, as in `Me`."""


# POST /api/me/sign-out: ends the session, deletes its cookie and closes its sockets. Answers `Me`
# with name None. POST /api/me/sign-out-others: gives this session a new token, ends all other
# sessions, closes their sockets, and makes the recovery code invalid. Answers `Me`.
class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/devices/sign-out: end another session of the player, or this one. Answers
    `Account`."""

    device: Annotated[str, Meta(max_length=16)]


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/delete: delete the account permanently, and the cookie with it. The name must be
    repeated so that no account is deleted by mistake. Answers `Me` with name None."""

    name: PersonName
    """The player's current name, exactly."""


class BotToken(Struct, frozen=True):
    """POST /api/bots with `Introduce`: make an account for a program, which sends the token in the
    header `Authorization: Bearer …` of its socket. The token is shown once. If the request has a
    session, the account is listed among those of its player."""

    name: str
    token: str


class RevokeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/bots/revoke: make the token of one of the player's bots invalid, and close its
    sockets. Answers `Account`."""

    bot: Annotated[str, Meta(max_length=64)]
