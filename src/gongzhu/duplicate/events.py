"""The log of a tournament: one numbered entry for each command that changed it, made of events.

Players are told by their id, never by name: a name may change, and an account may be deleted. A
`place` is the number of an entrant, from 0, in the order of entering; bots have the last places. A
`board` is one deal of the tournament, which is played in one round at all of its tables. Times are
milliseconds since 1970.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain
from gongzhu.dealing.fair import Hex32, TableName
from gongzhu.rules import RuleSet

ENTRY_FORMAT = 1
"""Format number of entries."""

Scoring = Literal["matchpoints", "average"]
"""The comparison with those who held the same cards: by the number of them that a result beats
(`matchpoints`), or by the points that it is better than their average (`average`)."""
Rounds = Annotated[int, Meta(ge=1, le=63)]
Minutes = Annotated[int, Meta(ge=0, le=60)]
MoveSeconds = Annotated[int, Meta(ge=5, le=120)]
Places = Annotated[int, Meta(ge=8, le=64)]


class Plan(Struct, frozen=True, kw_only=True):
    """The plan of a tournament: its rules, rounds, scoring and times."""

    tournament: TableName
    """The id of the tournament, and the dealer's name of its boards in GZH1."""
    club: TableName
    name: str
    preset: str | None
    """The name of the preset, if the rules are exactly those of one."""
    rules: RuleSet
    rounds: Rounds
    scoring: Scoring
    minutes: Minutes
    """The time for a round, after which bots finish it; 0 means no limit."""
    move: MoveSeconds
    """Seconds for one decision of a player."""
    level: str
    """The level of all its bots."""
    least: Places = 8
    """Places at least, for so many bots as it takes; four at each table."""


class Planned(Plan, frozen=True, kw_only=True, tag="planned"):
    """A tournament was announced, and players may enter it."""

    chain: Chain
    """The dealer's chain of secrets, one for each board."""
    last: Hex32
    """The chain's last secret, from which all others are computed: never told."""


class Entered(Struct, frozen=True, tag="entered"):
    """A player takes part, or comes back after having withdrawn from the running tournament."""

    player: str


class Withdrew(Struct, frozen=True, tag="withdrew"):
    """A player no longer takes part. In a running tournament the place is kept, and bots play
    there from the next round on."""

    player: str


class Called(Struct, frozen=True, tag="called"):
    """The tournament was begun: the places are fixed, and the players who are there are asked for
    commitments to a random number each."""

    bots: int
    """Number of bots that fill up the last table."""
    expected: tuple[int, ...]
    """Places of the players who are there."""
    until: int


class NumberCommitted(Struct, frozen=True, tag="committed"):
    """A player sent the commitments to their number, one for each board."""

    place: int
    commitments: tuple[Hex32, ...]


class CommitmentsLocked(Struct, frozen=True, tag="numbers_locked"):
    """No more commitments are accepted, and those who sent theirs are asked for their numbers."""

    until: int


class NumberRevealed(Struct, frozen=True, tag="number_shown"):
    """A player revealed their number."""

    place: int
    number: Hex32


class BoardsSettled(Struct, frozen=True, tag="numbers_settled"):
    """No more numbers are accepted: the cards of all boards are settled now."""


class RoundTable(Struct, frozen=True):
    """A table of a round."""

    table: TableName
    places: tuple[int, ...]
    """The entrants' places by seat."""


class RoundBegan(Struct, frozen=True, tag="round_began"):
    """A round began at these tables, whether they are open already or not."""

    round: int
    """Number of the round, from 1; also the number of its board."""
    tables: tuple[RoundTable, ...]
    ends: int | None
    """The time at which the bots begin to finish the round; None if it has no limit."""


class BoardResult(Struct, frozen=True, omit_defaults=True):
    """The result of a board at one table."""

    game: str
    """The id of the game there."""
    scores: tuple[int, ...]
    """Scores by seat."""
    by_bot: tuple[Seat, ...] = ()
    """The seats for which a bot made at least one choice."""
    by_nobody: bool = False
    """True if no player made a choice there."""


class RoundEnded(Struct, frozen=True, tag="round_ended"):
    """A round is over at all of its tables."""

    round: int
    results: tuple[BoardResult, ...]
    """By table."""
    next: int | None
    """The time at which the next round begins; None after the last one."""


class TournamentEnded(Struct, frozen=True, tag="ended"):
    """The tournament is over, and its standings are final."""


class Cancelled(Struct, frozen=True, tag="cancelled"):
    """The tournament was called off, or nobody played in it any more; rounds that were over
    stay."""


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
    """One row of a tournament's log: all events that one command led to."""

    at: int
    """Time of the command."""
    events: tuple[Event, ...]
    by: str | None = None
    """The id of the player who sent the command; None for commands of the server."""
    v: int = ENTRY_FORMAT
