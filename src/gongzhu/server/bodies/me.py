"""The player, its account, its sessions and recovery code, and the accounts of its bots."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.server.bodies.sign_in import Linked, Passkey, SignInWays
from gongzhu.table.settings import PersonName


class Me(Struct, frozen=True):
    """GET /api/me: the player of the session; name None: nobody yet."""

    name: str | None
    recovery: bool = False
    """True if there is a recovery code that can be used."""
    session: str | None = None
    """The name of the session in requests; it says nothing of its token."""
    certain: bool = False
    """True if browsers take the cookie from this very server alone, so that nobody else can have
    put it there."""


class Introduce(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me: become a new guest with this name, or, where the header `X-Gongzhu-Session`
    names the session, change that player's name. Answers `Me`, sets the cookie."""

    name: PersonName


class RecoveryState(Struct, frozen=True):
    """The recovery code of a player, of which there is one at a time."""

    active: bool
    """True if there is a code that can be used."""
    made: int | None
    """The time at which the last one was made."""
    used: int | None
    """The time at which one was last used."""
    until: int | None = None
    """The time at which it ends; None: one that the player made, which does not."""


class Device(Struct, frozen=True):
    """A session of the player: a browser, or something else, that is signed in."""

    device: str
    """The name of the session in requests; it says nothing of its token."""
    name: str
    """Of browser and system, such as `Firefox, Android`; empty where it is not known."""
    made: int | None
    seen: int
    """To the day."""
    expires: int
    """The time at which it ends if it is not used until then."""
    here: bool
    """True for the one that asks."""


class Bot(Struct, frozen=True):
    """An account for a program that the player made."""

    bot: str
    """The name of the account in requests."""
    name: str
    made: int
    seen: int
    """To the day."""


class Account(Struct, frozen=True):
    """GET /api/me/account: all that the server keeps of the player but the games. Times are in
    milliseconds since 1970; None where they were not written down."""

    name: str
    made: int
    recovery: RecoveryState
    devices: tuple[Device, ...]
    """Newest first."""
    passkeys: tuple[Passkey, ...]
    """The first one first."""
    link: Linked | None
    sign_in: SignInWays
    bots: tuple[Bot, ...]
    """Those whose tokens are good."""


class RecoveryCode(Struct, frozen=True):
    """POST /api/me/recovery: makes a new code, shown once; the one before is void."""

    code: str


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/recover: become the player whose code this is. Answers `Recovered`, sets the
    cookie; a session that this browser had before is over. POST /api/me/proof/code: show who one
    is, by the code of one's own. Answers `Recovered`, sets the cookie anew."""

    code: Annotated[str, Meta(max_length=80)]


class Recovered(Struct, frozen=True):
    """The player whose recovery code was used, which is void now, and the code that takes its
    place. Shown once."""

    name: str
    code: str
    session: str
    """As in `Me`."""
    recovery: bool
    """As in `Me`."""


# POST /api/me/sign-out: the session is over, its cookie deleted, its sockets are closed. Answers
# `Me` with name None. POST /api/me/sign-out-others: a new token for this session; all others and
# the recovery code are void, their sockets are closed. Answers `Me`.


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/devices/sign-out: end another session of the player, or this one. Answers
    `Account`."""

    device: Annotated[str, Meta(max_length=16)]


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/delete: the account is gone, for good; its cookie is deleted. The name stands
    there so that nothing is deleted by mistake. Answers `Me` with name None."""

    name: PersonName
    """The player's name, as it is."""


class BotToken(Struct, frozen=True):
    """POST /api/bots with `Introduce`: an account for a program; the token goes into the header
    `Authorization: Bearer …` of its socket. Shown once. With a session, the account is listed with
    the player's own."""

    name: str
    token: str


class RevokeBot(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/bots/revoke: the token of a bot of the player is void, its sockets are closed.
    Answers `Account`."""

    bot: Annotated[str, Meta(max_length=64)]
