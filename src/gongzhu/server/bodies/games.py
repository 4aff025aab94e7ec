"""Bodies of the HTTP API for finished games and their deals."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Event


class GameBrief(Struct, frozen=True):
    """A finished game in a list of the player's games."""

    game: str
    title: str
    family: Literal["gongzhu", "hearts"]
    finished: int
    """When the game ended, in milliseconds since 1970."""
    names: tuple[str, ...]
    totals: tuple[int, ...]
    """Total score of each side."""
    winners: tuple[Seat, ...]
    seat: Seat
    """The seat of the player who asks."""
    levels: tuple[str | None, ...]
    """The level of the bot in each seat; None for a person."""
    preset: str | None = None
    places: tuple[int, ...] = ()
    """The final place of each seat's side, from 1; empty if the game was broken off."""
    day_runs: bool = False
    """True for the deal of a day that is not over; its replay and review are not available yet."""


class SheetPile(Struct, frozen=True):
    """The score of a pile of captured cards, line by line."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """The point cards in the pile."""
    lines: tuple[str, ...]
    points: int


class DealSheet(Struct, frozen=True):
    """GET /api/tables/{table}/deals/{count}?lang=: a finished deal, for those who sit or sat at the
    table, and for everyone if the table is public. The deal of a day that is not over has no hands,
    passes, plays, events or evidence."""

    count: int
    record: DealRecord
    events: tuple[Event, ...]
    """All events of the deal with nothing hidden, from which a replay is made."""
    piles: tuple[SheetPile, ...]
    evidence: Evidence | None


class GameSheet(Struct, frozen=True):
    """GET /api/games/{game}?lang=&from=&to=: a finished game, for everyone who has its link, with
    its deals number `from` to `to`, counted from 1; at most twenty, which is also the default.
    Answers with an ETag.

    `GET /api/games/{game}.jsonl`, `.txt`, `.evidence.jsonl` are its records and evidence as files.
    """

    game: str
    title: str
    names: tuple[str, ...]
    finished: int
    deals: tuple[DealSheet, ...]
    """The deals that were asked for."""
    count: int
    """Number of all deals of the game."""
    first: int
    """Number of the first deal in `deals`."""


# POST /api/records?lang= with a file of records (JSONL or text form, at most 1 MB) as the body
# answers a `GameSheet` (game "", evidence None) of its deals, for the replay page; a file that does
# not verify is answered by a `Problem` (422) that lists what is wrong and where.
