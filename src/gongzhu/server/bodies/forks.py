"""Bodies of the HTTP API for forks: deals played on in another way from one of their moments."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.rules import Action, Event
from gongzhu.server.bodies.games import DealSheet
from gongzhu.server.bodies.tables import Level
from gongzhu.table import Ask, TableState
from gongzhu.table.commands import SeatNumber


class ForkAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that a seat took in a fork."""

    seat: SeatNumber
    action: Action


class AskFork(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/forks?lang=: play a deal on in another way from one of its moments. The server
    stores nothing, so each request contains the whole fork.

    The players of a game may fork its deals, and if its table was public everyone, once the table
    has finished its next game or is closed."""

    game: Annotated[str, Meta(max_length=100)] = ""
    """Id of the finished game; empty if `record` is given instead."""
    record: Annotated[str, Meta(max_length=24_000)] = ""
    """The record of one deal, as a line of JSON or as text; empty if `game` is given instead."""
    deal: Annotated[int, Meta(ge=1, le=999_999)] = 1
    """The number of the deal in the game, from 1."""
    ply: Annotated[int, Meta(ge=0, le=200)]
    """The number of actions in the deal before the fork, counting each seat's pass, each seat's
    exposures and each card. If the fork is within a step at which all seats choose at once, all of
    them choose again."""
    seat: SeatNumber | None = None
    """The seat that plays on, or None if the player moves every seat and sees all hands."""
    hidden: Literal["kept", "redrawn"] = "kept"
    """Whether the hands that the seat does not see stay as they were, or are dealt again at random,
    consistent with everything that the seat had seen."""
    seed: Annotated[str, Meta(max_length=32)] = ""
    """The random seed for cards that are dealt again, and for the bots."""
    levels: Annotated[tuple[Level | None, ...], Meta(max_length=5)] = ()
    """The levels of the bots, by seat; the default level where there is None or no entry."""
    actions: Annotated[tuple[ForkAction, ...], Meta(max_length=80)] = ()
    """All actions in the fork so far, including those of bots: those of the previous answer, and
    then the seat's next choice."""


class ForkEnd(Struct, frozen=True):
    """The result of a fork whose deal is over."""

    sheet: DealSheet
    points: tuple[int, ...]
    """Points of each seat in the fork."""
    before: tuple[int, ...]
    """Points of each seat in the original deal."""
    text: str
    """The record of the fork as text."""
    jsonl: str
    """The record of the fork as a line of JSON."""


class Fork(Struct, frozen=True):
    """The state of a fork at the seat's next choice, or at the end of the deal."""

    ply: int
    """The number of actions in the deal before the fork, as in `AskFork`."""
    table: TableState
    names: tuple[str, ...]
    """Names by seat, in the original deal."""
    events: tuple[Event, ...]
    """All events of the deal as the seat has seen them; nothing is hidden if the player moves every
    seat."""
    begun: int
    """How many of the events came before the fork."""
    actions: tuple[ForkAction, ...]
    """All actions in the fork so far. They include choices of bots that are still secret, which a
    page must not show."""
    asked: Seat | None
    """The seat that must choose, or None when the deal is over."""
    ask: Ask | None
    over: ForkEnd | None
