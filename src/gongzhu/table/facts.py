"""Facts about a table, in one tagged union for its log, the wire and replay.

Facts about the game itself are events of the rules, wrapped in `Happened`. A field described as
hidden is set to None by `gongzhu.table.cut`. Times are in milliseconds since 1970.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Contribution, Evidence
from gongzhu.rules import Event
from gongzhu.table.settings import Settings

ENTRY_FORMAT = 1
"""Format number of log entries, stored in each entry."""


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """The table was opened. It has one open seat for each player of its rules."""

    table: str
    """Id of the table, as in its URL."""
    settings: Settings
    host: str | None
    """Id of the player who opened the table, or None for a table of a tournament. It is None in
    what an observer receives."""


class Configured(Struct, frozen=True, gc=False, tag="configured"):
    """The host changed the settings. Before the first game any setting may change, and players in
    seats that no longer exist lose them. Later only the allowed kinds of talk may change, and
    players stay ready."""

    settings: Settings


class HostChanged(Struct, frozen=True, gc=False, tag="host_changed"):
    """The table has a new host, or the host has taken a seat."""

    host: str | None
    """Id of the host, or None if the table has no host. It is None in what an observer receives."""
    seat: Seat | None
    """The host's seat, or None if there is no host or the host has no seat."""


class Sat(Struct, frozen=True, gc=False, tag="sat"):
    """A connected player took a seat."""

    seat: Seat
    player: str | None
    """Id of the player. Only the log of the server has it. It is None in what an observer
    receives."""
    name: str
    program: bool = False
    """True for an outside bot (a program with an account of its own)."""


class BotSat(Struct, frozen=True, gc=False, tag="bot_sat"):
    """A built-in bot was given a seat."""

    seat: Seat
    level: str
    """The level of the bot, such as `steady`."""
    name: str
    """The name under which the bot is seated."""


class Knocked(Struct, frozen=True, gc=False, tag="knocked"):
    """A player asked for a bot's seat during a deal, and waits for the end of the deal."""

    player: str | None
    """Id of the player. Only the log of the server has it. It is None in what an observer
    receives."""
    name: str
    program: bool = False
    """True for an outside bot (a program with an account of its own)."""


class StoppedWaiting(Struct, frozen=True, gc=False, tag="stopped_waiting"):
    """A player who waited for a seat no longer waits."""

    place: int
    """Index in the list `waiting` of the table's state, from 0."""
    why: Literal["seated", "left", "turned_away"]
    """`seated`: the next fact gives them a seat. `left`: they went away. `turned_away`: the host
    refused them."""


class Left(Struct, frozen=True, gc=False, tag="left"):
    """A player left their seat or lost it. Outside a game the seat is open. During a game a bot
    plays on in it."""

    seat: Seat
    why: Literal["left", "removed"]
    """`left`: the player left. `removed`: the host or the server removed the player."""


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """The host removed a player, who cannot take a seat at this table until readmitted. If they
    still have a seat, the next fact is that they leave it."""

    player: str | None
    """Id of the player. Only the log of the server has it. It is None in what an observer
    receives."""
    name: str


class Readmitted(Struct, frozen=True, gc=False, tag="readmitted"):
    """A removed player may take a seat again."""

    place: int
    """Index in the list `removed` of the table's state, from 0."""


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """The players or bots of two seats changed seats."""

    seats: tuple[Seat, Seat]


class ReadySet(Struct, frozen=True, gc=False, tag="ready_set"):
    """A player declared themselves ready, or no longer ready, for the next deal or game."""

    seat: Seat
    ready: bool


class Came(Struct, frozen=True, gc=False, tag="came"):
    """A seated player is connected (again), or acts again. If a bot stood in for them, it no longer
    does."""

    seat: Seat


class Went(Struct, frozen=True, gc=False, tag="went"):
    """A seated player is no longer connected."""

    seat: Seat
    at: int
    """Time at which the last connection was closed."""


class BotStoodIn(Struct, frozen=True, gc=False, tag="bot_stood_in"):
    """From now on a bot plays for an absent or idle player, until that player is back."""

    seat: Seat


class PlayedOut(Struct, frozen=True, gc=False, tag="played_out"):
    """The time for a round of a tournament is up: bots finish the deal for all players."""


class TimedOut(Struct, frozen=True, gc=False, tag="timed_out"):
    """A player did not decide in time: a bot makes this one decision."""

    seat: Seat


Failure = Literal["late", "dead", "failed", "illegal"]
"""The reason why an outside bot failed: `late` (no response in time), `dead` (its process has
ended), `failed` (it reported an error) or `illegal` (its response was no legal action)."""


class BotFailed(Struct, frozen=True, gc=False, tag="bot_failed"):
    """An outside bot failed to choose. The built-in bot `steady` makes the next choice for the
    seat."""

    seat: Seat
    why: Failure


class BotHurried(Struct, frozen=True, gc=False, tag="bot_hurried"):
    """The server was too busy to let a bot compute. The built-in bot `steady` makes the next choice
    for the seat. The bot is not at fault."""

    seat: Seat


class Resumed(Struct, frozen=True, gc=False, tag="resumed"):
    """The server was restarted. No player is connected. The time without the server does not count
    against anybody."""

    at: int
    """Time from which all players count as absent."""


class WaitsUntil(Struct, frozen=True, gc=False, tag="waits_until"):
    """The table's clock was set: the current wait ends at this time. None means no limit."""

    until: int | None
    """Time in milliseconds since 1970, or None for no limit."""


