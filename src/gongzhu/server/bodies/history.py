"""A player's own games: lists, statistics, and all that is kept."""

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
    """GET /api/me/games?lang=&before=: the player's own tables that are open, and a page of
    finished games. Answers with an ETag."""

    running: tuple[TableBrief, ...]
    games: tuple[GameBrief, ...]
    """Newest first."""
    count: int
    """Of all finished games."""
    next: str | None = None
    """`before` for the next page; None: this is the last one."""


class GameOutcome(Struct, frozen=True):
    """A finished game as a chart shows it."""

    game: str
    finished: int
    family: Literal["gongzhu", "hearts"]
    rules: str
    """The key of its rule set in the reports."""
    place: int
    sides: int
    last: bool
    total: int
    """Of the player's side."""


class MyStatistics(Struct, frozen=True):
    """GET /api/me/statistics?lang=: figures of the player's finished games. Answers with an ETag.

    `gongzhu stats FILE` counts the same from the records of `GET /api/me/games.jsonl` (or `.txt`),
    all finished games of the player as one file.
    """

    reports: tuple[FamilyReport, ...]
    titles: dict[str, str]
    """Of rule sets, by key."""
    differences: dict[str, tuple[str, ...]]
    """Of own rule sets, by key: what is other than in the preset that they come nearest to."""
    outcomes: tuple[GameOutcome, ...]
    """Of the newest games, the oldest of them first."""
    losses: tuple[FamilyLosses, ...]
    """By the reviews of games, as far as there are any."""
    pending: int
    """Games that are not counted yet: ask again."""


class OwnData(Struct, frozen=True):
    """GET /api/me/export: all that the server keeps of the player, as a file: this, `games`, a
    list of the records of every deal that is over, as in `GET /api/me/games.jsonl`, and `reviews`,
    a list of the games that were reviewed: each has its `game` and the reviews of its `deals`, with
    sentences in every language, in which `{0}` stands for the name of a seat."""

    account: Account
    blocked: tuple[Blocked, ...]
    puzzles: PuzzleBook
    days: tuple[DayMark, ...]
    """Tries at the deal of the day."""
