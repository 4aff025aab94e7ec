"""The puzzles that a player has tried."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.rules import Expose, Pass, Play


class PuzzleRating(Struct, frozen=True):
    """A player's rating at the puzzles of a game, by Glicko-2: 1500 in the middle."""

    rating: float = 1500.0
    deviation: float = 350.0
    """The standard error of the rating."""
    volatility: float = 0.06


class PuzzleBook(Struct, frozen=True):
    """GET /api/me/puzzles: what I have tried of the puzzles."""

    ratings: dict[str, PuzzleRating]
    """By game: `gongzhu`, `hearts`."""
    tried: dict[str, bool]
    """By puzzle, true where the first try was right; the last thousand, the oldest first."""
    streak: int = 0
    """Right first tries in a row, up to now …"""
    best: int = 0
    """… and at most."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What I chose first in a puzzle."""

    id: Annotated[str, Meta(max_length=20)]
    action: Pass | Expose | Play


class TryPuzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/puzzles: first tries, in order. A puzzle that was tried before counts no more,
    nor does one that this server does not know. Answers `PuzzleBook`."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=50)]
