"""Bodies of the HTTP API for the puzzles that a player has tried."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.rules import Expose, Pass, Play


class PuzzleRating(Struct, frozen=True):
    """A player's Glicko-2 rating at the puzzles of one game; 1500 is average."""

    rating: float = 1500.0
    deviation: float = 350.0
    """The standard error of the rating."""
    volatility: float = 0.06


class PuzzleBook(Struct, frozen=True):
    """GET /api/me/puzzles: the puzzles that the player has tried, and ratings from them."""

    ratings: dict[str, PuzzleRating]
    """The player's rating by game, `gongzhu` or `hearts`."""
    tried: dict[str, bool]
    """For each puzzle tried, by its id, true if the first try was right; the last thousand, the
    oldest first."""
    streak: int = 0
    """Number of right first tries in a row, up to now."""
    best: int = 0
    """The player's longest streak of right first tries."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's first choice in a puzzle."""

    id: Annotated[str, Meta(max_length=20)]
    action: Pass | Expose | Play


class TryPuzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/puzzles: count first tries at puzzles, in order. Puzzles that were tried before
    or that this server does not know are ignored. Answers `PuzzleBook`."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=50)]
