"""Tournaments of individuals: the same deals at every table, compared among those who held the same
cards. Pure: the time, the randomness and who is there are handed in."""
