"""Recovery codes, each good for once: on another device one brings a player back, on the same one
it shows who somebody is.

A player makes them, one at a time. The host can give one to somebody who has lost theirs; it ends
after a day.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.server.identity import Identity, Session, hash_of
from gongzhu.server.problems import ApiError
from gongzhu.store import AccountStore, PlayerRow
from gongzhu.store.accounts import GiveCode, PutCode, UseCode

# Digits and letters without those that are taken for one another.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_GROUPS = 7
GROUP = 4
GIVEN_LASTS = 24 * 3600 * 1000
"""Milliseconds for which a code from the host is good."""
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


class Recovered(Struct, frozen=True):
    """A player who has used a recovery code."""

    session: Session
    cookie: str
    code: str
    """The code that takes the place of the one that was used."""


class RecoveryCodes:
    """Makes them, and takes them."""

    def __init__(
        self,
        store: AccountStore,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        identity: Identity,
    ) -> None:
        """`clock` gives milliseconds."""
        self._store = store
        self._identity = identity
        self._clock = clock
        self._entropy = entropy

    def has(self, player: PlayerRow) -> bool:
        """True if a player has a code that can be used."""
        until = player.recovery_until_ms
        return player.recovery_hash is not None and (until is None or until > self._clock())

    async def make(self, session: Session) -> str:
        """A code in place of the one before: 140 bits in readable groups. Raises ApiError where the
        session has ended meanwhile."""
        code, kept = self._new()
        await self._identity.change(PutCode(session.player.id, session.device, kept, self._clock()))
        return code

    async def give(self, player: PlayerRow) -> str:
        """A code for a guest who has lost theirs, which the host hands over. Raises ApiError where
        the player is gone meanwhile."""
        code, kept = self._new()
        now = self._clock()
        await self._identity.change(GiveCode(player.id, kept, now, now + GIVEN_LASTS))
        return code

    async def recover(
        self,
        code: str,
        device_name: str,
        check: Callable[[PlayerRow], None] = lambda player: None,
    ) -> Recovered:
        """The player whose code this is, with a token for this device, and with another code.
        Raises ApiError, also where `check` raises it for that player."""
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
        return Recovered(_with_code(session, kept), cookie, after)

    async def prove(self, session: Session, code: str) -> Recovered:
        """The same session, whose player has shown their code, with another code. Raises
        ApiError."""
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
        return Recovered(_with_code(proved, kept), cookie, after)

    async def _find(self, code: str) -> tuple[PlayerRow, bytes] | None:
        """The player whose code this is, and what is kept of it."""
        kept = hash_of(code.upper().translate(_READ_AS))
        player = await self._store.player_by_recovery(kept)
        return (player, kept) if player is not None and self.has(player) else None

    def _new(self) -> tuple[str, bytes]:
        """A code, and what to keep of it."""
        number = int.from_bytes(self._entropy(18), "big")
        letters = "".join(LETTERS[number >> 5 * place & 31] for place in range(CODE_GROUPS * GROUP))
        code = "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))
        return code, hash_of(letters)


def _with_code(session: Session, kept: bytes) -> Session:
    """A session after its player has used a code, whose place another one has taken."""
    now = session.row.proved_ms
    player = replace(
        session.player,
        recovery_hash=kept,
        recovery_made_ms=now,
        recovery_used_ms=now,
        recovery_until_ms=None,
    )
    return Session(player, session.row)
