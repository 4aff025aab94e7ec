"""The public state of a table: everything that all observers may know, except the running deal.

The server, web pages and other programs compute it from the facts in the same way.
"""

from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, Contribution
from gongzhu.rules import Mode
from gongzhu.rules.deal import Own, Public
from gongzhu.table.settings import Settings

Stage = Literal["gathering", "calling", "playing", "scored", "finished", "closed"]
"""Stage of a table: before the first game; collecting numbers for a fair deal; playing a deal;
waiting for players after a scored deal; waiting for a rematch after a game; closed."""


MOST_REMOVED = 50
"""Most removed players that a table remembers; the earliest is forgotten first."""


class SeatState(Struct, frozen=True, gc=False):
    """The state of a seat, and the player or bot in it."""

    kind: Literal["open", "player", "bot"] = "open"
    name: str = ""
    level: str | None = None
    """Level of the bot; None if there is none."""
    program: bool = False
    """True for a player that is a program with an account of its own."""
    ready: bool = False
    online: bool = False
    left: bool = False
    """True if the player left during the game; a bot plays on."""
    stand_in: bool = False
    """True while a bot plays for the player."""
    away_since: int | None = None
    failed: int = 0
    """The number of choices that `steady` made in this game because the seat's outside bot
    failed."""
    resigned: bool = False
    """True if the player has given up the running game, which ends once all players have."""


class Waiting(Struct, frozen=True, gc=False):
    """Somebody who is given a bot's seat at the end of the deal."""

    name: str
    program: bool = False
    """True for a program with an account of its own."""


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
    practice: bool = False
    """True if the game does not count, as in `TableState`."""


class FairState(Struct, frozen=True, gc=False):
    """The state of the protocol for fair deals (GZH1)."""

    chain: Chain | None = None
    count: int = 0
    """Number of the deal called last."""
    previous: str | None = None
    """The secret revealed last; before the first, the anchor of the chain."""
    step: Literal["idle", "committing", "revealing", "settled"] = "idle"
    heard: tuple[bool, ...] = ()
    """For each seat, true if its message of this step has arrived or none is expected, as from
    bots."""
    contributions: tuple[Contribution, ...] | None = None
    """The players' contributions to the random numbers of the deal: first their commitments, as
    locked, then their numbers, as settled."""


class TableState(Struct, frozen=True, gc=False, kw_only=True):
    """The public state of a table, without hands and secrets."""

    table: str
    settings: Settings
    stage: Stage
    seats: tuple[SeatState, ...]
    host: Seat | None
    until: int | None = None
    """The time at which the current wait ends; None if it has no limit."""
    game: str | None = None
    """The id of the running game, or of the last one."""
    totals: tuple[int, ...] = ()
    """Totals by side, after the deals scored so far."""
    deals: tuple[ScoredDeal, ...] = ()
    """The finished deals of the running game, or of the last one."""
    games: tuple[PlayedGame, ...] = ()
    """The finished games of the match."""
    strips: tuple[int, ...] = ()
    round_points: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    fair: FairState = FairState()
    removed: tuple[str, ...] = ()
    """The names of the players whom the host has removed, in the order of removal."""
    waiting: tuple[Waiting, ...] = ()
    """The people who wait for a bot's seat, in the order in which they came."""
    practice: bool = False
    """True if the running game, or the last one, does not count: cards were taken back in it, or
    somebody took a bot's seat in the middle of a deal."""
    played_out: bool = False
    """True if bots finish the deal of a tournament for all players, since the time is up."""


class DealView(Struct, frozen=True, gc=False):
    """An observer's view of the running deal, or, until the next one is called, of the last one."""

    public: Public
    own: Own | None
    """The private knowledge of the observer's seat; None for spectators."""
    chosen: tuple[bool, ...]
    """For each seat, true if it has made the current sealed choice; all false while cards are
    played."""


class TableView(Struct, frozen=True, gc=False):
    """Everything that one observer may know of a table."""

    state: TableState
    seat: Seat | None
    deal: DealView | None
    """The observer's view of the deal; None if there is no deal."""


class Ask(Struct, frozen=True, gc=False, omit_defaults=True):
    """A question that the table asks a seat, with the allowed answers."""

    kind: Literal["pass", "expose", "play", "moon"]
    cards: tuple[str, ...] = ()
    """If the question is what to play: the cards that may be played. If it is what to pass: the
    cards that may be passed."""
    count: int = 0
    """If the question is what to pass: how many cards must be passed."""
    modes: dict[str, tuple[Mode, ...]] = {}
    """If the question is what to expose: each card that may be exposed, with the ways to expose
    it."""
    claim: bool = False
    """If the question is what to play: true if the player may claim instead, since no card left
    counts."""


Item = TypeVar("Item")


def swapped_state(state: TableState, one: Seat, other: Seat) -> TableState:
    """The public state after the seats `one` and `other` were exchanged.

    Points, strips and results follow the players, except in partnerships, where they stay with the
    side.
    """
    places: dict[Seat | None, Seat] = {one: other, other: one}

    def moved(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return swapped(items, one, other) if len(items) == len(state.seats) else items

    def sides(chosen: tuple[int, ...]) -> tuple[int, ...]:
        if state.settings.rules.partners != "none":
            return chosen
        return tuple(sorted(places.get(Seat(side), side) for side in chosen))

    def game(played: PlayedGame) -> PlayedGame:
        return replace(
            played,
            winners=sides(played.winners),
            losers=sides(played.losers),
            totals=moved(played.totals),
        )

    return replace(
        state,
        seats=swapped(state.seats, one, other),
        host=places.get(state.host, state.host),
        totals=moved(state.totals),
        deals=tuple(
            replace(deal, scores=moved(deal.scores), totals=moved(deal.totals))
            for deal in state.deals
        ),
        games=tuple(game(played) for played in state.games),
        strips=moved(state.strips),
        round_points=moved(state.round_points),
        lost=moved(state.lost),
    )


def swapped(items: tuple[Item, ...], one: int, other: int) -> tuple[Item, ...]:
    """A copy of the items, with those at the indexes `one` and `other` exchanged."""
    order = list(items)
    order[one], order[other] = order[other], order[one]
    return tuple(order)
