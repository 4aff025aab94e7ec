"""Puzzles: positions in which one choice is far better than every other, and few players see it."""

from gongzhu.puzzles.puzzle import THEMES, Choice, Puzzle, Spread, Theme, Tried
from gongzhu.puzzles.rating import Rating

__all__ = ["THEMES", "Choice", "Puzzle", "Rating", "Spread", "Theme", "Tried"]