class GameBegan(Struct, frozen=True, gc=False, tag="game_began"):
    """A game of the match began."""

    game: str
    """Random id of the game, under which it can be read once it is over."""
    number: int
    """Number of the game within the match, from 0."""


class ChainBegan(Struct, frozen=True, gc=False, tag="chain_began"):
    """GZH1, step 1: the dealer began a new chain of secrets."""

    chain: Chain
    last: str | None
    """The chain's last secret, from which all others can be computed. It is None in what any
    observer receives."""


class DealCalled(Struct, frozen=True, gc=False, tag="deal_called"):
    """GZH1, step 2: a deal was called, and players may send commitments. `count` is the number of
    the deal since the table was opened, from 1. `previous` is the secret revealed last, or the
    chain's anchor."""

    count: int
    previous: str


class Committed(Struct, frozen=True, gc=False, tag="committed"):
    """GZH1, step 3: a player committed to a random number."""

    seat: Seat
    commitment: str | None
    """The commitment. The other seats and spectators receive None until the commitments are
    locked."""


class NumbersLocked(Struct, frozen=True, gc=False, tag="numbers_locked"):
    """GZH1, step 4: the commitments were locked. No more are accepted."""

    contributions: tuple[Contribution, ...]
    """The contribution of each seat, by seat. None is revealed yet."""


class NumberShown(Struct, frozen=True, gc=False, tag="number_shown"):
    """GZH1, step 5: a player revealed their number."""

    seat: Seat
    number: str | None
    """The random number. The other seats and spectators receive None until the numbers are
    settled."""


class NumbersSettled(Struct, frozen=True, gc=False, tag="numbers_settled"):
    """GZH1, step 6: the numbers were settled. A number not revealed by now is not used."""

    contributions: tuple[Contribution, ...]
    """The contribution of each seat, by seat, with the revealed numbers."""


class DealGiven(Struct, frozen=True, gc=False, tag="deal_given"):
    """A deal was dealt that had been fixed beforehand and is the same at other tables."""

    count: int
    """Number of the deal among those of its dealer (`DayDeal.dealer` or `Board.tournament`), from
    1."""
    evidence: Evidence | None
    """The evidence of the deal. It is None in what any observer receives."""


class Happened(Struct, frozen=True, gc=False, tag="happened"):
    """An event of the game, from the dealing of the cards (GZH1, step 7) to the end of the deal."""

    event: Event


class Chose(Struct, frozen=True, gc=False, tag="chose"):
    """A seat has made its sealed choice of cards to pass or expose."""

    seat: Seat


class DealScored(Struct, frozen=True, gc=False, tag="deal_scored"):
    """The deal is over and scored (GZH1, step 8)."""

    scores: tuple[int, ...]
    """The score of each pile, in the order of `piles(rules)`."""
    totals: tuple[int, ...]
    """The total of each side after this deal, in the order of `sides(rules)`."""
    evidence: Evidence | None
    """The evidence of the deal, or None for a deal fixed beforehand, which others have still to
    play."""


class TookBack(Struct, frozen=True, gc=False, tag="took_back"):
    """A player among bots took cards back: the deal is again as it was when `plays` cards had been
    played in it, and the game counts as practice. Observers receive a snapshot in place of this
    fact."""

    seat: Seat
    plays: int


class Resigned(Struct, frozen=True, gc=False, tag="resigned"):
    """A player gave up the game, or (`resigned` false) withdrew that."""

    seat: Seat
    resigned: bool = True


class DealAborted(Struct, frozen=True, gc=False, tag="deal_aborted"):
    """The deal was broken off, because the table was closed or all players gave up the game."""

    evidence: Evidence | None
    """The evidence of the deal, or None for a deal fixed beforehand, which others have still to
    play."""


class GameEnded(Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over. `winners` and `losers` are indices of sides. `strips` (pig strips),
    `round_points` and `lost` (number of games lost) count from the beginning of the match to now,
    one number for each side."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    strips: tuple[int, ...]
    round_points: tuple[int, ...]
    lost: tuple[int, ...]


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """The table was closed."""

    why: Literal["host", "idle", "admin"]
    """`host`: the host closed it. `idle`: it was idle too long. `admin`: the operator closed it."""


Fact = (
    Opened
    | Configured
    | HostChanged
    | Sat
    | BotSat
    | Knocked
    | StoppedWaiting
    | Left
    | Removed
    | Readmitted
    | Swapped
    | ReadySet
    | Came
    | Went
    | BotStoodIn
    | PlayedOut
    | TimedOut
    | BotFailed
    | BotHurried
    | Resumed
    | WaitsUntil
    | GameBegan
    | ChainBegan
    | DealCalled
    | Committed
    | NumbersLocked
    | NumberShown
    | NumbersSettled
    | DealGiven
    | Happened
    | Chose
    | DealScored
    | TookBack
    | Resigned
    | DealAborted
    | GameEnded
    | Closed
)


class OutOfOrder(ValueError):
    """Raised for a fact that cannot follow those before it, because entries are missing in the log
    or were not received."""

    def __init__(self, fact: Fact | None) -> None:
        super().__init__("nothing" if fact is None else type(fact).__name__)


class LogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a table's log: all facts that one command caused, in order."""

    at: int
    """Time of the command in milliseconds since 1970."""
    facts: tuple[Fact, ...]
    by: str | None = None
    """Id of the player who sent the command or whose connection changed, or None for all other
    commands of the server."""
    id: str | None = None
    """The id that the player's program gave the command. The server does not carry out a command of
    the same player with the same id again."""
    v: int = ENTRY_FORMAT
    """Format number of the entry."""
