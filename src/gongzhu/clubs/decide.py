"""Decides which events a command of a club causes, and who may send it."""

from collections.abc import Sequence
from typing import TypeVar, assert_never

from msgspec import Struct

from gongzhu.clubs.club import DAY, Club, ClubBook, Member, RuleFile, Season
from gongzhu.clubs.commands import (
    AddRules,
    AddSeason,
    Answer,
    CancelEvening,
    CloseClub,
    ClubCommand,
    DropBook,
    DropSeason,
    HelperCommand,
    LeaveClub,
    NewInvitation,
    OwnerCommand,
    RemoveMember,
    RemoveRules,
    Rename,
    SetEvening,
    SetRatings,
    SetRole,
    ShowOnline,
    ShowRating,
)
from gongzhu.clubs.events import (
    Answered,
    BookAdded,
    BookDropped,
    ClubClosed,
    ClubEvent,
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
    RoleChanged,
    RulesAdded,
    RulesRemoved,
    SeasonAdded,
    SeasonDropped,
)
from gongzhu.rules import RuleSet
from gongzhu.table.names import clean_name, table_name

MOST_MEMBERS = 200
"""Greatest number of members of a club."""
MOST_RULES = 20
"""Greatest number of rule sets of a club."""
MOST_SEASONS = 40
"""Greatest number of seasons of a club."""
MOST_BOOKS = 50
"""Greatest number of scorebooks in a season."""
MOST_CHANGES = 1000
"""Greatest number of entries in a club's log on one day, because the log is never deleted. Leaving
is always possible."""
LONGEST_NAME = 40
"""Greatest length in characters of a club's, rule set's or season's name."""
LONGEST_NOTE = 80
"""Greatest length in characters of the note about an evening."""
FURTHEST = 366 * DAY
"""The next evening must be less than this number of milliseconds ahead."""


class ClubRefused(ValueError):
    """Raised for a command that the club refuses. Nothing has changed. `code` is the code of the
    reason."""

    def __init__(self, code: str, most: int = 0) -> None:
        """`most` is the limit that is reached, or 0 if the reason is not a limit."""
        self.code = code
        self.most = most
        super().__init__(code)


class InvitationKeys(Struct, frozen=True):
    """A newly drawn club number and a newly drawn secret of an invitation link."""

    number: str
    """The club number, a text of digits."""
    code: str
    """The secret in the invitation link."""


class CommandContext(Struct, frozen=True):
    """Values that the server provides for a command: the time, a new invitation, and rules."""

    now: int
    """Milliseconds since 1970."""
    invitation: InvitationKeys
    """Used by commands that draw a new invitation."""
    rules: tuple[str | None, RuleSet] | None = None
    """For `AddRules`, the rules that it asks for, preceded by the name of the preset with exactly
    these rules (or None). Otherwise None."""


Numbered = TypeVar("Numbered", Member, RuleFile, Season, ClubBook)


def found(
    player: str,
    name: str,
    rules: tuple[str | None, RuleSet],
    invitation: InvitationKeys,
    *,
    public: bool,
) -> tuple[ClubEvent, ...]:
    """The events by which the player (id) founds a club. `rules` is its first rule set, preceded by
    the name of the preset with exactly these rules (or None). Raises CommandRefused for an invalid
    name."""
    name = clean_name(name, LONGEST_NAME)
    made = Founded(player, name, public, invitation.number, invitation.code)
    return made, RulesAdded("", *rules)


def join(club: Club, player: str, key: str) -> tuple[ClubEvent, ...]:
    """The events by which a player (id) joins the club. No events if they are a member already.
    `key` is the club number or the secret of the invitation link, which a public club does not
    need. Raises ClubRefused for a wrong key or if the club is full."""
    if club.member(player) is not None:
        return ()
    if not club.public and key not in (club.number, club.code):
        raise ClubRefused("club_invitation")
    if len(club.members) >= MOST_MEMBERS:
        raise ClubRefused("club_full", most=MOST_MEMBERS)
    return (Joined(player),)


def add_book(
    club: Club, player: str, season: int, names: tuple[str, ...], deals: int
) -> tuple[ClubEvent, ...]:
    """The events by which the owner or a helper adds a scorebook to a season. `names` are by seat,
    and `deals` is the number of deals. Raises ClubRefused for anybody else, an unknown season, or
    too many scorebooks."""
    check_helper(club, player)
    _find(club.seasons, season, "no_season")
    if sum(book.season == season for book in club.books) >= MOST_BOOKS:
        raise ClubRefused("club_books", most=MOST_BOOKS)
    return (BookAdded(season, names, deals),)


def check_changes(club: Club, events: Sequence[ClubEvent], now: int) -> None:
    """Raise ClubRefused if the club already has MOST_CHANGES entries on the day of `now`
    (milliseconds since 1970), unless the events include that a member leaves or the club closes."""
    too_often = club.day == now // DAY and club.today >= MOST_CHANGES
    if too_often and not any(isinstance(event, MemberLeft | ClubClosed) for event in events):
        raise ClubRefused("club_changes", most=MOST_CHANGES)


