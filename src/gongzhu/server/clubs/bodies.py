"""Bodies of the HTTP API for clubs. Members are named by their number in the club, never by id;
times are milliseconds since 1970."""

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from gongzhu.clubs.commands import ClubCommand, Number
from gongzhu.clubs.events import ClubName, Coming, Role
from gongzhu.rules import RuleValue
from gongzhu.server.live.summary import TableBrief
from gongzhu.server.tournaments.bodies import TournamentBrief
from gongzhu.stats import Average
from gongzhu.table.commands import LevelName
from gongzhu.table.settings import Clock, Late, Talk

Family = Literal["gongzhu", "hearts"]
InvitationKey = Annotated[str, Meta(max_length=40)]


class ClubBrief(Struct, frozen=True):
    """A club in a list."""

    club: str
    """The id by which the club's pages are found."""
    name: str
    public: bool
    members: int
    role: Role | None
    """The role of the player who asks; None for others than members."""
    evening: int | None
    """The time of the next evening; None if there is none, and for others than members."""
    playing: int
    """The number of the club's tables at which a game is running; 0 for others than members."""
    tournament: bool
    """True if a tournament waits or runs; false for others than members."""


class MyClubs(Struct, frozen=True):
    """GET /api/clubs: the clubs of which the player is a member, and public ones to join."""

    clubs: tuple[ClubBrief, ...]
    open: tuple[ClubBrief, ...]
    """Public clubs of which the player is no member, the newest first."""


class FoundClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs: found a club and own it. Answers `ClubPage`."""

    name: ClubName
    public: bool = False
    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """The club's first rules: all options, or only those that differ from `preset`."""


class FindClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/find: look up a club by its number or by the code of its invitation link, as
    often as room numbers may be tried. Answers `ClubBrief`."""

    code: InvitationKey


class JoinClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/join: become a member. Answers `ClubPage`."""

    code: InvitationKey = ""
    """The club's number or the code of its invitation link; needed unless the club is public."""


