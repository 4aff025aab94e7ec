"""The clubs of a server: reads them, and carries out commands on them.

No server owns a club. A command is decided on the entries read so far. If another server has
meanwhile written an entry with the same number, the store refuses the new entry, and the command is
decided again.
"""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from cachetools import LRUCache

from gongzhu.clubs.club import Club, Member, after
from gongzhu.clubs.commands import AddRules, ClubCommand
from gongzhu.clubs.decide import (
    ClubRefused,
    CommandContext,
    InvitationKeys,
    check_changes,
    decide,
    found,
    join,
    leave,
)
from gongzhu.clubs.events import (
    BookDropped,
    ClubEntry,
    ClubEvent,
    Founded,
    Joined,
    SeasonDropped,
    read_club_entry,
    write_club_entry,
)
from gongzhu.rules import rules_from_preset
from gongzhu.server.clubs.bodies import FoundClub
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.services import Services
from gongzhu.store import ChangeRefused
from gongzhu.store.clubs import MOST_CLUBS, MOST_OWNED, BookChange, ClubRow, PutClubEntry

TRIES = 20
"""Number of attempts to append an entry to a club's log. An attempt fails if another server has
appended an entry with the same number first."""
PAUSE = 0.01
"""Seconds by which the pause before each further attempt grows: there is none before the second
attempt, PAUSE before the third, twice PAUSE before the fourth, and so on."""
KEPT = 1_000
"""Number of clubs that are kept in memory."""
DIGITS = 8
"""Number of digits of a club number: more than a room number has, as it stays valid for years."""
_ALL = 10**DIGITS
"""Number of all club numbers."""
_STATUS = {
    **dict.fromkeys(("club_members", "club_helpers", "club_owner", "club_invitation"), 403),
    **dict.fromkeys(("no_member", "no_club_rules", "no_season", "no_book", "no_evening"), 404),
    **dict.fromkeys(("club_evening", "season_dates"), 422),
    "club_changes": 429,
}
"""HTTP statuses of refusals, by code. All other codes have 409."""


