"""Deals that are played on from one of their moments."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.cards import Seat
from gongzhu.rules import Action, Event
from gongzhu.server.bodies.games import DealSheet
from gongzhu.server.bodies.tables import Level
from gongzhu.table import Ask, TableState
from gongzhu.table.commands import SeatNumber


class ForkAction(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that was done in a fork."""

    seat: SeatNumber
    action: Action


class AskFork(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/forks?lang=: play a deal on from one of its moments in another way. The server
    keeps nothing of it: each request holds all of the fork.

    A game may be played on by its players; where its table was public by everybody, once the
    table's next game has ended or the table is closed."""

    game: Annotated[str, Meta(max_length=100)] = ""
    """The finished game; or instead:"""
    record: Annotated[str, Meta(max_length=24_000)] = ""
    """The record of one deal, as a line of JSON or as text."""
    deal: Annotated[int, Meta(ge=1, le=999_999)] = 1
    """The number of the deal in the game, from 1."""
    ply: Annotated[int, Meta(ge=0, le=200)]
    """What had been done in the deal before: each seat's pass, each seat's exposures, each card.
    Where all choose at once, all choose again."""
    seat: SeatNumber | None = None
    """The seat that plays on; None: every seat is moved, and all hands are seen."""
    hidden: Literal["kept", "redrawn"] = "kept"
    """The hands that the seat does not see: as they were, or dealt anew as they could have been by
    all that it had seen."""
    seed: Annotated[str, Meta(max_length=32)] = ""
    """For cards that are dealt anew, and for what bots leave to chance."""
    levels: Annotated[tuple[Level | None, ...], Meta(max_length=5)] = ()
    """Of the bots, by seat; the default level where nothing is said."""
    actions: Annotated[tuple[ForkAction, ...], Meta(max_length=80)] = ()
    """All that has been done in the fork, the bots' too, as the answer before had it, with the
    seat's next choice."""


class ForkEnd(Struct, frozen=True):
    """What a fork came to."""

    sheet: DealSheet
    points: tuple[int, ...]
    """By seat."""
    before: tuple[int, ...]
    """By seat, in the deal that it comes from."""
    text: str
    """The record, as text."""
    jsonl: str
    """The record, as a line of JSON."""


class Fork(Struct, frozen=True):
    """A fork, up to the seat's next choice."""

    ply: int
    """Where it began."""
    table: TableState
    names: tuple[str, ...]
    """By seat, in the deal that it comes from."""
    events: tuple[Event, ...]
    """All of the deal as the seat has seen it; where every seat is moved, nothing is hidden."""
    begun: int
    """So many of them were before the fork."""
    actions: tuple[ForkAction, ...]
    """All that has been done in the fork. What bots chose under seal is here too; a page does not
    show it."""
    asked: Seat | None
    """The seat that must choose; None when the deal is over."""
    ask: Ask | None
    over: ForkEnd | None
