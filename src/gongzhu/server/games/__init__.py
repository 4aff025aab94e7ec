"""Finished games: their pages and files, the history of a player, reviews and forks."""
