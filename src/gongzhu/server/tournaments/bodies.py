"""Bodies of the HTTP API for tournaments. Entrants are named by their place, never by an id."""

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
    """A tournament in the list of its club."""

    tournament: TableName
    name: str
    stage: Stage
    entrants: int
    """Number of those who have entered, bots not included."""
    rounds: int
    round: int
    """The round that is played, or that was played last; 0 before the first."""


class PlanTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/clubs/{club}/tournaments: plan a tournament of a club, as its owner or a helper.
    Answers `TournamentPage`."""

    name: Annotated[str, Meta(max_length=40)]
    rules: Annotated[int, Meta(ge=0)]
    """The number of one of the club's rule files."""
    rounds: Rounds
    """The number of rounds, each of one deal."""
    scoring: Scoring = "matchpoints"
    minutes: Minutes = 0
    """Minutes for a round, after which bots play it to its end; 0: a round ends when all tables
    have finished it."""
    move: MoveSeconds = 30
    """Seconds for a card."""
    level: LevelName | None = None
    """The level of the bots; None for the server's default level."""
    least: Places = 8
    """Places at least: bots take those that nobody has entered for, and fill the last table."""


class DoInTournament(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/do: enter, withdraw, begin, cancel, or take a step of the
    protocol GZH1. Answers `TournamentPage`."""

    do: TournamentCommand


class TournamentEntrant(Struct, frozen=True):
    """Somebody who plays in a tournament."""

    place: int
    """The number by which the tournament knows the entrant, from 0."""
    name: str
    bot: str | None
    """The level of a bot; None for a person."""
    present: bool
    """True if the person is at the tournament's page or at the table."""
    left: bool
    """True if the person has withdrawn, and a bot plays on."""


class TournamentCall(Struct, frozen=True):
    """The step of the protocol GZH1 that the tournament waits for: a person who is there sends a
    commitment for each deal, made from one random number, and then that number."""

    table: TableName
    """The table's name in the protocol, which is the tournament's."""
    chain: Chain
    rules_hash: Hex32
    rounds: int
    """The number of deals, which are numbered from 1."""
    place: int
    """The entrant's place, in the protocol the seat."""
    step: Literal["commit", "reveal"]
    yours: bool
    """True if this entrant has done the step."""
    locked: tuple[Hex32 | None, ...]
    """The lock, by place: everybody's commitment to the first deal, which fixes their number for
    all deals, and None for whoever has none; empty while commitments are asked for."""


class StandingRow(Struct, frozen=True):
    """An entrant in the standings after the rounds that are over."""

    rank: int
    place: int
    name: str
    bot: str | None
    points: float
    """The mean over the entrant's deals: in percent of the possible matchpoints, or in points
    better than the others with the same hand."""
    boards: int
    by_bot: int
    """Number of deals in which a bot has played for this person."""


class BoardBrief(Struct, frozen=True):
    """A round that is over, as its result for the entrant who asks."""

    round: int
    game: str | None
    """The id of the entrant's game; None for those who do not play."""
    score: int | None
    points: float | None


class TournamentPage(Struct, frozen=True):
    """GET /api/tournaments/{tournament}?lang=: a tournament, for the members of its club and for
    those who play in it. Nothing in it depends on a deal that somebody has still to play.

    Once rounds are over, GET /api/tournaments/{tournament}.jsonl gives the records of their deals
    at all tables, `.csv` the results, and `.evidence.jsonl` the evidence by which anyone can check
    how the cards were dealt.
    """

    tournament: TableName
    club: str
    club_name: str
    name: str
    stage: Stage
    preset: str | None
    title: str
    """Title of the rules, in the language asked for."""
    rules: RuleSet
    rounds: int
    round: int
    """The round that is played, or that was played last; 0 before the first."""
    deserted: bool
    """True if the tournament was ended after this round because nobody had played in it."""
    scoring: Scoring
    minutes: int
    move: int
    level: str
    least: int
    ends: int | None
    """When the time of the round or of the step of the protocol is up, or the next round begins, in
    milliseconds since 1970."""
    now: int
    """The time by the server's clock, in milliseconds since 1970."""
    entrants: tuple[TournamentEntrant, ...]
    you: int | None
    """The place of the player who asks; None for those who do not play."""
    may_run: bool
    """True if the player who asks may begin and cancel the tournament."""
    call: TournamentCall | None
    table: str | None
    """The table at which the player who asks still plays this round."""
    playing: int
    """Number of tables that still play this round."""
    standings: tuple[StandingRow, ...]
    """Empty until a round is over."""
    boards: tuple[BoardBrief, ...]


class BoardTable(Struct, frozen=True):
    """A table's result in a round; all lists are by seat."""

    table: int
    game: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    points: tuple[float, ...]
    by_bot: tuple[bool, ...]
    """True for each person for whom a bot has played."""


class BoardResults(Struct, frozen=True):
    """GET /api/tournaments/{tournament}/boards/{round}: the results of a deal at all tables, once
    the round is over at all of them."""

    round: int
    hands: tuple[tuple[Card, ...], ...]
    """The hands as they were dealt, by seat."""
    tables: tuple[BoardTable, ...]