def check_helper(club: Club, player: str) -> Member:
    """The member with this player id, who must be the owner or a helper. Raises ClubRefused
    otherwise."""
    member = club.member(player)
    if member is None:
        raise ClubRefused("club_members")
    if member.role == "member":
        raise ClubRefused("club_helpers")
    return member


def decide(
    club: Club, player: str, command: ClubCommand, context: CommandContext
) -> tuple[ClubEvent, ...]:
    """The events that a command of the player (id) causes. No events if it changes nothing. Raises
    ClubRefused, also for anybody who is not a member, and CommandRefused for an invalid name or
    note."""
    member = club.member(player)
    if member is None:
        raise ClubRefused("club_members")
    if isinstance(command, OwnerCommand):
        if member.role != "owner":
            raise ClubRefused("club_owner")
        return _by_owner(club, member, command)
    if isinstance(command, HelperCommand):
        return _by_helper(club, check_helper(club, player), command, context)
    match command:
        case Answer(coming):
            if club.evening is None:
                raise ClubRefused("no_evening")
            return () if member.coming == coming else (Answered(player, coming),)
        case ShowOnline(on):
            return () if member.shows_online == on else (OnlineShown(player, on),)
        case ShowRating(on):
            return () if member.shows_rating == on else (RatingShown(player, on),)
        case LeaveClub():
            return leave(club, player)
        case _:
            assert_never(command)


def _by_owner(club: Club, owner: Member, command: OwnerCommand) -> tuple[ClubEvent, ...]:
    match command:
        case Rename(name, public):
            name = clean_name(name, LONGEST_NAME)
            same = (name, public) == (club.name, club.public)
            return () if same else (Renamed(name, public),)
        case SetRole(number, role):
            member = _numbered(club, number)
            if member.role == role:
                return ()
            if member == owner:
                raise ClubRefused("club_hand_over")
            changed = RoleChanged(member.player, role)
            return (changed, RoleChanged(owner.player, "helper")) if role == "owner" else (changed,)
        case SetRatings(on):
            return () if club.ratings == on else (RatingsSet(on),)
        case CloseClub():
            return (ClubClosed(),)
        case _:
            assert_never(command)


def _by_helper(
    club: Club, helper: Member, command: HelperCommand, context: CommandContext
) -> tuple[ClubEvent, ...]:
    match command:
        case NewInvitation():
            return (_invited(context),)
        case RemoveMember(number):
            other = _numbered(club, number)
            if other == helper:
                raise ClubRefused("club_leave")
            if other.role != "member" and helper.role != "owner":
                raise ClubRefused("club_owner")
            # The removed member of a private club still knows its present invitation.
            invited = () if club.public else (_invited(context),)
            return (MemberLeft(other.player), *invited)
        case AddRules(name):
            assert context.rules is not None, "they were read before"
            if len(club.rules) >= MOST_RULES:
                raise ClubRefused("club_rules", most=MOST_RULES)
            return (RulesAdded(table_name(name), *context.rules),)
        case RemoveRules(number):
            _find(club.rules, number, "no_club_rules")
            if len(club.rules) == 1:
                raise ClubRefused("club_last_rules")
            return (RulesRemoved(number),)
        case SetEvening(at, note):
            if not context.now < at < context.now + FURTHEST:
                raise ClubRefused("club_evening")
            return (EveningSet(at, clean_name(note, LONGEST_NOTE) if note.strip() else ""),)
        case CancelEvening():
            return () if club.evening is None else (EveningCancelled(),)
        case AddSeason(name, begins, ends):
            if begins >= ends:
                raise ClubRefused("season_dates")
            if len(club.seasons) >= MOST_SEASONS:
                raise ClubRefused("club_seasons", most=MOST_SEASONS)
            return (SeasonAdded(clean_name(name, LONGEST_NAME), begins, ends),)
        case DropSeason(number):
            _find(club.seasons, number, "no_season")
            return (SeasonDropped(number),)
        case DropBook(number):
            _find(club.books, number, "no_book")
            return (BookDropped(number),)
        case _:
            assert_never(command)


def _invited(context: CommandContext) -> Invited:
    return Invited(context.invitation.number, context.invitation.code)


def leave(club: Club, player: str) -> tuple[ClubEvent, ...]:
    """The events by which a member (id) leaves, also used when an account is deleted. No events for
    anybody else. If the owner leaves, `Club.heir` becomes the owner. With the last member, the club
    is closed."""
    member, heir = club.member(player), club.heir(player)
    if member is None:
        return ()
    if heir is None:
        return (MemberLeft(player), ClubClosed())
    handed = (RoleChanged(heir.player, "owner"),) if member.role == "owner" else ()
    return (*handed, MemberLeft(player))


def _numbered(club: Club, number: int) -> Member:
    return _find(club.members, number, "no_member")


def _find(those: Sequence[Numbered], number: int, code: str) -> Numbered:
    """The item with this number. Raises ClubRefused with this code if there is none."""
    for one in those:
        if one.number == number:
            return one
    raise ClubRefused(code)
