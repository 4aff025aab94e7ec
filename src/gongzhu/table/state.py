"""The public state of a table: all that every observer may know, except the running deal.

The server, the browser client and other programs compute it from the facts in the same way.
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
"""`gathering`: before the first game. `calling`: the numbers for a deal are collected. `playing`: a
deal is played. `scored`: between two deals of a game. `finished`: after a game. `closed`: the table
is closed."""


MOST_REMOVED = 50
"""Greatest number of removed players that a table stores. The oldest is dropped first."""


class SeatState(Struct, frozen=True, gc=False):
    """A seat, with the player or bot in it."""

    kind: Literal["open", "player", "bot"] = "open"
    name: str = ""
    """Name of the player or bot, empty in an open seat."""
    level: str | None = None
    """Level of the bot, or None in other seats."""
    program: bool = False
    """True for an outside bot (a program with an account of its own), which is seated as a
    player."""
    ready: bool = False
    """True if the player is ready for the next deal or game."""
    online: bool = False
    """True if the player is connected."""
    left: bool = False
    """True if the player has left during the game. A bot plays on in the seat."""
    stand_in: bool = False
    """True while a bot stands in for the player, who can take over again at any time."""
    away_since: int | None = None
    """Time in milliseconds since 1970 at which the player disconnected, or None while connected."""
    failed: int = 0
    """Number of choices in this game that the built-in bot `steady` made because an outside bot
    failed."""
    resigned: bool = False
    """True if the player has given up the running game, which ends once all players have."""


class Waiting(Struct, frozen=True, gc=False):
    """A player who waits for a bot's seat until the deal is over."""

    name: str
    """The player's name."""
    program: bool = False
    """True for an outside bot (a program with an account of its own)."""


class ScoredDeal(Struct, frozen=True, gc=False):
    """A scored deal of a game: its number since the table was opened (from 1), its scores by pile,
    and the totals by side after it."""

    count: int
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class PlayedGame(Struct, frozen=True, gc=False):
    """A finished game of the match: its id, winning and losing sides (indices), and final totals by
    side."""

    game: str
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    totals: tuple[int, ...]
    practice: bool = False
    """True if the game does not count, as explained at `TableState.practice`."""


class FairState(Struct, frozen=True, gc=False):
    """The public state of the protocol for fair deals (GZH1)."""

    chain: Chain | None = None
    """The running chain of secrets, or None before the first deal is called."""
    count: int = 0
    """Number of the deal called last, from 1 since the table was opened, or 0 before the first."""
    previous: str | None = None
    """The secret revealed last. Before the first, the anchor of the chain, or None if there is no
    chain yet."""
    step: Literal["idle", "committing", "revealing", "settled"] = "idle"
    """The state of the deal called last: `committing` while commitments are collected, `revealing`
    while numbers are, `settled` when all numbers are known, otherwise `idle`."""
    heard: tuple[bool, ...] = ()
    """For each seat, true if its message of this step has arrived or none is expected (for example
    from a bot). Empty outside the steps `committing` and `revealing`."""
    contributions: tuple[Contribution, ...] | None = None
    """The contribution of each seat to the deal called last: from the lock on with the commitments,
    and once settled with the revealed numbers. None before."""


class TableState(Struct, frozen=True, gc=False, kw_only=True):
    """The public state of a table, without hands and secrets. `table` is its id and `host` the
    host's seat (None if the host has no seat)."""

    table: str
    settings: Settings
    stage: Stage
    seats: tuple[SeatState, ...]
    host: Seat | None
    until: int | None = None
    """Time in milliseconds since 1970 at which the current wait ends, or None if there is no
    limit."""
    game: str | None = None
    """Id of the running or last game, or None before the first."""
    totals: tuple[int, ...] = ()
    """Totals by side after the deals scored so far in the running or last game."""
    deals: tuple[ScoredDeal, ...] = ()
    """The scored deals of the running or last game."""
    games: tuple[PlayedGame, ...] = ()
    """The finished games of the match."""
    strips: tuple[int, ...] = ()
    """Pig strips of each side in the match."""
    round_points: tuple[int, ...] = ()
    """Round points of each side in the match."""
    lost: tuple[int, ...] = ()
    """Number of games that each side has lost in the match."""
    fair: FairState = FairState()
    removed: tuple[str, ...] = ()
    """Names of the players whom the host has removed, the oldest first."""
    waiting: tuple[Waiting, ...] = ()
    """The players who wait for a bot's seat, in order of arrival."""
    practice: bool = False
    """True if the running or last game does not count, because cards were taken back or a player
    took a bot's seat during a deal."""
    played_out: bool = False
    """True if bots finish the deal of a tournament for all players, because the round's time is
    up."""


class DealView(Struct, frozen=True, gc=False):
    """An observer's view of the running deal. The last deal stays visible until the next one is
    called."""

    public: Public
    own: Own | None
    """What the observer's seat alone knows, or None for a spectator."""
    chosen: tuple[bool, ...]
    """For each seat, true if it has made its sealed choice in the current phase (passing or
    exposing). All false in other phases."""


class TableView(Struct, frozen=True, gc=False):
    """Everything that one observer may know of a table. `seat` is None for a spectator."""

    state: TableState
    seat: Seat | None
    deal: DealView | None
    """The observer's view of the running or last deal, or None if there is none to show."""


class Ask(Struct, frozen=True, gc=False, omit_defaults=True):
    """A question that the table asks a seat, with the possible answers."""

    kind: Literal["pass", "expose", "play", "moon"]
    """The decision: to pass cards (`pass`), to expose cards (`expose`), to play a card (`play`), or
    to choose what a moon pays (`moon`)."""
    cards: tuple[str, ...] = ()
    """Codes of the cards that may be played (`play`) or passed (`pass`), otherwise empty."""
    count: int = 0
    """The number of cards that must be passed (`pass`), otherwise 0."""
    modes: dict[str, tuple[Mode, ...]] = {}
    """For each card that may be exposed, by its code, the possible modes (`expose`), otherwise
    empty."""
    claim: bool = False
    """True if the player may claim instead of playing a card (`play`)."""


Item = TypeVar("Item")


def swapped_state(state: TableState, one: Seat, other: Seat) -> TableState:
    """The public state after the players in the seats `one` and `other` changed seats.

    Totals, strips and results move with the players, except in partnerships, where they stay with
    the side.
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
    """A copy of the items with those at the indices `one` and `other` exchanged."""
    order = list(items)
    order[one], order[other] = order[other], order[one]
    return tuple(order)