class ClubDo(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/do: give the club a command. Answers `ClubPage` as it is then."""

    do: ClubCommand


class OpenClubTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/tables: open one more private table of the club, with a seat for the
    player. Answers `TableOpened`."""

    rules: Number
    """The number of the club's rules."""
    name: Annotated[str, Meta(max_length=40)] = ""
    clock: Clock = Clock()
    talk: Talk = Talk()
    late: Late = "after_deal"
    bots: dict[str, LevelName] = {}
    """The bots to seat: their levels by seat number."""


class ClubMember(Struct, frozen=True):
    """A member of a club."""

    member: int
    """The member's number."""
    name: str
    role: Role
    online: bool | None
    """True if the member was here within the last minute and a half; None for a member who does not
    let others see it."""
    coming: Coming | None
    """Whether the member comes to the next evening, if that was said."""
    you: bool


class ClubRules(Struct, frozen=True):
    """Rules of a club; the first are those of its standing table."""

    number: int
    name: str
    """The name that the club gave them; may be empty."""
    preset: str | None
    title: str
    """Title of the rules, in the language asked for; "own rules" if they are no preset."""
    family: Family
    players: int
    rules: dict[str, RuleValue]
    """All options."""


class Evening(Struct, frozen=True):
    """The next evening of a club. `GET /api/clubs/{club}/evening.ics` has it for calendars."""

    at: int
    note: str
    yes: int
    """The number of members who come."""
    no: int
    maybe: int


class SeasonBrief(Struct, frozen=True):
    """A season of a club: it counts the games finished from `begins` on and before `ends`."""

    number: int
    name: str
    begins: int
    ends: int


class ExportedGame(Struct, frozen=True):
    """A game of a club in its export."""

    game: str
    finished: int


class ClubExport(Struct, frozen=True):
    """GET /api/clubs/{club}/export.json: all that a club keeps, for its members, as a file. The
    records of its games are those of its seasons, `GET /api/clubs/{club}/seasons/{season}.jsonl`;
    a scorebook is given as it was added."""

    name: str
    public: bool
    founded: int
    members: tuple[ClubMember, ...]
    rules: tuple[ClubRules, ...]
    evening: Evening | None
    seasons: tuple[SeasonBrief, ...]
    games: tuple[ExportedGame, ...]
    """The newest 5,000, the oldest of them first."""
    books: tuple[Raw, ...]


class ClubPage(Struct, frozen=True):
    """GET /api/clubs/{club}?lang=: a club. Others than members are told only its name, whether it
    is public, and how many members it has. `now` is the server's time."""

    club: str
    name: str
    public: bool
    now: int
    count: int
    """The number of members."""
    role: Role | None = None
    """The role of the player who asks; None for others than members."""
    members: tuple[ClubMember, ...] = ()
    """In the order in which they joined."""
    code: str | None = None
    """The code of the invitation link."""
    number: str | None = None
    """The club number."""
    links: tuple[str, ...] = ()
    """Invitation links, those most likely to be reachable first;
    `GET /api/clubs/{club}/invitation.svg` is the first one as a QR code."""
    rules: tuple[ClubRules, ...] = ()
    table: TableBrief | None = None
    """The standing table, while it is open."""
    tables: tuple[TableBrief, ...] = ()
    """The other tables of the club."""
    evening: Evening | None = None
    coming: Coming | None = None
    """Whether the player who asks comes to the next evening, if that was said."""
    seasons: tuple[SeasonBrief, ...] = ()
    tournaments: tuple[TournamentBrief, ...] = ()
    """The tournaments that are planned or running, and the last finished ones, the newest first."""
    ratings: bool = False
    """True if the club shows ratings."""
    shows_online: bool = False
    """True if the player who asks lets others see whether they are online."""
    shows_rating: bool = False
    """True if the player who asks lets others see their rating."""


class SeasonRow(Struct, frozen=True):
    """The figures of one player, or of all bots of one level, in a season."""

    name: str
    """The player's name, or the level of the bots."""
    bot: bool
    member: int | None
    """The member's number; None for bots and for guests of the club."""
    real: bool
    """True for somebody in scorebooks of a real table, who is told by that name alone."""
    you: bool
    games: int
    wins: int
    last: int
    """The number of games in which the player's side came last."""
    deals: int
    average: Average
    """Points per deal, with the interval in which the true average lies in 95 of 100 cases."""
    pigs: int
    sheep: int
    slams: int
    """Slams or moons that were made."""
    strips: int
    """Pig strips by rules that give them: who loses a game takes them from the others at the
    table."""
    round_points: int
    by_bot: int
    """The number of these games in which a bot played for the person at times."""


class SeasonPart(Struct, frozen=True):
    """The table of a season for one kind of game."""

    family: Family
    aim: Literal["high", "low"]
    """Whether more points are better, or fewer."""
    rows: tuple[SeasonRow, ...]
    """The best average first."""


class BookBrief(Struct, frozen=True):
    """A scorebook of games at a real table that counts in a season."""

    number: int
    names: tuple[str, ...]
    deals: int


class SeasonTable(Struct, frozen=True):
    """GET /api/clubs/{club}/seasons/{season}?lang=: what all games of a season add up to. With
    `.csv` behind the path the figures as a table, with `.jsonl` the records of the games."""

    season: SeasonBrief
    parts: tuple[SeasonPart, ...]
    books: tuple[BookBrief, ...]
    games: int
    """The number of games that are counted, without scorebooks."""
    pending: int
    """The number of games that are still to be counted; if it is not 0, ask again."""


class Rating(Struct, frozen=True):
    """The rating of a player or of a level of bots."""

    name: str
    bot: bool
    member: int | None
    you: bool
    mu: float
    """Estimated strength; it begins at 25."""
    sigma: float
    """The doubt about it (standard deviation)."""
    shown: int
    """The rating as it is shown: 40 points for each unit, cautiously, three times the doubt
    below the estimate; a newcomer begins at 0."""
    deals: int
    games: int
    provisional: bool
    """True until 20 deals."""


class RatingList(Struct, frozen=True):
    """The ratings by one kind of rules."""

    aim: Literal["high", "low"]
    """Whether more points are better, or fewer."""
    players: int
    partners: bool
    ratings: tuple[Rating, ...]
    """The best first."""


class Ratings(Struct, frozen=True):
    """GET /api/clubs/{club}/ratings: ratings from all games of the club, of those members who let
    others see theirs, and of bots. Empty if the club shows none."""

    lists: tuple[RatingList, ...]
    pending: int
    """The number of games that are still to be counted; if it is not 0, ask again."""
