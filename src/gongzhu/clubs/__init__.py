"""Clubs: people who play together again and again, with their rules, seasons and ratings.

A club is what its entries add up to. Nothing here has a clock, a socket or randomness of its own.
"""
