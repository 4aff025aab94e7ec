"""Request and response bodies of the HTTP API for the daily deals. Days begin and end in UTC."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gongzhu.dealing import Chain
from gongzhu.server.daily.dealer import DayGame

Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")]
"""A date such as `2026-11-23`."""
TryState = Literal["new", "running", "finished", "left"]
"""State of a player's attempt at a daily deal: not begun, under way, finished in time, or left
without finishing in time."""


class DayScore(Struct, frozen=True):
    """The number of players who got this score in a daily deal."""

    score: int
    """Points of the player's side in the deal."""
    players: int
    """Number of players."""


class DayResult(Struct, frozen=True):
    """The results of a daily deal: of the player who requests it, of the bot `master`, and of all
    players who finished within the day."""

    score: int | None
    """The player's score, or None if the player did not finish the deal within the day."""
    place: int | None
    """The player's rank: 1 plus the number of players with a better score, or None without a
    score."""
    master: int | None
    """The score of the bot `master`, or None if it has not played the deal yet."""
    mean: float | None
    """The mean score of all players who finished, or None if there is none."""
    scores: tuple[DayScore, ...]
    """The scores, from the lowest to the highest, each with the number of players who got it."""


class DayProof(Struct, frozen=True):
    """The commitment that fixed the deal before anyone played it, as in the protocol GZH1 (fair
    dealing)."""

    table: str
    """The table name that the protocol uses for this game's daily deals."""
    deal: int
    """Number of the deal in the protocol: days since 1970-01-01."""
    chain: Chain
    previous: str
    """The hash of this day's secret: the secret of the day before, or on a chain's first day the
    chain's anchor."""
    secret: str | None
    """The secret of this day, or None until the day is over."""


class DayDealTold(Struct, frozen=True):
    """GET /api/daily/{day}/{game}?lang=: one daily deal, for everyone, signed in or not. The
    results of others are included for players who have finished it, and for everyone once the day
    is over.

    Once the day is over, GET /api/daily/{day}/{game}.evidence.jsonl has the evidence by which
    anyone can check how it was dealt, and GET /api/daily/{day}/{game}.master.jsonl the record of
    how the bot `master` played it.
    """

    day: Day
    game: DayGame
    preset: str
    """Name of the preset with the rules."""
    title: str
    """Title of the rules, in the language of the request."""
    over: bool
    """True if the day is over."""
    ends_ms: int
    """The time at which the day ends or ended, in milliseconds since 1970."""
    state: TryState
    """The state of the player's attempt. It is also `left` if the deal was finished after the end
    of the day."""
    table: str | None
    """The table at which the player's attempt is under way, or None if it is not."""
    played: str | None
    """Id of the game in which the player played the deal, for replay and review, or None until the
    day is over."""
    players: int
    """Number of players who finished the deal within the day."""
    result: DayResult | None
    """The results, or None as long as the player may not see them."""
    proof: DayProof


class Daily(Struct, frozen=True):
    """GET /api/daily?lang=: today's deals, and the player's streaks."""

    day: Day
    ends_ms: int
    """The time at which today ends, in milliseconds since 1970."""
    now_ms: int
    """The time by the server's clock, in milliseconds since 1970."""
    first: Day
    """The first day that had deals."""
    deals: tuple[DayDealTold, ...]
    streak: int
    """Number of consecutive days, up to today or yesterday, on which the player finished a deal in
    time."""
    best: int
    """The player's longest such streak, in days."""


class DayMark(Struct, frozen=True):
    """An attempt of the player at a daily deal, as shown in the calendar."""

    day: Day
    game: DayGame
    score: int | None
    """The score, or None if the deal was not finished within its day."""


class DailyMonth(Struct, frozen=True):
    """GET /api/daily/months/{month}: the player's attempts in a month such as `2026-11`."""

    month: str
    """Year and month, such as `2026-11`."""
    tries: tuple[DayMark, ...]
    """The attempts, sorted by day."""


class DayOpened(Struct, frozen=True):
    """POST /api/daily/{day}/{game}: begin or continue the player's attempt at today's deal, and
    respond with its table. For a day that is over, a new table is opened, at which the deal is
    played for practice."""

    table: str
    """Id of the table."""
    path: str
    """Path of the table's page, `/t/…`."""
