"""The events in the log of a tournament. Each entry has those that one command caused.

Players are given by id and never by name, since names change and accounts are deleted. A `place` is
the number of an entrant, from 0 in the order of entering. Bots have the last places. A `board` is
one deal of the tournament, played at all its tables in one round. Times are in milliseconds since
1970.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain
from gongzhu.dealing.fair import Hex32, TableName
from gongzhu.rules import RuleSet

ENTRY_FORMAT = 1
"""Format number of log entries, stored in each entry."""

Scoring = Literal["matchpoints", "average"]
"""Comparison of those who held the same cards. `matchpoints`: the share of the others that a result
beats, in percent. `average`: the difference from the mean of the others' scores."""
Rounds = Annotated[int, Meta(ge=1, le=63)]
Minutes = Annotated[int, Meta(ge=0, le=60)]
MoveSeconds = Annotated[int, Meta(ge=5, le=120)]
Places = Annotated[int, Meta(ge=8, le=64)]


class Plan(Struct, frozen=True, kw_only=True):
    """The plan of a tournament, as announced: rules, rounds, scoring and time limits."""

    tournament: TableName
    """Id of the tournament, which the evidence of its boards has in place of a table's name."""
    club: TableName
    """Id of the club whose tournament it is."""
    name: str
    """Name of the tournament."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet
    rounds: Rounds
    """Number of rounds. Each is one deal."""
    scoring: Scoring
    """The comparison of results."""
    minutes: Minutes
    """Time limit of a round in minutes, after which bots finish it. 0 means no limit."""
    move: MoveSeconds
    """Time limit in seconds for one decision of a player."""
    level: str
    """Level of all bots in the tournament."""
    least: Places = 8
    """Least number of places. Bots fill the places that no player takes, up to a multiple of
    four."""


class Planned(Plan, frozen=True, kw_only=True, tag="planned"):
    """A tournament was announced, and players may enter it."""

    chain: Chain
    """The dealer's chain of secrets, one for each board."""
    last: Hex32
    """The chain's last secret, from which all others are computed. It is never shown to anybody."""


class Entered(Struct, frozen=True, tag="entered"):
    """A player (id) entered the tournament, or returned after withdrawing from it while it runs."""

    player: str


class Withdrew(Struct, frozen=True, tag="withdrew"):
    """A player (id) withdrew. After the beginning, their place remains, and bots play in it from
    the next round on."""

    player: str


class Called(Struct, frozen=True, tag="called"):
    """The tournament was begun: the places are fixed, and the players who are present are asked to
    commit to a random number each."""

    bots: int
    """Number of bots that fill the last places."""
    expected: tuple[int, ...]
    """Places of the players who are present."""
    until: int
    """Time at which commitments are no longer awaited."""


class NumberCommitted(Struct, frozen=True, tag="committed"):
    """The player at a place committed to a random number, with one commitment for each board."""

    place: int
    """Index of the entrant, from 0."""
    commitments: tuple[Hex32, ...]


class CommitmentsLocked(Struct, frozen=True, tag="numbers_locked"):
    """No more commitments are accepted. The players who sent theirs are asked to reveal their
    numbers."""

    until: int
    """Time at which numbers are no longer awaited."""


class NumberRevealed(Struct, frozen=True, tag="number_shown"):
    """The player at a place revealed their number."""

    place: int
    """Index of the entrant, from 0."""
    number: Hex32


class BoardsSettled(Struct, frozen=True, tag="numbers_settled"):
    """No more numbers are accepted. The cards of all boards are determined."""


class RoundTable(Struct, frozen=True):
    """A table in a round."""

    table: TableName
    """Id of the table."""
    places: tuple[int, ...]
    """The place (number of the entrant) in each seat."""


class RoundBegan(Struct, frozen=True, tag="round_began"):
    """A round began at these tables. The server opens them afterwards."""

    round: int
    """Number of the round, from 1. Also the number of its board."""
    tables: tuple[RoundTable, ...]
    ends: int | None
    """Time at which bots begin to finish the round, or None if it has no limit."""


class BoardResult(Struct, frozen=True, omit_defaults=True):
    """The result of a board at one table."""

    game: str
    """Id of the game at that table."""
    scores: tuple[int, ...]
    """The score of each seat."""
    by_bot: tuple[Seat, ...] = ()
    """Seats for which a bot made at least one choice."""
    by_nobody: bool = False
    """True if no player made a choice at that table."""


class RoundEnded(Struct, frozen=True, tag="round_ended"):
    """A round is over at all its tables."""

    round: int
    """Number of the round, from 1."""
    results: tuple[BoardResult, ...]
    """The result of each table, in the order of `RoundBegan.tables`."""
    next: int | None
    """Time at which the next round begins, or None if there is none."""


class TournamentEnded(Struct, frozen=True, tag="ended"):
    """The tournament is over, and its standings are final."""


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """The tournament was cancelled, or nobody played in it any more. Finished rounds still
    count."""


Event = (
    Planned
    | Entered
    | Withdrew
    | Called
    | NumberCommitted
    | CommitmentsLocked
    | NumberRevealed
    | BoardsSettled
    | RoundBegan
    | RoundEnded
    | TournamentEnded
    | Cancelled
)


class TournamentEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of a tournament's log: all events that one command caused."""

    at: int
    """Time of the command."""
    events: tuple[Event, ...]
    by: str | None = None
    """Id of the player who sent the command, or None for commands of the server."""
    v: int = ENTRY_FORMAT
    """Format number of the entry."""
