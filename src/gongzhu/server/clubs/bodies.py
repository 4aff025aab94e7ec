"""Request and response bodies of the HTTP API for clubs. Members are identified by their number in
the club, never by an account id. Times are milliseconds since 1970."""

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
    """A club in a list, as shown to one player or visitor."""

    club: str
    """Id of the club, as in its URL."""
    name: str
    public: bool
    """True if the club is listed and anybody may join."""
    members: int
    """Number of members."""
    role: Role | None
    """Role of the player for whom the list is, or None if not a member."""
    evening: int | None
    """The time of the next evening in milliseconds since 1970, or None if there is none, and for
    non-members."""
    playing: int
    """Number of the club's tables with a running game, or 0 for non-members."""
    tournament: bool
    """True if the club has an unfinished tournament. Always False for non-members."""


class MyClubs(Struct, frozen=True):
    """GET /api/clubs: the clubs that the player is a member of, and public ones to join."""

    clubs: tuple[ClubBrief, ...]
    open: tuple[ClubBrief, ...]
    """Public clubs that the player is not a member of, the newest first."""


class FoundClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs: found a club and become its owner. The response is `ClubPage`."""

    name: ClubName
    public: bool = False
    """True to list the club and let anybody join."""
    preset: Annotated[str, Meta(max_length=60)] | None = None
    """Name of the preset from which `rules` differ. None if `rules` has all options; without
    `rules`, None stands for the server's default preset."""
    rules: dict[str, RuleValue] = {}
    """The club's first rule set: all options by key, or only those that differ from `preset`."""


class FindClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/find: find a club by its number or by the code in its invitation link.
    Attempts are limited like those for room numbers. The response is `ClubBrief`."""

    code: InvitationKey


class JoinClub(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/join: become a member. The response is `ClubPage`."""

    code: InvitationKey = ""
    """The club's number or the code in its invitation link. It may be empty for a public club."""


class ClubDo(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/do: carry out a command in the club. The response is `ClubPage` after
    it."""

    do: ClubCommand


class OpenClubTable(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/tables: open one more private table of the club, with a seat for the
    player. The response is `TableOpened`."""

    rules: Number
    """Number of one of the club's rule sets."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """The table's name, which may be empty."""
    clock: Clock = Clock()
    talk: Talk = Talk()
    late: Late = "after_deal"
    """The time at which a newcomer takes over a bot's seat during a game, if at all."""
    bots: dict[str, LevelName] = {}
    """The levels of bots to seat, by seat number as text."""


class ClubMember(Struct, frozen=True):
    """A member of a club, as shown to one of the members."""

    member: int
    """Number of the member in the club."""
    name: str
    role: Role
    online: bool | None
    """True if the member was seen within the last minute and a half, or None if the member hides
    this from others."""
    coming: Coming | None
    """The member's answer for the next evening, or None if there is no answer."""
    you: bool
    """True for the player who requests the page."""


class ClubRules(Struct, frozen=True):
    """One of a club's rule sets. The first in the list applies at the standing table."""

    number: int
    """Number of the rule set in the club."""
    name: str
    """The name that the club gave to it, which may be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    title: str
    """Title of the rules in the language of the request, or "own rules" if they are not a
    preset."""
    family: Family
    players: int
    """Number of players."""
    rules: dict[str, RuleValue]
    """The values of all options, by key."""


class Evening(Struct, frozen=True):
    """The next evening of a club. `GET /api/clubs/{club}/evening.ics` is the same for calendar
    programs."""

    at: int
    """The time at which it begins, in milliseconds since 1970."""
    note: str
    """Text that the owner or a helper wrote about it, which may be empty."""
    yes: int
    """Number of members who come."""
    no: int
    """Number of members who do not come."""
    maybe: int
    """Number of members who may come."""


class SeasonBrief(Struct, frozen=True):
    """A season of a club. It counts the games finished at `begins` or later and before `ends`
    (milliseconds since 1970)."""

    number: int
    """Number of the season in the club."""
    name: str
    begins: int
    ends: int


class ExportedGame(Struct, frozen=True):
    """A club game in the club's export: id, and the time at which it was finished (milliseconds
    since 1970)."""

    game: str
    finished: int


class ClubExport(Struct, frozen=True):
    """GET /api/clubs/{club}/export.json: all data of a club for its members, as a file. The records
    of its games are in the files of its seasons, `GET /api/clubs/{club}/seasons/{season}.jsonl`.
    Scorebooks are included as they were added."""

    name: str
    public: bool
    founded: int
    """The time at which the club was founded, in milliseconds since 1970."""
    members: tuple[ClubMember, ...]
    rules: tuple[ClubRules, ...]
    evening: Evening | None
    """The next evening, or None if none is planned."""
    seasons: tuple[SeasonBrief, ...]
    games: tuple[ExportedGame, ...]
    """The newest 5,000 games, the oldest of them first."""
    books: tuple[Raw, ...]
    """The scorebooks, by season and number."""


class ClubPage(Struct, frozen=True):
    """GET /api/clubs/{club}?lang=: a club. For non-members, only the fields `club`, `name`,
    `public`, `now` and `count` are filled in."""

    club: str
    """Id of the club, as in its URL."""
    name: str
    public: bool
    """True if the club is listed and anybody may join."""
    now: int
    """The time by the server's clock, in milliseconds since 1970."""
    count: int
    """Number of members."""
    role: Role | None = None
    """Role of the player who requests the page, or None for non-members."""
    members: tuple[ClubMember, ...] = ()
    """The members, in the order in which they joined."""
    code: str | None = None
    """The code in the invitation link."""
    number: str | None = None
    """The club number."""
    links: tuple[str, ...] = ()
    """Invitation links, those most likely to be reachable first. `GET
    /api/clubs/{club}/invitation.svg` is the first one as a QR code."""
    rules: tuple[ClubRules, ...] = ()
    """The rule sets. The first applies at the standing table."""
    table: TableBrief | None = None
    """The standing table, or None while it is not open."""
    tables: tuple[TableBrief, ...] = ()
    """The other open tables of the club, except those of tournaments."""
    evening: Evening | None = None
    """The next evening, or None if none is planned."""
    coming: Coming | None = None
    """The answer for the next evening of the player who requests the page, or None if there is no
    answer."""
    seasons: tuple[SeasonBrief, ...] = ()
    tournaments: tuple[TournamentBrief, ...] = ()
    """The newest tournaments, finished ones included, the newest first."""
    ratings: bool = False
    """True if the club shows ratings."""
    shows_online: bool = False
    """True if the player who requests the page lets others see whether they are online."""
    shows_rating: bool = False
    """True if the player who requests the page lets others see their rating."""


