"""Recovery codes. Each can be used once: on another device to sign in, or on the same device to
prove the player's identity.

A player has at most one, which does not expire. The operator can make one for a player who has lost
theirs; it expires after a day.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.server.edge.problems import ApiError
from gongzhu.server.identity.sessions import Identity, Session, hash_of
from gongzhu.server.live.services import Services
from gongzhu.store import PlayerRow
from gongzhu.store.accounts import PutCode, PutGivenCode, UseCode

# Digits and letters without those that are taken for one another.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_GROUPS = 7
"""Number of groups in a recovery code."""
GROUP = 4
"""Number of characters in a group."""
GIVEN_LASTS = 24 * 3600 * 1000
"""Milliseconds for which a code made by the operator is valid."""
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


class RecoveredSession(Struct, frozen=True):
    """The result of using a recovery code: a session, the value of its cookie, and the next
    code."""

    session: Session
    cookie: str
    code: str
    """The new recovery code, which replaces the used one."""


class RecoveryCodes:
    """Makes recovery codes, and verifies them."""

    def __init__(self, services: Services, identity: Identity) -> None:
        self._store = services.store
        self._identity = identity
        self._clock = services.clock
        self._entropy = services.entropy

    def has(self, player: PlayerRow) -> bool:
        """True if the player has a valid recovery code."""
        until = player.recovery_until_ms
        return player.recovery_hash is not None and (until is None or until > self._clock())

    async def make(self, session: Session) -> str:
        """Make a recovery code for the player of the session, which replaces the previous one: 28
        letters and digits (140 random bits) in 7 groups. Raises ApiError (401) if the session has
        ended, and StoreError."""
        code, kept = self._new()
        await self._identity.change(PutCode(session.player.id, session.device, kept, self._clock()))
        return code

    async def give(self, player: PlayerRow) -> str:
        """Make a recovery code for a guest, to be passed on by the operator. Raises ApiError (401)
        if the account was deleted, and StoreError."""
        code, kept = self._new()
        now = self._clock()
        await self._identity.change(PutGivenCode(player.id, kept, now, now + GIVEN_LASTS))
        return code

    async def recover(
        self,
        code: str,
        device_name: str,
        check: Callable[[PlayerRow], None] = lambda player: None,
    ) -> RecoveredSession:
        """Sign in the player whose code this is, and replace the code by a new one. `check` may
        refuse the player by raising ApiError. Raises ApiError (403) if the code is not valid, and
        StoreError."""
        found = await self._find(code)
        if found is None:
            raise ApiError(403, "wrong_code")
        player, used = found
        check(player)
        after, kept = self._new()
        session, cookie = await self._identity.sign_in(
            player,
            device_name,
            lambda device: UseCode(player.id, used, kept, device),
            ApiError(403, "wrong_code"),
        )
        return RecoveredSession(_with_code(session, kept), cookie, after)

    async def prove(self, session: Session, code: str) -> RecoveredSession:
        """Accept a recovery code of the session's player as a proof of identity, and replace the
        code by a new one. The session gets a new token. Raises ApiError (403) if it is not the
        player's code, and StoreError."""
        found = await self._find(code)
        if found is None or found[0].id != session.player.id:
            raise ApiError(403, "not_your_code")
        player, used = found
        after, kept = self._new()
        proved, cookie = await self._identity.prove(
            session,
            lambda device: UseCode(player.id, used, kept, device),
            ApiError(403, "not_your_code"),
        )
        return RecoveredSession(_with_code(proved, kept), cookie, after)

    async def _find(self, code: str) -> tuple[PlayerRow, bytes] | None:
        """The player whose recovery code this is, with the code's hash, or None if it is not valid.
        Lower case, spaces and hyphens make no difference."""
        kept = hash_of(code.upper().translate(_READ_AS))
        player = await self._store.player_by_recovery(kept)
        return (player, kept) if player is not None and self.has(player) else None

    def _new(self) -> tuple[str, bytes]:
        """A new random code, and the hash that is stored of it. The code itself is not stored."""
        number = int.from_bytes(self._entropy(18), "big")
        letters = "".join(LETTERS[number >> 5 * place & 31] for place in range(CODE_GROUPS * GROUP))
        code = "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
        return code, hash_of(letters)


def _with_code(session: Session, kept: bytes) -> Session:
    """The session with the player's row as it is after the use of a recovery code; `kept` is the
    hash of the new code."""
    now = session.row.proved_ms
    player = replace(
        session.player,
        recovery_hash=kept,
        recovery_made_ms=now,
        recovery_used_ms=now,
        recovery_until_ms=None,
    )
    return Session(player, session.row)
