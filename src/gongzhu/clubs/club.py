"""A club as its entries make it, and what each event changes."""

from collections.abc import Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.clubs.events import (
    Answered,
    BookAdded,
    BookDropped,
    ClubClosed,
    ClubEntry,
    ClubEvent,
    Coming,
    EveningCancelled,
    EveningSet,
    Founded,
    Invited,
    Joined,
    MemberLeft,
    OnlineShown,
    RatingShown,
    RatingsSet,
    Renamed,
    Role,
    RoleChanged,
    RulesAdded,
    RulesRemoved,
    SeasonAdded,
    SeasonDropped,
)
from gongzhu.rules import RuleSet

DAY = 24 * 3600 * 1000
"""Milliseconds of a day."""


class Member(Struct, frozen=True):
    """A member of a club."""

    number: int
    """The member's number, by which pages name the member; the oldest member has the lowest."""
    player: str
    role: Role
    coming: Coming | None = None
    shows_online: bool = False
    shows_rating: bool = False


class RuleFile(Struct, frozen=True):
    """Rules of a club."""

    number: int
    name: str
    preset: str | None
    rules: RuleSet


class NextEvening(Struct, frozen=True):
    """The next evening of a club."""

    at: int
    note: str


class ClubBook(Struct, frozen=True):
    """A scorebook of games at a real table, which is kept beside the log."""

    number: int
    season: int
    names: tuple[str, ...]
    deals: int


class Season(Struct, frozen=True):
    """A span of time whose games count in one table."""

    number: int
    name: str
    begins: int
    ends: int
    """The time at which the season is over; games that end then no longer count."""


class Club(Struct, frozen=True):
    """A club after its first `seq` entries."""

    id: str
    seq: int = 0
    founded_ms: int = 0
    name: str = ""
    public: bool = False
    number: str = ""
    code: str = ""
    members: tuple[Member, ...] = ()
    """In the order in which they joined."""
    rules: tuple[RuleFile, ...] = ()
    evening: NextEvening | None = None
    ratings: bool = False
    seasons: tuple[Season, ...] = ()
    books: tuple[ClubBook, ...] = ()
    closed: bool = False
    used: int = 0
    """The largest number that a member, rules, a season or a scorebook was given; none is given
    twice."""
    day: int = 0
    """The day of the last entry, counted from 1970 by Universal Time."""
    today: int = 0
    """The number of entries on that day."""

    def member(self, player: str | None) -> Member | None:
        """The member that a player is, if any."""
        return next((one for one in self.members if one.player == player), None)

    def season(self, number: int) -> Season | None:
        """The season with a number, if there is one."""
        return next((one for one in self.seasons if one.number == number), None)

    def heir(self, player: str) -> Member | None:
        """The member to whom the club falls if a player leaves: the oldest helper, or else the
        oldest member; None if there is nobody else."""
        others = [one for one in self.members if one.player != player]
        return next((one for one in others if one.role != "member"), next(iter(others), None))


def after(club: Club, entries: Iterable[ClubEntry]) -> Club:
    """The club after further entries."""
    for entry in entries:
        day = entry.at // DAY
        today = club.today + 1 if club.day == day else 1
        club = replace(club, seq=club.seq + 1, day=day, today=today)
        for event in entry.events:
            club = _evolve(club, event, entry.at)
    return club


def _evolve(club: Club, event: ClubEvent, at: int) -> Club:
    match event:
        case Founded(player, name, public, number, code):
            club = replace(club, founded_ms=at, name=name, public=public, number=number, code=code)
            return _with_member(club, player, "owner")
        case Renamed(name, public):
            return replace(club, name=name, public=public)
        case Invited(number, code):
            return replace(club, number=number, code=code)
        case Joined(player):
            return _with_member(club, player, "member")
        case MemberLeft(player):
            return replace(club, members=tuple(one for one in club.members if one.player != player))
        case RoleChanged(player, role):
            return _change(club, player, role=role)
        case RulesAdded(name, preset, rules):
            added = RuleFile(club.used + 1, name, preset, rules)
            return replace(club, rules=(*club.rules, added), used=added.number)
        case RulesRemoved(number):
            return replace(club, rules=tuple(one for one in club.rules if one.number != number))
        case EveningSet() | EveningCancelled():
            evening = NextEvening(event.at, event.note) if isinstance(event, EveningSet) else None
            asked = tuple(replace(one, coming=None) for one in club.members)
            return replace(club, evening=evening, members=asked)
        case Answered(player, coming):
            return _change(club, player, coming=coming)
        case OnlineShown(player, on):
            return _change(club, player, shows_online=on)
        case RatingShown(player, on):
            return _change(club, player, shows_rating=on)
        case RatingsSet(on):
            return replace(club, ratings=on)
        case SeasonAdded(name, begins, ends):
            season = Season(club.used + 1, name, begins, ends)
            return replace(club, seasons=(*club.seasons, season), used=season.number)
        case SeasonDropped(number):
            return replace(
                club,
                seasons=tuple(one for one in club.seasons if one.number != number),
                books=tuple(one for one in club.books if one.season != number),
            )
        case BookAdded(season, names, deals):
            book = ClubBook(club.used + 1, season, names, deals)
            return replace(club, books=(*club.books, book), used=book.number)
        case BookDropped(number):
            return replace(club, books=tuple(one for one in club.books if one.number != number))
        case ClubClosed():
            return replace(club, closed=True, members=(), evening=None)
        case _:
            assert_never(event)


def _with_member(club: Club, player: str, role: Role) -> Club:
    member = Member(club.used + 1, player, role)
    return replace(club, members=(*club.members, member), used=member.number)


def _change(club: Club, player: str, **values: object) -> Club:
    members = tuple(replace(one, **values) if one.player == player else one for one in club.members)
    return replace(club, members=members)
