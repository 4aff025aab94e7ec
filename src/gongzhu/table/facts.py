"""Facts about a table: one tagged union that is used for its log, on the wire and for replay.

Facts about the game itself are events of the rules, inside `Happened`. A field documented as
"hidden" is redacted to None by `gongzhu.table.cut`. Times are milliseconds since 1970.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Contribution, Evidence
from gongzhu.rules import Event
from gongzhu.table.settings import Settings

ENTRY_FORMAT = 1
"""Format number of log entries."""


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """The table was opened, with one seat for each player of its rules."""

    table: str
    settings: Settings
    host: str | None
    """The id of the player who opened it; hidden."""


class Configured(Struct, frozen=True, gc=False, tag="configured"):
    """The host changed the settings. Before the first game all of them may change, and players in
    seats that no longer exist leave; later only what may be said at the table, after which players
    need not be ready again."""

    settings: Settings


class HostChanged(Struct, frozen=True, gc=False, tag="host_changed"):
    """The host changed, or the host took a seat."""

    host: str | None
    """The id of the new host; hidden."""
    seat: Seat | None
    """The host's seat; None if there is no host or the host has no seat."""


class Sat(Struct, frozen=True, gc=False, tag="sat"):
    """A connected player took a seat."""

    seat: Seat
    player: str | None
    """The player's id; hidden."""
    name: str
    program: bool = False
    """True for a program with an account of its own."""


class BotSat(Struct, frozen=True, gc=False, tag="bot_sat"):
    """A built-in bot was given a seat."""

    seat: Seat
    level: str
    name: str


class Knocked(Struct, frozen=True, gc=False, tag="knocked"):
    """Somebody asked for a bot's seat in the middle of a deal, and waits for its end."""

    player: str | None
    """The player's id; hidden."""
    name: str
    program: bool = False
    """True for a program with an account of its own."""


class StoppedWaiting(Struct, frozen=True, gc=False, tag="stopped_waiting"):
    """Somebody who waited for a seat no longer does."""

    place: int
    """Index in the list of those who wait, from 0."""
    why: Literal["seated", "left", "turned_away"]
    """Why: they are given a seat by the next fact, they went away, or the host does not want
    them."""


class Left(Struct, frozen=True, gc=False, tag="left"):
    """A seat became open, or, during a game, its player left and a bot plays on for good."""

    seat: Seat
    why: Literal["left", "removed"]


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """The host removed a player, who cannot take a seat here until readmitted. They left the seat
    before, or leave it by the next fact."""

    player: str | None
    """The player's id; hidden."""
    name: str


class Readmitted(Struct, frozen=True, gc=False, tag="readmitted"):
    """A removed player may sit down again."""

    place: int
    """Index in the list of removed players, from 0."""


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """The players or bots of two seats changed places."""

    seats: tuple[Seat, Seat]


class ReadySet(Struct, frozen=True, gc=False, tag="ready_set"):
    """A player became ready, or is no longer ready, for the next deal or game."""

    seat: Seat
    ready: bool


class Came(Struct, frozen=True, gc=False, tag="came"):
    """A seated player is connected again; if a bot played for them, they now play themselves."""

    seat: Seat


class Went(Struct, frozen=True, gc=False, tag="went"):
    """A seated player is no longer connected."""

    seat: Seat
    at: int
    """The time at which the last connection ended."""


class BotStoodIn(Struct, frozen=True, gc=False, tag="bot_stood_in"):
    """A bot plays for an absent or idle player from here on."""

    seat: Seat


class PlayedOut(Struct, frozen=True, gc=False, tag="played_out"):
    """The time for the round of a tournament is up: bots play on for all players."""


class TimedOut(Struct, frozen=True, gc=False, tag="timed_out"):
    """A player did not decide in time: a bot takes this one decision."""

    seat: Seat


Failure = Literal["late", "dead", "failed", "illegal"]
"""The fault of an outside bot: it did not answer in time, it has ended, it failed with an error, or
its answer was no legal action."""


class BotFailed(Struct, frozen=True, gc=False, tag="bot_failed"):
    """An outside bot failed to choose; the next choice for its seat was made by `steady`."""

    seat: Seat
    why: Failure


class BotHurried(Struct, frozen=True, gc=False, tag="bot_hurried"):
    """The server was too busy to let a bot think; the next choice for its seat was made by
    `steady`. This is not the bot's fault."""

    seat: Seat


