"""Clubs: groups of people who play together regularly, with their own rules, seasons and ratings.

The state of a club is computed from the entries of its log. No clock, sockets or randomness here:
callers pass in the time and random numbers.
"""
