"""Request and response bodies of the HTTP API for tournaments. Entrants are identified by their
place, an index from 0, never by an account id."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Card
from gongzhu.dealing import Chain
from gongzhu.dealing.fair import Hex32, TableName
from gongzhu.duplicate.commands import TournamentCommand
from gongzhu.duplicate.events import Minutes, MoveSeconds, Places, Rounds, Scoring
from gongzhu.duplicate.state import Stage
from gongzhu.rules import RuleSet
from gongzhu.table.commands import LevelName


class TournamentBrief(Struct, frozen=True):
    """A tournament in the list of its club, as sent to members."""

    tournament: TableName
    """Id of the tournament."""
    name: str
    stage: Stage
    entrants: int
    """Number of entrants, without the bots that fill tables."""
    rounds: int
    """Number of rounds planned."""
    round: int
    """Number of the current or last round, counted from 1, or 0 before the first."""


class PlanTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/tournaments: plan a tournament of a club, as its owner or a helper.
    The response is `TournamentPage`."""

    name: Annotated[str, Meta(max_length=40)]
    """Name of the tournament."""
    rules: Annotated[int, Meta(ge=0)]
    """Number of one of the club's rule sets."""
    rounds: Rounds
    """Number of rounds. Each is one deal."""
    scoring: Scoring = "matchpoints"
    minutes: Minutes = 0
    """Time limit of a round in minutes, after which bots finish it, or 0 for no limit: a round ends
    when all tables have finished it."""
    move: MoveSeconds = 30
    """Time limit for a card, in seconds."""
    level: LevelName | None = None
    """The level of the bots, or None for the server's default level."""
    least: Places = 8
    """Smallest number of players. Bots take the places that nobody has entered for, and fill the
    last table."""


class DoInTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/do: enter, withdraw, begin, cancel, or take a step of the
    protocol GZH1 (fair dealing). The response is `TournamentPage`."""

    do: TournamentCommand


class TournamentEntrant(Struct, frozen=True):
    """A person or bot that plays in a tournament, as shown on its page. People come first, in the
    order in which they entered."""

    place: int
    """Index of the entrant in the tournament, from 0."""
    name: str
    bot: str | None
    """The level of a bot, or None for a person."""
    present: bool
    """True if the person is at the tournament's page or at the table."""
    left: bool
    """True if the person has withdrawn or has no account any more, and a bot plays in their
    place."""


class TournamentCall(Struct, frozen=True):
    """The step of the protocol GZH1 (fair dealing) that the tournament waits for. Each entrant who
    is present draws one random number, sends commitments made from it, one for each deal, and then
    reveals the number."""

    table: TableName
    """The table's name in the protocol, which is the id of the tournament."""
    chain: Chain
    """The dealer's chain of secrets."""
    rules_hash: Hex32
    """Hash of the tournament's rules, in hexadecimal. A commitment is computed from it and from the
    entrant's random number."""
    rounds: int
    """Number of deals, which are numbered from 1."""
    place: int
    """The entrant's place, used as the seat in the protocol."""
    step: Literal["commit", "reveal"]
    """`commit`: commitments are expected. `reveal`: the numbers are expected."""
    yours: bool
    """True if this entrant has done the step."""
    locked: tuple[Hex32 | None, ...]
    """By place of the entrant: the commitment to the first deal, or None for an entrant without
    one. It fixes the entrant's number for all deals. Empty during the step `commit`."""


class StandingRow(Struct, frozen=True):
    """A row of the standings: one entrant, person or bot, with rank and points after the finished
    rounds."""

    rank: int
    """Rank from 1. Entrants with equal points share a rank."""
    place: int
    """Index of the entrant, from 0."""
    name: str
    bot: str | None
    """The level of a bot, or None for a person."""
    points: float
    """The mean over the entrant's deals. By matchpoints: percent of the possible matchpoints.
    Otherwise: points by which the entrant did better than the mean of the others who held the same
    hand."""
    boards: int
    """Number of deals played."""
    by_bot: int
    """Number of deals in which a bot made at least one choice for this person."""


class BoardBrief(Struct, frozen=True):
    """A finished round, with the result of the entrant who requests the page."""

    round: int
    """Number of the round, counted from 1."""
    game: str | None
    """Id of the entrant's game, or None for a player who is not an entrant."""
    score: int | None
    """The score in the deal, or None if `game` is None."""
    points: float | None
    """Matchpoints in percent, or points better than the others, as in `StandingRow.points`, or None
    if `game` is None."""


class TournamentPage(Struct, frozen=True):
    """GET /api/tournaments/{tournament}?lang=: a tournament, for the members of its club and for
    its entrants. Nothing in it depends on a deal that somebody has still to play.

    Once a round is finished, GET /api/tournaments/{tournament}.jsonl has the records of its deal
    from all tables, `.csv` the results, and `.evidence.jsonl` the evidence by which anyone can
    check how the cards were dealt.
    """

    tournament: TableName
    """Id of the tournament."""
    club: str
    """Id of the club whose tournament it is."""
    club_name: str
    name: str
    """Name of the tournament."""
    stage: Stage
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    title: str
    """Title of the rules, in the language of the request."""
    rules: RuleSet
    rounds: int
    """Number of rounds planned."""
    round: int
    """Number of the current or last round, counted from 1, or 0 before the first."""
    deserted: bool
    """True if the tournament ended after this round because no person had played in it."""
    scoring: Scoring
    minutes: int
    """Time limit of a round in minutes, after which bots finish it, or 0 for no limit."""
    move: int
    """Time limit for a card, in seconds."""
    level: str
    """Key of the bots' level."""
    least: int
    """Smallest number of players. Bots take the places that nobody has entered for."""
    ends: int | None
    """The end of the time for the round or for the step of the protocol, or the start of the next
    round, in milliseconds since 1970, or None if there is no limit."""
    now: int
    """The time by the server's clock, in milliseconds since 1970."""
    entrants: tuple[TournamentEntrant, ...]
    """The entrants, by place."""
    you: int | None
    """The place of the player who requests the page, or None if not an entrant."""
    may_run: bool
    """True if the player who requests the page may begin and cancel the tournament."""
    call: TournamentCall | None
    """The step of the protocol that is expected, or None if there is none, and for players who are
    not entrants."""
    table: str | None
    """The table at which the player who requests the page has still to play this round, or None if
    none."""
    playing: int
    """Number of tables that have not finished this round."""
    standings: tuple[StandingRow, ...]
    """The standings, the best first, or empty until a round is finished."""
    boards: tuple[BoardBrief, ...]
    """The finished rounds, in order."""


class BoardTable(Struct, frozen=True):
    """The result of one table in a round. All lists are by seat."""

    table: int
    """Index of the table in the round, from 0."""
    game: str
    """Id of the game."""
    names: tuple[str, ...]
    """Names of the players and bots."""
    places: tuple[int, ...]
    """The indexes of the entrants."""
    scores: tuple[int, ...]
    """Points of each seat's side in the deal."""
    points: tuple[float, ...]
    """Matchpoints in percent, or points better than the others, as in `StandingRow.points`."""
    by_bot: tuple[bool, ...]
    """True for each person for whom a bot made at least one choice."""


class BoardResults(Struct, frozen=True):
    """GET /api/tournaments/{tournament}/boards/{round}: the results of one deal at all tables, once
    the round is finished at all of them."""

    round: int
    """Number of the round, counted from 1."""
    hands: tuple[tuple[Card, ...], ...]
    """The dealt hands, by seat."""
    tables: tuple[BoardTable, ...]
    """The results of all tables, by index."""