class Clubs:
    """Reads clubs from the store, carries out commands on them, and caches their states. A server
    has one instance."""

    def __init__(self, services: Services, closed: Callable[[], None]) -> None:
        """`closed` is called after a club was closed."""
        self._closed = closed
        self._store = services.store
        self._clock = services.clock
        self._entropy = services.entropy
        self._config = services.config
        self._known: LRUCache[str, Club] = LRUCache(KEPT)
        self._turns = WeakValueDictionary[str, asyncio.Lock]()
        """A lock for each club, so that commands on this server do not compete with each other."""

    async def club(self, id: str) -> Club:
        """The current state of the club with this id. Raises ApiError 404 if there is none or it is
        closed, and StoreError."""
        club = await self._read(id)
        if not club.seq or club.closed:
            raise ApiError(404, "no_club")
        return club

    async def of_member(self, id: str, player: str) -> tuple[Club, Member]:
        """The current state of a club, and its member with the account id `player`. Raises ApiError
        403 if the player is not a member, ApiError 404 like `club`, and StoreError."""
        club = await self.club(id)
        member = club.member(player)
        if member is None:
            raise refusal(ClubRefused("club_members"))
        return club, member

    async def found(self, player: str, asked: FoundClub) -> Club:
        """Found a club with the player with the id `player` as its owner, and return it. Raises
        ApiError 409 if the player is in too many clubs, RuleError, CommandRefused and
        StoreError."""
        preset = asked.preset if asked.preset or asked.rules else self._config.default_preset
        rules = rules_from_preset(preset, asked.rules)
        return await self._carry_out(
            Club(self._entropy(16).hex()),
            player,
            lambda club: found(player, asked.name, rules, self._invitation(), public=asked.public),
        )

    async def join(self, id: str, player: str, key: str) -> Club:
        """Make the player with the account id `player` a member of the club with the id `id`. `key`
        is the club's number or invitation code. It may be empty for a public club. Raises ApiError
        and StoreError."""
        return await self.append(id, player, lambda club: join(club, player, key))

    async def do(self, id: str, player: str, command: ClubCommand) -> Club:
        """Carry out a command of the member with the account id `player` in the club with the id
        `id`, and return the club after it. Raises ApiError, RuleError, CommandRefused and
        StoreError."""
        rules = None
        if isinstance(command, AddRules):
            rules = rules_from_preset(command.preset, command.rules)
        return await self._carry_out(
            await self.club(id),
            player,
            lambda club: decide(
                club, player, command, CommandContext(self._clock(), self._invitation(), rules)
            ),
        )

    async def append(
        self,
        id: str,
        player: str,
        deciding: Callable[[Club], tuple[ClubEvent, ...]],
        book: bytes | None = None,
    ) -> Club:
        """Append to a club's log the events that `deciding` returns for the club's current state,
        and return the club after them. `deciding` is called again if another server was faster.
        `player` is the account id of the player who acts, empty for the operator. `book` is an
        encoded scorebook that the events add. Raises ApiError (404 if the club is closed, 503 if
        TRIES attempts failed) and StoreError."""
        return await self._carry_out(await self.club(id), player, deciding, book)

    async def leave_all(self, player: str) -> None:
        """Make the player with this id leave all clubs, because the account is deleted. Raises
        StoreError and ApiError."""
        for one in await self._store.clubs_of(player):
            await self.append(one.row.id, player, lambda club: leave(club, player))

    async def _read(self, id: str) -> Club:
        known = self._known.get(id, Club(id))
        entries = await self._store.club_entries(id, known.seq)
        return self._keep(after(known, map(read_club_entry, entries)))

    def _keep(self, club: Club) -> Club:
        known = self._known.get(club.id)
        if club.seq and (known is None or known.seq < club.seq):
            self._known[club.id] = club
        return club

    async def _carry_out(
        self,
        club: Club,
        player: str,
        deciding: Callable[[Club], tuple[ClubEvent, ...]],
        book: bytes | None = None,
    ) -> Club:
        async with self._turns.setdefault(club.id, asyncio.Lock()):
            club = self._known.get(club.id, club)
            for attempt in range(TRIES):
                if club.closed:
                    raise ApiError(404, "no_club")
                try:
                    events = deciding(club)
                    check_changes(club, events, self._clock())
                except ClubRefused as refused:
                    raise refusal(refused) from refused
                if not events:
                    return club
                entry = ClubEntry(self._clock(), player, events)
                changed = after(club, [entry])
                try:
                    await self._store.change(_write(club, changed, entry, book))
                except ChangeRefused:
                    if isinstance(events[0], Founded | Joined):
                        await self._check_clubs(player, events[0])
                    await asyncio.sleep(attempt * PAUSE)
                    club = await self._read(club.id)
                else:
                    if changed.closed:
                        self._closed()
                    return self._keep(changed)
        raise ApiError(503, "club_busy")

    async def _check_clubs(self, player: str, event: Founded | Joined) -> None:
        """Called after the store has refused the entry with `event`, to find out why. Raise
        ApiError 409 if the player is a member or owner of too many clubs. Raises StoreError."""
        mine = await self._store.clubs_of(player)
        owned = sum(one.role == "owner" for one in mine) if isinstance(event, Founded) else 0
        if len(mine) >= MOST_CLUBS or owned >= MOST_OWNED:
            raise ApiError(409, "many_clubs", most=MOST_CLUBS, owned=MOST_OWNED)

    def _invitation(self) -> InvitationKeys:
        number = int.from_bytes(self._entropy(8), "big") % _ALL
        return InvitationKeys(f"{number:0{DIGITS}}", self._entropy(12).hex())


def refusal(refused: ClubRefused) -> ApiError:
    """The ApiError for a command that a club refuses."""
    return ApiError(_STATUS.get(refused.code, 409), refused.code, most=refused.most)


def _write(club: Club, changed: Club, entry: ClubEntry, book: bytes | None) -> PutClubEntry:
    """The store's change that appends an entry. `club` is the state before it, `changed` the state
    after it, `book` an encoded scorebook that it adds."""
    before = {one.player: one.role for one in club.members}
    now = {one.player: one.role for one in changed.members}
    members = tuple(
        (player, now.get(player))
        for player in {**before, **now}
        if before.get(player) != now.get(player)
    )
    row = ClubRow(
        changed.id,
        changed.name,
        changed.number,
        changed.code,
        changed.public,
        changed.closed,
        changed.founded_ms,
        None if changed.evening is None else changed.evening.at,
    )
    books = None
    if book is not None:
        books = BookChange(changed.books[-1].season, changed.books[-1].number, book)
    for event in entry.events:
        match event:
            case BookDropped(number):
                (dropped,) = (one for one in club.books if one.number == number)
                books = BookChange(dropped.season, number, None)
            case SeasonDropped(number):
                books = BookChange(number, None, None)
            case _:
                pass
    joins = isinstance(entry.events[0], Founded | Joined)
    left = () if changed.closed else members
    return PutClubEntry(row, changed.seq, write_club_entry(entry), left, books, joins)
