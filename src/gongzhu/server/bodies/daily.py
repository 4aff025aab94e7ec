"""The bodies of the HTTP API that the deal of the day has. Days are by Universal Time."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.dealing import Chain
from gongzhu.server.daily.dealer import DayGame

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""Such as `2026-11-23`."""
TryState = Literal["new", "running", "finished", "left"]


class DayScore(Struct, frozen=True):
    """Those who came to the same score."""

    score: int
    players: int


class DayResult(Struct, frozen=True):
    """The scores of a deal: for `master`, and for all who finished it while its day lasted."""

    score: int | None
    """One's own; None for somebody who did not finish it in time."""
    place: int | None
    """One's own, from 1: how many were better, and one more."""
    master: int | None
    """None: it has not been played by `master` yet."""
    mean: float | None
    """Of all who finished; None where nobody has."""
    scores: tuple[DayScore, ...]
    """Of all who finished, by score."""


class DayProof(Struct, frozen=True):
    """What the deal was fixed by before anybody played it, as GZH1 has it."""

    table: str
    """The name under which it is dealt."""
    deal: int
    """Its number: the day, counted from the first of January 1970."""
    chain: Chain
    previous: str
    """The secret of the day before, or the anchor: the hash of the secret."""
    secret: str | None
    """None until the day is over."""


class DayDealTold(Struct, frozen=True):
    """GET /api/daily/{day}/{game}?lang=: one deal of a day, for everybody, signed in or not. What
    others made of it is told to those who have finished it, and to all once the day is over.

    Once the day is over, GET /api/daily/{day}/{game}.evidence.jsonl is its evidence, and
    GET /api/daily/{day}/{game}.master.jsonl the record of how `master` played it.
    """

    day: Day
    game: DayGame
    preset: str
    title: str
    """Of the rules, in the language asked for."""
    over: bool
    """True if the day is."""
    ends_ms: int
    """The time at which the day ends or ended, in milliseconds since 1970."""
    state: TryState
    """Of one's try: left also where it was not finished in time."""
    table: str | None
    """The table at which a try is under way."""
    played: str | None
    """The game of one's try, which can be looked at and reviewed once the day is over."""
    players: int
    """Those who have finished it."""
    result: DayResult | None
    proof: DayProof


class Daily(Struct, frozen=True):
    """GET /api/daily?lang=: the deals of today."""

    day: Day
    ends_ms: int
    """As in `DayDealTold`."""
    now_ms: int
    """The server's clock."""
    first: Day
    """The first day that there were deals for."""
    deals: tuple[DayDealTold, ...]
    streak: int
    """Days in a row, up to today or yesterday, on which one finished a deal."""
    best: int
    """The longest such row."""


class DayMark(Struct, frozen=True):
    """A try of one's own, in the calendar."""

    day: Day
    game: DayGame
    score: int | None
    """None: it was not finished in time."""


class DailyMonth(Struct, frozen=True):
    """GET /api/daily/months/{month}: one's own tries of a month such as `2026-11`."""

    month: str
    tries: tuple[DayMark, ...]


class DayOpened(Struct, frozen=True):
    """POST /api/daily/{day}/{game}: the table of one's try at today's deal, opened now, or before
    and not finished; or a new table on which the deal of a day that is over is played for
    practice."""

    table: str
    path: str
