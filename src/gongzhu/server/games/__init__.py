"""Finished games: their pages and files, a player's history, reviews and forks."""
