"""Tournaments of clubs: every table plays the same deals, and the server leads from round to
round."""
