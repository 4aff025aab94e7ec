"""Bodies of the HTTP API for a player's own games: lists, statistics, and the export of data."""

from typing import Literal

from msgspec import Struct

from gongzhu.review.loss_table import FamilyLosses
from gongzhu.server.bodies.daily import DayMark
from gongzhu.server.bodies.games import GameBrief
from gongzhu.server.bodies.me import Account
from gongzhu.server.bodies.people import Blocked
from gongzhu.server.bodies.puzzles import PuzzleBook
from gongzhu.server.bodies.tables import TableBrief
from gongzhu.stats import FamilyReport


class MyGames(Struct, frozen=True):
    """GET /api/me/games?lang=&before=: the open tables at which the player has a seat, and a page
    of the player's finished games. Answers with an ETag."""

    running: tuple[TableBrief, ...]
    games: tuple[GameBrief, ...]
    """Finished games of this page, newest first."""
    count: int
    """Number of all finished games of the player."""
    next: str | None = None
    """The value of `before` for the next page, or None if this is the last page."""


class GameOutcome(Struct, frozen=True):
    """A finished game as the charts of the statistics use it."""

    game: str
    finished: int
    family: Literal["gongzhu", "hearts"]
    rules: str
    """The key of the game's rule set in the reports."""
    place: int
    sides: int
    last: bool
    total: int
    """Total score of the player's side."""


class MyStatistics(Struct, frozen=True):
    """GET /api/me/statistics?lang=: statistics of the player's finished games. Answers with an
    ETag.

    `gongzhu stats FILE` counts the same from the records of `GET /api/me/games.jsonl` (or `.txt`),
    all finished games of the player as one file.
    """

    reports: tuple[FamilyReport, ...]
    titles: dict[str, str]
    """Titles of the rule sets, by their keys."""
    differences: dict[str, tuple[str, ...]]
    """The differences of each rule set that is no preset from the nearest preset, in words, by the
    rule set's key."""
    outcomes: tuple[GameOutcome, ...]
    """The outcomes of the newest games, the oldest of them first."""
    losses: tuple[FamilyLosses, ...]
    """The points that the player's choices lost, according to the reviews made so far."""
    pending: int
    """Number of games that are not counted yet; if it is not 0, ask again."""


class OwnData(Struct, frozen=True):
    """GET /api/me/export: all data that the server keeps about the player, as one JSON file. It has
    these fields and two more: `games`, the records of every finished deal as in
    `GET /api/me/games.jsonl`, and `reviews`, the reviewed games, each with its `game` and the
    reviews of its `deals`, whose sentences are in every language and have `{0}` for the name of a
    seat."""

    account: Account
    blocked: tuple[Blocked, ...]
    puzzles: PuzzleBook
    days: tuple[DayMark, ...]
    """The player's tries at deals of the day."""
