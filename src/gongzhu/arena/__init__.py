"""Measures the strength of bots: duplicate matches, ratings, and outside bots that communicate by
lines of JSON."""