class SeasonRow(Struct, frozen=True):
    """The figures of one player, or of all bots of one level, in a season."""

    name: str
    """The player's name, or the level of the bots."""
    bot: bool
    """True for the bots of one level."""
    member: int | None
    """Number of the member in the club, or None for bots, and for players who are not members."""
    real: bool
    """True for a person in scorebooks of a real table, who is identified by name only."""
    you: bool
    """True for the player who requests the table."""
    games: int
    """Number of games."""
    wins: int
    """Number of games in which the player's side came first."""
    last: int
    """Number of games in which the player's side came last."""
    deals: int
    """Number of deals."""
    average: Average
    """Points per deal: the mean, with its 95 % confidence interval."""
    pigs: int
    """Number of pigs captured."""
    sheep: int
    """Number of sheep captured."""
    slams: int
    """Number of slams (in Hearts: moon shots) made."""
    strips: int
    """Number of pig strips, under rules that have them: the loser of a game receives them from the
    others at the table."""
    round_points: int
    """Sum of the round points, under rules whose games are worth round points."""
    by_bot: int
    """Number of these games in which a bot made at least one choice for the player."""


class SeasonPart(Struct, frozen=True):
    """The table of a season for one game, Gong Zhu or Hearts."""

    family: Family
    aim: Literal["high", "low"]
    """`high` if more points are better, `low` if fewer are."""
    rows: tuple[SeasonRow, ...]
    """The rows, the best average first."""


class BookBrief(Struct, frozen=True):
    """A scorebook of games at a real table, which counts in a season."""

    number: int
    """Number of the scorebook in the club."""
    names: tuple[str, ...]
    """Names of the players, by seat."""
    deals: int
    """Number of deals."""


class SeasonTable(Struct, frozen=True):
    """GET /api/clubs/{club}/seasons/{season}?lang=: the figures of a season, added up over all its
    games. With `.csv` appended, the path gives the figures as a CSV file. With `.jsonl` appended,
    it gives the records of the games."""

    season: SeasonBrief
    parts: tuple[SeasonPart, ...]
    books: tuple[BookBrief, ...]
    games: int
    """Number of games counted, without scorebooks."""
    pending: int
    """Number of games that are not counted yet. If it is not 0, request again."""


class Rating(Struct, frozen=True):
    """The rating of a player, or of all bots of one level."""

    name: str
    """The player's name, or the level of the bots."""
    bot: bool
    """True for the bots of one level."""
    member: int | None
    """Number of the member in the club, or None for bots."""
    you: bool
    """True for the player who requests the ratings."""
    mu: float
    """Estimated strength, initially 25."""
    sigma: float
    """Standard deviation of the estimate: its uncertainty."""
    shown: int
    """The displayed rating: max(0, round(40 · (mu - 3 · sigma))). It is 0 at first."""
    deals: int
    """Number of rated deals."""
    games: int
    """Number of rated games."""
    provisional: bool
    """True until enough deals are rated (20)."""


class RatingList(Struct, frozen=True):
    """The ratings for one kind of rules: the same aim, number of players and partnerships."""

    aim: Literal["high", "low"]
    """`high` if more points are better, `low` if fewer are."""
    players: int
    """Number of players at a table."""
    partners: bool
    """True if two players form a side."""
    ratings: tuple[Rating, ...]
    """The ratings, the best first."""


class Ratings(Struct, frozen=True):
    """GET /api/clubs/{club}/ratings: ratings computed from all games of the club, for members who
    let others see theirs, and for bots. Empty if the club shows no ratings."""

    lists: tuple[RatingList, ...]
    pending: int
    """Number of games that are not counted yet. If it is not 0, request again."""
