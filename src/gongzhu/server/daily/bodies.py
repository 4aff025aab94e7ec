"""Bodies of the HTTP API for the deal of the day. Days are those of Universal Time."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.dealing import Chain
from gongzhu.server.daily.dealer import DayGame

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""A day such as `2026-11-23`."""
TryState = Literal["new", "running", "finished", "left"]


class DayScore(Struct, frozen=True):
    """The number of players who got this score."""

    score: int
    players: int


class DayResult(Struct, frozen=True):
    """The results of a deal: those of the player who asks, of the bot `master`, and of all players
    who finished it within its day."""

    score: int | None
    """The score of the player who asks, or None if they did not finish the deal in time."""
    place: int | None
    """The place of the player who asks: 1 plus the number of players with a better score."""
    master: int | None
    """The score of `master`, or None if it has not played the deal yet."""
    mean: float | None
    """The mean score of all who finished, or None if no one has."""
    scores: tuple[DayScore, ...]
    """The scores, from the lowest on, each with the number of players who got it."""


class DayProof(Struct, frozen=True):
    """The commitment that fixed the deal before anyone played it, in the terms of the protocol
    GZH1."""

    table: str
    """The table name that the dealing protocol uses for this game's daily deals."""
    deal: int
    """Number of the deal: the day, counted from 0 on the first of January 1970."""
    chain: Chain
    previous: str
    """The hash of this day's secret: the secret of the day before, or the anchor of the chain."""
    secret: str | None
    """The secret of this day, or None until the day is over."""


class DayDealTold(Struct, frozen=True):
    """GET /api/daily/{day}/{game}?lang=: one deal of a day, for everyone, signed in or not. The
    results of others are shown to those who have finished it, and to everyone once the day is over.

    Once the day is over, GET /api/daily/{day}/{game}.evidence.jsonl gives the evidence by which
    anyone can check how it was dealt, and GET /api/daily/{day}/{game}.master.jsonl the record of
    how `master` played it.
    """

    day: Day
    game: DayGame
    preset: str
    title: str
    """Title of the rules, in the language asked for."""
    over: bool
    """True if the day is over."""
    ends_ms: int
    """The time at which the day ends or ended, in milliseconds since 1970."""
    state: TryState
    """The state of the player's try; `left` also if it was not finished in time."""
    table: str | None
    """The table at which the player's try is under way, or None."""
    played: str | None
    """Id of the game of the player's try, set once the day is over, when it can be replayed and
    reviewed."""
    players: int
    """Number of players who have finished the deal."""
    result: DayResult | None
    proof: DayProof


class Daily(Struct, frozen=True):
    """GET /api/daily?lang=: today's deals."""

    day: Day
    ends_ms: int
    """The time at which today ends, in milliseconds since 1970."""
    now_ms: int
    """The time by the server's clock, in milliseconds since 1970."""
    first: Day
    """The first day for which there were deals."""
    deals: tuple[DayDealTold, ...]
    streak: int
    """Number of consecutive days, up to today or yesterday, on which the player finished a deal."""
    best: int
    """The player's longest such streak, in days."""


class DayMark(Struct, frozen=True):
    """A try of the player's at the deal of a day, as the calendar shows it."""

    day: Day
    game: DayGame
    score: int | None
    """The score, or None if the deal was not finished in time."""


class DailyMonth(Struct, frozen=True):
    """GET /api/daily/months/{month}: the player's own tries in a month such as `2026-11`."""

    month: str
    tries: tuple[DayMark, ...]


class DayOpened(Struct, frozen=True):
    """POST /api/daily/{day}/{game}: the table of the player's try at today's deal, opened now or
    earlier; for a day that is over, a new table at which its deal is played for practice."""

    table: str
    path: str
