"""Puzzles: positions in which one choice is far better than every other, but few players find
it."""

from gongzhu.puzzles.puzzle import THEMES, Puzzle, PuzzleChoice, PuzzleSpread, Theme, Tried
from gongzhu.puzzles.rating import GlickoRating

__all__ = ["THEMES", "GlickoRating", "Puzzle", "PuzzleChoice", "PuzzleSpread", "Theme", "Tried"]
