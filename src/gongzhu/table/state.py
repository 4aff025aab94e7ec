"""The public state of a table: all that everybody may know of it but the running deal. It follows
from the facts in the same way in the server, in the page and in any other program."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Contribution
from gongzhu.rules import Mode
from gongzhu.rules.deal import Own, Public
from gongzhu.table.settings import Settings

Stage = Literal["gathering", "calling", "playing", "scored", "finished", "closed"]
"""Before the first game; numbers for a fair deal come in; a deal is played; a deal was scored and
the next one waits for the players; a game is over and a rematch waits; closed."""


MOST_REMOVED = 50
"""Removed players that a table remembers; with one more, the first of them is forgotten."""


class SeatState(Struct, frozen=True, gc=False):
    """A seat and what sits in it."""

    kind: Literal["open", "player", "bot"] = "open"
    name: str = ""
    level: str | None = None
    """Of a bot."""
    program: bool = False
    """A player that is a program with an account of its own."""
    ready: bool = False
    online: bool = False
    left: bool = False
    """The player left during the game; a bot plays on."""
    stand_in: bool = False
    """A bot plays for the player."""
    away_since: int | None = None
    failed: int = 0
    """Times in this game that `steady` chose for the seat, since its program failed; hidden from
    spectators."""


class ScoredDeal(Struct, frozen=True, gc=False):
    """A finished deal of the running game."""

    count: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class PlayedGame(Struct, frozen=True, gc=False):
    """A finished game of the match."""

    game: str
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    totals: tuple[int, ...]


class FairState(Struct, frozen=True, gc=False):
    """The progress of the protocol for fair deals."""

    chain: Chain | None = None
    count: int = 0
    """Of the deal called last."""
    previous: str | None = None
    """The secret shown last; the anchor before the first."""
    step: Literal["idle", "committing", "revealing", "settled"] = "idle"
    heard: tuple[bool, ...] = ()
    """By seat: true once its number of this step has come; where none can come, as from bots, it
    counts as heard."""
    contributions: tuple[Contribution, ...] | None = None
    """As locked, and then as settled."""


class TableState(Struct, frozen=True, gc=False, kw_only=True):
    """Everything but hands and secrets."""

    table: str
    settings: Settings
    stage: Stage
    seats: tuple[SeatState, ...]
    host: Seat | None
    until: int | None = None
    """The time at which the current wait is over; None: no limit, or hidden from spectators."""
    game: str | None = None
    """The id of the running game, or of the one that was played last."""
    totals: tuple[int, ...] = ()
    """Per side, after the deals that were scored."""
    deals: tuple[ScoredDeal, ...] = ()
    """Of the running game, or of the one played last."""
    games: tuple[PlayedGame, ...] = ()
    """Of the match."""
    strips: tuple[int, ...] = ()
    round_points: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    fair: FairState = FairState()
    removed: tuple[str, ...] = ()
    """The names of the players whom the host has removed, in that order."""


class DealView(Struct, frozen=True, gc=False):
    """A seat's view of the running deal, or, until the next one is called, of the one before."""

    public: Public
    own: Own
    chosen: tuple[bool, ...]
    """By seat: true once it has made the sealed choice that is being made; all False at play."""


class TableView(Struct, frozen=True, gc=False):
    """All that one observer may know of a table."""

    state: TableState
    seat: Seat | None
    deal: DealView | None
    """None for spectators, and while there is no deal."""


class Ask(Struct, frozen=True, gc=False, omit_defaults=True):
    """A question that the table puts to a seat, and the allowed answers."""

    kind: Literal["pass", "expose", "play", "moon"]
    cards: tuple[str, ...] = ()
    """play: the cards that may be played; pass: all that may be passed."""
    count: int = 0
    """pass: how many."""
    modes: dict[str, tuple[Mode, ...]] = {}
    """expose: each card that may be exposed, and how."""
    claim: bool = False
    """play: true if the deal may be ended, since nothing is left that counts."""
