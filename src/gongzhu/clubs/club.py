"""The state of a club, computed from the entries of its log."""

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
"""Milliseconds in a day."""


class Member(Struct, frozen=True):
    """A member of a club."""

    number: int
    """The member's number in the club, from 1, by which clients refer to the member. Earlier
    members have lower numbers."""
    player: str
    """Id of the player."""
    role: Role
    coming: Coming | None = None
    """The member's reply for the next evening, or None if there is none yet."""
    shows_online: bool = False
    """True if the other members may see whether this member is online."""
    shows_rating: bool = False
    """True if the other members may see this member's rating."""


class RuleFile(Struct, frozen=True):
    """A rule set of a club."""

    number: int
    """Number of the rule set in the club."""
    name: str
    """The name that the club gave it, which may be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet


class NextEvening(Struct, frozen=True):
    """The date of a club's next evening."""

    at: int
    """Time in milliseconds since 1970."""
    note: str
    """Text about it, which may be empty."""


class ClubBook(Struct, frozen=True):
    """A scorebook of games with real cards that counts in a season. This has only its description.
    The server stores the book itself separately."""

    number: int
    """The scorebook's number in the club."""
    season: int
    """Number of the season in which it counts."""
    names: tuple[str, ...]
    """Names of the players in the scorebook, by seat."""
    deals: int
    """Number of deals in the scorebook."""


class Season(Struct, frozen=True):
    """A period of a club whose finished games are added up in one table. Times are in milliseconds
    since 1970."""

    number: int
    """Number of the season in the club."""
    name: str
    """Name of the season."""
    begins: int
    """Games that end at this time or later count."""
    ends: int
    """Games that end at this time or later no longer count."""


class Club(Struct, frozen=True):
    """The state of a club after the first `seq` entries of its log."""

    id: str
    """Id of the club, as in its URL."""
    seq: int = 0
    """Number of log entries that led to this state."""
    founded_ms: int = 0
    """Time of the foundation in milliseconds since 1970."""
    name: str = ""
    public: bool = False
    """True if the club is listed and anybody may join."""
    number: str = ""
    """The club number (digits), with which a player can join a private club."""
    code: str = ""
    """The secret in the invitation link, with which a player can join a private club too."""
    members: tuple[Member, ...] = ()
    """The members, in the order in which they joined."""
    rules: tuple[RuleFile, ...] = ()
    """The rule sets. The first is that of the club's standing table."""
    evening: NextEvening | None = None
    """The next evening, or None if none is planned."""
    ratings: bool = False
    """True if the club shows ratings."""
    seasons: tuple[Season, ...] = ()
    """The seasons, in the order in which they were added."""
    books: tuple[ClubBook, ...] = ()
    """The scorebooks of all seasons."""
    closed: bool = False
    """True if the club was closed for good."""
    used: int = 0
    """Greatest number given so far to a member, rule set, season or scorebook. Numbers are never
    reused."""
    day: int = 0
    """Day of the last entry, in days since 1970-01-01 (UTC)."""
    today: int = 0
    """Number of entries on that day."""

    def member(self, player: str | None) -> Member | None:
        """The member with this player id, or None if there is none."""
        return next((one for one in self.members if one.player == player), None)

    def season(self, number: int) -> Season | None:
        """The season with this number, or None if there is none."""
        return next((one for one in self.seasons if one.number == number), None)

    def heir(self, player: str) -> Member | None:
        """The member who becomes the owner if the owner with the id `player` leaves: the oldest
        helper, otherwise the oldest member, or None if there is no other member."""
        others = [one for one in self.members if one.player != player]
        return next((one for one in others if one.role != "member"), next(iter(others), None))


def after(club: Club, entries: Iterable[ClubEntry]) -> Club:
    """The club after these further entries of its log."""
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
