"""`gongzhu puzzles`: positions in which one choice is far better than every other."""
