"""Tournaments of a club: the same deals at every table, led by the server from round to round."""
