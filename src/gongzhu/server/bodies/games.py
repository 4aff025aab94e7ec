"""Finished games and their deals."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Event


class GameBrief(Struct, frozen=True):
    """A finished game."""

    game: str
    title: str
    family: Literal["gongzhu", "hearts"]
    finished: int
    """Milliseconds since 1970."""
    names: tuple[str, ...]
    totals: tuple[int, ...]
    """Per side."""
    winners: tuple[Seat, ...]
    seat: Seat
    """Mine."""
    levels: tuple[str | None, ...]
    """By seat, of bots."""
    preset: str | None = None
    places: tuple[int, ...] = ()
    """By seat, the place that its side came to, from 1; empty where the game was broken off."""
    day_runs: bool = False
    """True for the deal of a day that is not over: it has no replay and no review yet."""


class SheetPile(Struct, frozen=True):
    """The score of a pile, line by line."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """The point cards in it."""
    lines: tuple[str, ...]
    points: int


class DealSheet(Struct, frozen=True):
    """GET /api/tables/{table}/deals/{count}?lang=: a deal that is over, for those who sit or sat
    there, and for everybody where the table is public. The deal of a day that is not over is
    without hands, passes, plays, events and evidence."""

    count: int
    record: DealRecord
    events: tuple[Event, ...]
    """All of the deal, nothing hidden: what a replay is folded from."""
    piles: tuple[SheetPile, ...]
    evidence: Evidence | None


class GameSheet(Struct, frozen=True):
    """GET /api/games/{game}?lang=&from=&to=: a finished game, for whoever has its link: its deals
    from one number to another, of which the first is 1; twenty at most, and as many as that where
    nothing is said. Answers with an ETag.

    `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
    """

    game: str
    title: str
    names: tuple[str, ...]
    finished: int
    deals: tuple[DealSheet, ...]
    """Those that were asked for."""
    count: int
    """Of all deals of the game."""
    first: int
    """The number of the first deal that is here."""


# POST /api/records?lang= with a file of records (JSONL or text form, at most 1 MB) as the body
# answers a `GameSheet` (game "", evidence None) of its deals, for the replay page; a file that does
# not verify is answered by a `Problem` (422) that says what is wrong where.
