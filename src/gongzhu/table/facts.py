"""Facts about a table: one tagged union that is its log, its wire and its replay.

Facts about the game itself are the engine's events, inside `Happened`. A field that is None where
it says "hidden" was hidden by `gongzhu.table.cut`, the table's part of the one cut.
Times are milliseconds since 1970, as they were handed in.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Contribution, Evidence
from gongzhu.rules import Event
from gongzhu.table.settings import Settings

ENTRY_FORMAT = 1
"""The form in which entries are written down."""


class Opened(Struct, frozen=True, gc=False, tag="opened"):
    """The table was opened; its seats are as many as the rules have players."""

    table: str
    settings: Settings
    host: str | None
    """The id of the player who opened it; hidden."""


class Configured(Struct, frozen=True, gc=False, tag="configured"):
    """The host changed the settings: before the first game any of them, and seats that are no more
    are left; later what may be said at the table, which nobody has to be ready for."""

    settings: Settings


class HostChanged(Struct, frozen=True, gc=False, tag="host_changed"):
    """Somebody else is host now, or the host has sat down."""

    host: str | None
    """Hidden."""
    seat: Seat | None
    """The host's seat; None where nobody, or somebody without a seat, is host."""


class Sat(Struct, frozen=True, gc=False, tag="sat"):
    """A player took a seat, and is there."""

    seat: Seat
    player: str | None
    """The player's id; hidden."""
    name: str
    program: bool = False
    """True for a program with an account of its own."""


class BotSat(Struct, frozen=True, gc=False, tag="bot_sat"):
    """A bot of the house was given a seat."""

    seat: Seat
    level: str
    name: str


class Left(Struct, frozen=True, gc=False, tag="left"):
    """A seat became open; or, during a game, its player left it to a bot for good."""

    seat: Seat
    why: Literal["left", "removed"]


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """The host removed a player, who takes no seat here until it is readmitted. The seat was left
    before, or is left by the fact that follows."""

    player: str | None
    """The player's id; hidden."""
    name: str


class Readmitted(Struct, frozen=True, gc=False, tag="readmitted"):
    """A removed player may sit down again."""

    place: int
    """In the list of the removed, from 0."""


class Swapped(Struct, frozen=True, gc=False, tag="swapped"):
    """Two seats exchanged what sits in them."""

    seats: tuple[Seat, Seat]


class ReadySet(Struct, frozen=True, gc=False, tag="ready_set"):
    """A player is ready, or is not any more, for the next deal or game."""

    seat: Seat
    ready: bool


class Came(Struct, frozen=True, gc=False, tag="came"):
    """A seated player is there again; if a bot played for it, it plays itself from here."""

    seat: Seat


class Went(Struct, frozen=True, gc=False, tag="went"):
    """A seated player is no longer connected."""

    seat: Seat
    at: int
    """The time at which the last connection ended."""


class BotStoodIn(Struct, frozen=True, gc=False, tag="bot_stood_in"):
    """A bot plays for an absent or idle player from here on."""

    seat: Seat


class TimedOut(Struct, frozen=True, gc=False, tag="timed_out"):
    """A player did not decide in time: a bot takes this one decision.

    Hidden from spectators, for it shows whose turn it is.
    """

    seat: Seat


Failure = Literal["late", "dead", "failed", "illegal"]
"""The fault of a program that plays: it gave no answer in time; it has ended; it broke off with an
error; its answer was no action, or not an allowed one."""


class BotFailed(Struct, frozen=True, gc=False, tag="bot_failed"):
    """A program did not choose: the choice for its seat that follows is that of `steady`.

    Hidden from spectators, for it shows whose turn it is.
    """

    seat: Seat
    why: Failure


class BotHurried(Struct, frozen=True, gc=False, tag="bot_hurried"):
    """The server could not let a bot think: the choice for its seat that follows is that of
    `steady`. It is no fault of the bot's.

    Hidden from spectators, for it shows whose turn it is.
    """

    seat: Seat


