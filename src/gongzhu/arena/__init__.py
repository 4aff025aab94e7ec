"""Measures the strength of bots: duplicate matches, ratings, and outside bots that speak JSON
lines."""