class Resumed(Struct, frozen=True, gc=False, tag="resumed"):
    """The server was restarted. No player is connected yet, and clocks stood still meanwhile."""

    at: int
    """The time from which no player is connected."""


class WaitsUntil(Struct, frozen=True, gc=False, tag="waits_until"):
    """The table's clock was set: the current wait ends at this time; None if it has no limit."""

    until: int | None


class GameBegan(Struct, frozen=True, gc=False, tag="game_began"):
    """A game of the match began."""

    game: str
    """The game's unguessable id, under which it can be read once it is over."""
    number: int
    """Number of the game within the match, 0-based."""


class ChainBegan(Struct, frozen=True, gc=False, tag="chain_began"):
    """GZH1, step 1: the dealer began a new chain of secrets."""

    chain: Chain
    last: str | None
    """The chain's last secret; hidden from everybody."""


class DealCalled(Struct, frozen=True, gc=False, tag="deal_called"):
    """GZH1, step 2: a deal was called, and players may send commitments. `count` numbers the deals
    of the table from 1; `previous` is the dealer's secret that was revealed last."""

    count: int
    previous: str


class Committed(Struct, frozen=True, gc=False, tag="committed"):
    """GZH1, step 3: a player sent the commitment to their number."""

    seat: Seat
    commitment: str | None
    """Hidden from others until the lock."""


class NumbersLocked(Struct, frozen=True, gc=False, tag="numbers_locked"):
    """GZH1, step 4: the commitments were locked; none is accepted any more."""

    contributions: tuple[Contribution, ...]


class NumberShown(Struct, frozen=True, gc=False, tag="number_shown"):
    """GZH1, step 5: a player revealed their number."""

    seat: Seat
    number: str | None
    """Hidden from others until the numbers are settled."""


class NumbersSettled(Struct, frozen=True, gc=False, tag="numbers_settled"):
    """GZH1, step 6: the numbers were settled; those not revealed by now do not count."""

    contributions: tuple[Contribution, ...]


class DealGiven(Struct, frozen=True, gc=False, tag="deal_given"):
    """A deal was dealt that was fixed beforehand, and is the same at other tables."""

    count: int
    """Number of the deal under the name of its dealer."""
    evidence: Evidence | None
    """Evidence of the deal; hidden from everybody."""


class Happened(Struct, frozen=True, gc=False, tag="happened"):
    """An event of the game, from the dealing of the cards (GZH1, step 7) to the end of the deal."""

    event: Event


class Chose(Struct, frozen=True, gc=False, tag="chose"):
    """A seat has made a sealed choice of cards to pass or expose."""

    seat: Seat


class DealScored(Struct, frozen=True, gc=False, tag="deal_scored"):
    """The deal is over and scored (GZH1, step 8)."""

    scores: tuple[int, ...]
    """Scores by pile."""
    totals: tuple[int, ...]
    """Totals by side, after this deal."""
    evidence: Evidence | None
    """Evidence of the deal; None for one that was fixed beforehand, since other players have still
    to play it."""


class TookBack(Struct, frozen=True, gc=False, tag="took_back"):
    """A player among bots took cards back: the deal stands again as it did after `plays` cards, and
    the game counts as practice. Observers are sent a snapshot instead of this fact."""

    seat: Seat
    plays: int


class Resigned(Struct, frozen=True, gc=False, tag="resigned"):
    """A player has given up the game, or goes on after all."""

    seat: Seat
    resigned: bool = True


class DealAborted(Struct, frozen=True, gc=False, tag="deal_aborted"):
    """The deal was broken off, because the table closed or the players gave up the game."""

    evidence: Evidence | None
    """As in `DealScored`."""


class GameEnded(Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over. Each field holds one value per side or a list of sides, as in `GameResult`
    and `Match`."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    strips: tuple[int, ...]
    round_points: tuple[int, ...]
    lost: tuple[int, ...]


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """The table was closed."""

    why: Literal["host", "idle", "admin"]
    """Why: the host closed it, it was idle too long, or the operator closed it."""


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
    """A fact that cannot follow those before it: the log, or the part of it that was received, has
    gaps."""

    def __init__(self, fact: Fact | None) -> None:
        super().__init__("nothing" if fact is None else type(fact).__name__)


class LogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a table's log: all facts that one command led to."""

    at: int
    """Time of the command in milliseconds since 1970."""
    facts: tuple[Fact, ...]
    by: str | None = None
    """The id of the player who sent the command; None for commands of the server."""
    id: str | None = None
    """The id that the player's program gave the command; a repeated id has no effect."""
    v: int = ENTRY_FORMAT