class Resumed(Struct, frozen=True, gc=False, tag="resumed"):
    """The server came back. Nobody is connected yet, and clocks stood still meanwhile."""

    at: int
    """The time from which nobody is connected."""


class WaitsUntil(Struct, frozen=True, gc=False, tag="waits_until"):
    """The table's clock was set: what it waits for now is over at this time; None: no limit.

    Hidden from spectators, for it shows if it is a bot's turn.
    """

    until: int | None


class GameBegan(Struct, frozen=True, gc=False, tag="game_began"):
    """A game of the match began."""

    game: str
    """Its unguessable id; finished games are read under it."""
    number: int
    """0-based, within the match."""


class ChainBegan(Struct, frozen=True, gc=False, tag="chain_began"):
    """GZH1, step 1."""

    chain: Chain
    last: str | None
    """The chain's last secret; hidden from everybody."""


class DealCalled(Struct, frozen=True, gc=False, tag="deal_called"):
    """GZH1, step 2: `count` over the life of the table, from 1, and the secret shown last."""

    count: int
    previous: str


class Committed(Struct, frozen=True, gc=False, tag="committed"):
    """GZH1, step 3."""

    seat: Seat
    commitment: str | None
    """Hidden from others until the lock."""


class NumbersLocked(Struct, frozen=True, gc=False, tag="numbers_locked"):
    """GZH1, step 4."""

    contributions: tuple[Contribution, ...]


class NumberShown(Struct, frozen=True, gc=False, tag="number_shown"):
    """GZH1, step 5."""

    seat: Seat
    number: str | None
    """Hidden from others until the numbers are settled."""


class NumbersSettled(Struct, frozen=True, gc=False, tag="numbers_settled"):
    """GZH1, step 6."""

    contributions: tuple[Contribution, ...]


class Happened(Struct, frozen=True, gc=False, tag="happened"):
    """GZH1, step 7, and all that follows of the deal, as an event of the engine.

    Spectators see none of it: they are shown a deal when it is over.
    """

    event: Event


class Chose(Struct, frozen=True, gc=False, tag="chose"):
    """A seat has made its sealed choice, what to pass or to expose; seen by all who have a seat."""

    seat: Seat


class DealScored(Struct, frozen=True, gc=False, tag="deal_scored"):
    """The deal is over and counted; GZH1, step 8."""

    scores: tuple[int, ...]
    """Per pile."""
    totals: tuple[int, ...]
    """Per side, after this deal."""
    evidence: Evidence | None
    """None for the deal of the day, which others are still to play."""


class DealAborted(Struct, frozen=True, gc=False, tag="deal_aborted"):
    """The deal was broken off, because the table closed."""

    evidence: Evidence | None
    """None as in `DealScored`."""


class GameEnded(Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over. All per side, as `GameResult` and `Match` have them."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    strips: tuple[int, ...]
    round_points: tuple[int, ...]
    lost: tuple[int, ...]


class Closed(Struct, frozen=True, gc=False, tag="closed"):
    """The table is no more."""

    why: Literal["host", "idle", "admin"]
    """The host closed it; nobody came any more; whoever runs the server closed it."""


Fact = (
    Opened
    | Configured
    | HostChanged
    | Sat
    | BotSat
    | Left
    | Removed
    | Readmitted
    | Swapped
    | ReadySet
    | Came
    | Went
    | BotStoodIn
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
    | Happened
    | Chose
    | DealScored
    | DealAborted
    | GameEnded
    | Closed
)


class OutOfOrder(ValueError):
    """A fact that cannot follow those before it: the log, or what was seen of it, is not whole."""

    def __init__(self, fact: Fact | None) -> None:
        super().__init__("nothing" if fact is None else type(fact).__name__)


class LogEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a table's log: what one command brought about, whole or not at all."""

    at: int
    """When, in milliseconds since 1970."""
    facts: tuple[Fact, ...]
    by: str | None = None
    """The id of the player whose command it was."""
    id: str | None = None
    """The id that the player's program gave to the command: the same one again does nothing."""
    v: int = ENTRY_FORMAT
